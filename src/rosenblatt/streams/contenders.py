"""Models by name, as a command line says them: of this package, of River and of scikit-learn.

contenders.1   NAME:parameter=value,parameter=value, where several steps are joined by "+"
contenders.2   a name is that of a class of this package, of a rule, or a path: sklearn.linear_model.SGDClassifier
"""

from __future__ import annotations

import importlib
import inspect
import json
from typing import Any

import rosenblatt
from rosenblatt import checks
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.streams.adapters import ScikitRows, adapted

FOREIGN = ("river", "sklearn")  # packages whose classes may be named


def contender(text: str) -> Any:
    """Return a new model by its name, ready to be evaluated.

    >>> contender("BayesClassifier:drift=0,linear=true")
    BayesClassifier(drift=0, linear=True)
    >>> contender("rosenblatt")
    OnlineClassifier()
    """
    steps = [_made(part) for part in text.split("+")]
    if len(steps) == 1:
        model = steps[0]
        return ScikitRows(model) if _root(type(model).__module__) == "sklearn" else adapted(model)
    roots = {_root(type(step).__module__) for step in steps}
    if roots == {"river"}:
        compose = importlib.import_module("river.compose")
        return adapted(compose.Pipeline(*steps))
    if "river" in roots:
        raise ValueError(f"steps of a model must be of one package; got {text!r}. Name all of River, or none.")
    pipeline = importlib.import_module("sklearn.pipeline")
    return adapted(pipeline.make_pipeline(*steps))


def _made(text: str) -> Any:
    """Return what a name with parameters stands for.  (contenders.1)"""
    name, _, said = text.strip().partition(":")
    given = dict(_parameter(part) for part in said.split(",")) if said else {}
    rule = registered().get(name)
    made: Any = rosenblatt.OnlineClassifier if rule is not None else _class(name)
    if rule is not None:
        own = set(inspect.signature(made).parameters) & given.keys()
        of_rule = {key: value for key, value in given.items() if key not in own}
        given = {key: given[key] for key in own} | {"rule": resolve(name, **of_rule) if of_rule else name}
    try:
        return made(**given)
    except TypeError:
        known = ", ".join(inspect.signature(made).parameters)
        raise ValueError(f"parameters of {name} must be among {known}; got {said!r}. Correct them.") from None


def _class(name: str) -> Any:
    """Return a class by its name.  (contenders.2)"""
    if "." not in name:
        if name not in dir(rosenblatt) or not hasattr(getattr(rosenblatt, name), "partial_fit"):
            known = [one for one in dir(rosenblatt) if hasattr(getattr(rosenblatt, one), "partial_fit")]
            checks.one_of("model", name, [*known, *registered()])  # to look at all of them takes a while
        return getattr(rosenblatt, name)
    module, _, last = name.rpartition(".")
    checks.one_of("package of a model", _root(module), FOREIGN)
    try:
        found = getattr(importlib.import_module(module), last)
    except (ImportError, AttributeError):
        raise ValueError(
            f"model must be a class that can be imported; got {name!r}. Correct it, or install {_root(module)}."
        ) from None
    if not inspect.isclass(found):
        raise ValueError(f"model must be a class; got {name!r}, which is none. Name a class.")
    return found


def _parameter(text: str) -> tuple[str, Any]:
    """Return name and value of ``eta=0.5``; what is no JSON is a text."""
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals):
        raise ValueError(f"parameters of a model must be NAME=VALUE; got {text!r}. Write for example drift=0.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _root(module: str) -> str:
    return module.partition(".")[0]
