"""A loop that is compiled whenever it is asked for: whether the compiler works can be seen by it."""

from __future__ import annotations

from numba import njit


def sum_of_squares(end: int) -> float:
    """Return the sum of the squares of the whole numbers below ``end``, by a loop that is compiled anew.

    >>> sum_of_squares(4)
    14.0
    """

    def loop(end: int) -> float:
        total = 0.0
        for number in range(end):
            total += number * number
        return total

    return njit(loop)(end)
