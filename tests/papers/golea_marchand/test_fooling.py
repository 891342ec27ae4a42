"""The distribution that fools the clipped Hebb rule: by enumeration, and shown."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import signs
from rosenblatt.papers.golea_marchand.fooling import fooling_probabilities, label_correlations
from tests.helpers.signs import cube, probability


def test_the_correlations_are_those_of_all_inputs(random):
    x = cube(6)
    for _ in range(20):
        p, w, theta = random.uniform(0.05, 0.95, 6), random.choice([-1, 1], 6), int(random.integers(-4, 4))
        g = np.where(x @ w > theta, 1, -1)
        assert label_correlations(p, w, theta) == pytest.approx((probability(x, p) * g) @ x, abs=1e-13)


@pytest.mark.parametrize(("n", "positive", "high"), [(100, 0.6, 0.8), (101, 0.7, 0.75), (400, 0.55, 0.9)])
def test_it_fools(n, positive, high):
    p = fooling_probabilities(n, positive=positive, high=high)
    ones = np.ones(n)
    assert signs.tail(signs.sum_law(p, ones), np.array([0]))[0] == pytest.approx(positive, abs=1e-9)
    correlations = label_correlations(p, ones)
    assert (correlations[: n // 2] > 0.0).all()
    assert (correlations[n // 2 :] < 0.0).all()
    fooled = np.sign(correlations)
    assert signs.disagreement(p, ones, 0, fooled, 0) == pytest.approx(1.0 - positive, abs=1e-3)


def test_with_data_one_rule_stays_wrong_and_the_other_gets_it_right(random):
    n = 100
    p, ones = fooling_probabilities(n), np.ones(n)
    x = np.where(random.random((20_000, n)) < p, 1, -1)
    y = x.sum(axis=1) > 0
    hebb = rb.OnlineClassifier("clipped-hebb", fit_intercept=False).fit(x, y)
    assert signs.disagreement(p, ones, 0, hebb.coef_[0], 0) > 0.39
    for threshold in ("counts", "rows"):
        model = rb.InfluenceClassifier(threshold=threshold).fit(x, y)
        assert signs.disagreement(p, ones, 0, model.weights_[0], model.thresholds_[0]) < 1e-9


@pytest.mark.parametrize("wrong", [{"positive": 0.4}, {"high": 0.3}, {"positive": 1.0}, {"high": 1.0}])
def test_it_refuses_what_is_not_above_one_half(wrong):
    name = next(iter(wrong))
    with pytest.raises(ValueError, match=f"{name} must be in"):
        fooling_probabilities(100, **wrong)


@pytest.mark.parametrize(("n", "positive", "high"), [(20, 0.6, 0.8), (500, 0.6, 0.55), (10, 0.99, 0.51)])
def test_it_does_not_return_what_does_not_fool(n, positive, high):
    with pytest.raises(ValueError, match="n must be larger to fool"):
        fooling_probabilities(n, positive=positive, high=high)
