"""Readers of text, in which each record has a line or more: files are cut into chunks of whole records.

text.1   a chunk is what is whole of the bytes that have been read; rows do not depend on where chunks end
text.2   a chunk that cannot be read at once is halved until what is left can be, or is a single record: that one is bad
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from rosenblatt.streams.readers.kinds import kinds_of
from rosenblatt.streams.readers.reader import Piece, Position, Reader, judged, read_ahead
from rosenblatt.streams.readers.rows import Fault, Rows, TableRows

CHUNK = 2**20  # bytes that are read together
LONGEST = 2**24  # bytes of one record
MARK = b"\xef\xbb\xbf"  # of UTF-8, which some programs write at the start
WIDE = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16


class Chunk(NamedTuple):
    """Whole records, and where they begin and end in the file."""

    place: int
    data: bytes
    end: int


@dataclass
class TextReader(Reader):
    """Reads records of text; a subclass says what a record is."""

    _head: bytes = b""
    _begin: int = 0
    _kinds: dict[str, str] | None = field(default=None)

    @abstractmethod
    def whole(self, data: bytes) -> int:
        """Return how many of the first bytes are whole records."""

    @abstractmethod
    def records(self, data: bytes) -> list[bytes]:
        """Return whole records, each with its end of line; empty lines are none."""

    @abstractmethod
    def parse(self, data: bytes) -> Rows:
        """Return the rows of whole records, or raise ValueError or ArrowInvalid."""

    @abstractmethod
    def culprit(self, record: bytes) -> str:
        """Return what is wrong with a record that cannot be parsed, as a sentence that begins with the column."""

    @abstractmethod
    def look(self, first: bytes) -> None:
        """Find out of the first bytes what has to be known before records are parsed."""

    @property
    def kinds(self) -> dict[str, str]:
        if self._kinds is None:
            self._look()
        return self._kinds or {}

    @property
    def header(self) -> bytes:
        """What stands before the first record."""
        self._look()
        return self._head[: self._begin]

    def facts(self) -> dict[str, Any]:
        return {"kinds": self.kinds, "begin": self._begin}

    def recall(self, facts: dict[str, Any]) -> None:
        self._kinds = dict(facts["kinds"])

    def pieces(self, start: Position) -> Iterator[Piece]:
        return read_ahead(self._pieces(start)) if self.source.is_file else self._pieces(start)

    def _pieces(self, start: Position) -> Iterator[Piece]:
        self._look()
        self._check_place(start)
        first, opening = start.records - start.passed, True
        for chunk in self._chunks(max(start.mark[0], self._begin)):
            piece = self._piece(chunk, first)
            first += piece.whole
            if opening:
                piece, opening = self.left_over(piece, start), False
            yield from judged(self, piece)

    def _check_place(self, start: Position) -> None:
        """Raise if no record ends where reading is to go on: the file has changed before that."""
        place = start.mark[0]
        if place > self._begin:
            self.source.seek(place - 1)
            if self.source.read(1) not in (b"\n", b""):
                raise ValueError(
                    f"{self.name} must be the one that was read, up to row {start.records:,}; got one that has changed "
                    "before it. Begin again, without --resume."
                )

    def _chunks(self, place: int) -> Iterator[Chunk]:
        """Yield chunks from a place on.  (text.1)"""
        if self.source.is_file:
            self.source.seek(place)
            data = b""
        else:
            data = self._head[place:]
        try:
            while True:
                more = self.source.read(CHUNK) if len(data) < LONGEST else b""
                if len(data) >= LONGEST:
                    raise ValueError(
                        f"records of {self.name} must be shorter than {LONGEST >> 20} MB; got a longer one at byte "
                        f"{place:,}. A quotation mark may be open there: close it."
                    )
                data += more
                cut = self.whole(data) if more else len(data)
                if cut:
                    yield Chunk(place, data[:cut], place + cut)
                    place, data = place + cut, data[cut:]
                if not more:
                    return
        finally:
            self.source.close()

    def _piece(self, chunk: Chunk, first: int) -> Piece:
        """Return the rows of a chunk, and the faults of the records that cannot be read."""
        try:
            rows = self.parse(chunk.data)
            if len(rows) == self._lines(chunk.data) and not self.keep_raw:
                after = Position((chunk.end,), 0, first + len(rows))
                return Piece(rows, np.arange(len(rows)), len(rows), (chunk.place,), after, first)
        except (ValueError, pa.ArrowException):
            rows = None
        records = self.records(chunk.data)
        if rows is None or len(rows) != len(records):
            rows, kept, faults = self._by_halves(records)
        else:
            kept, faults = np.arange(len(rows)), []
        raw = tuple(records[k] for k in kept) if self.keep_raw else ()
        after = Position((chunk.end,), 0, first + len(records))
        return Piece(rows, kept, len(records), (chunk.place,), after, first, tuple(faults), raw)

    def _lines(self, data: bytes) -> int:
        return data.count(b"\n") + (not data.endswith(b"\n"))

    def _by_halves(self, records: list[bytes]) -> tuple[Rows, np.ndarray, list[Fault]]:
        """Return the rows of records that can be parsed, which these are, and what is wrong with the rest.  (text.2)"""
        found: list[Rows] = []
        kept: list[int] = []
        faults: list[Fault] = []
        waiting = [(0, len(records))]
        while waiting:
            start, stop = waiting.pop()
            try:
                rows = self.parse(b"".join(records[start:stop]))
                if len(rows) != stop - start:
                    raise ValueError("the record must be one row; got several")
                found.append(rows)
                kept += range(start, stop)
            except (ValueError, pa.ArrowException):
                if stop - start == 1:
                    faults.append(Fault(start, self.culprit(records[start])))
                elif stop > start:
                    middle = (start + stop) // 2
                    waiting += [(middle, stop), (start, middle)]
        rows = found[0].joined(found[1:]) if found else self.parse(b"")
        return rows, np.array(kept, dtype=int), faults

    def _look(self) -> None:
        """Read the beginning of the file, once."""
        if self._head:
            return
        if self.source.is_file:
            self.source.seek(0)
        else:
            self.source.seek(0)
        while len(self._head) < CHUNK:
            more = self.source.read(CHUNK - len(self._head))
            if not more:
                break
            self._head += more
            if not self.source.is_file and self.asked.kinds is not None and self.whole(self._head):
                break  # what the columns are is known: rows shall not wait
        if not self._head.strip():
            raise ValueError(f"{self.name} must have rows; got an empty one. Name another file.")
        if self._head.startswith(WIDE) or b"\x00" in self._head[:1000]:
            raise ValueError(f"{self.name} must be text in UTF-8; got UTF-16 or no text. Convert it, e.g. with iconv.")
        self._begin = len(MARK) if self._head.startswith(MARK) else 0
        self.look(self._head)
        if self.source.is_file:
            self._head = self._head[: max(self._begin, 1)]

    def _find_kinds(self, schema: pa.Schema) -> None:
        """Note the kinds of columns, unless they are known already."""
        if self._kinds is None:
            self._kinds = kinds_of(schema, self.asked, self.name)

    def _rows(self, table: pa.Table) -> TableRows:
        return TableRows(table, self.kinds, self.asked.target)
