"""What small systems store, exactly: vectors by the definition, programs by what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.simulation.storage import best_plane, count_solutions, weight_vectors
from rosenblatt.theory import capacity_point, largest_margin
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("values", "count"), [((-1, 1), 2**4), ((0, 1), 2**4 - 1), ((-3, 1, 2), 3**4)])
def test_all_vectors_but_0(values, count):
    vectors = weight_vectors(values, 4)
    assert len(vectors) == count == len(np.unique(vectors, axis=0))
    assert set(np.unique(vectors)) == set(values)


@pytest.mark.parametrize("threshold", [0.0, -0.4, None])
def test_solutions_are_counted_one_by_one(threshold):
    vectors = weight_vectors((-1, 0, 1), 5)
    counts = count_solutions(vectors, 8, np.random.default_rng(4), margin=0.2, bias=0.5, threshold=threshold)
    again = np.random.default_rng(4)
    x, labels = again.standard_normal((8, 5)) / math.sqrt(5), np.where(again.random(8) < 0.75, 1.0, -1.0)
    for patterns in (1, 3, 8):
        stored = 0
        for v in vectors:  # where a threshold can be, the largest one that an example allows, or any below all fields
            fields = x[:patterns] @ v
            thresholds = [*(fields - 0.2 * labels[:patterns]), 9.0] if threshold is None else [threshold]
            stored += any((labels[:patterns] * (fields - t) >= 0.2 - 1e-12).all() for t in thresholds)
        assert counts[patterns] == stored
    assert (np.diff(counts) <= 0).all() and len(vectors) == counts[0] > counts[8]


def test_too_many_vectors_are_refused():
    with pytest.raises(ValueError, match=r"n must be such that there are at most 2,000,000 weight vectors; got 3\^20"):
        weight_vectors((-1, 0, 1), 20)


def test_the_program_finds_the_best_threshold():
    x = np.array([[3.0, 0.0], [5.0, 1.0], [0.0, 0.0], [1.0, -2.0]])
    plane = best_plane(x, np.array([1.0, 1.0, -1.0, -1.0]), free_threshold=True)
    best = max(
        (min(x[:2] @ w) - max(x[2:] @ w)) / 2
        for a in np.linspace(0, math.pi, 20001)  # a grid of 1e-4: below the best by 1e-4 of it at most
        for w in [[math.cos(a), math.sin(a)]]
    )
    assert best <= plane.margin < best * (1 + 2e-4)
    assert math.isnan(best_plane(np.array([[1.0], [2.0]]), np.array([1.0, -1.0])).margin)


@pytest.mark.parametrize("bias", [0.0, 0.5])
def test_margins_are_those_of_gardner(bias, random):
    # N = 60, 60 runs: means were off by 0.2/N and 0.5/N at N = 30 and 60 without bias, by 1.8/N and 0.9/N with it.
    n, runs, found = 60, 60, []
    for _ in range(runs):
        labels = np.where(np.arange(n) < 0.5 * (1 + bias) * n, 1.0, -1.0)
        plane = best_plane(random.standard_normal((n, n)), labels, free_threshold=bias > 0.0)
        found.append((plane.margin, plane.threshold))
    exact = largest_margin(1.0, bias)
    theory = (exact, capacity_point(margin=exact, bias=bias).threshold)
    for measured, expected in zip(np.transpose(found), theory, strict=True):
        assert abs(measured.mean() - expected) <= Z_LIMIT * measured.std() / math.sqrt(runs) + 2.0 / n
