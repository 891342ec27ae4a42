"""Readers of files that hold columns: Parquet and Arrow. Their pieces are some rows of a group, or a batch.

tables.1   a mark is a group of the file and how many of its rows have been passed
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv

from rosenblatt.streams.readers.csv_lines import extended_line, joined
from rosenblatt.streams.readers.kinds import WORDS, kinds_of
from rosenblatt.streams.readers.reader import Piece, Position, Reader, judged, read_ahead
from rosenblatt.streams.readers.rows import Fault, TableRows, in_kinds

ROWS = 2**15  # of a piece, at most


@dataclass
class TableReader(Reader):
    """Reads tables; a subclass opens the file and hands over the batches of its groups."""

    _kinds: dict[str, str] | None = field(default=None)

    @abstractmethod
    def schema(self) -> pa.Schema:
        """Return the schema of the file."""

    @abstractmethod
    def groups(self) -> int:
        """Return how many groups there are."""

    @abstractmethod
    def batches(self, group: int, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a group, at most so many at a time."""

    @property
    def kinds(self) -> dict[str, str]:
        if self._kinds is None:
            with self._named():
                schema = self.schema()
            self._kinds = kinds_of(schema, self.asked, self.name)
        return self._kinds

    def facts(self) -> dict[str, Any]:
        return {"kinds": self.kinds}

    def recall(self, facts: dict[str, Any]) -> None:
        self._kinds = dict(facts["kinds"])

    def pieces(self, start: Position) -> Iterator[Piece]:
        return read_ahead(self._pieces(start))

    def _pieces(self, start: Position) -> Iterator[Piece]:
        columns, opening = list(self.kinds), True
        if self.keep_raw:
            columns = self.schema().names
        first, empty = start.records - start.passed, True
        group, passed = (*start.mark, 0)[:2]
        with self._named():
            groups = self.groups()
        for number in range(group, groups):
            place = 0
            for batch in self._batches(number, columns):
                before, place = place, place + batch.num_rows
                if number == group and place <= passed:
                    continue
                empty = empty and not batch.num_rows
                piece = self._piece(batch, (number, before), first)
                first += piece.whole
                if opening:
                    piece, opening = self.left_over(piece, start), False
                yield from judged(self, piece)
        if empty and start.records == 0:
            raise ValueError(f"{self.name} must have rows; got none. Name another file.")

    def _batches(self, group: int, columns: list[str]) -> Iterator[pa.RecordBatch]:
        batches = iter(())
        with self._named():
            batches = self.batches(group, columns)
        while True:
            with self._named():
                batch = next(batches, None)
                if batch is not None:
                    batch.validate(full=True)  # where a damaged file has led to places outside of it, Arrow crashes
            if batch is None:
                return
            yield batch

    def _piece(self, batch: pa.RecordBatch, mark: tuple[int, int], first: int) -> Piece:
        table, faults = pa.Table.from_batches([batch]), ()
        kept = np.arange(len(batch))
        try:
            table = in_kinds(table, self.kinds)
        except pa.ArrowException:
            rows = [(k, self._fault(table.slice(k, 1))) for k in range(len(table))]
            faults = tuple(Fault(k, why) for k, why in rows if why)
            kept = np.array([k for k, why in rows if not why], dtype=int)
            table = in_kinds(table.take(pa.array(kept)), self.kinds)
        rows = TableRows(table, self.kinds, self.asked.target)
        raw = _lines(batch.take(pa.array(kept, pa.int64()))) if self.keep_raw else ()
        after = Position((mark[0], mark[1] + len(batch)), 0, first + len(batch))
        return Piece(rows, kept, len(batch), mark, after, first, faults, raw)

    def extended_head(self, names: Sequence[str]) -> bytes:
        return extended_line(_lines(self.schema().empty_table(), header=True)[0], names, ",")

    def extended(self, record: bytes, names: Sequence[str], values: Sequence[Any]) -> bytes:
        return extended_line(record, values, ",")

    def _fault(self, row: pa.Table) -> str:
        """Return what is wrong with a table of one row; empty if nothing is."""
        for name, kind in self.kinds.items():
            try:
                in_kinds(row, {name: kind})
            except pa.ArrowException:
                return f"column {name!r} must be {WORDS[kind]}; got {str(row.column(name)[0].as_py())[:60]!r}"
        return ""

    def _named(self) -> Named:
        return Named(self.name)


def _lines(rows: pa.RecordBatch | pa.Table, *, header: bool = False) -> tuple[bytes, ...]:
    """Return rows as lines of CSV."""
    written = pa.BufferOutputStream()
    arrow_csv.write_csv(rows, written, arrow_csv.WriteOptions(include_header=header))
    lines = written.getvalue().to_pybytes().split(b"\n")
    return tuple(joined([line + b"\n" for line in lines[:-1]], ","))


class Named:
    """Lets what Arrow says of a damaged file name the file."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, problem: Any, trace: Any) -> None:
        if isinstance(problem, (pa.ArrowException, OSError, EOFError)) and not isinstance(problem, KeyboardInterrupt):
            said = (str(problem).splitlines() or ["unexpected end"])[0][:120].rstrip(".")
            raise ValueError(f"{self.name} must be whole, and of its format; got a damaged one ({said}).") from None
