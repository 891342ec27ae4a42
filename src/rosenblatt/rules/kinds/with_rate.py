"""The rate of a rule: the parameter that multiplies its modulation, or one that is put in front of it.

    with_rate.1   F = eta f(label, field, ...),   f the shape of the modulation: F at rate 1

A parameter is the rate if F doubles with it, whatever else F depends on. A modulation that has none is a shape itself.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.schedules import Schedule

FIELDS = (-7.0, -1.1, -0.3, -0.01, 0.0, 0.02, 0.4, 1.3, 6.0)
CONTEXTS = ((1.0, 1.0), (7.0, 0.3), (0.2, 4.0))  # alpha and q_norm
AGREEMENT = 1e-12


def rate_parameter(rule: HebbianRule) -> str | None:
    """Return the parameter that multiplies the modulation; None if there is none.

    >>> from rosenblatt.rules.hebb import Hebb
    >>> from rosenblatt.rules.rosenblatt import Rosenblatt
    >>> rate_parameter(Rosenblatt()), rate_parameter(Hebb())
    ('eta', None)
    """
    names = [field.name for field in dataclasses.fields(rule) if field.name not in rule.settings]
    for name in sorted(names, key=lambda name: name not in rule.rates):
        if _multiplies(rule, name):
            return name
    return None


def with_rate(rule: HebbianRule, rate: float | Schedule = 1.0) -> HebbianRule:
    """Return the rule at a rate: its own parameter is set, or one called ``eta`` is put in front of its modulation.

    >>> from rosenblatt.rules.hebb import Hebb
    >>> with_rate(Hebb(), 0.5).modulation(-1.0, 0.3, 0.5)
    -0.5
    """
    own = rate_parameter(rule)
    if own is not None:
        return _replaced(rule, own, rate)
    values: dict[str, Any] = {field.name: getattr(rule, field.name) for field in dataclasses.fields(rule)}
    cls = _rated(type(rule), "rate" if "eta" in values else "eta")
    return cls(**{**values, cls.rates[-1]: rate})


def _replaced(rule: HebbianRule, name: str, value: Any) -> HebbianRule:
    return dataclasses.replace(rule, **{name: value})


def _multiplies(rule: HebbianRule, name: str) -> bool:
    """Return whether the modulation doubles with a parameter, and is not 0 everywhere."""
    try:
        one, two = (_replaced(rule, name, value) for value in (1.0, 2.0))
    except (TypeError, ValueError):  # not a value that it may have
        return False
    largest = 0.0
    for alpha, q_norm in CONTEXTS:
        for label in (-1.0, 1.0):
            for place in FIELDS:
                single = one.full_modulation(label, place, alpha, q_norm, one.own)
                double = two.full_modulation(label, place, alpha, q_norm, two.own)
                largest = max(largest, abs(single))
                if abs(double - 2.0 * single) > AGREEMENT * max(abs(double), abs(single)):
                    return False
    return largest > 0.0


@cache
def _rated(kind: type[HebbianRule], name: str) -> type[HebbianRule]:
    """Return a subclass of a kind of rules with a rate as its last parameter.  (with_rate.1)"""
    plain = kind.modulation
    signature = inspect.signature(plain)

    def modulation(label, field, *rest):
        return rest[-1] * plain(label, field, *rest[:-1])

    more = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=1.0)
    modulation.__signature__ = signature.replace(parameters=[*signature.parameters.values(), more])  # pyright: ignore[reportFunctionMemberAccess]
    body: dict[str, Any] = {
        "__doc__": kind.__doc__,
        "modulation": staticmethod(modulation),
        "rates": (*kind.rates, name),
        "decay": None,
        "__reduce__": _reduce,
    }
    if callable(kind.kinks):
        body["kinks"] = staticmethod(_without_rate(kind.kinks))
    if hasattr(kind, "averages"):
        body["averages"] = staticmethod(_rated_averages(kind.averages))
    return dataclasses.make_dataclass(
        kind.__name__, [(name, "float | Schedule", 1.0)], bases=(kind,), frozen=True, namespace=body
    )


def _without_rate(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: function(*arguments[:-1])


def _rated_averages(averages: Callable[..., Averages]) -> Callable[..., Averages]:
    def rated(*arguments: Any) -> Averages:
        rate = arguments[-1]
        toward, across, squared = averages(*arguments[:-1])
        return rate * toward, rate * across, rate * rate * squared

    return rated


def _reduce(rule: HebbianRule) -> tuple[Any, ...]:
    """Pickle a rule with a rate as what it was made of."""
    kind, name = type(rule).__mro__[1], rule.rates[-1]
    values = {field.name: getattr(rule, field.name) for field in dataclasses.fields(kind)}  # pyright: ignore[reportArgumentType]
    return with_rate, (kind(**values), getattr(rule, name))
