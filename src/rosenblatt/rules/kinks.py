"""Where a function of the field is not smooth, found by looking at it.

Theory integrates a modulation between its kinks. A rule may declare them; for a user's function
they are searched, on a grid that is fine near 0 and reaches far, by halving every interval in
which the function jumps or bends much more than its neighbours do.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

# Halvings after which a smooth function neither jumps nor bends: intervals have shrunk by 2^-44
# (jump) and 2^-18 (bend: a second difference needs room for its digits).
_JUMP_HALVINGS, _BEND_HALVINGS = 44, 18
_JUMP, _BEND = 1e-7, 1e-3  # relative to the function's size and to its steepest slope


def find_kinks(function: Callable[[float, float], float]) -> tuple[float, ...]:
    """Return the fields at which ``function(label, field)`` jumps or bends, for either label.

    >>> find_kinks(lambda label, field: label if label * field <= 0.5 else 0.0)
    (-0.5, 0.5)
    """
    found: list[float] = []
    for label in (-1.0, 1.0):
        found += _kinks_of(lambda field, label=label: float(function(label, field)))
    return tuple(dict.fromkeys(_tidy(kink) for kink in sorted(found)))


def _kinks_of(f: Callable[[float], float]) -> list[float]:
    # The odd offset keeps round numbers, where kinks like to be, off the grid.
    grid = [float(field) for field in np.sinh(np.linspace(-7.0, 7.0, 702)) / 10.0 + 1.234567e-5]
    intervals = list(pairwise(grid))
    size = max(abs(f(field)) for field in grid)
    jumps, steepest = [], 0.0
    for left, right in intervals:
        before, after = _halve_to_jump(f, left, right)
        if abs(f(after) - f(before)) > _JUMP * size:
            jumps.append(0.5 * (before + after))
        else:
            steepest = max(steepest, abs(f(right) - f(left)) / (right - left))
    bends = [_halve_to_bend(f, left, right, steepest) for left, right in intervals]
    return jumps + [bend for bend in bends if bend is not None and all(abs(bend - jump) > 1e-4 for jump in jumps)]


def _halve_to_jump(f: Callable[[float], float], left: float, right: float) -> tuple[float, float]:
    """Return the smallest interval that holds the largest step of ``f``; stop as soon as there is none."""
    low, high = f(left), f(right)
    for _ in range(_JUMP_HALVINGS):
        if low == high:
            break
        middle = 0.5 * (left + right)
        value = f(middle)
        if abs(value - low) >= abs(high - value):
            right, high = middle, value
        else:
            left, low = middle, value
    return left, right


def _halve_to_bend(f: Callable[[float], float], left: float, right: float, steepest: float) -> float | None:
    """Return the place where the slope of ``f`` jumps by more than a trifle of its steepest, or None."""
    for _ in range(_BEND_HALVINGS):
        width = right - left
        starts = [left + width * k / 4 for k in range(3)]
        bends = [abs(f(a) - 2.0 * f(a + width / 4) + f(a + width / 2)) for a in starts]
        best = int(np.argmax(bends))
        if bends[best] <= 0.1 * _BEND * steepest * width:
            return None
        left, right = starts[best], starts[best] + width / 2
    width = right - left
    before = (f(left) - f(left - width)) / width
    after = (f(right + width) - f(right)) / width
    if abs(after - before) <= _BEND * steepest:
        return None
    return (f(left) - f(right) + after * right - before * left) / (after - before)


def _tidy(kink: float) -> float:
    """Return a round number where the search can only have meant one."""
    rounded = round(kink, 9)
    return (rounded + 0.0) if abs(kink - rounded) <= 1e-10 * max(1.0, abs(kink)) else kink
