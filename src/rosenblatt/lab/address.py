"""A room's settings as the query of an address, and back: a link reproduces the picture.

address.1   name=value for each setting that is not its default; a tuple repeats its name
address.2   what cannot be read, or is beyond its bounds, keeps its default, and a sentence says so
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlencode

MOST_VALUES, LONGEST_VALUE = 40, 400

AnySettings = TypeVar("AnySettings")


def number(default: float, least: float, most: float, meaning: str) -> Any:
    """Declare a setting that is a number within bounds."""
    return dataclasses.field(default=default, metadata={"read": _Number(least, most, whole=False), "meaning": meaning})


def whole(default: int, least: int, most: int, meaning: str) -> Any:
    """Declare a setting that is a whole number within bounds."""
    return dataclasses.field(default=default, metadata={"read": _Number(least, most, whole=True), "meaning": meaning})


def choice(default: str, *others: str, meaning: str = "a choice") -> Any:
    """Declare a setting that is one of some words."""
    return dataclasses.field(default=default, metadata={"read": _Word((default, *others)), "meaning": meaning})


def text(default: str, meaning: str) -> Any:
    """Declare a setting that is a text."""
    return dataclasses.field(default=default, metadata={"read": str, "meaning": meaning})


def texts(*default: str, meaning: str) -> Any:
    """Declare a setting that is any number of texts."""
    return dataclasses.field(default=default, metadata={"read": str, "meaning": meaning, "many": True})


@dataclasses.dataclass(frozen=True)
class _Number:
    least: float
    most: float
    whole: bool

    def __call__(self, said: str) -> float:
        value = float(said)
        if self.whole and value != math.floor(value):
            raise ValueError(f"must be a whole number; got {said!r}")
        if not self.least <= value <= self.most:
            raise ValueError(f"must be from {self.least:g} to {self.most:g}; got {value:g}")
        return int(value) if self.whole else value


@dataclasses.dataclass(frozen=True)
class _Word:
    words: tuple[str, ...]

    def __call__(self, said: str) -> str:
        if said not in self.words:
            raise ValueError(f"must be one of {', '.join(self.words)}; got {said[:40]!r}")
        return said


def bounds(settings: type, name: str) -> tuple[float, float]:
    """Return the least and the largest value of a setting that is a number."""
    read = settings_fields(settings)[name].metadata["read"]
    return read.least, read.most


def words(settings: type, name: str) -> tuple[str, ...]:
    """Return the words among which a setting chooses."""
    return settings_fields(settings)[name].metadata["read"].words


def settings_fields(settings: Any) -> dict[str, dataclasses.Field[Any]]:
    """Return the declarations of settings by name."""
    return {field.name: field for field in dataclasses.fields(settings)}


def query(settings: Any) -> str:
    """Return the query of an address.  (address.1)"""
    pairs: list[tuple[str, Any]] = []
    for name, field in settings_fields(settings).items():
        value = getattr(settings, name)
        if value != field.default:
            values = value if isinstance(value, tuple) else (value,)
            pairs += [(name, f"{one:g}" if isinstance(one, float) else one) for one in values or ("",)]
    return urlencode(pairs)


def from_query(settings: type[AnySettings], pairs: Iterable[tuple[str, str]]) -> tuple[AnySettings, list[str]]:
    """Return the settings of an address, and a sentence for each part that was left out.  (address.2)"""
    fields, given, complaints = settings_fields(settings), {}, []
    for name, said in list(pairs)[:MOST_VALUES]:
        if name not in fields:
            continue  # of another version, or of whoever passed the link on
        many = fields[name].metadata.get("many", False)
        try:
            value = read_value(settings, name, said)
        except ValueError as problem:
            complaints.append(f"{problem} The default was taken.")
            continue
        given[name] = (*given.get(name, ()), *([value] if value else [])) if many else value
    return settings(**given), complaints


def read_value(settings: type, name: str, said: Any) -> Any:
    """Return the value of a setting that was said in words or by a widget, or raise with one sentence."""
    metadata = settings_fields(settings)[name].metadata
    read: Callable[[str], Any] = metadata["read"]
    try:
        if len(str(said)) > LONGEST_VALUE:
            raise ValueError(f"must have at most {LONGEST_VALUE} characters; got {len(str(said))}")
        return read(str(said))
    except ValueError as problem:
        reason = str(problem)
        reason = reason if reason.startswith("must") else f"must be a number; got {str(said)[:40]!r}"
        raise ValueError(f"{name} {reason}. It is {metadata['meaning']}.") from None
