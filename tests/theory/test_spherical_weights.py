"""Gardner's capacity: golden numbers, integrals, limits, and the entropy below it."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from rosenblatt.theory.random_labels import RandomLabels
from rosenblatt.theory.spherical_weights import SphericalWeights, log_mean_excess, margin_at, mean_squared_excess

WEIGHTS = SphericalWeights()


@pytest.mark.parametrize("x", [-30.0, -5.0, -0.3, 0.0, 0.7, 8.0])
def test_excesses_keep_their_digits(x):
    with mpmath.workdps(300):
        first = x * mpmath.ncdf(x) + mpmath.npdf(x)
        second = (1 + mpmath.mpf(x) ** 2) * mpmath.ncdf(x) + x * mpmath.npdf(x)
    assert log_mean_excess(x) == pytest.approx(float(mpmath.log(first)), abs=1e-12)
    if x > -10.0:  # beyond, the sum of two terms loses digits, which no capacity needs
        assert mean_squared_excess(x) == pytest.approx(float(second), rel=1e-11)


@pytest.mark.parametrize(
    ("margin", "bias", "alpha", "threshold"),
    [
        (0.0, 0.0, 2.0, 0.0),
        (0.5, 0.0, 0.961205, 0.0),
        (2.0, 0.0, 0.200231, 0.0),
        (0.0, 0.5, 2.405871, -0.436327),
        (0.0, 0.95, 9.808737, -1.398377),
        (0.5, 0.5, 1.169892, -0.548972),
    ],
)
def test_the_numbers_of_the_equation_book(margin, bias, alpha, threshold):
    point = WEIGHTS.capacity_point(RandomLabels(margin, bias))
    assert [point.alpha, point.threshold] == pytest.approx([alpha, threshold], abs=6e-7)
    mirrored = WEIGHTS.capacity_point(RandomLabels(margin, -bias))
    assert [mirrored.alpha, mirrored.threshold] == pytest.approx([point.alpha, -point.threshold], rel=1e-12)


@pytest.mark.parametrize(("margin", "bias"), [(0.0, 0.3), (1.5, -0.8), (0.0, 1.0 - 1e-10), (1e3, 0.9)])
def test_the_threshold_is_a_minimum(margin, bias):
    point = WEIGHTS.capacity_point(RandomLabels(margin, bias))

    def needed(threshold):
        return sum(0.5 * (1 + label * bias) * mean_squared_excess(margin + label * threshold) for label in (1.0, -1.0))

    found = minimize_scalar(needed, bracket=(point.threshold - 1.0, point.threshold + 1.0), tol=1e-10)
    assert 1.0 / found.fun == pytest.approx(point.alpha, rel=1e-9)
    assert found.x == pytest.approx(point.threshold, rel=1e-3)


def test_large_margins_ask_for_equal_fields():
    # K -> infinity: alpha = 1/(K^2 (1 - m^2)), theta = -m K
    point = WEIGHTS.capacity_point(RandomLabels(1e6, 0.6))
    assert point.alpha * 1e12 * 0.64 == pytest.approx(1.0, rel=1e-9)
    assert point.threshold == pytest.approx(-0.6e6, rel=1e-9)


@pytest.mark.parametrize(("margin", "bias"), [(0.0, 0.0), (0.5, 0.0), (0.2, 0.6)])
def test_the_entropy_falls_from_0_to_minus_infinity(margin, bias):
    labels = RandomLabels(margin, bias)
    most = WEIGHTS.capacity_point(labels).alpha
    values = [WEIGHTS.entropy(labels, share * most) for share in (1e-9, 0.2, 0.6, 0.99, 0.999999)]
    assert values[0] == pytest.approx(0.0, abs=1e-8)
    assert (np.diff(values) < 0.0).all() and values[-1] < -5.0
    assert WEIGHTS.entropy(labels, most) == -math.inf
    # The envelope: ds/dalpha = l at the saddle; one example more halves the sphere at the beginning.
    step = 1e-4 * most
    slope = (WEIGHTS.entropy(labels, 0.5 * most + step) - WEIGHTS.entropy(labels, 0.5 * most - step)) / (2.0 * step)
    assert slope == pytest.approx(_log_volume(labels, 0.5 * most), rel=1e-5)
    if margin == bias == 0.0:
        assert WEIGHTS.entropy(labels, 1e-3) == pytest.approx(-1e-3 * math.log(2.0), rel=2e-3)


def _log_volume(labels, alpha):
    """Return l at the saddle, found by minimising the free entropy over q on a grid that is refined."""

    def free(q):
        return 0.5 * (math.log1p(-q) + q / (1.0 - q)) + alpha * labels.demands(q, 1.0 - q).log_volume

    found = minimize_scalar(free, bounds=(1e-6, 1.0 - 1e-6), method="bounded", options={"xatol": 1e-10})
    return labels.demands(found.x, 1.0 - found.x).log_volume


def test_the_largest_margin_is_the_capacity_turned_round():
    for bias in (0.0, 0.5):
        for alpha in (1e-4, 0.5, 1.9):
            margin = margin_at(alpha, bias)
            assert WEIGHTS.capacity_point(RandomLabels(margin, bias)).alpha == pytest.approx(alpha, rel=1e-10)
    assert margin_at(2.1) == 0.0
