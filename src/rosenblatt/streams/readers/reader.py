"""What all readers are: rows in pieces, each with the place where it begins, so that reading can go on from there.

reader.1   a position is where a piece begins, how many of its records have been passed, and how many records of the
           file that makes; the same position and the same file give the same rows
reader.2   a bad record is an error, which comes when all rows before it have been handed over; or it is skipped, and
           counted
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.rows import Fault, Rows
from rosenblatt.streams.readers.source import Source

Read = TypeVar("Read")


class Position(NamedTuple):
    """A place between two records: where its piece begins, records of it that were passed, and of the whole file."""

    mark: tuple[int, ...] = (0,)
    passed: int = 0
    records: int = 0


class Piece(NamedTuple):
    """Rows that were read together.

    Attributes
    ----------
    rows : the good ones.
    records : which record of the piece each of them is; ``whole`` is how many records there are.
    mark : where the piece begins, and ``after`` the position behind it.
    first : how many records of the file were before the piece.
    faults : of the records that were skipped.
    raw : the records of the rows as they came, if they were asked for; those of tables as lines of CSV.
    """

    rows: Rows
    records: np.ndarray
    whole: int
    mark: tuple[int, ...]
    after: Position
    first: int
    faults: tuple[Fault, ...] = ()
    raw: tuple[bytes, ...] = ()

    def position(self, row: int) -> Position:
        """Return the position before a row of the piece; after the last one, that of the next piece."""
        if row < len(self.records):
            passed = int(self.records[row])
            return Position(self.mark, passed, self.first + passed)
        return self.after


class BadRecord(ValueError):
    """A record that cannot be learnt; what it says names file, row and column."""


@dataclass
class Reader(ABC):
    """Reads a file of rows.

    Attributes
    ----------
    asked : what the user asks of its columns.
    skip_bad : skip bad records; if not, the first one ends the reading with an error.
    how : options of the format by name.
    keep_raw : hand over the records as they came, too.
    """

    endings: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[str, ...]] = ()

    source: Source
    asked: Asked = field(default_factory=Asked)
    skip_bad: bool = False
    how: dict[str, Any] = field(default_factory=dict)
    keep_raw: bool = False

    @property
    def name(self) -> str:
        """What messages call the file."""
        return self.source.name

    @property
    @abstractmethod
    def kinds(self) -> dict[str, str]:
        """The kinds of the columns; empty for rows of a sparse matrix."""

    @abstractmethod
    def pieces(self, start: Position) -> Iterator[Piece]:
        """Yield the rows from a position on."""

    @abstractmethod
    def extended_head(self, names: Sequence[str]) -> bytes:
        """Return what stands before the records, with further columns."""

    @abstractmethod
    def extended(self, record: bytes, names: Sequence[str], values: Sequence[Any]) -> bytes:
        """Return a record as it came, with the values of further columns."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return what was found out of the file before it was read, as JSON."""

    @abstractmethod
    def recall(self, facts: dict[str, Any]) -> None:
        """Take what was found out earlier, instead of finding it out again."""

    def of_labels(self) -> Reader:
        """Return a reader of the targets alone, which skips what it cannot read."""
        facts = self.facts()
        if "kinds" in facts:
            facts["kinds"] = {self.asked.target: facts["kinds"][self.asked.target]}
        other = type(self)(Source(self.source.path), self.asked, True, self.how)
        other.recall(facts)
        return other

    def left_over(self, piece: Piece, start: Position) -> Piece:
        """Return what is left of the first piece after a position."""
        if start.passed == 0:
            return piece
        rows = np.flatnonzero(piece.records >= start.passed)
        raw = tuple(piece.raw[row] for row in rows) if piece.raw else ()
        faults = tuple(fault for fault in piece.faults if fault.record >= start.passed)
        return piece._replace(rows=piece.rows.take(rows), records=piece.records[rows], faults=faults, raw=raw)

    def refusal(self, piece: Piece, fault: Fault) -> BadRecord:
        """Return the error of a bad record.  (reader.2)"""
        row = piece.first + fault.record + 1
        return BadRecord(f"row {row:,} of {self.name}: {fault.why}. Correct it, or skip bad rows with --skip-bad.")


def judged(reader: Reader, piece: Piece) -> Iterator[Piece]:
    """Yield a piece without the rows that have faults, or raise after the last one before them.  (reader.2)"""
    found = [Fault(int(piece.records[fault.record]), fault.why) for fault in piece.rows.faults()]
    faults = sorted([*piece.faults, *found])
    if not faults:
        yield piece
        return
    bad = {fault.record for fault in faults}
    stop = faults[0].record if not reader.skip_bad else np.inf
    good = np.array([k for k, one in enumerate(piece.records.tolist()) if one not in bad and one < stop], dtype=int)
    raw = tuple(piece.raw[row] for row in good) if piece.raw else ()
    rest = piece._replace(rows=piece.rows.take(good), records=piece.records[good], faults=tuple(faults), raw=raw)
    if reader.skip_bad:
        yield rest
        return
    here = faults[0].record
    yield rest._replace(whole=here, after=Position(piece.mark, here, piece.first + here), faults=())
    raise reader.refusal(piece, faults[0])


def read_ahead(found: Iterator[Read]) -> Iterator[Read]:
    """Yield what is read, while the next of it is read in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, found, None)
        while (one := coming.result()) is not None:
            coming = pool.submit(next, found, None)
            yield one
