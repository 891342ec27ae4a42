"""What a model holds: every number of it by its place, to be compared, and to be looked at."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

SKIPPED = {"_bound", "_learnt", "_reader"}  # what is only kept to be quick, and found again if it is missing


def numbers(held: Any, place: str = "model") -> Iterator[tuple[str, np.ndarray]]:
    """Yield the place and the values of everything in a model."""
    if isinstance(held, np.ndarray):
        plain = held.view(np.ndarray)
        names = plain.dtype.names
        yield from [(f"{place}.{name}", plain[name].copy()) for name in names] if names else [(place, plain.copy())]
    elif held is None or isinstance(held, (bool, int, float, str, bytes, np.generic)):
        yield place, np.asarray(held)
    elif isinstance(held, Mapping):
        for key, value in held.items():
            yield from numbers(value, f"{place}[{key!r}]")
    elif isinstance(held, (list, tuple, set, frozenset)):
        for k, value in enumerate(held):
            yield from numbers(value, f"{place}[{k}]")
    elif dataclasses.is_dataclass(held) and not isinstance(held, type):  # what such an object computes is not held
        for field in dataclasses.fields(held):
            if field.name in SKIPPED:
                continue
            yield from numbers(getattr(held, field.name), f"{place}.{field.name}")
    elif hasattr(held, "__dict__"):
        for name, value in vars(held).items():
            if name not in SKIPPED:
                yield from numbers(value, f"{place}.{name}")


def snapshot(model: Any) -> dict[str, np.ndarray]:
    """Return copies of everything in a model, by place."""
    return dict(numbers(model))


def difference(before: dict[str, np.ndarray], after: dict[str, np.ndarray]) -> str:
    """Return the first place at which two snapshots differ; empty if they do not."""
    for place in [*before, *(place for place in after if place not in before)]:
        if place not in before or place not in after:
            return f"{place} is only in one of them"
        one, two = before[place], after[place]
        if one.dtype != two.dtype or one.shape != two.shape or one.tobytes() != two.tobytes():
            return place
    return ""


ENDS = (".forest.bins", ".trees.bins")  # edges of which the last may be infinite: there are no more


def not_finite(model: Any) -> str:
    """Return the first place of a fitted model that has a number which is not finite; empty if there is none."""
    for place, values in numbers(model):
        if place.endswith(ENDS):
            values = values[~np.isposinf(values)]
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            return place
    return ""
