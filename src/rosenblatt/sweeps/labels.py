"""What tables call the values of a sweep: numbers and texts themselves, objects by their names."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np


def labelled(keywords: Sequence[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the labels of each cell, by the names of columns.

    Objects that would have the same label are told apart by what they say of themselves.
    """
    shown = {name: _shown([one.get(name) for one in keywords]) for name in names}
    return [{name: shown[name][number] for name in names} for number in range(len(keywords))]


def _shown(values: list[Any]) -> list[Any]:
    unlike = {id(value): value for value in values}
    short = {key: _short(value) for key, value in unlike.items()}
    whole = {key: _whole(value) for key, value in unlike.items()}
    said: dict[Any, set[Any]] = {}
    for key, label in short.items():
        said.setdefault(label, set()).add(whole[key])
    return [short[id(value)] if len(said[short[id(value)]]) == 1 else whole[id(value)] for value in values]


def _short(value: Any) -> Any:
    """Return a number or a text as it is, and the name of an object."""
    value = value.item() if isinstance(value, np.generic) else value
    if value is None or isinstance(value, (str, Real)):
        return value
    return getattr(value, "title", None) or getattr(value, "name", None) or str(value)


def _whole(value: Any) -> Any:
    """Return a number or a text as it is, and an object as it shows itself."""
    return value if value is None or isinstance(value, (str, Real)) else repr(value)
