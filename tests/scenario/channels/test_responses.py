"""What labels say of fields that are half known: slopes and curvatures of the evidence."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario.channels.responses import log_likelihood, response

CHANNELS = [
    rb.Flips(),
    rb.Flips(0.1),
    rb.Probit(2.0, 0.05),
    rb.Logistic(4.0),
    rb.Logistic(0.3),
    rb.FadingFlips(0.2, 0.5),
    rb.OwnChannel(lambda b: np.where(b > 0.3, 0.95, 0.1)),
    rb.OwnChannel(lambda b: 0.5 + 0.45 * np.tanh(2.0 * b)),
    rb.GaussianNoise(0.3),
]


@pytest.mark.parametrize("channel", CHANNELS, ids=repr)
@pytest.mark.parametrize("spread", [0.05, 0.6, 1.0])
def test_they_are_the_slopes_of_the_evidence(channel, spread):
    known = np.linspace(-2.0, 2.0, 9) * min(1.0, 3.0 * spread)
    step = 1e-3 * spread
    for label in (-1.0, 1.0):
        labels = np.full(9, label)
        x, taken = response(channel, labels, known, spread)
        told = [log_likelihood(channel, labels, known + k * step, spread) for k in (-1, 0, 1)]
        assert x == pytest.approx((told[2] - told[0]) / (2.0 * step), rel=1e-4, abs=1e-6)
        bend = -(told[2] - 2.0 * told[1] + told[0]) / step**2
        assert taken == pytest.approx(bend, rel=1e-4, abs=1e-4 / spread**2)


@pytest.mark.parametrize("channel", [rb.Flips(), rb.Logistic(20.0), rb.Probit(30.0)], ids=repr)
def test_labels_that_are_all_but_impossible(channel):
    # Naive quotients are 0/0 beyond 38 deviations.
    known = np.array([-5.0, -50.0, -5000.0])
    x, taken = response(channel, np.ones(3), known, 0.1)
    assert np.isfinite(x).all()
    assert np.isfinite(taken).all()


def test_mills_ratio_far_out():
    x, taken = response(rb.Flips(), np.array([1.0, -1.0]), np.array([-50.0, 60.0]), 1.0)
    assert x == pytest.approx([50.02, -60.0166], rel=1e-4)  # u + 1/u
    assert taken == pytest.approx(1.0, rel=1e-3)


def test_numbers():
    x, taken = response(rb.GaussianNoise(0.5), np.array([2.0]), np.array([1.0]), 0.5)
    assert (x[0], taken[0]) == pytest.approx((1.0 / 0.75, 1.0 / 0.75))
    told = log_likelihood(rb.GaussianNoise(0.5), np.array([2.0]), np.array([1.0]), 0.5)
    assert told[0] == pytest.approx(-0.5 * math.log(2 * math.pi * 0.75) - 0.5 / 0.75)


def test_on_average_they_are_the_information(random):
    channel, q = rb.Logistic(2.0), 0.4
    known = math.sqrt(q) * random.standard_normal(100_000)
    field = known + math.sqrt(1.0 - q) * random.standard_normal(100_000)
    labels = np.where(random.random(100_000) < channel.probability(field), 1.0, -1.0)
    x, taken = response(channel, labels, known, math.sqrt(1.0 - q))
    exact = float(channel.information(np.array([1.0 - q]))[0])
    for measured in (x**2, taken):
        assert abs(measured.mean() - exact) < 4.0 * measured.std() / math.sqrt(100_000)
