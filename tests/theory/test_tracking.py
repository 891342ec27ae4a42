"""Following a drifting teacher: closed forms, and rules that cannot."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.theory.tracking import forgetting_parameter, stationary


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


def test_who_cannot_follow_is_told():
    with pytest.raises(ValueError, match="forgets too little"):
        stationary("hebb", 0.1)
    with pytest.raises(ValueError, match="Without drift"):
        stationary("adaline", 0.0)
    with pytest.raises(NotImplementedError, match="that of the labels"):
        stationary(rb.BayesGaussian(noise=0.2), 0.1)


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


def test_what_makes_a_rule_forget():
    rules = (rb.Normalised(), rb.Adaline(), rb.Rosenblatt(), rb.Hebb())
    assert [forgetting_parameter(rule) for rule in rules] == ["eta", "eta", "weight_decay", "weight_decay"]
    with pytest.raises(ValueError, match="finds its own"):
        forgetting_parameter(rb.BayesHebb())
