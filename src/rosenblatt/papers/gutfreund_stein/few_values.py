"""Capacities of weights of a few values: where the entropy is 0, up to the sphere for many levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.krauth_mezard_1989.zero_entropy import VOLUME, follow_entropy
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.theory.capacity_of import capacity_of, capacity_point

POINT = "rosenblatt.theory.capacity_of:capacity_point"
KNOWN: dict[tuple[int, ...], float] = {(0, 1): 0.589738, (-1, 0, 1): 1.174482, (-2, -1, 0, 1, 2): 1.476565}
LENGTHS = {(0, 1): (0.238828, 0.321755), (-2, -1, 0, 1, 2): (1.447810, 1.723415)}


def _capacities(context: Context) -> Outcome:
    """alpha_c, and q and Q there."""
    points = {values: capacity_point(values) for values in KNOWN}
    off = [abs(points[values].alpha - alpha) for values, alpha in KNOWN.items()]
    for values, known in LENGTHS.items():
        off += [abs(points[values].q - known[0]), abs(points[values].q_norm - known[1])]
    measured: dict[str, Any] = {str(values): point.alpha for values, point in points.items()}
    return Outcome({**measured, "largest difference": max(off)}, max(off) < 1e-6)


def _many_levels(context: Context) -> Outcome:
    """Capacities of 2 k + 1 levels for growing k, and their distance to the sphere."""
    found = {k: capacity_of(range(-k, k + 1)) for k in (1, 2, 4, 8, 16, 32)}
    sphere = capacity_of("spherical")
    left = np.array([sphere - alpha for alpha in found.values()])
    measured = {f"{2 * k + 1} levels": alpha for k, alpha in found.items()}
    return Outcome(
        {**measured, "sphere": sphere}, bool((left > 0.0).all() and (np.diff(left) < 0.0).all() and left[-1] < 0.1)
    )


def _enumerated(context: Context) -> Outcome:
    """All vectors.  At N = 8 and 16, or 5 and 10, N (s - theory) is at most 0.1, with errors up to 0.06."""
    cases = {(0, 1): (16, 0.125, 0.0, 0.2), (-1, 0, 1): (10, 0.2, 0.0, 0.2), (-3, 1, 2): (10, 0.2, 1.0, 0.2)}
    measured, worst = follow_entropy(context, cases)
    return Outcome(measured, worst < 1.0)


ROWS = (
    Row(
        "capacities",
        "of 0 and 1; of -1, 0, 1; of five levels: where the entropy of solutions is 0",
        list(KNOWN.values()),
        _capacities,
        sabotages=(VOLUME, Sabotage("0 is +-1", POINT, lambda p: lambda w: p([v or 1 for v in w] + [-1]))),
    ),
    Row(
        "many levels",
        "with the number of levels the capacity rises to that of weights on a sphere",
        2.0,
        _many_levels,
        sabotages=(
            Sabotage("two levels", "rosenblatt.theory.capacity_of:capacity_of", lambda c: lambda w: c((-1, 1))),
            times("rosenblatt.theory.spherical_weights:mean_squared_excess", 1.05),
        ),
    ),
    Row(
        "enumeration",
        "the logarithm of the number of solutions of small systems, all of them counted, is N s",
        "equal, within errors",
        _enumerated,
        sabotages=(times("rosenblatt.theory.capacity_of:entropy_of_solutions", 1.2),),
    ),
)
