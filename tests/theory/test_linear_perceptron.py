"""Adaline in closed form: it is the equations' solution, and knows small quantities to their last digits."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb

CLOSED = "closed form of R and Q"


@pytest.mark.parametrize("alpha", [80.0, 100.0, 1400.0])
def test_the_disagreement_does_not_underflow_before_it_must(alpha):
    curve = rb.learning_curve("adaline", [1.0, alpha])
    assert curve.method == CLOSED
    assert curve.frame["disagreement"][1] == pytest.approx(math.exp(-alpha / 2.0) / math.pi, rel=1e-12, abs=0.0)


def test_the_error_keeps_its_digits_too():
    assert rb.learning_curve("adaline", 100.0).frame["error"][0] == pytest.approx(0.5 * math.exp(-100.0), rel=1e-12)


@pytest.mark.parametrize("eta", [0.3, 1.0, 1.7])
@pytest.mark.parametrize("scenario", [{}, {"noise": 0.4}, {"drift": 0.2}, {"noise": 0.1, "drift": 3.0}])
@pytest.mark.parametrize("start", [None, (-0.3, 0.5), (1.5, 4.0)])
def test_it_is_the_solution_of_the_equations(eta, scenario, start):
    for ratio, weight_decay in ((1.0, 0.0), (2.0, 0.3)):
        rule, alpha = rb.Adaline(eta=eta, ratio=ratio, weight_decay=weight_decay), [0.01, 0.5, 5.0, 30.0]
        exact = rb.learning_curve(rule, alpha, start=start, **scenario)
        solved = rb.learning_curve(rule, alpha, start=start, averages="closed-form", **scenario)
        assert (exact.method, solved.method) == (CLOSED, "ODE with closed-form averages")
        for column in ("r", "q_norm", "disagreement"):
            assert exact.frame[column].tolist() == pytest.approx(solved.frame[column].tolist(), rel=1e-7), column
        assert exact.frame["error"].tolist() == pytest.approx(solved.frame["error"].tolist(), rel=1e-7, abs=1e-9)


def test_two_decays_that_are_equal_are_no_trouble():
    # c = k at eta = 1 and c = 2 k at none: exp(-c alpha) and exp(-k alpha) have one source, alpha exp(-c alpha)
    near, at = (rb.learning_curve(rb.Adaline(eta=eta), [1.0, 5.0], noise=0.1).frame for eta in (1.0 + 1e-9, 1.0))
    assert near["q_norm"].tolist() == pytest.approx(at["q_norm"].tolist(), rel=1e-7)


def test_a_schedule_or_a_fixed_length_is_followed_by_the_equations():
    for rule in (rb.Adaline(eta=lambda alpha: 1.0 / (1.0 + alpha)), rb.Adaline(constrained=True)):
        assert rb.learning_curve(rule, 1.0).method == "ODE with closed-form averages"


def test_too_large_a_rate_is_refused():
    with pytest.raises(ValueError, match="'adaline' must stay finite; it has grown to 1e\\+300 by alpha=46.05"):
        rb.learning_curve(rb.Adaline(eta=5.0), 50.0)
    assert rb.learning_curve(rb.Adaline(eta=5.0), 40.0).frame["q_norm"][0] > 1e200
