"""What a label tells of a Gaussian field."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr

from rosenblatt.rules.parts.evidence import score_of, surprise, surprises, weighted
from rosenblatt.scenario import OwnChannel
from tests.helpers.channels import CHANNELS_OF_SIGNS


def test_the_evidence_is_a_derivative():
    for noise in (0.0, 0.2):
        for u in (-9.0, -1.0, 0.0, 2.0):
            p = lambda t, noise=noise: math.log(noise + (1.0 - 2.0 * noise) * ndtr(t))  # noqa: E731
            step = 1e-4
            g, taken = surprise(u, noise)
            assert g == pytest.approx((p(u + step) - p(u - step)) / (2 * step), rel=1e-5, abs=1e-9)
            assert taken == pytest.approx(-(p(u + step) - 2 * p(u) + p(u - step)) / step**2, rel=1e-3, abs=1e-6)
    assert all(math.isfinite(part) for u in (-1e8, 1e8) for part in surprise(u, 0.0))


@pytest.mark.parametrize("noise", [0.0, 1e-12, 0.2])
def test_arrays_have_the_values_of_numbers(noise):
    u = np.array([-1e8, -50.0, -20.0, -8.0, -1.0, 0.0, 0.3, 5.0, 40.0])
    together = np.array(surprises(u, noise)).T
    assert together == pytest.approx(np.array([surprise(float(one), noise) for one in u]), rel=1e-13)


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_slope_and_share_are_the_moments_of_the_posterior(noise):
    # A field N(u, 1) that was said to be positive: mean u + g, variance 1 - G, here by summing over the field.
    field = np.linspace(-12.0, 12.0, 400_001)
    for u in (-2.0, 0.0, 0.7):
        density = np.exp(-0.5 * (field - u) ** 2) * (noise + (1.0 - 2.0 * noise) * (field > 0.0))
        density /= density.sum()
        mean = float(density @ field)
        g, taken = surprise(u, noise)
        assert u + g == pytest.approx(mean, abs=1e-4)
        assert 1.0 - taken == pytest.approx(float(density @ (field - mean) ** 2), abs=1e-4)


def test_a_label_that_says_nothing_teaches_nothing():
    assert surprise(-1.3, 0.5) == (0.0, 0.0)


def test_an_example_of_weight_w_is_w_factors_of_the_same_precision():
    g, taken = surprise(0.4, 0.1)
    for weight in (0.25, 1.0, 2.0, 7.0):
        slope, share = weighted(g, taken, weight)
        precision, one = share / (1.0 - share), taken / (1.0 - taken)  # in units of 1/V
        assert precision == pytest.approx(weight * one)
        assert slope / (1.0 - share) == pytest.approx(weight * g / (1.0 - taken))  # and so are the pulls
    assert weighted(g, taken, 0.0) == (0.0, 0.0)


def test_a_weight_of_any_size_keeps_steps_bounded_where_noise_makes_the_variance_grow():
    g, taken = surprise(-3.0, 0.2)
    assert taken < 0.0
    for weight in (0.1, 2.0, 1e9):
        slope, share = weighted(g, taken, weight)
        assert 0.0 < slope <= max(weight * g, g / abs(taken) + 1e-6)
        assert -1.0 - 1e-6 <= share < 0.0


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
def test_scores_are_the_slope_and_the_curvature_of_the_likelihood(channel):
    seen = channel.as_student_sees
    score, numbers, step = score_of(seen), seen.kernel_numbers, 1e-5
    for label, known, spread in ((1.0, 0.4, 0.8), (-1.0, 0.7, 0.5), (1.0, -1.5, 1.0)):
        slope, precision = score(label, known, spread, numbers)
        logs = [math.log(seen.likelihood(known + e, spread, numbers)[label < 0.0]) for e in (-step, 0.0, step)]
        assert slope == pytest.approx((logs[2] - logs[0]) / (2.0 * step), rel=1e-6)
        ahead, behind = (score(label, known + e, spread, numbers)[0] for e in (step, -step))
        assert precision == pytest.approx((behind - ahead) / (2.0 * step), rel=1e-5)


def test_a_label_that_cannot_be_teaches_nothing():
    score = score_of(OwnChannel(np.ones_like))
    assert score(-1.0, 0.3, 1.0, ()) == (0.0, 0.0)
