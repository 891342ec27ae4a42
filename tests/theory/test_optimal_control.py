"""The globally best schedule: no change of it is better, and it is the greedy one where that is the best."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rosenblatt as rb
from rosenblatt.theory.greedy import greedy
from rosenblatt.theory.optimal_control import _root, optimal
from rosenblatt.theory.steering import NoBestRate, Steered
from tests.helpers.rules import logistic_gradient

LAST = np.array([10.0])


def disagreement(solution):
    return 2.0 * math.atan(math.exp(solution[0, -1])) / math.pi


def driven(steered, rate, alpha=10.0):
    """Return d at alpha for a rate as a function of alpha and the greedy x, by a plain integration of (y, ln l)."""
    start = steered.scenario.start

    def slopes(now, state):
        y, length = state[0], math.exp(state[1])
        gain, stretch, squared = steered.moments(max(now, 1e-9), y, length)
        rho, s2 = -math.tanh(y), 1.0 / math.cosh(y) ** 2
        x = rate(now, gain / (rho * squared), length)
        return [-x * gain / s2 + 0.5 * x * x * rho * squared / s2, x * stretch + 0.5 * x * x * squared]

    y = math.log(math.tan(0.5 * math.acos(start.r / math.sqrt(start.q_norm))))
    begin = [y, 0.5 * math.log(start.q_norm)]
    pieces = [0.0, 2.0, alpha]  # a rate may jump at 2
    for first, last in pairwise(pieces):
        begin = solve_ivp(slopes, (first, last - 1e-12), begin, rtol=1e-8, atol=1e-9).y[:, -1]
    return 2.0 * math.atan(math.exp(begin[0])) / math.pi


@cache
def gradient():
    return Steered.of(logistic_gradient(), rb.Scenario(start=0.3))


@cache
def gradient_in_a_logistic_channel():
    return Steered.of(logistic_gradient(), rb.Scenario(start=0.3, channel=rb.Logistic(2.0)))


def test_a_larger_rate_at_first_beats_the_greedy_one_and_the_best_beats_both():
    steered = gradient()
    plain = driven(steered, lambda now, x, length: x)
    early = driven(steered, lambda now, x, length: 1.25 * x if now < 2.0 else x)
    assert plain == pytest.approx(0.0747688, rel=1e-6)
    assert early == pytest.approx(0.07354, abs=5e-6)
    best = disagreement(optimal(steered, LAST))
    assert best < 0.0733 < early < plain
    assert best == pytest.approx(0.0732912, rel=1e-6)


def test_a_smaller_rate_at_first_does_in_a_logistic_channel():
    steered = gradient_in_a_logistic_channel()
    early = driven(steered, lambda now, x, length: 0.8 * x if now < 2.0 else x)
    assert early == pytest.approx(0.135186, abs=1e-6)
    assert early < disagreement(greedy(steered, LAST))


def test_the_best_rate_in_a_smooth_channel_is_better_than_the_greedy_one():
    steered = Steered.of(logistic_gradient(), rb.Scenario(start=0.3, channel=rb.Probit(1.2)))
    early = driven(steered, lambda now, x, length: 0.8 * x if now < 2.0 else x)
    assert disagreement(optimal(steered, LAST)) < min(early, disagreement(greedy(steered, LAST)))


@pytest.mark.parametrize("name", ["gradient", "margin"])
def test_no_change_of_it_is_better(name, random):
    steered = gradient() if name == "gradient" else Steered.of(rb.Margin(margin=1.0), rb.Scenario(start=0.3))
    knots = np.geomspace(1e-6, 10.0, 200)
    rates = optimal(steered, knots)[2]
    best = driven(steered, lambda now, x, length: np.interp(now, knots, rates) / length)
    assert best == pytest.approx(disagreement(optimal(steered, LAST)), rel=1e-5)
    for size in (0.02, -0.05, 0.2):
        place, width = random.uniform(0.0, 9.0), random.uniform(0.5, 3.0)

        def bent(now, x, length, size=size, place=place, width=width):
            return np.interp(now, knots, rates) * (1.0 + size * math.exp(-(((now - place) / width) ** 2))) / length

        assert driven(steered, bent) > best


def test_where_lengths_mean_nothing_it_is_the_greedy_one():
    for rule in (rb.Rosenblatt(), rb.Adatron(), rb.RelativeMargin()):
        steered = Steered.of(rule, rb.Scenario(channel=rb.Flips(0.1), start=0.2))
        assert optimal(steered, LAST) == pytest.approx(greedy(steered, LAST), rel=1e-6)


def test_the_last_rate_is_greedy():
    steered = gradient()
    y, log_length, rate = optimal(steered, LAST)[:, -1]
    assert rate == pytest.approx(steered.move(10.0, y, math.exp(log_length)).x * math.exp(log_length), rel=1e-6)


def test_a_price_that_is_never_found_is_said():
    with pytest.raises(NoBestRate, match="must have a finite price of length; got none between"):
        _root(lambda price: 1.0, -0.3)

    def wild(price):
        if price < -0.2:
            raise NoBestRate("too far")
        return price + 0.15

    assert _root(wild, -0.3) == pytest.approx(-0.15, rel=1e-9)
