"""L8 sec. 1: the proof of Cover's theorem, one more point at a time."""

from __future__ import annotations

import numpy as np

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.papers.sompolinsky_lecture.cover_count import BEST_PLANE, COUNT, TERM_DROPPED
from rosenblatt.papers.sompolinsky_lecture.dichotomies import planes_of_fewer_dimensions, realised
from rosenblatt.theory.capacity import capacity


def projected_along(x: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return the rows as the planes that go through a point see them: in one dimension fewer."""
    axes = np.linalg.svd(point[None, :])[2][1:]
    return x @ axes.T


def _one_more_point(context: Context) -> Outcome:
    """Two counts of D: dichotomies that the new point may join on either side, and those of planes through it."""
    random, measured, holds = np.random.default_rng([context.seed, 5]), {}, True
    for p, n in ((3, 2), (5, 3), (7, 3), (8, 4)):
        x = random.standard_normal((p + 1, n))
        before, after = realised(x[:-1], find_best_separator), realised(x, find_best_separator)
        both = {signs for signs in before if {(*signs, 1.0), (*signs, -1.0)} <= after}
        through = realised(projected_along(x[:-1], x[-1]), find_best_separator)
        holds &= {signs[:-1] for signs in after} == before  # eq. 4
        holds &= len(after) == len(before) + len(both) and both == through  # eq. 5
        holds &= 2 * len(both) == capacity(p, n - 1)
        measured[f"D, P = {p}, N = {n}"] = 2 * len(both)
    return Outcome(measured, holds)


def _recursion(context: Context) -> Outcome:
    """With the counts of one point and of one dimension, the recursion leaves no count open."""
    pairs = [(p, n) for p in range(1, 80) for n in range(2, 80)]
    start = all(capacity(1, n) == capacity(n, 1) == 2 for n in range(1, 81))
    follows = all(capacity(p + 1, n) == capacity(p, n) + capacity(p, n - 1) for p, n in pairs)
    return Outcome(f"{len(pairs)} pairs", start and follows)


ROWS = (
    Row(
        "eq. 4, 5",
        "a new point adds D dichotomies: as many as planes through it realise, C(P, N-1), by enumeration",
        "C(P, N-1)",
        _one_more_point,
        sabotages=(
            TERM_DROPPED,
            planes_of_fewer_dimensions(BEST_PLANE),
            Sabotage(
                "the points are not projected along the new one",
                "rosenblatt.papers.sompolinsky_lecture.cover_proof:projected_along",
                lambda projected: lambda x, point: x[:, 1:],
            ),
        ),
    ),
    Row(
        "eq. 6, 7",
        "C(P+1, N) = C(P, N) + C(P, N-1), and C(1, N) = C(P, 1) = 2",
        "equal",
        _recursion,
        sabotages=(TERM_DROPPED, times(COUNT, 1.01)),
    ),
)
