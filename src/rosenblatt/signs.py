r"""Exact laws of sums of independent signs, for any number of them.

    signs.1   x_i = +1 with probability p_i, else -1, independent;  w_i in {-1, 0, +1};  y_i = w_i x_i
    signs.2   the number K of y_i = +1 is Poisson-binomial: its law is built up one variable at a time, and
              w.x = 2 K - (number of w_i that are not 0)
    signs.3   two perceptrons w.x > theta and w'.x > theta': with a, b, c, d the sums over the variables on
              which the weights are equal, opposite, in w alone and in w' alone, w.x = a + b + c and
              w'.x = a - b + d, all four independent
    signs.4   fair signs, thresholds 0, weights of +1 and -1 that differ in k of n places: they disagree if
              -|b| < a <= |b|, with b and a the sums of k and of n - k fair signs

Every term is positive, so that even the far tails keep their digits.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy.special import bdtr
from scipy.stats import binom


def sum_law(probabilities: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the values that w.x can take, in order, and their probabilities.  (signs.1, signs.2)

    >>> sum_law([0.5, 0.5, 0.9], [1, -1, 0])
    (array([-2,  0,  2]), array([0.25, 0.5 , 0.25]))
    """
    weights, probabilities = np.asarray(weights), np.asarray(probabilities, dtype=float)
    plus = np.where(weights > 0, probabilities, 1.0 - probabilities)[weights != 0]
    law = np.zeros(len(plus) + 1)
    law[0] = 1.0
    for seen, p in enumerate(plus, start=1):
        law[1 : seen + 1] = law[1 : seen + 1] * (1.0 - p) + law[:seen] * p
        law[0] *= 1.0 - p
    return 2 * np.arange(len(law)) - len(plus), law


def tail(law: tuple[np.ndarray, np.ndarray], thresholds: np.ndarray) -> np.ndarray:
    """Return the probability that a sum of this law is above each threshold."""
    values, probabilities = law
    above = np.append(np.cumsum(probabilities[::-1])[::-1], 0.0)  # above[k] = P(sum >= values[k])
    return above[np.searchsorted(values, thresholds, side="right")]


def disagreement(
    probabilities: np.ndarray, weights: np.ndarray, theta: float, other: np.ndarray, other_theta: float
) -> float:
    """Return the probability that w.x > theta and w'.x > theta' are not both true or both false.  (signs.3)

    >>> disagreement([0.5, 0.5, 0.9], [1, 1, 0], 0, [1, 0, 0], 0)
    0.25
    """
    w, v, p = np.asarray(weights), np.asarray(other), np.asarray(probabilities, dtype=float)
    a, equal = sum_law(p, np.where(w == v, w, 0))
    b, opposite = sum_law(p, np.where((w == -v), w, 0))
    rest = sum_law(p, np.where(v == 0, w, 0)), sum_law(p, np.where(w == 0, v, 0))
    first = tail(rest[0], theta - (a[:, None] + b))
    second = tail(rest[1], other_theta - (a[:, None] - b))
    return float(equal @ (first * (1.0 - second) + second * (1.0 - first)) @ opposite)


@functools.lru_cache(maxsize=32)
def fair_disagreements(n: int) -> np.ndarray:
    """Return how often two perceptrons of n signs differ on fair signs if k = 0 ... n weights do.  (signs.4)

    Thresholds are 0, and a sum of 0 counts as -1.

    >>> fair_disagreements(3)
    array([0. , 0.5, 0.5, 1. ])
    """

    def at_most(value: np.ndarray, k: int) -> np.ndarray:
        """Return P(a <= value)."""
        ones = np.floor((value + n - k) / 2.0)
        return np.where(ones < 0.0, 0.0, bdtr(np.clip(ones, 0, n - k), n - k, 0.5))

    found = np.zeros(n + 1)
    for k in range(1, n + 1):
        opposite = np.arange(k + 1)
        b = np.abs(2.0 * opposite - k)
        found[k] = binom.pmf(opposite, k, 0.5) @ (at_most(b, k) - at_most(-b, k))
    found.flags.writeable = False
    return found
