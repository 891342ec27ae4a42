"""The law of label times field: against its closed form for flips, against drawn labels for others, and its slope."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt.theory.label_margins import LabelMargins
from rosenblatt.theory.proximal_losses import legendre
from tests.helpers import Z_LIMIT

THRESHOLD = rb.OwnChannel(lambda b: np.where(b > 0.5, 1.0, 0.0))
CHANNELS = [rb.Flips(0.1), rb.Probit(2.0, 0.05), rb.Logistic(3.0), rb.FadingFlips(0.4, 0.5), THRESHOLD]


def test_flips_have_the_density_of_the_equation_book():
    t, rho, noise = np.linspace(-4.0, 4.0, 41), 0.7, 0.1
    s = math.sqrt(1.0 - rho**2)
    p, along = LabelMargins(rb.Flips(noise)).law(t, rho / s)
    normal = np.exp(-0.5 * t * t) / math.sqrt(2.0 * math.pi)
    assert p == pytest.approx(2.0 * normal * (noise + (1.0 - 2.0 * noise) * ndtr(rho * t / s)), rel=1e-12)
    expected = (1.0 - 2.0 * noise) / (math.pi * s) * np.exp(-0.5 * (t / s) ** 2)
    assert along == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0])
def test_it_is_a_density_whose_slope_is_known(channel, gamma):
    margins = LabelMargins(channel)
    t, weights = legendre(margins.ends(gamma))
    p, along = margins.law(t, gamma)
    assert weights @ p == pytest.approx(1.0, abs=1e-9)
    rho = gamma / math.hypot(1.0, gamma)
    # By parts: the mean of t is rho int D dt, which is rho times the correlation of label and field.
    assert weights @ (t * p) == pytest.approx(rho * channel.correlation, rel=1e-7)
    assert weights @ along == pytest.approx(channel.correlation, rel=1e-7)


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_drawn_labels_have_it(channel, random):
    gamma, count = 1.3, 200_000
    rho, s = gamma / math.hypot(1.0, gamma), 1.0 / math.hypot(1.0, gamma)
    b, other = random.standard_normal((2, count))
    t = channel.draw(b, random) * (rho * b + s * other)
    for limit in (-1.0, 0.0, 0.7):
        expected = LabelMargins(channel).below(limit, gamma)
        deviation = math.sqrt(expected * (1.0 - expected) / count)
        assert abs((t < limit).mean() - expected) < Z_LIMIT * deviation
