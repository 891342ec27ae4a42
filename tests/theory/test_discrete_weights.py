"""Weights of finitely many values: golden numbers, a naive saddle point, scales and signs, enumeration, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rosenblatt.simulation.storage import count_solutions, weight_vectors
from rosenblatt.theory.discrete_weights import checked_weights, saddle, solved
from rosenblatt.theory.random_labels import RandomLabels
from tests.helpers import Z_LIMIT

PLAIN = RandomLabels()


@pytest.mark.parametrize(
    ("values", "margin", "alpha", "q", "q_norm"),
    [
        ((-1, 1), 0.0, 0.833079, 0.563949, 1.0),
        ((-1, 1), 0.5, 0.455665, 0.638413, 1.0),
        ((0, 1), 0.0, 0.589738, 0.238828, 0.321755),
        ((-1, 0, 1), 0.0, 1.174482, None, None),
        (range(-2, 3), 0.0, 1.476565, 1.447810, 1.723415),
    ],
)
def test_the_numbers_of_the_equation_book(values, margin, alpha, q, q_norm):
    point = checked_weights(values).capacity_point(RandomLabels(margin))
    assert point.alpha == pytest.approx(alpha, abs=1e-6)
    if q is not None:
        assert [point.q, point.q_norm] == pytest.approx([q, q_norm], abs=1e-6)


def test_entropies_of_the_equation_book():
    assert checked_weights((-1, 1)).entropy(PLAIN, 0.4) == pytest.approx(0.396455, abs=1e-6)
    assert checked_weights((0, 1)).entropy(PLAIN, 0.25) == pytest.approx(0.430496, abs=1e-6)


def naive(values, labels, q_hat, big_q_hat):
    """Return s, and how far (discrete_weights.3) is from holding, by sums over a fine grid of z."""
    z = np.linspace(-11.0, 11.0, 8001)
    weights = stats.norm.pdf(z) * (z[1] - z[0])
    v = np.asarray(values, dtype=float)
    terms = np.exp((big_q_hat - q_hat / 2) * v**2 + math.sqrt(q_hat) * z[:, None] * v)
    total = terms.sum(axis=1)
    mean, square = terms @ v / total, terms @ v**2 / total
    q_norm, q = weights @ square, weights @ mean**2
    asked = labels.demands(float(q), float(q_norm - q))
    alpha = q_hat * (q_norm - q) / asked.g_squared
    s = -big_q_hat * q_norm + q_hat * q / 2 + weights @ np.log(total) + alpha * asked.log_volume
    return alpha, s, big_q_hat - alpha * asked.g_u / (2 * (q_norm - q))


@pytest.mark.parametrize("values", [(-1, 1), (0, 1), (-3, 1, 2), (0.1, 0.2, 0.7, 1.0)])
@pytest.mark.parametrize("labels", [PLAIN, RandomLabels(0.3, -0.5)], ids=["plain", "margin and bias"])
def test_the_saddle_is_that_of_a_naive_sum(values, labels):
    weights = checked_weights(values)
    for q_hat in (0.1, 3.0):
        found = saddle(weights, labels, q_hat)
        if weights.of_one_size:
            alpha, s, _ = naive(weights.values, labels, q_hat, 0.0)
            assert [found.alpha, found.entropy] == pytest.approx([alpha, s], rel=1e-9)
            continue
        low, high = -20.0 * q_hat, 0.5 * q_hat
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if naive(weights.values, labels, q_hat, middle)[2] > 0.0 else (middle, high)
        alpha, s, _ = naive(weights.values, labels, q_hat, low)
        assert [found.alpha, found.entropy] == pytest.approx([alpha, s], rel=1e-8)


@pytest.mark.parametrize("values", [(-1, 0, 1), (-3, 1, 2)])
def test_scales_and_signs_change_nothing(values):
    labels = RandomLabels(0.4, 0.3)
    plain = checked_weights(values).capacity_point(labels)
    turned = checked_weights([-v for v in values]).capacity_point(labels)
    scaled = checked_weights([1e3 * v for v in values]).capacity_point(RandomLabels(400.0, 0.3))
    assert turned.alpha == pytest.approx(plain.alpha, rel=1e-9)
    assert scaled.alpha == pytest.approx(plain.alpha, rel=1e-9)
    assert [scaled.threshold / 1e3, scaled.q / 1e6] == pytest.approx([plain.threshold, plain.q], rel=1e-7)


@pytest.mark.parametrize("labels", [PLAIN, RandomLabels(0.3, 0.6)], ids=["plain", "margin and bias"])
@pytest.mark.parametrize("values", [(-1, 1), (1, 2)])
def test_entropy_falls_from_all_vectors_to_none_by_one_example_at_a_time(values, labels):
    weights = checked_weights(values)
    most = weights.capacity_point(labels).alpha
    entropies = [weights.entropy(labels, share * most) for share in (1e-7, 0.3, 0.9, 1.0 - 1e-7)]
    assert entropies[0] == pytest.approx(math.log(len(values)), abs=1e-5)
    assert entropies[0] > entropies[1] > entropies[2] > entropies[3] > -1e-9
    assert weights.entropy(labels, 1.001 * most) == -math.inf
    step, at = 1e-4 * most, 0.5 * most  # ds/dalpha = l: what else s depends on is where s is stationary
    slope = (weights.entropy(labels, at + step) - weights.entropy(labels, at - step)) / (2.0 * step)
    scaled = RandomLabels(labels.margin / weights.unit, labels.bias)
    there = solved(weights, scaled, lambda found: math.log(found.alpha / at))
    assert scaled.demands(there.q, there.q_norm - there.q).log_volume == pytest.approx(slope, rel=1e-5)


def test_many_levels_come_near_the_sphere_from_below_and_large_margins_end():
    capacities = [checked_weights(range(-k, k + 1)).capacity_point(PLAIN).alpha for k in (1, 3, 10, 40)]
    assert (np.diff(capacities) > 0.0).all() and 1.95 < capacities[-1] < 2.0
    # K -> infinity, +-1: the best vector is the clipped sum of what is stored: alpha K^2 -> 2/pi
    assert checked_weights((-1, 1)).capacity_point(RandomLabels(1e3)).alpha * 1e6 == pytest.approx(
        2 / math.pi, rel=1e-4
    )


@pytest.mark.parametrize(
    ("values", "margin", "bias"), [((-1, 1), 0.5, 0.0), ((-3, 1, 2), 1.0, 0.0), ((-1, 0, 1), 0.3, -0.5)]
)
def test_it_counts_the_vectors_of_a_small_system(values, margin, bias, random):
    # At the threshold of theory, N = 10, 60 runs: N (s - theory) was 0.04 at most at N = 5 and 10, 600 runs.
    weights, n, runs = checked_weights(values), 10, 60
    labels = RandomLabels(margin, bias)
    patterns = 2
    alpha = patterns / n
    scaled = RandomLabels(margin / weights.unit, bias)
    at = solved(weights, scaled, lambda found: math.log(found.alpha / alpha))
    vectors = weight_vectors(values, n)
    how = {"margin": margin, "bias": bias, "threshold": at.threshold * weights.unit}
    counts = np.array([count_solutions(vectors, patterns, random, **how)[-1] for _ in range(runs)])
    logs = np.log(counts) / n
    assert abs(logs.mean() - weights.entropy(labels, alpha)) < Z_LIMIT * logs.std() / math.sqrt(runs) + 0.1 / n


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((1,), r"weights must have at least 2 different values; got \[1.0\].*store nothing"),
        ((0, 0.0), "weights must have at least 2 different values"),
        ((), "weights must have at least 2 different values"),
        ((0, 1e-9, 1), "weights must be 0 or within a factor 1e.06 of each other"),
        (range(101), "weights must have at most 100 values; got 101"),
        ((0, math.inf), "weights must be finite"),
    ],
)
def test_sets_without_a_meaning_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        checked_weights(values)


def test_margins_far_beyond_the_weights_are_refused():
    with pytest.raises(ValueError, match="margin must be at most 10000 times the largest weight; got 1e.06"):
        checked_weights((-2, 2)).capacity_point(RandomLabels(1e6))


@pytest.mark.parametrize(("values", "q_hat", "tilt"), [(range(-12, 13), 1e5, -30.0), ((0, 1, 10), 3e3, -100.0)])
def test_steep_sums_keep_their_digits(values, q_hat, tilt):
    weights = checked_weights(values)
    z = np.linspace(-11.0, 11.0, 100_001)
    measure = stats.norm.pdf(z) * (z[1] - z[0])
    exponents = tilt * weights.values**2 + math.sqrt(q_hat) * z[:, None] * weights.values
    largest = exponents.max(axis=1)
    shares = np.exp(exponents - largest[:, None])
    total = shares.sum(axis=1)
    mean, square = shares @ weights.values / total, shares @ weights.values**2 / total
    exact = [measure @ (np.log(total) + largest), measure @ mean**2, measure @ square, measure @ (square - mean**2)]
    assert weights.single_weight(q_hat, tilt + 0.5 * q_hat) == pytest.approx(tuple(exact), rel=1e-10)
