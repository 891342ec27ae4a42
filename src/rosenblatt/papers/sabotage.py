"""Sabotage: a small change of what a row tests, under which the row must say that the claim fails.

A row that still holds when its subject is wrong tests nothing. Each row therefore names changes that it must notice:

    times("rosenblatt.theory.capacity:capacity_rate", 1.1)            what a function returns is a tenth larger
    called_with("rosenblatt.theory.learning_curve:learning_curve", noise=0.1)     it is asked for the wrong channel
    instead("rosenblatt.batch.influence:RARE_CLASS", 0.25)            a constant has another value
    Sabotage("the second term is dropped", "rosenblatt.gaussian:cdf", lambda cdf: lambda x: 0.5 + 0.0 * x)

A place is ``module:name`` or ``module:Class.name``. The change is made wherever the package has imported the thing
from there, and is undone afterwards.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True)
class Sabotage:
    """A change: in words, at which place, and what stands there instead of what is there."""

    what: str
    place: str
    change: Callable[[Any], Any]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Change the package within a ``with`` block, in this process."""
        owner, name = _owner(self.place)
        holders = _importers(owner, name) if isinstance(owner, ModuleType) else [(owner, name)]
        kept = [(holder, key, inspect.getattr_static(holder, key)) for holder, key in holders]
        changed = _changed(inspect.getattr_static(owner, name), self.change)
        _forget_cached_results()
        before = set(sys.modules)
        try:
            for holder, key, _ in kept:
                setattr(holder, key, changed)
            yield
        finally:
            for holder, key, original in kept:
                setattr(holder, key, original)
            for holder, key in _holders(changed, set(sys.modules) - before):  # what was imported meanwhile
                setattr(holder, key, kept[0][2])
            _forget_cached_results()


def times(place: str, factor: float) -> Sabotage:
    """Return the sabotage that multiplies a number, or what a function returns, by a factor."""

    def change(original: Any) -> Any:
        return _wrapped(original, lambda result: factor * result) if callable(original) else factor * original

    return Sabotage(f"{_name(place)} times {factor:g}", place, change)


def called_with(place: str, **arguments: Any) -> Sabotage:
    """Return the sabotage that calls a function with other keyword arguments than those that it is given."""
    shown = ", ".join(f"{key} = {value}" for key, value in arguments.items())

    def change(original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def called(*given: Any, **keywords: Any) -> Any:
            return original(*given, **{**keywords, **arguments})

        return called

    return Sabotage(f"{_name(place)} with {shown}", place, change)


def instead(place: str, value: Any) -> Sabotage:
    """Return the sabotage that puts another value, or another function, at a place."""
    shown = getattr(value, "__name__", value)
    return Sabotage(f"{shown} instead of {_name(place)}", place, lambda original: value)


def _wrapped(function: Callable[..., Any], then: Callable[[Any], Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def called(*given: Any, **keywords: Any) -> Any:
        return then(function(*given, **keywords))

    return called


def _name(place: str) -> str:
    return place.rpartition(":")[2]


def _owner(place: str) -> tuple[Any, str]:
    """Return the module or class that has the thing at a place, and the thing's name there."""
    module, _, path = place.partition(":")
    *classes, name = path.split(".")
    owner: Any = import_module(module)
    for part in classes:
        owner = getattr(owner, part)
    if name not in vars(owner):
        raise ValueError(f"place must be module:name or module:Class.name of something there; got {place!r}.")
    return owner, name


def _importers(module: ModuleType, name: str) -> list[tuple[Any, str]]:
    """Return where the package holds the thing that has this name in a module, the module itself included.

    Only functions and classes are looked for elsewhere: numbers and texts that are equal need not be the same thing.
    """
    original = vars(module)[name]
    if not callable(original):
        return [(module, name)]
    return _holders(original, set(sys.modules))


def _holders(thing: Any, names: set[str]) -> list[tuple[Any, str]]:
    """Return the modules of the package, of those with these names, that hold a thing, and under which name."""
    loaded = [sys.modules[name] for name in names if name.partition(".")[0] == _PACKAGE]
    return [(other, key) for other in loaded for key, value in list(vars(other).items()) if value is thing]


def _changed(original: Any, change: Callable[[Any], Any]) -> Any:
    """Return what stands for an attribute when its function is changed: static methods and properties stay such."""
    if isinstance(original, staticmethod):
        return staticmethod(change(original.__func__))
    if isinstance(original, property):
        return property(change(original.fget))
    return change(original)


def _forget_cached_results() -> None:
    """Empty what functions keep of earlier calls, but for the digests of sources, which do not change."""
    for key, module in list(sys.modules.items()):
        if key.partition(".")[0] == _PACKAGE and key != f"{_PACKAGE}.code_digest":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
