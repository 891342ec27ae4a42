"""Rows that were read: what a learner takes of them, their labels, and what is wrong with them.

rows.1   a row is bad if its target is missing, or if a number is infinite
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import scipy.sparse as sp

from rosenblatt.kernels.columns import rows_of_columns
from rosenblatt.kernels.squares import sum_of_squares
from rosenblatt.streams.readers.kinds import ARROW, DATE, INSTANT, NUMBER, TEXT, TIME, TRUTH

HOURS = 3.6e9  # microseconds
TURNED_TOGETHER = 2**12  # rows, made of columns while they are near


class Fault(NamedTuple):
    """What is wrong with a row: which one of a piece, and a sentence that begins with the column."""

    record: int
    why: str


class Rows(ABC):
    """Some rows of a file, in order."""

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    @abstractmethod
    def width(self) -> int:
        """How many columns there are to learn from."""

    @abstractmethod
    def take(self, rows: Any) -> Rows:
        """Return some of the rows: a slice, or their numbers."""

    @abstractmethod
    def joined(self, others: Sequence[Any]) -> Rows:
        """Return these rows and then those of others of the same kind."""

    @abstractmethod
    def features(self) -> Any:
        """Return what learners take: a frame, or a sparse matrix."""

    @abstractmethod
    def get_ready(self) -> None:
        """Work out what will be asked for, as long as there is time: rows are read while others are learnt."""

    @abstractmethod
    def labels(self) -> np.ndarray:
        """Return the targets."""

    @abstractmethod
    def faults(self) -> list[Fault]:
        """Return what is wrong with the rows, at most one fault of each.  (rows.1)"""


@dataclass(frozen=True)
class TableRows(Rows):
    """Rows of an Arrow table, whose columns have the types of their kinds."""

    table: pa.Table
    kinds: dict[str, str]
    target: str | None

    def __len__(self) -> int:
        return self.table.num_rows

    @property
    def width(self) -> int:
        return len(self.names)

    def take(self, rows: Any) -> TableRows:
        if isinstance(rows, slice):
            start, stop, _ = rows.indices(len(self))
            return TableRows(self.table.slice(start, max(stop - start, 0)), self.kinds, self.target)
        return TableRows(self.table.take(pa.array(rows, pa.int64())), self.kinds, self.target)

    def joined(self, others: Sequence[TableRows]) -> TableRows:
        tables = [self.table, *(one.table for one in others)]
        return TableRows(pa.concat_tables(tables), self.kinds, self.target)

    @property
    def names(self) -> list[str]:
        """The columns to learn from."""
        return [name for name in self.kinds if name != self.target]

    def features(self) -> pd.DataFrame:
        """Return a frame; of numbers alone it is one array."""
        if self._has_numbers_alone:
            return pd.DataFrame(self._values, columns=pd.Index(self.names, dtype=object), copy=False)
        return pd.DataFrame({name: self._column(name) for name in self.names}, copy=False)

    def get_ready(self) -> None:
        if self._has_numbers_alone:
            _ = self._values

    def labels(self) -> np.ndarray:
        """Return the targets; texts as objects."""
        column = self.table.column(self.target)
        if self.kinds[str(self.target)] == TEXT:
            return np.array(column.to_pylist(), dtype=object)
        return column.to_numpy()

    def faults(self) -> list[Fault]:
        found: dict[int, str] = {}
        for name, kind in self.kinds.items():
            column = self.table.column(name)
            if name == self.target and column.null_count:
                rows = np.flatnonzero(column.is_null().to_numpy())
                found |= {int(row): f"column {name!r} must have a label; got none" for row in rows}
            if kind == NUMBER:
                values = _numbers(column)
                if not np.isfinite(sum_of_squares(values)):
                    rows = np.flatnonzero(np.isinf(values))
                    found |= {int(row): f"column {name!r} must be finite; got infinity" for row in rows}
        return [Fault(row, found[row]) for row in sorted(found)]

    @property
    def _has_numbers_alone(self) -> bool:
        return all(self.kinds[name] in (NUMBER, TRUTH, TIME) for name in self.names)

    @cached_property
    def _values(self) -> np.ndarray:
        """Columns of numbers as one array."""
        values, some, place = np.empty((len(self), self.width)), np.empty((self.width, TURNED_TOGETHER)), 0
        for batch in self.table.select(self.names).to_batches(TURNED_TOGETHER):
            here, place = place, place + len(batch)
            for column, room in zip(batch.columns, some, strict=True):
                room[: len(batch)] = _numbers(column)
            rows_of_columns(some[:, : len(batch)], values[here:place])
        return values

    def _column(self, name: str) -> Any:
        """Return a column of a frame of more than numbers."""
        column, kind = self.table.column(name), self.kinds[name]
        if kind in (NUMBER, TRUTH, TIME):
            return _numbers(column)
        if kind in (DATE, INSTANT):
            return column.cast(ARROW[DATE]).to_numpy()
        return np.array(column.to_pylist(), dtype=object)


@dataclass(frozen=True)
class SparseRows(Rows):
    """Rows of a sparse matrix, with the numbers that are their labels."""

    matrix: sp.csr_matrix
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def width(self) -> int:
        shape: Any = self.matrix.shape
        return int(shape[1])

    def take(self, rows: Any) -> SparseRows:
        return SparseRows(self.matrix[rows], self.targets[rows])

    def joined(self, others: Sequence[SparseRows]) -> SparseRows:
        matrix: Any = sp.vstack([self.matrix, *(one.matrix for one in others)], format="csr")
        return SparseRows(matrix, np.concatenate([self.targets, *(one.targets for one in others)]))

    def features(self) -> sp.csr_matrix:
        return self.matrix

    def get_ready(self) -> None:
        """Leave the matrix as it is."""

    def labels(self) -> np.ndarray:
        """Return the targets, as whole numbers."""
        return self.targets.astype(np.int64)

    def faults(self) -> list[Fault]:
        stored = np.repeat(np.arange(len(self)), np.diff(self.matrix.indptr))
        wrong = np.bincount(stored[~np.isfinite(self.matrix.data)], minlength=len(self)) > 0
        found = {int(row): "a value must be finite; got NaN or infinity" for row in np.flatnonzero(wrong)}
        strange = ~(np.isfinite(self.targets) & (self.targets == np.floor(self.targets)))
        found |= {
            int(row): f"the label must be a whole number; got {self.targets[row]:g}" for row in np.flatnonzero(strange)
        }
        return [Fault(row, found[row]) for row in sorted(found)]


def in_kinds(table: pa.Table, kinds: dict[str, str]) -> pa.Table:
    """Return the columns of kinds in their Arrow types; raise ArrowInvalid if a value has no such type."""
    columns = []
    for name, kind in kinds.items():
        column = table.column(name)
        if column.type != ARROW[kind]:
            if pa.types.is_dictionary(column.type):
                column = column.cast(column.type.value_type)
            exact = not pa.types.is_integer(column.type) and not pa.types.is_timestamp(column.type)
            column = column.cast(ARROW[kind], safe=exact)  # or the nearest float, or microsecond
        columns.append(column)
    return pa.table(columns, names=list(kinds))


def _numbers(column: pa.ChunkedArray | pa.Array) -> np.ndarray:
    """Return a column, or a part of it, as float64, NaN where a value is missing; times of day in hours."""
    if pa.types.is_time(column.type):
        return _numbers(column.cast(pa.int64())) / HOURS
    plain = column if pa.types.is_float64(column.type) else column.cast(pa.float64(), safe=False)
    return plain.to_numpy(zero_copy_only=False)
