"""What texts of the command line mean: grids of alpha, starts, rules and their parameters."""

from __future__ import annotations

import math
from typing import Any


def grid(text: str) -> list[float]:
    """Return the numbers of ``1,5,10`` or of ``0.1:100:13``, evenly spaced in the logarithm.

    >>> [round(alpha, 12) for alpha in grid("1:100:3")]
    [1.0, 10.0, 100.0]
    """
    try:
        if ":" not in text:
            return [float(part) for part in text.split(",")]
        begin, end, points = text.split(":")
        first, last, count = float(begin), float(end), int(points)
        if not (0.0 < first <= last < math.inf and count > 1):
            raise ValueError
    except ValueError:
        raise ValueError(
            f"alpha must be numbers like 1,5,10 or a range like 0.1:100:13; got {shown(text)}. Write one of these."
        ) from None
    return spaced(first, last, count)


def spaced(first: float, last: float, count: int) -> list[float]:
    """Return so many numbers from ``first`` to ``last``, evenly spaced in the logarithm, or raise if they are many."""
    from rosenblatt.checks import MOST_POINTS

    if count > MOST_POINTS:
        raise ValueError(f"alpha must have at most {MOST_POINTS:,} points; got {count:,}. Take fewer.")
    step = (math.log(last) - math.log(first)) / (count - 1)
    return [first, *(first * math.exp(step * k) for k in range(1, count - 1)), last]


def shown(text: str, most: int = 60) -> str:
    """Return a text in quotes, and of a long one the beginning.

    >>> shown("0" * 100, 5)
    "'00000...'"
    """
    return repr(text if len(text) <= most else f"{text[:most]}...")


def resolved(options: dict[str, Any], offline: tuple[str, ...] = ()) -> tuple[Any, dict[str, Any]]:
    """Return the rule of an experiment's options, and the rest as theory, simulation and plans take it.

    ``offline`` are names of learners that are no rules; their parameters are options as well.
    """
    from rosenblatt.batch.convex_risk import BEST
    from rosenblatt.rules.registry import resolve

    name = options.pop("rule")
    values = _parameters(options.pop("parameter"), (BEST,) if name in offline else ())
    if "start" in options:
        options["start"] = _start(options["start"])
    if "," in name:
        if values:
            raise ValueError(
                f"parameter must be left out for a sequence of rules; got {next(iter(values))!r}. Use `rb.simulate` "
                "with rules that have their parameters."
            )
        return resolve(_sequence(name)), options
    if name in offline:
        return name, {**options, **values}
    return resolve(name, **values), options


def _parameters(texts: tuple[str, ...], words: tuple[str, ...]) -> dict[str, float | str]:
    """Return the numbers of ``eta=0.5`` and its like, or one of the words, by name."""
    values: dict[str, float | str] = {}
    for text in texts:
        key, _, value = text.partition("=")
        if key in values:
            raise ValueError(f"parameter must be given once; got {key!r} twice. Leave one out.")
        try:
            values[key] = value if value in words else float(value)
        except ValueError:
            forms = " or ".join(("NAME=NUMBER", *(f"NAME={word}" for word in words)))
            raise ValueError(f"parameter must be {forms}; got {shown(text)}. Write for example eta=0.5.") from None
    return values


def _sequence(text: str) -> list[Any]:
    """Return the rules of ``hebb:5,rosenblatt`` as a list with their switches."""
    parts = [part.partition(":") for part in text.split(",")]
    try:
        return [(name, float(end)) if colon else name for name, colon, end in parts]
    except ValueError:
        raise ValueError(
            f"rule must be such as hebb:5,rosenblatt; got {text!r}. Write an alpha after the colon."
        ) from None


def _start(text: str | None) -> Any:
    """Return R and Q of ``0.5,1``, or the R of ``0.5``."""
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"start must be R or R,Q; got {text!r}. Write for example 0.5,1.") from None
    return numbers[0] if len(numbers) == 1 else tuple(numbers)
