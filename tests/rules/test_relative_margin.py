"""The perceptron with a margin in units of its length."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.relative_margin import RelativeMargin


def test_its_margin_grows_with_the_student():
    rule = RelativeMargin(margin=0.5)
    assert rule.kink_fields(1.0, 9.0) == (-1.5, 1.5)
    for field, added in ((1.5, True), (1.6, False)):
        assert rule.modulation(-1.0, -field, 9.0, 1.0, 0.5) == (-1.0 if added else 0.0)


def test_lengths_mean_nothing_to_it():
    one, other = (
        rb.learning_curve(RelativeMargin(eta=eta), [1.0, 10.0], start=start).frame["disagreement"].to_numpy()
        for eta, start in ((1.0, (0.2, 1.0)), (10.0, (2.0, 100.0)))
    )
    assert one == pytest.approx(other, rel=1e-9)


def test_on_data_it_compares_angles(random):
    x = random.standard_normal((200, 4))
    y = np.where(x @ np.array([1.0, -1.0, 0.5, 0.0]) > 0.0, 1, -1)
    w = np.zeros(4)
    for row, label in zip(x, y, strict=True):
        if label * (w @ row) <= 0.5 * np.linalg.norm(w):
            w += label * row
    coefficients = rb.OnlineClassifier("relative-margin", fit_intercept=False).fit(x, y).coef_[0]
    assert coefficients / np.linalg.norm(coefficients) == pytest.approx(w / np.linalg.norm(w), rel=1e-9)
