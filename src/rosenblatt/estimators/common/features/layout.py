"""Which columns there are, which inputs they become, and in what order; it grows with the stream.

layout.1   the inputs that a column has from the start come in the order of the columns, others after them in the order
           in which rows, and in a row columns, needed them
layout.2   a column that is not in a table is missing from all its rows; one that is new is added, or, by whoever only
           looks, ignored
layout.3   an input for which there is no room is left out; a level without room stays a rare one
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.features.columns import (
    KINDS,
    LEVEL,
    MISSING,
    OTHER,
    CategoryColumn,
    Cells,
    Column,
    Input,
    NumberColumn,
    of_facts,
)
from rosenblatt.estimators.common.features.reading import (
    CATEGORY,
    NUMBER,
    UNKNOWN,
    Read,
    has_gaps,
    number_of,
)
from rosenblatt.estimators.common.model_file_checks import Damaged

Table = tuple[list[Any], list[Read]]


@dataclass
class Layout:
    """The columns of a stream by name (or number), and their inputs.

    Attributes
    ----------
    columns : in the order in which they came.
    inputs : where each stands in the rows that the learner sees.
    """

    columns: dict[Any, Column] = field(default_factory=dict)
    inputs: dict[Input, int] = field(default_factory=dict)

    @classmethod
    def of_numbers(cls, names: list[Any]) -> Layout:
        """Return the layout of columns that are all numbers.

        >>> Layout.of_numbers(["a", "b"]).names()
        ['a', 'b']
        """
        layout = cls()
        for name in names:
            layout._add(NumberColumn(name))
        return layout

    def copy(self) -> Layout:
        """Return an independent copy."""
        return Layout({name: column.copy() for name, column in self.columns.items()}, dict(self.inputs))

    @property
    def has_numbers_only(self) -> bool:
        """Whether every column is one of numbers."""
        return all(isinstance(column, NumberColumn) for column in self.columns.values())

    @property
    def of_plain_numbers(self) -> bool:
        """Whether every column is one number, and none was ever missing: then rows are inputs as they are."""
        return len(self.inputs) == len(self.columns) and self.has_numbers_only

    def names(self) -> list[str]:
        """Return the names of the inputs."""
        return [one.name for one in self.inputs]

    def table(self) -> pd.DataFrame:
        """Return what became of the columns: for each input its name, the column, what of it, and which level."""
        rows = [(one.name, one.column, self.columns[one.column].kind, one.what, one.level) for one in self.inputs]
        return pd.DataFrame(rows, columns=["input", "column", "kind", "what", "level"])

    def learn(self, table: Table, rows: int, room: float) -> np.ndarray:
        """Return the rows of a table as the learner sees them, one after the other; remember what they have brought.

        ``room`` is for how many inputs there is room in all.
        """
        named = dict(zip(*table, strict=True))
        for name, read in named.items():
            self._meet(name, read)
        cells, new = [], []
        for number, (name, column) in enumerate(self.columns.items()):
            written, found = column.learn(self._values(column, named.get(name), rows))
            cells += written
            new += [(row, number, one) for row, one in found]
        for _, _, one in sorted(new, key=lambda event: event[:2]):  # layout.1
            if len(self.inputs) < room:
                self.inputs[one] = len(self.inputs)
            elif one.what == LEVEL:  # layout.3
                self._category(one.column).forget(one.level)
        return self._filled(cells, rows)

    def look(self, table: Table, rows: int) -> np.ndarray:
        """Return the rows of a table as each would be seen if it came next."""
        named, cells = dict(zip(*table, strict=True)), []
        for name, column in self.columns.items():
            cells += column.cells(self._values(column, named.get(name), rows))
        return self._filled(cells, rows)

    def learn_numbers(self, x: np.ndarray, room: float) -> np.ndarray:
        """Do `learn` for rows of numbers alone, one for each column."""
        if len(self.inputs) == x.shape[1] and not has_gaps(x):
            return x
        return self.learn((list(self.columns), [Read(NUMBER, column) for column in x.T]), len(x), room)

    def look_at_numbers(self, x: np.ndarray) -> np.ndarray:
        """Do `look` for rows of numbers alone, one for each column."""
        if len(self.inputs) == x.shape[1]:
            return x
        return self.look((list(self.columns), [Read(NUMBER, column) for column in x.T]), len(x))

    def sources(self, old: Layout) -> np.ndarray:
        """Return where each input stood in an old layout, -1 for a new one."""
        return np.array([old.inputs.get(one, -1) for one in self.inputs], dtype=np.int64)

    def facts(self) -> dict[str, Any]:
        """Return everything that was learnt, as JSON."""
        places = {name: number for number, name in enumerate(self.columns)}
        return {
            "columns": [column.facts() for column in self.columns.values()],
            "inputs": [[places[one.column], one.what, one.level] for one in self.inputs],
        }

    @classmethod
    def of_facts(cls, said: Any) -> Layout:
        """Return the layout whose `facts` these are, once they have been checked."""
        model_file_checks.check_keys("layout", said, ("columns", "inputs"))
        if not isinstance(said["columns"], list) or not isinstance(said["inputs"], list):
            raise Damaged("layout must have lists of columns and inputs")
        columns = [of_facts(column) for column in said["columns"]]
        inputs: dict[Input, int] = {}
        allowed = {one for column in columns for one in _possible(column)}
        for entry in said["inputs"]:
            known = isinstance(entry, list) and len(entry) == 3 and type(entry[0]) is int
            place = entry[0] if known and 0 <= entry[0] < len(columns) else None
            one = None if place is None else Input(columns[place].name, *entry[1:])
            if one is None or not all(type(part) is str for part in entry[1:]) or one not in allowed or one in inputs:
                raise Damaged(f"inputs must be those of the columns, each of them once; got {json.dumps(entry)[:40]}")
            inputs[one] = len(inputs)
        lacking = [one for column in columns for one in column.first_inputs() if one not in inputs]
        if lacking or len({column.name for column in columns}) < len(columns):
            raise Damaged("layout must have columns of different names, and all inputs that they begin with")
        return cls({column.name: column for column in columns}, inputs)

    @classmethod
    def of_file(cls, said: Any, inputs: int) -> tuple[int, Layout]:
        """Return how many columns a model has seen, and the layout of so many inputs, once they have been checked."""
        model_file_checks.check_keys("layout", said, ("features", "columns", "inputs"))
        layout = cls.of_facts({name: said[name] for name in ("columns", "inputs")})
        if len(layout.inputs) != inputs:
            raise Damaged(f"layout must have {inputs} inputs; got {len(layout.inputs)}")
        return model_file_checks.whole("features", said["features"], len(layout.columns), checks.MOST_EXAMPLES), layout

    def merged(self, other: Layout) -> Layout:
        """Return the layout that has seen the tables of both, this one's inputs first."""
        merged = self.copy()
        for name, column in other.columns.items():
            own = merged.columns.get(name)
            if own is None:
                merged.columns[name] = column.copy()
                continue
            if own.kind != column.kind:
                raise ValueError(
                    f"other must have the same kinds of columns; got {name!r} as {column.kind} and {own.kind}. "
                    "Convert one of them and learn again."
                )
            own.gapped = own.gapped or column.gapped
            if isinstance(own, CategoryColumn) and isinstance(column, CategoryColumn):
                own.levels |= column.levels
                own.rare = {k: n for k, n in {**column.rare, **own.rare}.items() if k not in own.levels}
        for one in other.inputs:
            merged.inputs.setdefault(one, len(merged.inputs))
        return merged

    def _meet(self, name: Any, read: Read) -> None:
        """Add a column that is new, as soon as its kind is known."""
        if name in self.columns or read.kind == UNKNOWN:
            return
        if type(name) not in (str, int):
            raise TypeError(f"names of columns must be texts or whole numbers; got {name!r}. Rename it.")
        self._add(KINDS[read.kind](name))

    def _add(self, column: Column) -> None:
        self.columns[column.name] = column
        for one in column.first_inputs():
            self.inputs[one] = len(self.inputs)

    def _category(self, name: Any) -> CategoryColumn:
        column = self.columns[name]
        assert isinstance(column, CategoryColumn)
        return column

    def _values(self, column: Column, read: Read | None, rows: int) -> Any:
        """Return the values of a column, which may not be there, or be of a kind that can be turned into its own."""
        category = isinstance(column, CategoryColumn)
        if read is None or read.kind == UNKNOWN:  # layout.2
            return [None] * rows if category else np.full(rows, np.nan)
        if read.kind == column.kind:
            return read.values
        if category:
            return read.texts(column.name)
        if read.kind != CATEGORY and np.isnan(read.values).all():
            return np.full(rows, np.nan)
        row, word = _first_stranger(read)
        name = column.name
        raise ValueError(
            f"X must have {column.kind}s in column {name!r}; got {word} in row {row}. "
            "Correct it, or rename the column if it means something else."
        )

    def _filled(self, cells: list[Cells], rows: int) -> np.ndarray:
        """Return rows with these cells, 0 elsewhere."""
        out = np.zeros((rows, len(self.inputs)))
        for one, those, values in cells:
            place = self.inputs.get(one)
            if place is None and one.what == LEVEL:
                place = self.inputs[Input(one.column, OTHER)]
            if place is not None:
                out[those, place] = values
        return out


def _possible(column: Column) -> list[Input]:
    """Return all inputs that a column may have by now."""
    own = list(column.levels.values()) if isinstance(column, CategoryColumn) else []
    return [*column.first_inputs(), *own, *([Input(column.name, MISSING)] if column.gapped else [])]


def _first_stranger(read: Read) -> tuple[int, str]:
    """Return the row of the first value that is there, and what it is."""
    if read.kind == CATEGORY:
        row = next(row for row, value in enumerate(read.values) if value is not None)
        return row, f"the text {read.values[row]!r}"
    row = int(np.flatnonzero(~np.isnan(read.values))[0])
    return row, "a date" if read.kind != NUMBER else f"the number {number_of(read.values[row]):g}"
