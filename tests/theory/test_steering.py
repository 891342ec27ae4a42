"""A student whose rate is chosen: the equations against the curve, and averages in any channel."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.kinds.with_rate import with_rate
from rosenblatt.theory.greedy import greedy
from rosenblatt.theory.hebbian import averages_of
from rosenblatt.theory.length_and_angle import turning
from rosenblatt.theory.registry import NoTheory
from rosenblatt.theory.steering import NoBestRate, Steered
from tests.helpers.rules import logistic_gradient


@pytest.mark.parametrize("rule", [rb.Rosenblatt(), rb.Margin(weight_decay=0.2), logistic_gradient()])
@pytest.mark.parametrize("worth", [0.0, -0.1, 0.2])
def test_the_slopes_are_those_of_a_student_with_that_rate(rule, worth):
    scenario, y, length = rb.Scenario(channel=rb.Flips(0.1), drift=0.05), -0.7, 1.3
    steered = Steered.of(rule, scenario)
    move = steered.move(2.0, y, length, worth)
    rated = with_rate(rule, move.x * length)
    turn, growth = turning(rated, averages_of(rated, scenario), scenario.drift)(2.0, y, length)
    assert (move.turn, move.growth) == pytest.approx((turn, growth), rel=1e-10)
    assert move.both == pytest.approx(turn + worth * growth, rel=1e-10)


@pytest.mark.parametrize("worth", [0.0, -0.1, 0.2])
def test_no_other_rate_is_better(worth):
    scenario, y, length = rb.Scenario(), -0.7, 1.3
    steered = Steered.of(rb.Margin(), scenario)
    move = steered.move(2.0, y, length, worth)
    for factor in (0.99, 1.01):
        other = rb.Margin(eta=factor * move.x * length)
        turn, growth = turning(other, averages_of(other, scenario), 0.0)(2.0, y, length)
        assert turn + worth * growth > move.both


def test_greedy_is_the_equation_for_q():
    steered = Steered.of(rb.Rosenblatt(), rb.Scenario(channel=rb.Flips(0.15)))
    y, length = -0.7, 2.0
    rho = math.tanh(0.7)
    gain, _, squared = steered.moments(1.0, y, length)
    move = steered.move(1.0, y, length)
    assert -2.0 * rho * (1.0 - rho**2) * move.turn == pytest.approx(gain**2 / squared, rel=1e-12)  # dq/dalpha
    assert move.x * length == pytest.approx(length * gain / (rho * squared), rel=1e-12)
    m1, error = 0.7 * math.sqrt(2.0 / math.pi), 0.15 + 0.7 * math.acos(rho) / math.pi
    assert gain == pytest.approx(0.5 * m1 * (1.0 - rho**2), rel=1e-12)
    assert squared == pytest.approx(error, rel=1e-12)


@pytest.mark.parametrize(
    ("alpha", "index", "value"),
    [(1.0, 0, 0.3076365), (10.0, 0, 0.1352164), (5.0, 2, 1.03956)],
    ids=["G10.35", "G10.37", "G10.39"],
)
def test_golden_numbers_of_a_logistic_channel(alpha, index, value):
    steered = Steered.of(logistic_gradient(), rb.Scenario(start=0.3, channel=rb.Logistic(2.0)))
    found = greedy(steered, np.array([alpha]))[index, 0]
    if index == 0:
        found = 2.0 * math.atan(math.exp(found)) / math.pi
    assert found == pytest.approx(value, rel=1e-6)


class TestWhoHasNoBestRate:
    def test_numbers_and_learners_with_a_memory(self):
        for rule, why in (("adaline", "learns numbers"), ("bayes-hebb", "is more than a modulation")):
            with pytest.raises(ValueError, match=f"rule must be a modulation that learns signs .* which {why}. Take"):
                rb.best_schedule(rule, alpha=1.0)

    def test_a_parameter_that_is_no_rate(self):
        with pytest.raises(ValueError, match="parameter must multiply the modulation of 'margin'; got 'margin', which"):
            rb.best_schedule("margin", alpha=1.0, start=0.2, parameter="margin")
        with pytest.raises(ValueError, match="parameter must be one of weight_decay, eta, margin; got 'speed'"):
            rb.best_schedule("margin", alpha=1.0, start=0.2, parameter="speed")

    def test_a_rule_that_learns_the_opposite(self):
        with pytest.raises(NoBestRate, match="got none at alpha=.* where no rate leads nearer to the teacher"):
            rb.best_schedule(lambda label, field: -label, alpha=1.0, start=0.2)

    def test_inputs_without_a_theory(self):
        with pytest.raises(NoTheory, match="inputs must be CentredInputs"):
            rb.best_schedule("rosenblatt", alpha=1.0, inputs="shifted")
