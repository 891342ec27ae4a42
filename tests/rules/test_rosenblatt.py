"""Rosenblatt's rule."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import hebbian_rows


@pytest.mark.parametrize("eta", [0.0, -1.0, float("nan"), float("inf")])
def test_a_rate_that_cannot_learn(eta):
    with pytest.raises(ValueError, match="eta must be"):
        rb.Rosenblatt(eta=eta)


def test_it_adds_an_example_that_it_got_wrong_and_a_tie_is_wrong():
    for label in (-1.0, 1.0):
        for stability, added in ((-2.0, True), (-1e-300, True), (0.0, True), (1e-300, False), (2.0, False)):
            assert rb.Rosenblatt.modulation(label, label * stability, 0.5) == (0.5 * label if added else 0.0)


def test_it_is_the_loop_of_the_textbook_and_stops_where_classes_are_separated(random):
    x = random.standard_normal((60, 4))
    fields = x @ np.array([1.0, -1.0, 2.0, 0.5])
    x, y = x[np.abs(fields) > 0.3], np.sign(fields[np.abs(fields) > 0.3])
    w = np.zeros(4)
    model = rb.OnlineClassifier(rb.Rosenblatt(eta=0.5), fit_intercept=False)
    for _ in range(1000):
        before = w.copy()
        for row, label in zip(x, y, strict=True):
            if label * (w @ row) <= 0.0:
                w += 0.5 * label * row
        model.partial_fit(x, y)
        assert model.coef_[0] == pytest.approx(w)
        if np.array_equal(w, before):
            break
    assert model.score(x, y) == 1.0  # the perceptron convergence theorem


def test_the_rate_only_sets_the_length(random):
    x, labels = random.standard_normal((50, 5)), np.where(random.random(50) < 0.5, 1.0, -1.0)
    one, other = (hebbian_rows(rb.Rosenblatt(eta=eta), x, labels, 1.0) for eta in (0.125, 4.0))
    assert other == pytest.approx(32.0 * one)
