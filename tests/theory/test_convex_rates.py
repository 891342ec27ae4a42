"""How fast convex risk learns: the equation book's numbers, and the curves themselves far out."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.convex_risk import Hinge, Logistic, Ridge
from rosenblatt.scenario import Scenario
from rosenblatt.theory.convex_rates import best_clean_rate, clean_rate, noisy_rate, rate_of

NOISY = Scenario(channel=rb.Flips(0.1))


@pytest.mark.parametrize(
    ("learner", "expected"), [(Ridge(), 0.383873), (Logistic(), 0.348743), (Hinge(), 0.329020)], ids=str
)
def test_the_rates_with_flips_of_the_equation_book(learner, expected):
    assert rate_of(learner, NOISY) == (pytest.approx(expected, abs=6e-7), -0.5)


def test_the_closed_form_of_the_hinge():
    for noise in (0.01, 0.2, 0.45):
        a = (-2.0 * math.log((1.0 - 2.0 * noise) / (1.0 - noise))) ** -0.5
        squared = noise + (1.0 - noise) * math.erf(1.0 / a / math.sqrt(2.0))
        bent = 2.0 * (1.0 - noise) * math.exp(-0.5 / a**2) / math.sqrt(2.0 * math.pi)
        assert noisy_rate(Hinge(), rb.Flips(noise)) == pytest.approx(math.sqrt(squared) / (math.pi * bent), rel=1e-10)


def test_the_rates_without_flips_of_the_equation_book():
    assert [clean_rate(Logistic(penalty)) for penalty in (1.0, 0.1)] == pytest.approx([0.336004, 0.228917], abs=6e-7)
    assert best_clean_rate(Logistic()) == pytest.approx(0.4420, abs=5e-5)
    assert best_clean_rate(Hinge()) == pytest.approx(0.4877, abs=5e-5)


CASES = [
    (Ridge(), dict(noise=0.1)),
    (Ridge("best"), dict()),
    (Logistic(), dict(channel=rb.Logistic(2.0))),
    (Logistic(), dict()),
    (Logistic("best"), dict()),
    (Hinge(), dict(channel=rb.Probit(1.0, 0.05))),
    (Hinge(0.3), dict()),
    (Hinge("best"), dict()),
    (Hinge(), dict(noise=0.1, inputs=rb.Covariance(eigenvalues=[4, 1, 0], shares=[0.2, 0.4, 0.4]))),
]


@pytest.mark.parametrize(("learner", "how"), CASES, ids=str)
def test_curves_come_to_the_rate_that_they_declare(learner, how):
    alpha = np.array([1e4, 1e6])
    curve = rb.learning_curve(learner, alpha, **how)
    prefactor, exponent = curve.decay
    off = np.abs(curve.frame["disagreement"] / (prefactor * alpha**exponent) - 1.0)
    assert off[1] < 1e-3
    assert off[1] < off[0] or off[0] < 1e-7


def test_a_rate_that_is_not_known_is_none():
    assert rate_of(Logistic(), Scenario(inputs=rb.Covariance(eigenvalues=[2, 1]))) is None
    assert rate_of(Ridge(), Scenario(channel=rb.GaussianNoise())) is None
