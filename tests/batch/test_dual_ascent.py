"""AdaTron, sequential and batch: what they climb, where they end, and how fast."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import sparse

from rosenblatt.batch import dual_ascent
from rosenblatt.batch.dual_ascent import adatron_rounds, batch_adatron_rounds, largest_eigenvalue, plain_sweep
from rosenblatt.batch.margin_certificate import SignedRows, watched
from rosenblatt.batch.maximal_margin import find_best_separator

ALGORITHMS = [adatron_rounds, batch_adatron_rounds]


def taught(random, count=40, n=10, shift=0.0):
    x, w = random.standard_normal((count, n)) / math.sqrt(n), random.standard_normal(n)
    return x, np.where(x @ w > shift, 1.0, -1.0)


def exact(x, labels, intercept):
    if intercept:
        x = np.array([p - m for p in x[labels > 0] for m in x[labels < 0]]) / 2.0
        labels = np.ones(len(x))
    return float(np.min(labels * (x @ find_best_separator(x, labels))))


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: a.__name__)
def test_they_end_at_the_plane_of_the_exact_program(algorithm, intercept, random):
    for count, n in ((40, 10), (15, 40)):
        x, labels = taught(random, count, n, 0.4 if intercept else 0.0)
        rows = SignedRows(x, labels, intercept)
        found = watched(rows, algorithm(rows), 1e-5, 2000)
        assert found.converged
        assert found.plane.margin == pytest.approx(exact(x, labels, intercept), rel=2e-5)
        assert found.shares.sum() ** -0.5 == pytest.approx(found.plane.margin, rel=1e-4)  # K = 1/sqrt(Q)
        right = labels * (x @ found.plane.weights + found.plane.intercept)
        assert right[found.shares > 1e-3 * found.shares.max()] == pytest.approx(1.0, abs=1e-2)


def test_a_sweep_is_coordinate_ascent(random):
    x, labels = taught(random)
    rows, shares = SignedRows(x, labels, False), np.zeros(40)
    products = labels[:, None] * x @ (labels[:, None] * x).T

    def height(shares):
        return shares.sum() - 0.5 * shares @ products @ shares

    weights, rates, last = np.zeros(10), 1.0 / rows.squares, 0.0
    for row in random.permutation(40):
        plain_sweep(rows, np.array([row]), rates, shares, weights, np.zeros(2), 0.0)
        for step in (-1e-3, 1e-3):  # the best that this share alone can be
            other = shares.copy()
            other[row] = max(0.0, other[row] + step)
            assert height(other) <= height(shares) + 1e-15
        assert height(shares) >= last
        last = height(shares)
    assert weights == pytest.approx(x.T @ (labels * shares))


@pytest.mark.parametrize("rate", [0.5, 1.0, 1.9])
def test_batch_steps_climb_at_any_rate_below_2_and_fall_beyond(rate, random):
    x, labels = taught(random)
    rows = SignedRows(x, labels, False)
    products = labels[:, None] * x @ (labels[:, None] * x).T
    heights = [s.sum() - 0.5 * s @ products @ s for s in itertools.islice(batch_adatron_rounds(rows, rate=rate), 20)]
    assert (np.diff(heights) >= -1e-12).all() and heights[0] > 0.0
    wild = [s.sum() - 0.5 * s @ products @ s for s in itertools.islice(batch_adatron_rounds(rows, rate=3.0), 20)]
    assert max(wild) < heights[-1]


def test_batch_steps_end_geometrically(random):
    x, labels = taught(random, 60, 60)
    rows = SignedRows(x, labels, False)
    largest = exact(x, labels, False)
    gaps = [1.0 - rows.plane(s).margin / largest for s in itertools.islice(batch_adatron_rounds(rows, rate=1.9), 9)]
    assert gaps[4] < 0.1 * gaps[0] and gaps[8] < 0.1 * gaps[4]  # 1/M would be a fifth, and a half


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix], ids=["dense", "sparse"])
def test_the_steepest_direction(form, random):
    x = random.standard_normal((30, 8))
    found = largest_eigenvalue(SignedRows(form(x), np.ones(30), False))
    assert found == pytest.approx(np.linalg.norm(x, 2) ** 2, rel=2e-5)
    assert found >= np.linalg.norm(x, 2) ** 2
    thin = SignedRows(form(x[:, :2]), np.ones(30), False)
    assert 1.0 <= largest_eigenvalue(thin) / np.linalg.norm(x[:, :2], 2) ** 2 <= 2.0


def test_labels_at_random_are_proved_to_be_inseparable(random):
    x, labels = random.standard_normal((60, 5)), np.where(random.random(60) < 0.5, 1.0, -1.0)
    rows = SignedRows(x, labels, True)
    assert watched(rows, adatron_rounds(rows), 1e-3, 100).separable is False


def test_sweeps_alone_find_the_free_intercept(random, monkeypatch):
    monkeypatch.setattr(dual_ascent, "FEW", 0)  # no equations are solved
    x, labels = taught(random, 40, 5, 0.5)
    rows = SignedRows(x, labels, True)
    found = watched(rows, adatron_rounds(rows), 1e-3, 300)
    assert found.plane.margin == pytest.approx(exact(x, labels, True), rel=2e-3)
    assert labels @ found.shares == pytest.approx(0.0, abs=1e-9 * found.shares.sum())
