"""TOML files that say what a sweep is: the keywords of `rosenblatt.sweep`, with names and numbers for objects.

A list is an axis; ``alpha`` may also be written as on the command line, ``"0.1:100:13"``. A rule is a name, a table
``{name = "rosenblatt", eta = 0.5}``, or a list of rules with their ends; momentum is a table of its numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rosenblatt import checks
from rosenblatt.cli.texts import grid

Reader = Callable[[Any], Any]


def read_sweep(path: Path) -> dict[str, Any]:
    """Return the keywords that a file gives, or raise with the place of what is wrong in it."""
    try:
        text = path.read_text(encoding="utf-8")
        said = tomllib.loads(text)
    except UnicodeDecodeError:
        raise ValueError(f"file must be text in UTF-8; got {str(path)!r}, which is not. Name a TOML file.") from None
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(
            f"file must be TOML; got {str(path)!r}: {str(problem).rstrip('.')}. See docs/sweeps.md for an example."
        ) from None
    return {key: _read(key, value, f"{path.name}{_line(text, key)}", TOP) for key, value in said.items()}


def _line(text: str, key: str) -> str:
    """Return where a key stands, for messages."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf'\s*(\[\[?\s*)?["\']?{re.escape(key)}\b', line):
            return f", line {number}"
    return ""


def _read(key: str, value: Any, place: str, known: dict[str, tuple[Reader, str]]) -> Any:
    """Return what a key gives, each element of a list by itself."""
    if key not in known:
        raise ValueError(f"key must be one of {', '.join(known)}; got {key!r} in {place}. {checks.nearest(key, known)}")
    reader, words = known[key]
    try:
        return reader(value)
    except (_Wrong, KeyError):
        raise ValueError(f"{key} must be {words}; got {value!r} in {place}. Write it so.") from None
    except (ValueError, TypeError) as problem:
        raise ValueError(f"{str(problem).rstrip('.')} (in {place}).") from None


class _Wrong(Exception):
    """A value is of another type."""


def _of(*kinds: type) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise _Wrong
        return value

    return read


def _or_list(reader: Reader) -> Reader:
    return lambda value: [reader(one) for one in value] if isinstance(value, list) else reader(value)


def _alpha(value: Any) -> Any:
    return grid(value) if isinstance(value, str) else _or_list(_of(int, float))(value)


def _rule(value: Any) -> Any:
    """Return a rule: a name, or an object for a table; a list of two-element lists and a last one is a sequence."""
    from rosenblatt.rules.registry import resolve

    if isinstance(value, dict):
        values = dict(value)
        return resolve(_of(str)(values.pop("name")), **values)
    if isinstance(value, list):
        *before, last = value
        pairs = [(_rule(rule), _of(int, float)(end)) for rule, end in map(_of(list), before)]
        return [*pairs, _rule(last)]
    return _of(str)(value)


def _start(value: Any) -> Any:
    return tuple(map(_of(int, float), value)) if isinstance(value, list) else _of(int, float)(value)


def _queries(value: Any) -> Any:
    from rosenblatt.scenario import Queries

    return value if isinstance(value, str) else Queries(_of(int, float)(value))


def _momentum(value: Any) -> Any:
    from rosenblatt.rules.parts.updates import FixedMomentum, Momentum

    numbers = _of(dict)(value)
    kind = next((kind for kind, names in _MOMENTA.items() if set(names) == set(numbers)), None)
    if kind is None:
        raise _Wrong
    return {"Momentum": Momentum, "FixedMomentum": FixedMomentum}[kind](**numbers)


_MOMENTA = {"Momentum": ("gamma", "rate"), "FixedMomentum": ("beta", "rate")}


def _cells(value: Any) -> Any:
    cells = [_of(dict)(one) for one in _of(list)(value)]
    return [
        {key: _read(key, part, f"cell {number} of cells", CELL) for key, part in cell.items()}
        for number, cell in enumerate(cells)
    ]


def _names(value: Any) -> Any:
    return [[_of(str)(name) for name in group] if isinstance(group, list) else _of(str)(group) for group in value]


NUMBER, WHOLE, TEXT = (
    "a number, or a list of numbers",
    "a whole number, or a list of them",
    "a text, or a list of texts",
)
_MANY: dict[str, tuple[Reader, str]] = {
    **dict.fromkeys(("noise", "drift", "batch"), (_or_list(_of(int, float)), NUMBER)),
    **dict.fromkeys(("n", "runs", "seed"), (_or_list(_of(int)), WHOLE)),
    **dict.fromkeys(("teacher", "inputs", "channel", "readout", "method"), (_or_list(_of(str)), TEXT)),
    "start": (_or_list(_start), "R, or a list of them; [[R, Q]] is R with Q"),
    "queries": (_or_list(_queries), "'orthogonal' or a number, or a list of them"),
    "momentum": (_or_list(_momentum), "a table of gamma and rate, or of beta and rate, or a list of such"),
}
CELL: dict[str, tuple[Reader, str]] = {
    "rule": (_rule, "a name, a table with a name and parameters, or a list of rules and their ends"),
    "alpha": (_alpha, "numbers, or a text such as '0.1:100:13'"),
    **_MANY,
}
TOP: dict[str, tuple[Reader, str]] = {
    "rules": (_or_list(_rule), "a list of rules: names, tables with a name and parameters, or lists of rules and ends"),
    "alpha": CELL["alpha"],
    **_MANY,
    "over": (_or_list(_of(str)), "'simulate', 'learning_curve', or both in a list"),
    "zipped": (_names, "a list of names, or a list of such lists"),
    "cells": (_cells, "tables [[cells]]"),
    "options": (_of(dict), "a table"),
}
