"""Averages of what a rule believes under what is: identities, finer panels, and any channel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, ndtr

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.rules.parts.evidence import surprise
from rosenblatt.scenario.channels import OwnChannel, Probit
from rosenblatt.theory import belief_averages
from rosenblatt.theory.belief_averages import Belief, symmetric_panels

BELIEVED = [0.0, 1e-300, 1e-100, 1e-12, 1e-3, 0.2, 0.45]
CHANNELS = [
    rb.Flips(),
    rb.Flips(0.15),
    Probit(3.33333, 0.1),
    Probit(1000),
    OwnChannel(lambda h: 0.1 + 0.7 * expit(3.0 * h)),  # +1 is rarer than -1
]
# (angle, s): a right angle, beyond it, near the teacher with a narrow, a fitting and a wide error bar.
PLACES = [
    (1.5707, 1e4),
    (2.5, 0.7),
    (3.1415, 1e-3),
    (0.3, 0.3),
    (1e-3, 1e-6),
    (1e-3, 1e-3),
    (1e-6, 0.1),
    (1e-80, 1e-80),
]


@pytest.mark.parametrize("noise", BELIEVED)
@pytest.mark.parametrize("channel", CHANNELS[:4], ids=str)
def test_finer_panels_change_nothing(channel, noise, monkeypatch):
    belief = Belief(channel, noise)
    places = PLACES if noise > 0.0 else PLACES[:-1]  # who believes clean labels does not get there on others
    coarse = [belief.averages(math.cos(angle), math.sin(angle), spread) for angle, spread in places]
    for name, value in zip(("NODES", "WEIGHTS"), np.polynomial.legendre.leggauss(61), strict=True):
        monkeypatch.setattr(belief_averages, name, value)
    for (angle, spread), one in zip(places, coarse, strict=True):
        fine = belief.averages(math.cos(angle), math.sin(angle), spread)
        assert one[:3] == pytest.approx(fine[:3], rel=1e-9)
        assert one.taken == pytest.approx(fine.taken, rel=1e-9, abs=1e-9 * fine.strength)  # G has both signs


@pytest.mark.parametrize("noise", [0.0, 0.02, 0.3])
@pytest.mark.parametrize("channel", CHANNELS, ids=["clean", "flips", "blurred", "steep", "own"])
def test_they_are_sums_over_the_labels(channel, noise):
    cosine, sine, spread = math.cos(0.8), math.sin(0.8), 0.6

    def average(quantity):
        def integrand(x):
            up, slope = (float(part[0]) for part in channel.evidence(np.array([cosine * x]), sine))
            labels = ((1.0, up, slope), (-1.0, 1.0 - up, -slope))
            values = [quantity(tau, x, *surprise(tau * x / spread, noise), z, d) for tau, z, d in labels]
            return gaussian.scalar_pdf(x) * sum(values)

        return quad(integrand, -9.0, 9.0, points=[0.0], epsabs=1e-11, limit=200)[0]

    found = Belief(channel, noise).averages(cosine, sine, spread)
    assert found.toward == pytest.approx(average(lambda tau, x, g, G, z, d: tau * g * (cosine * x * z + sine**2 * d)))
    assert found.across == pytest.approx(average(lambda tau, x, g, G, z, d: tau * g * sine * (x * z - cosine * d)))
    assert found.strength == pytest.approx(average(lambda tau, x, g, G, z, d: g * g * z))
    assert found.taken == pytest.approx(average(lambda tau, x, g, G, z, d: G * z))


def test_a_rule_that_believes_clean_labels_and_is_sure_moves_all_the_way():
    # s -> 0: F = -h where the label is missed, and the variance falls by the share of missed labels.
    angle, noise = 0.9, 0.15
    found = Belief(rb.Flips(noise), 0.0).averages(math.cos(angle), math.sin(angle), 1e-20)
    wedge = (angle - math.sin(angle) * math.cos(angle)) / math.pi
    assert 1e-40 * found.strength == pytest.approx(noise + (1.0 - 2.0 * noise) * wedge, rel=1e-12)
    assert found.taken == pytest.approx(noise + (1.0 - 2.0 * noise) * angle / math.pi, rel=1e-12)


def test_panels_are_symmetric_and_end_where_they_are_told():
    x, weights = symmetric_panels([np.array([0.5, 7.0]), np.array([0.0, 2.0])], 3.0)
    assert (x == -x[::-1]).all() and (weights == weights[::-1]).all()
    assert float(weights.sum()) == pytest.approx(6.0)
    assert float(weights @ np.abs(x - 0.5)) == pytest.approx(0.5 * (2.5**2 + 3.5**2), rel=1e-14)  # a kink at a cut
    assert float(weights @ ndtr(x)) == pytest.approx(3.0, rel=1e-14)
