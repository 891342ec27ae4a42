"""Channels: what an example tells, against the papers' integrals and each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr

from rosenblatt.scenario.channels import BlurredFlips, Flips, GaussianNoise, OwnChannel
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.theory import bayes


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("lam", [0.9, 0.3, 1e-3])
def test_the_sign_channel_is_the_papers_integral(noise, lam):
    q = 1.0 - lam
    clean = 1.0 - 2.0 * noise

    def inside(t: float) -> float:
        return math.exp(-0.5 * t * t - 0.5 * q * t * t) / (noise + clean * ndtr(math.sqrt(q) * t))

    exact = clean**2 * quad(inside, -12, 12, limit=400)[0] / math.sqrt(2 * math.pi) / (math.pi * math.sqrt(lam))
    assert Flips(noise).information(np.array(lam)) == pytest.approx(exact, rel=1e-9)


def test_probit_is_a_channel_of_ones_own():
    lam = np.array([0.8, 0.3, 0.05])
    own = OwnChannel(lambda h: 0.1 + 0.8 * ndtr(h / 0.4))
    assert own.information(lam) == pytest.approx(BlurredFlips(0.1, 0.4).information(lam), rel=1e-9)
    angle = np.array([0.2, 1.0])
    assert own.error(angle) == pytest.approx(BlurredFlips(0.1, 0.4).error(angle), rel=1e-7)
    with pytest.raises(ValueError, match="in \\[0, 1\\]"):
        OwnChannel(lambda h: h)
    with pytest.raises(ValueError, match="function of an array"):
        OwnChannel(3)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("channel", [Flips(), Flips(0.1), BlurredFlips(0.05, 0.3), GaussianNoise(0.2)], ids=repr)
def test_the_potential_has_half_the_information_for_slope(channel):
    for lam in (0.9, 0.5, 0.1, 0.01):
        step = 1e-4 * lam
        up, down = channel.potential(np.array([lam - step, lam + step]))
        assert (up - down) / (2 * step) == pytest.approx(0.5 * float(channel.information(np.array(lam))), rel=1e-5)


def test_a_channel_of_ones_own_has_a_transition():
    own, built_in = OwnChannel(lambda h: ndtr(h / 0.05)), BlurredFlips(0.0, 0.05)
    lam = np.array([1e-3, 1e-20, 1e-60])
    assert own.information(lam[:1]) == pytest.approx(built_in.information(lam[:1]), rel=1e-4)
    soft = OwnChannel(lambda h: ndtr(h / 0.5))
    assert soft.information(lam) == pytest.approx(BlurredFlips(0.0, 0.5).information(lam), rel=1e-8)
    assert soft.potential(lam) == pytest.approx(BlurredFlips(0.0, 0.5).potential(lam), rel=1e-8)
    _, deficit = bayes.offline(GaussianPrior(), soft, np.array([1.0, 10.0]))
    assert deficit == pytest.approx(bayes.offline(GaussianPrior(), BlurredFlips(0.0, 0.5), np.array([1.0, 10.0]))[1])
