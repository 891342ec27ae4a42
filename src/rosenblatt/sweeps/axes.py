"""The cells of a sweep: a grid of lists, lists that advance together, or cells one by one.

A list (or an array, or a range) is an axis; everything else, a tuple too, is one value for all cells. Axes make a grid
in which the first varies slowest; those named together in ``zipped`` advance together instead. ``cells`` are
dictionaries, each crossed with all the axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from rosenblatt import checks

MOST_CELLS = 1_000_000


def spread(
    values: Mapping[str, Any], zipped: Sequence[Any] = (), cells: Iterable[Mapping[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """Return the keywords of each cell.

    >>> spread({"rule": ["hebb", "rosenblatt"], "n": 10})
    [{'rule': 'hebb', 'n': 10}, {'rule': 'rosenblatt', 'n': 10}]
    >>> spread({"n": [10, 20], "runs": [50, 25]}, zipped=("n", "runs"))
    [{'n': 10, 'runs': 50}, {'n': 20, 'runs': 25}]
    """
    axes = {name: _points(name, value) for name, value in values.items() if is_axis(value)}
    constants = {name: value for name, value in values.items() if name not in axes}
    singles = [{}] if cells is None else [_cell(one, axes, number) for number, one in enumerate(_all(cells))]
    steps = list(_steps(axes, _groups(zipped, axes)))
    number = len(singles) * float(np.prod([len(step) for step in steps], dtype=float))
    if number > MOST_CELLS:
        raise ValueError(f"sweep must have at most {MOST_CELLS:,} cells; got {number:,.0f}. Take shorter lists.")
    chosen = [{key: value for step in steps_of for key, value in step.items()} for steps_of in product(*steps)]
    ordered = [*values, *(name for single in singles for name in single if name not in values)]
    names = list(dict.fromkeys(ordered))
    wholes = [{**constants, **point, **single} for single in singles for point in chosen]
    return [{name: whole[name] for name in names if name in whole} for whole in wholes]


def is_axis(value: Any) -> bool:
    """Return whether a value is a list of values."""
    return isinstance(value, (list, range)) or (isinstance(value, np.ndarray) and value.ndim == 1)


def _points(name: str, value: Any) -> list[Any]:
    points = value.tolist() if isinstance(value, np.ndarray) else list(value)
    if not points:
        raise ValueError(f"{name} must be a value or a list of some; got an empty list. Leave it out, or fill it.")
    return points


def _groups(zipped: Sequence[Any], axes: Mapping[str, list[Any]]) -> list[tuple[str, ...]]:
    """Return the names of axes that advance together, for one group of names or for several."""
    if not isinstance(zipped, (list, tuple)):
        raise TypeError(f"zipped must be names of axes such as ('n', 'runs'); got {zipped!r}. Give a tuple of names.")
    groups = [tuple(group) for group in ([zipped] if zipped and isinstance(zipped[0], str) else zipped)]
    seen: set[str] = set()
    for group in groups:
        for name in group:
            if name not in axes:
                raise ValueError(f"zipped must name lists of this sweep; got {name!r}. {checks.nearest(name, axes)}")
            if name in seen:
                raise ValueError(f"zipped must name each list once; got {name!r} twice. Leave one out.")
            seen.add(name)
        lengths = {name: len(axes[name]) for name in group}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{length} of {name}" for name, length in lengths.items())
            raise ValueError(f"zipped must name lists of the same length; got {said}. Make them alike.")
    return groups


def _steps(axes: Mapping[str, list[Any]], groups: list[tuple[str, ...]]) -> Iterable[list[dict[str, Any]]]:
    """Yield, for each axis or group of axes, the values that it takes one after the other."""
    done: set[str] = set()
    for name in axes:
        if name in done:
            continue
        group = next((group for group in groups if name in group), (name,))
        done.update(group)
        yield [dict(zip(group, values, strict=True)) for values in zip(*(axes[key] for key in group), strict=True)]


def _all(cells: Iterable[Mapping[str, Any]]) -> list[Any]:
    if isinstance(cells, (str, Mapping)) or not isinstance(cells, Iterable):
        raise TypeError(f"cells must be a list of dictionaries; got {cells!r}. Write for example [{{'n': 100}}].")
    known = list(cells)
    if not known:
        raise ValueError("cells must be a list of dictionaries; got an empty list. Leave it out, or fill it.")
    return known


def _cell(cell: Any, axes: Mapping[str, list[Any]], number: int) -> dict[str, Any]:
    """Return a cell that was given by itself."""
    if not isinstance(cell, Mapping):
        raise TypeError(f"cells must be a list of dictionaries; got {cell!r} as number {number}. Name its values.")
    for name in cell:
        if name in axes:
            raise ValueError(
                f"cells must not set what is a list for all of them; got {name!r} in cell {number}. "
                "Leave it out of one of the two."
            )
    return dict(cell)
