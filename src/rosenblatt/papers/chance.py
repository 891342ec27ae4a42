"""How far chance alone may take a measured number from the right one.

A reproduction has some two hundred rows, and its reader should not meet one that fails by chance: a row may do so
with probability ``CHANCE_OF_A_ROW``, whatever the number of points that it takes the worst of, and whether their
standard errors are known or come from a few runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

CHANCE_OF_A_ROW = 4e-5  # with 250 rows, 1 % for the whole


def limit(tests: int = 1, runs: int | None = None) -> float:
    """Return how many standard errors one of so many differences may have, in either direction.

    ``runs`` is the number of runs that a standard error was estimated from: Student's law has longer tails than the
    normal one, which holds where the error is known (the default).

    >>> round(limit(), 2), round(limit(tests=10), 2), round(limit(tests=10, runs=10), 1)
    (4.11, 4.61, 9.9)
    """
    law = stats.norm if runs is None else stats.t(runs - 1)
    return float(law.isf(0.5 * CHANCE_OF_A_ROW / tests))


def over_allowed(
    measured: Any, expected: Any, error: Any, *, tests: int | None = None, runs: int | None = None, bias: Any = 0.0
) -> float:
    """Return the largest difference over what is allowed: chance and a known bias. A claim holds if it is below 1.

    ``tests`` defaults to the number of points; where a row takes the worst of several such sets, it is that of all.

    >>> [round(over_allowed([1.0, 2.0], [1.0, 2.5], error), 2) for error in (0.1, 0.2)]
    [1.17, 0.59]
    """
    difference = np.abs(np.asarray(measured, dtype=float) - np.asarray(expected, dtype=float))
    allowed = limit(difference.size if tests is None else tests, runs) * np.asarray(error, dtype=float) + bias
    if not np.all(allowed > 0.0):
        raise ValueError("error must be above 0 at every point where there is no bias; got 0. Use more runs.")
    return float(np.max(difference / allowed))


def too_many(events: int, trials: int, probability: float, tests: int = 1) -> bool:
    """Return whether so many events of this probability, or more, are more than chance allows in one of some tests.

    >>> too_many(25, 100, 0.2), too_many(45, 100, 0.2)
    (False, True)
    """
    return bool(stats.binom.sf(events - 1, trials, probability) < CHANCE_OF_A_ROW / tests)
