"""Cover's count: how many dichotomies of points a perceptron can realise.

    capacity.1   C(P, N) = 2 sum_{k < N} binom(P - 1, k)                                     (L8 eq. 1)
    capacity.2   C = 2^P for P <= N;   C(2N, N) = 2^(2N - 1);   C(P, N) + C(P, P - N) = 2^P
    capacity.3   C(P, N)/2^P = P(a fair coin thrown P - 1 times shows fewer than N heads) = I_{1/2}(P - N, N)
    capacity.4   C(P + 1, N) = C(P, N) + C(P, N - 1)                                         (L8 eq. 6)
    capacity.5   of any points: C(X and x) = C(X) + C(X projected along x)                   (L8 eq. 5)
    capacity.6   N^-1 log C(alpha N, N) -> alpha log 2 for alpha <= 2,
                 alpha log alpha - (alpha - 1) log(alpha - 1) beyond

(capacity.5) is the step of the proof of (capacity.4): the planes that can be turned to either side of x are those
through x, and these are the planes of one dimension fewer. In general position the projected points are so too; other
points have fewer dichotomies, and a point at the origin allows none.

L8 has two slips: for P >> N the count grows as P^(N-1), not P^N, and the half point is
C(2N, N)/2^(2N) = 1/2, not C(2N, N)/2^N.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from rosenblatt import checks

PARALLEL = 1e-9  # length of what is left of a unit vector when it is projected along one parallel to it
_TERMS = 4096  # of the geometric-like series at a time
_NEGLIGIBLE = 1e-20
_SUMMED = 1_000_000  # logarithms that are added one by one


def capacity(p: int, n: int) -> int:
    """Return the number of dichotomies of p points in general position in n dimensions, exactly.

    >>> capacity(4, 2), capacity(10, 5) * 2 == 2**10
    (8, True)
    """
    p, n = _whole(p, n)
    if n >= p:
        return 2**p
    if 2 * n > p:
        return 2**p - capacity(p, p - n)  # capacity.2: the shorter of the two sums
    term, total = 1, 0
    for k in range(n):
        total += term
        term = term * (p - 1 - k) // (k + 1)
    return 2 * total  # capacity.1


def log_capacity(p: int, n: int) -> float:
    """Return the natural logarithm of `capacity`, for any size.

    >>> round(log_capacity(1_000_000, 400_000), 4)
    673005.4293
    """
    p, n = _whole(p, n)
    if 2 * n >= p:
        return p * math.log(2.0) + float(np.log1p(-separable_fraction(p, p - n)) if n < p else 0.0)  # capacity.2
    # The largest term times 1 + r_1 + r_1 r_2 + ..., the ratios of neighbours going down from k = n - 1.
    series, factor, start = 1.0, 1.0, n - 1
    while start > 0 and factor > _NEGLIGIBLE:
        k = np.arange(start, max(start - _TERMS, 0), -1, dtype=float)
        products = factor * np.cumprod(k / (p - k))
        series += float(products.sum())
        factor, start = float(products[-1]), start - len(k)
    return math.log(2.0) + _log_binomial(p - 1, n - 1) + math.log(series)


def separable_fraction(p: int, n: int) -> float:
    """Return the probability that a random dichotomy of p points in n dimensions is linearly separable.

    >>> round(separable_fraction(40, 20), 12), separable_fraction(10, 20)
    (0.5, 1.0)
    """
    p, n = _whole(p, n)
    return 1.0 if n >= p else float(special.betainc(p - n, n, 0.5))  # capacity.3


def capacity_rate(alpha: float) -> float:
    """Return the limit of log C(alpha N, N)/N as N grows.  (capacity.6)

    >>> round(capacity_rate(1.0), 4), round(capacity_rate(2.0), 4), round(capacity_rate(4.0), 4)
    (0.6931, 1.3863, 2.2493)
    """
    alpha = checks.positive("alpha", alpha, "It is the number of points for each weight.")
    return alpha * math.log(2.0) if alpha <= 2.0 else alpha * math.log(alpha) - (alpha - 1.0) * math.log(alpha - 1.0)


def count_dichotomies(points: np.ndarray) -> int:
    """Return how many dichotomies planes through the origin realise of some points, the rows, in any position.

    It takes up to 2^P steps.  (capacity.5)

    >>> count_dichotomies(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])), capacity(3, 2)
    (6, 6)
    >>> count_dichotomies(np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 0.0]]))
    4
    """
    points = np.asarray(points, dtype=float)
    lengths = np.linalg.norm(points, axis=1)
    return 0 if np.any(lengths == 0.0) else _count(points / lengths[:, None])


def _count(units: np.ndarray) -> int:
    if not len(units):
        return 1
    others, last = units[:-1], units[-1]
    left = others - np.outer(others @ last, last)
    lengths = np.linalg.norm(left, axis=1)
    through_last = 0 if np.any(lengths <= PARALLEL) else _count(left / lengths[:, None])
    return _count(others) + through_last  # capacity.5


def _log_binomial(p: int, k: int) -> float:
    """Return log binom(p, k) for k <= p/2; the difference of log-gammas would lose digits for small k."""
    if k > _SUMMED:
        return -float(special.betaln(k + 1, p - k + 1)) - math.log(p + 1)
    j = np.arange(1, k + 1, dtype=float)
    return float(np.log((p - k + j) / j).sum())


def _whole(p: int, n: int) -> tuple[int, int]:
    return (
        checks.whole("p", p, 1, "It is the number of points."),
        checks.whole("n", n, 1, "It is the number of weights."),
    )
