"""A user's own rule from nothing but a modulation function, in a script or a notebook."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Callable, Iterable
from functools import cached_property
from types import FunctionType
from typing import Any, ClassVar, overload

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import CONTEXT, HebbianRule
from rosenblatt.rules.parts.kinks import find_error_kinks, find_kinks, value_or_nan
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.scenario import Channel, NumberChannel, SignChannel

LABEL_KINDS: dict[str, type[Channel]] = {"sign": SignChannel, "linear": NumberChannel}
_LOOKS = tuple(np.sinh(np.linspace(-7.0, 7.0, 60)).tolist())


class _FromFunction(HebbianRule):
    """What rules made by `rule` have besides: kinks that are looked for, and a way to be pickled."""

    searched: ClassVar[bool] = False

    def kink_fields(self, alpha: float = 1.0, q_norm: float = 1.0) -> tuple[float, ...]:
        """Return the declared kinks; if there are none, those that a search finds."""
        return self._found if type(self).searched else super().kink_fields(alpha, q_norm)

    @property
    def _found(self) -> tuple[float, ...]:
        """The kinks by search; they are kept for as long as the function gives the same values."""
        values = tuple(
            value_or_nan(lambda label, field: self.full_modulation(label, field, 1.0, 1.0, self.own), label, field)
            for label in (-1.0, 1.0)
            for field in _LOOKS
        )
        if values not in self._kinks_of:
            self._kinks_of[values] = self._search()
        return self._kinks_of[values]

    @cached_property
    def _kinks_of(self) -> dict[tuple[float, ...], tuple[float, ...]]:
        return {}

    def _search(self) -> tuple[float, ...]:
        search = find_error_kinks if issubclass(self.labels, NumberChannel) else find_kinks
        found = [
            search(lambda label, field, a=alpha, q=q_norm: self.full_modulation(label, field, a, q, self.own))
            for alpha, q_norm in (((1.0, 1.0), (3.0, 1.0), (1.0, 3.0)) if self.varies() else ((1.0, 1.0),))
        ]
        if any(len(other) != len(found[0]) or not np.allclose(other, found[0], atol=1e-6) for other in found[1:]):
            raise ValueError(
                f"kinks of {self.name!r} must be declared, because they move with alpha or q_norm; got none. "
                "Give kinks= as a function of what the modulation takes after label and field."
            )
        return found[0]

    def __reduce__(self) -> tuple[Any, ...]:
        values = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        cls = type(self)
        try:
            found = getattr(importlib.import_module(cls.__module__), cls.__qualname__, None)
        except ImportError:
            found = None
        if found is cls:
            return _restore, (cls, values)
        labels = next(word for word, kind in LABEL_KINDS.items() if kind is cls.labels)
        options = (cls.name, None if cls.searched else cls.kinks, cls.mistake_driven, labels)
        return _rebuild, (cls.modulation, options, values)


def _restore(cls: type[_FromFunction], values: dict[str, float]) -> HebbianRule:
    return cls(**values)


def _rebuild(function: Callable[..., float], options: tuple[Any, ...], values: dict[str, float]) -> HebbianRule:
    name, kinks, mistake_driven, labels = options
    return rule(function, name=name, kinks=kinks, mistake_driven=mistake_driven, labels=labels)(**values)


@overload
def rule(
    function: Callable[..., float],
    *,
    name: str | None = None,
    kinks: Iterable[float] | Callable[..., Iterable[float]] | None = None,
    mistake_driven: bool = False,
    labels: str = "sign",
) -> type[HebbianRule]: ...
@overload
def rule(
    function: None = None,
    *,
    name: str | None = None,
    kinks: Iterable[float] | Callable[..., Iterable[float]] | None = None,
    mistake_driven: bool = False,
    labels: str = "sign",
) -> Callable[[Callable[..., float]], type[HebbianRule]]: ...
def rule(
    function: Callable[..., float] | None = None,
    *,
    name: str | None = None,
    kinks: Iterable[float] | Callable[..., Iterable[float]] | None = None,
    mistake_driven: bool = False,
    labels: str = "sign",
) -> type[HebbianRule] | Callable[[Callable[..., float]], type[HebbianRule]]:
    """Make a rule class of a modulation function. Also a decorator, with or without options.

    The function takes ``label``, ``field``, then ``alpha`` and ``q_norm`` if it wants them, then its
    own parameters, each with a default value. It may use ``math``, `rosenblatt.gaussian` and other
    plain functions.

    Parameters
    ----------
    name : what tables call the rule; defaults to the function's name with dashes.
    kinks : the fields at which the function is not smooth; theory integrates between them. If they
        depend on what the function takes after label and field, a function of these. Defaults to a search
        for them.
    mistake_driven : the function is 0 whenever label * field > 0; simulation may then skip to the mistakes.
    labels : "sign", or "linear" for labels that are numbers; ``kinks`` are then values of label - field.

    >>> @rule
    ... def margin(label, field, width=0.5):
    ...     return label if label * field <= width else 0.0
    >>> margin(width=0.25)
    margin(weight_decay=0.0, width=0.25)
    >>> margin(width=0.25).kink_fields()
    (-0.25, 0.25)
    """
    if function is None:
        return lambda f: rule(f, name=name, kinks=kinks, mistake_driven=mistake_driven, labels=labels)
    kind = LABEL_KINDS[checks.one_of("labels", labels, tuple(LABEL_KINDS))]
    if mistake_driven and kind is NumberChannel:
        raise ValueError("mistake_driven must be left out for labels that are numbers: none is just right or wrong.")
    if not isinstance(function, FunctionType):
        raise TypeError(
            f"modulation must be a plain function of label and field; got {function!r}. Wrap it in a def or a lambda."
        )
    if kinks is not None and not callable(kinks):
        if isinstance(kinks, str) or not isinstance(kinks, Iterable):
            raise TypeError(f"kinks must be a sequence of numbers or a function; got {kinks!r}. Write [{kinks!r}].")
        kinks = tuple(checks.number("kinks", kink) for kink in kinks)
    title = name or function.__name__.replace("_", "-").replace("<lambda>", "lambda")
    cls = dataclasses.make_dataclass(
        function.__name__.replace("<lambda>", "Lambda"),
        [(key, float, value) for key, value in _defaults(function, title).items()],
        bases=(_FromFunction,),
        frozen=True,
        namespace={
            "__doc__": function.__doc__,
            "name": title,
            "kinks": staticmethod(kinks) if callable(kinks) else kinks or (),
            "searched": kinks is None,
            "mistake_driven": mistake_driven,
            "labels": kind,
            "readouts": (MEAN,) if kind is NumberChannel else HebbianRule.readouts,
            "modulation": staticmethod(function),
        },
    )
    cls.__module__, cls.__qualname__ = function.__module__, function.__qualname__
    cls.context()
    cls()
    return cls


_TAKEN = {name for cls in _FromFunction.__mro__ for name in (*vars(cls), *getattr(cls, "__annotations__", ()))}


def _defaults(function: Callable[..., float], title: str) -> dict[str, float]:
    """Return the function's own parameters and their default values."""
    own = [p for p in list(inspect.signature(function).parameters.values())[2:] if p.name not in CONTEXT]
    for parameter in own:
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            raise TypeError(
                f"parameter {parameter.name!r} of modulation {title!r} must be a plain one; "
                f"got {parameter.kind.description}. Write it without *."
            )
        if parameter.name in _TAKEN:
            raise TypeError(
                f"parameter {parameter.name!r} of modulation {title!r} must have a name of its own; got one that "
                f"HebbianRule, the class that a modulation becomes, uses for itself. Call it {parameter.name}_0, say."
            )
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(
                f"parameter {parameter.name!r} of modulation {title!r} must have a default value; got none. "
                f"Write {parameter.name}=1.0 in its definition."
            )
    return {p.name: checks.number(p.name, p.default) for p in own}
