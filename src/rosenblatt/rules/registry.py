"""The registry of rules: from it come the command line, the table of rules and the generic tests."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from rosenblatt import checks
from rosenblatt.rules.kinds.from_function import rule as rule_of_function
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.sequence import sequence_of

AnyRule = TypeVar("AnyRule", bound=type[Rule])

_rules: dict[str, type[Rule]] = {}

# Learners that see all examples at once, which are no rules: see `rosenblatt.batch.offline_learner`.
OFFLINE = ("bayes", "gibbs", "hinge", "logistic", "max-stability", "pseudo-inverse", "query-by-committee", "ridge")


def register(cls: AnyRule) -> AnyRule:
    """Enter a rule class under its name. Use it as a decorator.

    Defining the same class again, as a notebook cell that is run twice does, replaces the first.
    """
    known = _rules.get(cls.name)
    if known is not None and _place(known) != _place(cls):
        raise ValueError(
            f"rule name must be unique; got {cls.name!r}, which {_place(known)} has already. Choose another name."
        )
    _rules[cls.name] = cls
    return cls


def _place(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def registered() -> dict[str, type[Rule]]:
    """Return all registered rules by name, in alphabetical order.

    >>> sorted(set(registered()) & {"hebb", "rosenblatt"})
    ['hebb', 'rosenblatt']
    """
    _import_all()
    return dict(sorted(_rules.items()))


@cache
def _import_all() -> None:
    """Import every module of the package, so that its rules are registered."""
    package = importlib.import_module("rosenblatt.rules")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"rosenblatt.rules.{module.name}")


def resolve(rule: str | Rule | type[Rule] | Callable[..., float] | Sequence[Any], **parameters: Any) -> Rule:
    """Return a rule object for a name, an object, a class, a modulation function, or a list of rules and switches."""
    if isinstance(rule, str):
        known = registered()
        if rule in OFFLINE:
            raise ValueError(
                f"rule must be one that learns example by example; got {rule!r}, which sees all examples at once. "
                f"rb.learning_curve({rule!r}, ...) has its theory; here choose one of: {', '.join(known)}."
            )
        if rule not in known:
            raise ValueError(f"rule must be a registered name; got {rule!r}. {checks.nearest(rule, known)}")
        return _made(known[rule], parameters)
    if isinstance(rule, Rule):
        return rule
    if isinstance(rule, (list, tuple)):
        return sequence_of(rule, resolve)
    if isinstance(rule, type) and issubclass(rule, Rule) and hasattr(rule, "name"):
        return _made(rule, parameters)
    if callable(rule) and not isinstance(rule, type):
        return _made(rule_of_function(rule), parameters)
    raise TypeError(
        f"rule must be a name, a Rule or a modulation function; got {rule!r}. Pass for example 'rosenblatt'."
    )


def _made(cls: type[Rule], parameters: dict[str, Any]) -> Rule:
    """Return a rule with the given parameters, or say which it has."""
    known = [field.name for field in dataclasses.fields(cls)]
    for name in parameters:
        if name not in known:
            raise TypeError(
                f"parameters of {cls.name!r} must be among {', '.join(known)}; got {name!r}. "
                f"{checks.nearest(name, known)}"
            )
    return cls(**parameters)
