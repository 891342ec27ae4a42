"""All vectors of signs, and how likely each is."""

from __future__ import annotations

import itertools

import numpy as np


def cube(n: int) -> np.ndarray:
    """Return all 2^n vectors of +1 and -1, one in each row."""
    return np.array(list(itertools.product((-1, 1), repeat=n)))


def probability(x: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Return the probability of each row if a component is +1 with its probability p, independently."""
    return np.prod(np.where(x > 0, p, 1.0 - p), axis=1)
