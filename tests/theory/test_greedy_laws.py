"""Laws at large alpha against curves at their best rate."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit

import rosenblatt as rb
from rosenblatt.rules.margin import margin_averages
from rosenblatt.scenario import OwnChannel, Probit
from rosenblatt.theory import greedy_laws
from rosenblatt.theory.greedy import greedy
from rosenblatt.theory.greedy_laws import (
    best_shrinking_margin,
    fixed_margin_law,
    perceptron_law,
    shrinking_margin_law,
)
from rosenblatt.theory.steering import Steered


@pytest.mark.parametrize(
    ("rule", "law", "how"),
    [
        ("rosenblatt", perceptron_law(), {}),
        ("adatron", greedy_laws.ADATRON, {}),
        ("rosenblatt", perceptron_law(rb.Flips(0.15)), {"noise": 0.15}),
        (rb.RelativeMargin(margin=0.5), fixed_margin_law(0.5), {}),
    ],
    ids=["perceptron", "adatron", "flips", "fixed margin"],
)
def test_a_law_is_the_end_of_its_curve(rule, law, how):
    prefactor, exponent = law
    d = rb.best_schedule(rule, alpha=1e8, **how).frame["disagreement"][0]
    assert d * 1e8**-exponent == pytest.approx(prefactor, rel=3e-4)


def test_known_limits():
    assert perceptron_law() == (4.0 / math.pi, -1.0)
    assert perceptron_law(rb.Flips(0.1))[0] == pytest.approx(math.sqrt(0.2 / math.pi) / 0.8, rel=1e-12)
    assert fixed_margin_law(20.0)[0] == pytest.approx(rb.Hebb().decay[0], rel=1e-12)
    assert shrinking_margin_law(0.0)[0] == pytest.approx(4.0 / math.pi, rel=1e-12)
    own = 2.0 * math.sqrt(math.atan(1.0) / math.pi) / (math.pi * 0.5641896)  # eps_B = 1/4, m_1 of G8.37
    assert perceptron_law(Probit(1))[0] == pytest.approx(own, rel=1e-6)


@pytest.mark.parametrize("value", [0.495228], ids=["G10.47"])
def test_a_logistic_channel(value):
    assert perceptron_law(OwnChannel(lambda b: expit(2.0 * b)))[0] == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize("value", [1.163676], ids=["G10.45"])
def test_the_best_margin_that_shrinks(value):
    mu = best_shrinking_margin()
    assert shrinking_margin_law(mu)[0] == pytest.approx(value, rel=1e-6)
    for other in (mu - 0.01, mu + 0.01):
        assert shrinking_margin_law(other)[0] > shrinking_margin_law(mu)[0]


@pytest.mark.parametrize("mu", [0.3, 0.5506075])
def test_a_margin_that_shrinks_with_the_angle_has_its_law(mu):
    def averages(r, r_perp, alpha):
        return margin_averages(math.atan2(r_perp, r), mu * r_perp / r, 0.0, 1.0)

    steered = Steered(rb.RelativeMargin(), rb.Scenario(start=0.2), averages)
    y = greedy(steered, np.array([1e6]))[0, 0]
    assert 2.0 * math.exp(y) / math.pi * 1e6 == pytest.approx(shrinking_margin_law(mu)[0], rel=1e-4)


def test_bad_margins_are_refused():
    with pytest.raises(ValueError, match="margin must be above 0; got 0.0. Without one the law is"):
        fixed_margin_law(0.0)
    with pytest.raises(ValueError, match="mu must be at least 0; got -1"):
        shrinking_margin_law(-1.0)
