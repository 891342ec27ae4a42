"""The fastest drift that can be followed with an error."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.theory.tracking import stationary


def test_the_fastest_drift_is_the_one_with_that_error(seed):
    answer = rb.plan("bayes-hebb", n=300, ask="drift", error=0.1, seed=seed)
    assert stationary("bayes-hebb", answer.drift)["error"] == pytest.approx(0.1, rel=1e-5)
    low, high = answer.interval
    assert 0.085 < low < 0.1 < high < 0.115
    assert answer.examples == math.ceil(300 / answer.drift)
    assert "bayes-hebb: a drift of 0.01163 per alpha" in str(answer)


def test_a_rate_for_each_drift_follows_faster_than_one_for_all():
    own = rb.plan(rb.Normalised(eta=0.2), n=100, ask="drift", error=0.1)
    best = rb.plan("normalised", n=100, ask="drift", error=0.1, rate="best")
    assert own.rate is None and best.rate == best.rule.eta
    assert 0.0 < own.drift < best.drift < rb.plan("bayes-hebb", n=100, ask="drift", error=0.1).drift


def test_drifts_that_cannot_be_asked_for():
    for wrong, message in (
        (lambda: rb.plan("bayes-hebb", n=100, ask="drift", error=0.1, noise=0.2), "above the noise"),
        (lambda: rb.plan("adaline", n=100, ask="drift", error=0.6), "half the variance"),
        (lambda: rb.plan(rb.Normalised(eta=5.0), n=100, ask="drift", error=0.05), "even at a drift"),
        (lambda: rb.plan("adaline", n=100, ask="speed", error=0.1), "ask must be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    with pytest.raises(TypeError, match="plan for drift must have options"):
        rb.plan("adaline", n=100, ask="drift", error=0.1, teacher="binary")
    with pytest.raises(TypeError, match="plan for examples must have options"):
        rb.plan("adaline", n=100, error=0.1, rate="best")
