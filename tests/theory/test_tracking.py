"""Following a drifting teacher: closed forms, the best rate, and rules that cannot."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory import tracking
from rosenblatt.theory.tracking import best_rate, stationary


@pytest.mark.parametrize(("eta", "drift", "noise"), [(0.4, 0.1, 0.3), (1.0, 0.02, 0.0), (1.5, 1.0, 0.1)])
def test_adaline_settles_where_its_closed_form_says(eta, drift, noise):
    row = stationary(rb.Adaline(eta=eta), drift, noise=noise)
    r = eta / (eta + drift)
    assert row["r"] == pytest.approx(r, rel=1e-6)
    assert row["q_norm"] == pytest.approx((2.0 * r * (1.0 - eta) + eta * (1.0 + noise)) / (2.0 - eta), rel=1e-6)


def test_hebb_with_decay_settles_where_its_closed_form_says():
    omega, drift = 0.2, 0.05
    row = stationary(rb.Hebb(weight_decay=omega), drift)
    r = math.sqrt(2.0 / math.pi) / (omega + drift)
    across = (1.0 + 2.0 * drift * r * r) / (2.0 * omega)
    assert row["r"] == pytest.approx(r, rel=1e-6)
    assert row["q_norm"] == pytest.approx(r * r + across, rel=1e-5)


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_the_bayesian_equation_is_the_end_of_its_curve(noise):
    row = stationary("bayes-hebb", 0.2, noise=noise)
    end = rb.learning_curve("bayes-hebb", [200.0], noise=noise, teacher=rb.DriftingTeacher(0.2)).frame.iloc[0]
    for column in ("r", "q_norm", "overlap", "disagreement", "error"):
        assert row[column] == pytest.approx(end[column], rel=1e-6)


def test_the_best_rate_is_the_best():
    for name, drift, noise in (("adaline", 0.05, 0.2), ("normalised", 0.02, 0.1), ("hebb", 0.1, 0.0)):
        best = best_rate(name, drift, noise=noise)
        for factor in (0.8, 1.25):
            other = replace(best.rule, **{best.parameter: factor * best.rate})
            assert stationary(other, drift, noise=noise)["error"] > best.error
        assert best.error == pytest.approx(stationary(best.rule, drift, noise=noise)["error"])


def test_the_best_rate_is_not_the_edge_of_what_is_tried():
    # Rates up to 3 were tried at this drift: 2.999998 was returned, and 3.5 is better.
    @rb.rule(labels="linear")
    def third(label, field, eta=1.0):
        return 0.3 * eta * (label - field)

    best = best_rate(third, 0.01)
    assert 0.3 * best.rate == pytest.approx(best_rate("adaline", 0.01).rate, rel=1e-4)


def test_a_rule_without_a_best_rate_is_refused(monkeypatch):
    monkeypatch.setattr(tracking, "RATES", (1e-2, 10.0))
    with pytest.raises(ValueError, match="ratio of 'adaline' must have a best value; got none between 0.01 and 10"):
        best_rate("adaline", 0.5, parameter="ratio")  # the smaller the labels, the smaller their error


def test_lengths_do_not_matter_to_who_learns_from_mistakes():
    # A perceptron with weight decay is a normalised one with some rate: the best of both are as good.
    one, other = best_rate("rosenblatt", 0.1), best_rate("normalised", 0.1)
    assert (one.parameter, other.parameter) == ("weight_decay", "eta")
    assert one.disagreement == pytest.approx(other.disagreement, rel=1e-4)


def test_a_simulated_student_settles_there(seed):
    drift = 0.1
    best = best_rate("normalised", drift)
    how = dict(n=5000, runs=6, teacher=rb.DriftingTeacher(drift), seed=seed)
    blocks = rb.simulate(best.rule, alpha=np.arange(40.0, 80.0, 4.0), **how).samples["disagreement"].mean(axis=1)
    assert blocks.mean() == pytest.approx(best.disagreement, rel=0.01)


def test_who_cannot_follow_is_told():
    with pytest.raises(ValueError, match="forgets too little"):
        stationary("hebb", 0.1)
    with pytest.raises(ValueError, match="Without drift"):
        stationary("adaline", 0.0)
    for how, message in (({"noise": 0.7}, "noise must be"), ({"parameter": "foo"}, "parameter must be one of")):
        with pytest.raises(ValueError, match=message):
            best_rate("normalised", 0.1, **how)
    with pytest.raises(ValueError, match="drift must be above 0"):
        best_rate("normalised", -1.0)
    with pytest.raises(ValueError, match="finds its own"):
        best_rate("bayes-hebb", 0.1)
    with pytest.raises(NotImplementedError, match="that of the labels"):
        stationary(rb.BayesGaussian(noise=0.2), 0.1)


def test_a_drift_that_only_forgetting_everything_survives_has_no_best_rate():
    """The best rate of adaline without noise is 1 - delta/2: beyond delta = 2 every rate is worse than none."""
    assert best_rate("adaline", 1.5).rate == pytest.approx(0.25, rel=1e-4)
    with pytest.raises(ValueError, match="must have a best value"):
        best_rate("adaline", 3.0)


def test_a_fast_drift_is_not_searched_for_ever(monkeypatch):
    tried = []
    original = tracking.stationary
    monkeypatch.setattr(tracking, "stationary", lambda *a, **k: tried.append(1) or original(*a, **k))
    assert best_rate("hebb", 3.0).rate == pytest.approx(3.58046, abs=1e-5)
    assert len(tried) < 30  # 17; all rates there are would be 55


@pytest.mark.parametrize("eta", [1e-7, 1e-4, 0.3])
def test_a_slow_rule_is_given_its_time(eta):
    """Closed form (tracking.2), by the equations and by the curve itself; 1e-7 needs alpha = 1e8."""
    drift, s2 = 0.5, 0.2
    r = eta / (eta + drift)
    q = (2.0 * r * (1.0 - eta) + eta * (1.0 + s2)) / (2.0 - eta)
    row = stationary(rb.Adaline(eta=eta), drift, noise=s2)
    assert row["r"] == pytest.approx(r, rel=1e-9)
    assert row["q_norm"] == pytest.approx(q, rel=1e-9)
    assert row["error"] == pytest.approx(0.5 * (1.0 + s2 + q - 2.0 * r), rel=1e-12)
    curve = rb.learning_curve(rb.Adaline(eta=eta), [30.0 / eta], drift=drift, noise=s2).frame
    assert curve["q_norm"][0] == pytest.approx(q, rel=1e-9)


def test_a_slow_decay_of_a_sign_rule_is_given_its_time():
    decay, drift = 1e-5, 0.5
    row = stationary(rb.Hebb(weight_decay=decay), drift)
    m = math.sqrt(2.0 / math.pi)
    r = m / (decay + drift)
    assert row["r"] == pytest.approx(r, rel=1e-5)
    assert row["q_norm"] == pytest.approx((2.0 * m * r + 1.0) / (2.0 * decay), rel=1e-5)


def test_a_rule_has_not_settled_while_its_length_grows():
    """An error that changes by less than 1e-7 while alpha doubles may be at its beginning: at alpha = 20 here."""

    @rb.rule(labels="linear", kinks=())
    def slow(label, field, eta=1e-5):
        return eta * (label - field)

    drift, eta = 3.0, 1e-5
    r = eta / (eta + drift)
    q = (2.0 * r * (1.0 - eta) + eta) / (2.0 - eta)  # tracking.2
    row = stationary(slow(), drift)
    assert row["q_norm"] == pytest.approx(q, rel=1e-6)
    assert row["error"] > 0.5  # it was 0.499997
