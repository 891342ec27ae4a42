"""Kinds of columns, which stay what they are over a stream, and the Arrow types that they are read as.

kind       what a data frame would have                        read as                   learnt as
number     numbers, whole or not; nothing but empty cells      float64                   a number
truth      true and false                                      bool                      0 or 1
date       dates and times of day                              timestamp, microseconds   a date
instant    the same with a time zone                           the same in UTC           a date
time       times of day                                        time, microseconds        hours
text       everything else                                     string                    a category, or words
whole      whole numbers, of a target alone                    int64
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

NUMBER, TRUTH, DATE, INSTANT, TIME, TEXT, WHOLE = "number", "truth", "date", "instant", "time", "text", "whole"
ARROW: dict[str, pa.DataType] = {
    NUMBER: pa.float64(),
    TRUTH: pa.bool_(),
    DATE: pa.timestamp("us"),
    INSTANT: pa.timestamp("us", "UTC"),
    TIME: pa.time64("us"),
    TEXT: pa.string(),
    WHOLE: pa.int64(),
}
WORDS = {
    NUMBER: "a number",
    TRUTH: "true or false",
    DATE: "a date",
    INSTANT: "a date with its time zone",
    TIME: "a time of day",
    TEXT: "a text in UTF-8",
    WHOLE: "a whole number",
}


@dataclass(frozen=True)
class Asked:
    """What a user asks of the columns of a file.

    Attributes
    ----------
    target : the column of the labels; None if there is none to be read.
    ignore : columns that are left out.
    texts : columns that are texts, whatever they look like.
    kinds : of columns that are known already, as those of a model, in their order; no other column is read.
    """

    target: str | None = None
    ignore: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    kinds: dict[str, str] | None = None


def kinds_of(schema: pa.Schema, asked: Asked, where: str) -> dict[str, str]:
    """Return the kinds of the columns that are read, the target among them, or raise if one cannot be."""
    names = _names(schema, where)
    wanted = {
        "target": () if asked.target is None else (asked.target,),
        "ignore": asked.ignore,
        "text": asked.texts,
        "column": tuple(asked.kinds or ()),
    }
    for option, columns in wanted.items():
        for name in columns:
            if name not in names:
                raise ValueError(f"{option} must be a column of {where}; got {name!r}. It has {_listed(names)}.")
    if asked.target in asked.ignore:
        raise ValueError(f"ignore must leave the target in; got {asked.target!r}. Leave it out of one of them.")
    if asked.kinds is not None:
        own = () if asked.target is None else (asked.target,)
        return asked.kinds | {name: _kind(schema.field(name).type, name, asked, where) for name in own}
    found = {name: _kind(schema.field(name).type, name, asked, where) for name in names if name not in asked.ignore}
    if asked.target is not None and found[asked.target] in (DATE, INSTANT, TIME):
        raise ValueError(
            f"target must be labels; got {WORDS[found[asked.target]]} in column {asked.target!r} of {where}."
        )
    if not found.keys() - {asked.target}:
        raise ValueError(f"{where} must have a column to learn from besides the target; got {_listed(names)}.")
    return found


def _kind(arrow: pa.DataType, name: str, asked: Asked, where: str) -> str:
    if name in asked.texts:
        return TEXT
    kind = _kind_of_type(arrow)
    if kind is None:
        raise ValueError(
            f"columns of {where} must be numbers, texts, dates or truth values; got {arrow} in column {name!r}. "
            f"Leave it out with --ignore {name}."
        )
    return NUMBER if kind == WHOLE and name != asked.target else kind


def _kind_of_type(arrow: pa.DataType) -> str | None:
    """Return the kind of an Arrow type; None if it has none.

    >>> _kind_of_type(pa.int8()), _kind_of_type(pa.null()), _kind_of_type(pa.binary())
    ('whole', 'number', None)
    """
    types = pa.types
    if types.is_dictionary(arrow):
        return _kind_of_type(arrow.value_type)
    if types.is_timestamp(arrow):
        return DATE if arrow.tz is None else INSTANT
    tests = (
        (types.is_boolean, TRUTH),
        (types.is_integer, WHOLE),
        (types.is_floating, NUMBER),
        (types.is_decimal, NUMBER),
        (types.is_null, NUMBER),
        (types.is_date, DATE),
        (types.is_time, TIME),
        (types.is_string, TEXT),
        (types.is_large_string, TEXT),
        (types.is_string_view, TEXT),
    )
    return next((kind for test, kind in tests if test(arrow)), None)


def _names(schema: pa.Schema, where: str) -> list[str]:
    """Return the names of columns, or raise if one comes twice."""
    for k, name in enumerate(schema.names):
        if name in schema.names[:k]:
            raise ValueError(f"columns of {where} must have different names; got {name!r} twice. Rename one.")
    return schema.names


def _listed(names: list[str], most: int = 8) -> str:
    """Return names in a sentence, of many the first.

    >>> _listed(["a", "b", "c"], 2)
    "'a', 'b' and 1 more"
    """
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
