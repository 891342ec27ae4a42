"""Where a function of the field is not smooth, found by looking at it.

Theory integrates a modulation between its kinks. A rule may declare them; for a user's function
they are searched. The field is scanned on a grid with steps of half a percent, up to a million;
wherever a value is not where the cubic through its neighbours has it, the interval is halved
until what is in it is a jump, a bend, or nothing. A feature narrower than a percent of its place
can be missed, and has to be declared.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

_STEP, _NEAR, _FAR = 0.005, 0.02, 1e6  # of the grid: relative step, where it becomes even, its end
_CORE = 10.0  # fields that students have: what is tiny against the values there does not matter
_ROUGH = 1e-6  # off the cubic by so much of the values around it: worth a closer look
_JUMP, _BEND = 1e-7, 1e-3  # of the values around it, and of the slopes
_JUMP_HALVINGS, _BEND_HALVINGS = 44, 14
_WILD = 1e100
_TINY, _MOST = 1e-6, 32  # of the values in the core: too small to matter; kinks on one side of a label

_GRID = (_NEAR * np.sinh(np.arange(-math.asinh(_FAR / _NEAR), math.asinh(_FAR / _NEAR), _STEP)) + 1.2345e-6).tolist()


def find_kinks(function: Callable[[float, float], float]) -> tuple[float, ...]:
    """Return the fields at which ``function(label, field)`` jumps or bends, each with its mirror image.

    >>> find_kinks(lambda label, field: label if label * field <= 0.5 else 0.0)
    (-0.5, 0.5)
    """
    found = set()
    for label in (-1.0, 1.0):
        for kink in _kinks_of(lambda field, label=label: value_or_nan(function, label, field)):
            tidy = _tidy(kink)
            found |= {tidy, -tidy + 0.0}
    return tuple(sorted(found))


def find_error_kinks(function: Callable[[float, float], float]) -> tuple[float, ...]:
    """Return the errors, label - field, at which a function of a number and a field jumps or bends.

    Raise if they are not the same for all labels.

    >>> find_error_kinks(lambda label, field: min(max(label - field, -1.0), 1.0))
    (-1.0, 1.0)
    """
    found = [
        tuple(sorted({_tidy(kink) for kink in _kinks_of(lambda error, b=label: value_or_nan(function, b, b - error))}))
        for label in (0.0, 1.3, -0.4)
    ]
    if any(len(other) != len(found[0]) or not np.allclose(other, found[0], atol=1e-6) for other in found[1:]):
        raise ValueError(
            "kinks of a rule for labels that are numbers must be values of label - field; "
            f"got {found[0]} for label 0 and {found[1]} for 1.3. Smooth the function there."
        )
    return found[0]


def value_or_nan(function: Callable[[float, float], float], label: float, field: float) -> float:
    """Return a value of the function, or NaN where it has none."""
    try:
        return float(function(label, field))
    except (ArithmeticError, ValueError):
        return math.nan


def _kinks_of(f: Callable[[float], float]) -> list[float]:
    values = np.array([f(field) for field in _GRID])
    # Far out a function may overflow: what lies beyond that is not looked at.
    wild = np.flatnonzero(~(np.abs(values) < _WILD))
    low, high = wild[wild < len(_GRID) // 2].max(initial=-1) + 1, wild[wild >= len(_GRID) // 2].min(initial=len(_GRID))
    values[:low], values[high:] = values[low], values[high - 1]
    core = float(np.abs(values[np.abs(_GRID) < _CORE]).max()) or 1.0
    # The cubic through the two neighbours on either side, at equal steps of the grid.
    expected = (-values[:-4] + 4.0 * values[1:-3] + 4.0 * values[3:-1] - values[4:]) / 6.0
    around = np.maximum(np.abs(values[:-4]), np.abs(values[4:]))
    suspects = np.flatnonzero(np.abs(values[2:-2] - expected) > _ROUGH * np.maximum(around, _TINY * core)) + 2
    places = {k for suspect in suspects.tolist() for k in (suspect - 1, suspect) if low < k < high - 2}
    kinks: list[float] = []
    for i in sorted(places, key=lambda place: abs(_GRID[place])):
        if len(kinks) == _MOST:
            break  # an oscillation that the grid does not resolve: nearer kinks matter more
        left, right = _GRID[i], _GRID[i + 1]
        kink = _kink_in(f, left, right, float(np.abs(values[i - 1 : i + 3]).max()))
        if kink is not None and all(abs(kink - other) > 1e-6 * max(1.0, abs(kink)) for other in kinks):
            kinks.append(kink)
    return kinks


def _kink_in(f: Callable[[float], float], left: float, right: float, size: float) -> float | None:
    before, after = _halve_to_jump(f, left, right)
    if abs(f(after) - f(before)) > _JUMP * size:
        return 0.5 * (before + after)
    return _halve_to_bend(f, left, right)


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


def _halve_to_bend(f: Callable[[float], float], left: float, right: float) -> float | None:
    """Return the place where the slope of ``f`` jumps by more than a trifle, or None."""
    reach = right - left
    for _ in range(_BEND_HALVINGS):
        width = right - left
        starts = [left + width * k / 4 for k in range(3)]
        bends = [abs(f(a) - 2.0 * f(a + width / 4) + f(a + width / 2)) for a in starts]
        best = int(np.argmax(bends))
        left, right = starts[best], starts[best] + width / 2
    width = right - left
    before = (f(left) - f(left - width)) / width
    after = (f(right + width) - f(right)) / width
    steepest = max(abs(f(right + reach) - f(right)), abs(f(left) - f(left - reach))) / reach
    if abs(after - before) <= _BEND * max(steepest, 1e-300):
        return None
    return (f(left) - f(right) + after * right - before * left) / (after - before)


def _tidy(kink: float) -> float:
    """Return a round number where the search can only have meant one."""
    rounded = round(kink, 9)
    return (rounded + 0.0) if abs(kink - rounded) <= 1e-10 * max(1.0, abs(kink)) else kink
