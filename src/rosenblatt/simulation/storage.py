"""How many random labels are stored, exactly at finite N: all weight vectors of a finite set, or an exact program.

    storage.1   weights J in the set, fields h = J.S/sqrt(N) of Gaussian inputs: J stores the examples if
                label (h - theta) >= K for all, with a given theta or any
    storage.2   of any theta: the largest h + K of label -1 is at most the least h - K of label +1
    storage.3   weights of length sqrt(N): the largest K = min label (h - theta); theta is the weight of an input that
                is so large that its weight costs nothing

Gaussian inputs have no ties. The weights 0, whose fields are all 0, are left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.maximal_margin import find_best_separator

MOST_VECTORS = 2_000_000
CONSTANT = 1e4  # the input of the threshold, in units of sqrt(N)


class BestPlane(NamedTuple):
    """The largest margin, and the threshold that goes with it; NaN if no plane separates."""

    margin: float
    threshold: float


def weight_vectors(values: Sequence[float], n: int) -> np.ndarray:
    """Return all vectors of n weights with these values, but for 0.

    >>> weight_vectors((0, 1), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    """
    n = checks.whole("n", n, 1, "It is the number of weights.")
    if len(values) ** n > MOST_VECTORS:
        raise ValueError(
            f"n must be such that there are at most {MOST_VECTORS:,} weight vectors; got {len(values)}^{n}. Take a "
            "smaller n."
        )
    grid = np.meshgrid(*[np.asarray(values, dtype=float)] * n, indexing="ij")
    vectors = np.stack(grid, axis=-1).reshape(-1, n)
    return vectors[vectors.any(axis=1)]


def count_solutions(
    vectors: np.ndarray,
    patterns: int,
    random: np.random.Generator,
    *,
    margin: float = 0.0,
    bias: float = 0.0,
    threshold: float | None = 0.0,
) -> np.ndarray:
    """Return how many vectors store the first 0, 1, ... of some random examples.  (storage.1, storage.2)

    The threshold is None for any: each vector then has its own.
    """
    n = vectors.shape[1]
    inputs = random.standard_normal((patterns, n)) / math.sqrt(n)
    labels = np.where(random.random(patterns) < 0.5 * (1.0 + bias), 1.0, -1.0)
    first, last = (-math.inf, math.inf) if threshold is None else (threshold, threshold)
    low, high = np.full(len(vectors), first), np.full(len(vectors), last)
    counts = [len(vectors)]
    for row, label in zip(inputs, labels, strict=True):
        fields = vectors @ row
        if label > 0.0:
            high = np.minimum(high, fields - margin)
        else:
            low = np.maximum(low, fields + margin)
        left = low <= high
        vectors, low, high = vectors[left], low[left], high[left]
        counts.append(len(vectors))
    return np.array(counts)


def best_plane(inputs: np.ndarray, labels: np.ndarray, *, free_threshold: bool = False) -> BestPlane:
    """Return the largest margin of any weights of length sqrt(N) on some examples.  (storage.3)"""
    root = math.sqrt(inputs.shape[1])
    constant = np.full((len(inputs), 1 if free_threshold else 0), CONSTANT * root)
    found = find_best_separator(np.hstack([inputs, constant]), labels)
    if found is None:
        return BestPlane(math.nan, math.nan)
    weights = found[: inputs.shape[1]]
    fields = inputs @ weights / np.linalg.norm(weights)
    threshold = 0.5 * float(fields[labels > 0.0].min() + fields[labels < 0.0].max()) if free_threshold else 0.0
    return BestPlane(float(np.min(labels * (fields - threshold))), threshold)
