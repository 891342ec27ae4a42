"""Checks of what a user gives: each error names parameter, constraint, value and remedy."""

from __future__ import annotations

import dataclasses
import difflib
import math
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

MOST_EXAMPLES = 1e15  # counted exactly in a float
MOST_POINTS = 1_000_000  # of a grid of alpha
SMALLEST, LARGEST = 1e-75, 1e75  # of a number that is not 0: fourth powers are in the range of floats
LARGEST_ALPHA = 1e150  # whose square is a number


def _plain(value: Any) -> str:
    """Show a value as a user would type it: NumPy scalars without their type."""
    return repr(value.item()) if isinstance(value, np.generic) else repr(value)


def number(name: str, value: Any) -> float:
    """Return ``value`` as a finite float."""
    if isinstance(value, (str, bool, np.bool_)):
        raise TypeError(f"{name} must be a number; got {_plain(value)}. Pass a plain number.")
    try:
        result = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number; got {_plain(value)}. Pass a plain number.") from None
    except OverflowError:
        raise ValueError(f"{name} must be a number below 1e308; got one with {len(str(value))} digits.") from None
    if not math.isfinite(result):
        raise ValueError(f"{name} must be finite; got {_plain(value)}. Pass a finite number.")
    return result


def moderate(name: str, value: Any, smallest: float = SMALLEST, largest: float = LARGEST) -> float:
    """Return ``value`` as a float that is 0, or neither too small nor too large.

    By default its fourth power, up or down, is in the range of floats.
    """
    result = number(name, value)
    if result != 0.0 and not smallest <= abs(result) <= largest:
        remedy = "Take 0, or a larger number." if abs(result) < smallest else "Take a smaller number."
        raise ValueError(
            f"{name} must be 0 or between {smallest:g} and {largest:g} in size; got {_plain(value)}. {remedy}"
        )
    return result


def moderate_fields(owner: Any) -> None:
    """Raise if a number in the fields of a dataclass, or in what these hold, is not moderate; infinity means none.

    >>> from rosenblatt.rules.rosenblatt import Rosenblatt
    >>> moderate_fields(Rosenblatt(eta=1e155))
    Traceback (most recent call last):
    ...
    ValueError: eta must be 0 or between 1e-75 and 1e+75 in size; got 1e+155. Take a smaller number.
    """
    for field in dataclasses.fields(owner) if dataclasses.is_dataclass(owner) else ():
        value = getattr(owner, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if not isinstance(part, Real) or isinstance(part, bool):
                moderate_fields(part)
            elif part != math.inf:
                moderate(field.name, part)


def positive(name: str, value: Any, remedy: str = "Pass a number above 0.") -> float:
    """Return ``value`` as a float above 0."""
    result = number(name, value)
    if result <= 0.0:
        raise ValueError(f"{name} must be above 0; got {_plain(value)}. {remedy}")
    return result


def not_negative(name: str, value: Any, remedy: str = "Pass 0 or more.") -> float:
    """Return ``value`` as a float that is at least 0."""
    result = number(name, value)
    if result < 0.0:
        raise ValueError(f"{name} must be at least 0; got {_plain(value)}. {remedy}")
    return result


def noise(value: Any) -> float:
    """Return the flip noise kappa as a float in [0, 0.5)."""
    result = number("noise", value)
    if result < 0.0:
        raise ValueError(
            f"noise must be in [0, 0.5); got {_plain(value)}. "
            "It is the probability that a label is flipped: take 0 or more."
        )
    if result == 0.5:
        raise ValueError(
            f"noise must be in [0, 0.5); got {_plain(value)}. "
            "At one half the labels say nothing about the rule: take less."
        )
    if result > 0.5:
        raise ValueError(
            f"noise must be in [0, 0.5); got {_plain(value)}. "
            "Labels that are wrong more often than not carry the opposite rule: flip them."
        )
    return result


def fraction(name: str, value: Any, remedy: str = "It is a probability that shall be small.") -> float:
    """Return ``value`` as a number strictly between 0 and 1."""
    result = number(name, value)
    if not 0.0 < result < 1.0:
        raise ValueError(f"{name} must be in (0, 1); got {_plain(value)}. {remedy}")
    return result


def below_one(name: str, value: Any, remedy: str) -> float:
    """Return ``value`` as a number that is at least 0 and below 1."""
    result = number(name, value)
    if not 0.0 <= result < 1.0:
        raise ValueError(f"{name} must be in [0, 1); got {_plain(value)}. {remedy}")
    return result


def whole(name: str, value: Any, least: int, remedy: str) -> int:
    """Return ``value`` as an integer that is at least ``least``."""
    result = number(name, value)
    if result != math.floor(result):
        raise ValueError(f"{name} must be a whole number; got {_plain(value)}. {remedy}")
    if result < least:
        raise ValueError(f"{name} must be at least {least}; got {_plain(value)}. {remedy}")
    return int(value)


def size(n: Any) -> int:
    """Return the number of weights N, at least 3."""
    return whole("n", n, 3, "The theory needs a plane and something outside it: take n = 3 or more.")


def seed(value: Any) -> int:
    """Return a seed: a whole number that is at least 0."""
    return whole("seed", value, 0, "Pass a whole number, 0 or more, so that the run can be repeated.")


def alpha_grid(alpha: Any) -> np.ndarray:
    """Return ``alpha`` as a one-dimensional array of numbers that are at least 0, the start."""
    given = alpha if isinstance(alpha, np.ndarray) else np.array(alpha, dtype=object)
    if given.size > MOST_POINTS:
        raise ValueError(f"alpha must have at most {MOST_POINTS:,} points; got {given.size:,}. Take fewer.")
    try:
        if given.dtype.kind not in "iufO" or not all(map(_may_be_number, given.flat)):
            raise TypeError
        grid = np.atleast_1d(given.astype(float))
    except (TypeError, ValueError):
        raise TypeError(
            f"alpha must be a number or a sequence of numbers; got {_plain(alpha)}. Pass for example [1, 5, 10]."
        ) from None
    except OverflowError:
        raise ValueError(
            f"alpha must be 0 or between {SMALLEST:g} and {LARGEST_ALPHA:g}; got one above 1e308. Take a smaller one."
        ) from None
    if grid.ndim != 1 or grid.size == 0:
        raise ValueError(
            f"alpha must be a number or a non-empty sequence; got shape {grid.shape}. Pass for example [1, 5, 10]."
        )
    for value in grid[~((grid == 0.0) | ((grid >= SMALLEST) & (grid <= LARGEST_ALPHA)))][:1]:
        known = not_negative("alpha", value, "It is the number of examples per weight.")
        moderate("alpha", known, largest=LARGEST_ALPHA)
    return grid


def _may_be_number(value: Any) -> bool:
    """Return whether ``float`` may be asked what a value is: of texts and truth values it would make numbers."""
    return value is not None and not isinstance(value, (bool, np.bool_, str, bytes))


def whole_examples(alpha: np.ndarray, n: int) -> np.ndarray:
    """Return the numbers of examples nearest to ``alpha`` per weight: 0 for 0, else at least 1, and countable."""
    if alpha.max() * n > MOST_EXAMPLES:
        raise ValueError(
            f"alpha must be at most {MOST_EXAMPLES:.0e}/n; got {float(alpha.max())!r} with n = {n}. "
            "Nobody lives to see the end of it."
        )
    examples = np.rint(alpha * n).astype(np.int64)
    if examples[alpha > 0.0].min(initial=1) < 1:
        raise ValueError(
            f"alpha must be 0 or at least one example, 1/n = {1 / n:.3g}; got {float(alpha[alpha > 0.0].min())!r}. "
            "Take a larger alpha or a larger n."
        )
    return examples


def one_of(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Return ``value`` if it is one of the ``allowed`` words."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}; got {_plain(value)}. {nearest(value, allowed)}")
    return str(value)


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return the advice to use the known word that is nearest to ``word``."""
    known = sorted(known)
    close = difflib.get_close_matches(str(word).lower(), known, n=1, cutoff=0.5)
    return f"Did you mean {close[0]!r}?" if close else f"Choose one of: {', '.join(known)}."
