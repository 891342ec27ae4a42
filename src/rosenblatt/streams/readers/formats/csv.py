"""CSV: a line of names, then records; cells may be quoted, and quoted ones may hold line ends.

csv.1   where records end is what Python's `csv` says of them; without a quotation mark it is the end of the line
csv.2   the delimiter is that of comma, tab, semicolon and bar that is most frequent in the line of names
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.csv as arrow_csv

from rosenblatt.streams.readers.csv_lines import LONGEST_CELL, cells_of, extended_line, joined
from rosenblatt.streams.readers.kinds import ARROW, WORDS, kinds_of
from rosenblatt.streams.readers.rows import TableRows
from rosenblatt.streams.readers.text import TextReader

DELIMITERS = ",\t;|"


@dataclass
class CsvReader(TextReader):
    """Reads CSV."""

    endings = ("csv", "tsv", "txt")
    options = ("delimiter",)

    delimiter: str = ","
    columns: tuple[str, ...] = ()

    def look(self, first: bytes) -> None:
        """Find the names of the columns, the delimiter, and what the columns are."""
        end = self._ends(first[self._begin :], 1)
        line = first[self._begin : self._begin + end]
        if not end or len(line) > LONGEST_CELL:
            raise ValueError(f"{self.name} must begin with a line of names; got none that ends. Add one.")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError(
                f"{self.name} must be text in UTF-8; got other bytes in the line of names. Convert it, e.g. with iconv."
            ) from None
        self.delimiter = self.how.get("delimiter") or max(DELIMITERS, key=text.count)  # csv.2
        names = cells_of(text, self.delimiter)
        self.columns = tuple(name.strip() or f"x{k}" for k, name in enumerate(names))
        self._begin += end
        if self._kinds is None:
            names_only = pa.schema([(name, pa.null()) for name in self.columns])
            known = self.asked.kinds is not None and self.asked.target is None
            self._find_kinds(names_only if known else self._schema(first[self._begin :]))

    def whole(self, data: bytes) -> int:
        return self._ends(data, None)

    def records(self, data: bytes) -> list[bytes]:
        lines = data.splitlines(keepends=True) if b"\r" not in data else data.split(b"\n")
        if b"\r" in data:
            lines = [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
        if b'"' in data:
            lines = joined(lines, self.delimiter)
        return [line for line in lines if line.strip(b"\r\n")]

    def parse(self, data: bytes) -> TableRows:
        types = {name: ARROW[kind] for name, kind in self.kinds.items()}
        if not data:
            return self._rows(pa.schema(list(types.items())).empty_table())
        return self._rows(self._read(data, types))

    def culprit(self, record: bytes) -> str:
        try:
            cells = cells_of(record.decode("utf-8"), self.delimiter)
        except (UnicodeDecodeError, csv.Error):
            cells = None
        if cells is not None and len(cells) != len(self.columns):
            return f"it must have {len(self.columns)} cells, as many as there are names; got {len(cells)}"
        for name, kind in self.kinds.items():
            try:
                if len(self._read(record, {name: ARROW[kind]})) == 1:
                    continue
            except (ValueError, pa.ArrowException):
                pass
            got = "other bytes" if cells is None else repr(cells[self.columns.index(name)][:60])
            return f"column {name!r} must be {WORDS[kind]}; got {got}"
        return "it must be one row; got something else"

    def extended_head(self, names: Sequence[str]) -> bytes:
        return extended_line(self.header, names, self.delimiter)

    def extended(self, record: bytes, names: Sequence[str], values: Sequence[Any]) -> bytes:
        return extended_line(record, values, self.delimiter)

    def _ends(self, data: bytes, most: int | None) -> int:
        """Return how many of the first bytes are whole records, at most so many of these.  (csv.1)"""
        if b'"' not in data:
            return (data.find(b"\n") if most else data.rfind(b"\n")) + 1
        lines = data.split(b"\n")
        whole = joined([line + b"\n" for line in lines[:-1]], self.delimiter, complete=True)
        return sum(map(len, whole[:most]))

    def _schema(self, data: bytes) -> pa.Schema:
        """Return what Arrow takes the columns for, by the first rows."""
        cut = self.whole(data)
        data = data[:cut] if cut and data[cut:] else data
        if not data.strip():
            raise ValueError(f"{self.name} must have rows; got a line of names alone. Name another file.")
        kinds_of(pa.schema([(name, pa.null()) for name in self.columns]), self.asked, self.name)
        try:
            found = self._read(data, {}).schema
        except (ValueError, pa.ArrowException):
            found = self._schema_of_good(self.records(data))
        other_bytes = pa.types.is_binary  # a text that is not in UTF-8: its row will be named
        return pa.schema([(one.name, pa.string() if other_bytes(one.type) else one.type) for one in found])

    def _schema_of_good(self, records: list[bytes]) -> pa.Schema:
        """Return what columns are by the records that have a cell for each; the others will be named when they come."""
        try:
            return self._read(b"".join(record for record in records if self._is_good(record)), {}).schema
        except (ValueError, pa.ArrowException):
            return pa.schema([(name, pa.null()) for name in self.columns])

    def _is_good(self, record: bytes) -> bool:
        try:
            return len(cells_of(record.decode("utf-8"), self.delimiter)) == len(self.columns)
        except (UnicodeDecodeError, csv.Error):
            return False

    def _read(self, data: bytes, types: dict[str, pa.DataType]) -> pa.Table:
        quoted = b'"' in data
        return arrow_csv.read_csv(
            pa.BufferReader(data),
            read_options=arrow_csv.ReadOptions(
                column_names=list(self.columns), block_size=max(2**18, len(data) if quoted else 0)
            ),
            parse_options=arrow_csv.ParseOptions(delimiter=self.delimiter, newlines_in_values=quoted),
            convert_options=arrow_csv.ConvertOptions(
                column_types=types, include_columns=list(types) or None, strings_can_be_null=True
            ),
        )


READER = CsvReader
