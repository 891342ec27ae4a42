"""Checks of what is read from a saved model, before anything is built of it: names, types, shapes and values.

Each raises `Damaged` with what must be and what was got; whoever opened the file adds which file, and the remedy.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np

BELOW_ONE, BELOW_HALF = math.nextafter(1.0, 0.0), math.nextafter(0.5, 0.0)
ABOVE_ZERO = math.nextafter(0.0, 1.0)
LEAST_VARIANCE = 1e-300  # of the largest of some: smaller ones become 0 as soon as something is learnt
ROUNDING = 1e-6  # that sums of shares may be off


class Damaged(ValueError):
    """What a file holds is not what a saved model holds."""


def shown(value: Any) -> str:
    """Return a value, shortened, for a message.

    >>> shown("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
    """
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= 42 else f"{text[:39]}..."


def check_keys(name: str, value: Any, expected: Collection[str]) -> None:
    """Raise if a value is no mapping with these very keys."""
    if not isinstance(value, dict):
        raise Damaged(f"{name} must have {', '.join(sorted(expected))}; got {shown(value)}")
    for kind, keys in (("lacks", set(expected) - set(value)), ("has", set(value) - set(expected))):
        if keys:
            raise Damaged(f"{name} must have {', '.join(sorted(expected))}; it {kind} {shown(min(keys))}")


def whole(name: str, value: Any, least: int, most: float) -> int:
    """Return a whole number between two others."""
    if type(value) is not int or not least <= value <= most:
        raise Damaged(f"{name} must be a whole number from {least} to {most:g}; got {shown(value)}")
    return value


def number(name: str, value: Any, least: float, most: float) -> float:
    """Return a number between two others."""
    if type(value) not in (int, float) or not least <= value <= most:
        raise Damaged(f"{name} must be a number from {least:g} to {most:g}; got {shown(value)}")
    return float(value)


def truth(name: str, value: Any) -> bool:
    """Return a truth value."""
    if type(value) is not bool:
        raise Damaged(f"{name} must be true or false; got {shown(value)}")
    return value


def scalar(name: str, value: Any) -> None:
    """Raise if a value is no number, truth value, text or nothing."""
    if value is not None and type(value) not in (bool, int, float, str):
        raise Damaged(f"{name} must be a number, a truth value, a text or null; got {shown(value)}")


def parameters(value: Any, expected: Collection[str]) -> dict[str, Any]:
    """Return the parameters of a model by name: just those expected, each of them a scalar."""
    check_keys("parameters", value, expected)
    for name, one in value.items():
        scalar(name, one)
    return value


def texts(name: str, value: Any, counts: tuple[int, ...]) -> list[str]:
    """Return a list of texts, of one of some lengths."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) not in counts:
        lengths = " or ".join(map(str, counts))
        raise Damaged(f"{name} must be {lengths} texts; got {shown(value)}")
    return value


def shape(name: str, array: np.ndarray, *expected: int) -> None:
    """Raise if an array has another shape, or its numbers are not float64."""
    if array.shape != expected or array.dtype != np.float64:
        raise Damaged(f"{name} must be float64 of shape {expected}; got {array.dtype} of shape {array.shape}")


def lengths(name: str, array: np.ndarray, axes: int) -> tuple[int, ...]:
    """Return the shape of an array of so many axes, none of them empty."""
    if array.ndim != axes or array.size == 0:
        raise Damaged(f"{name} must have numbers along {axes} axes; got shape {array.shape}")
    return array.shape


def within(name: str, array: np.ndarray, least: float, most: float) -> None:
    """Raise if a number is outside of two others, or is not finite."""
    low, high = array.min(initial=least), array.max(initial=most)  # NaN, if there is one
    if not (low >= least and high <= most):
        strange = float(low if not low >= least else high)
        raise Damaged(f"{name} must be from {least!r} to {most!r}; got {strange!r}")


def shares(name: str, array: np.ndarray) -> None:
    """Raise if the numbers along the last axis are no shares of 1."""
    within(name, array, 0.0, 1.0 + ROUNDING)
    within(f"sums of {name}", array.sum(axis=-1), 1.0 - ROUNDING, 1.0 + ROUNDING)
