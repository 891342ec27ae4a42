"""Hebb's rule: a sum, and its closed form."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb


def test_the_weights_are_the_sum_of_label_times_input(random):
    x, y = random.standard_normal((30, 4)), np.where(random.random(30) < 0.5, 1.0, -1.0)
    model = rb.OnlineClassifier("hebb", fit_intercept=False).fit(x, y)
    assert model.coef_[0] == pytest.approx(y @ x)
    backwards = rb.OnlineClassifier("hebb", fit_intercept=False).fit(x[::-1], y[::-1])
    assert backwards.coef_ == pytest.approx(model.coef_)


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_curve_is_its_closed_form(noise):
    alpha = np.array([0.1, 1.0, 10.0, 1e4])
    frame = rb.learning_curve("hebb", alpha, noise=noise).frame
    expected = np.arctan(np.sqrt(np.pi / (2.0 * alpha)) / (1.0 - 2.0 * noise)) / np.pi
    assert frame["disagreement"].to_numpy() == pytest.approx(expected, rel=1e-7)
