"""JSON lines: an object of values by name on each line; a name that a line lacks is a missing value."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.json as arrow_json

from rosenblatt.streams.readers.kinds import ARROW, DATE, INSTANT, WORDS
from rosenblatt.streams.readers.rows import TableRows, in_kinds
from rosenblatt.streams.readers.text import TextReader

NO_OBJECT = re.compile(rb"^[ \t\r]*null", re.MULTILINE)  # a line that is null


@dataclass
class JsonReader(TextReader):
    """Reads JSON lines."""

    endings = ("jsonl", "ndjson", "json")

    def look(self, first: bytes) -> None:
        """Find the names of the columns, and what they are."""
        if self.asked.kinds is not None and self.asked.target is None:
            self._kinds = self.asked.kinds
        if self._kinds is not None:
            return
        first = first[self._begin :]
        whole = first[: self.whole(first)] or first
        try:
            table = self._read(whole, None)
        except pa.ArrowInvalid:
            table = self._of_good_lines(self.records(whole))
        self._find_kinds(pa.schema([(name, _looks_like(table.column(name))) for name in table.schema.names]))

    def whole(self, data: bytes) -> int:
        return data.rfind(b"\n") + 1

    def records(self, data: bytes) -> list[bytes]:
        return [line + b"\n" for line in data.split(b"\n") if line.strip()]

    def parse(self, data: bytes) -> TableRows:
        if not data.strip():
            return self._rows(pa.schema([(name, ARROW[kind]) for name, kind in self.kinds.items()]).empty_table())
        types = [(name, _read_as(ARROW[kind])) for name, kind in self.kinds.items()]
        return self._rows(in_kinds(self._read(data, pa.schema(types)), self.kinds))

    def culprit(self, record: bytes) -> str:
        try:
            said = json.loads(record.decode("utf-8"))
        except (UnicodeDecodeError, ValueError, RecursionError):
            return "it must be an object of JSON in UTF-8; got something else"
        if not isinstance(said, dict):
            return f"it must be an object of JSON; got {json.dumps(said)[:60]}"
        for name, kind in self.kinds.items():
            try:
                self.parse(json.dumps({name: said.get(name)}).encode())
            except (ValueError, pa.ArrowException):
                return f"column {name!r} must be {WORDS[kind]}; got {json.dumps(said[name])[:60]}"
        return "it must be one object of JSON with each name once; got something else"

    def extended_head(self, names: Sequence[str]) -> bytes:
        return b""

    def extended(self, record: bytes, names: Sequence[str], values: Sequence[Any]) -> bytes:
        line = record.rstrip()
        more = json.dumps(dict(zip(names, values, strict=True)))[1:].encode()
        begin = line[:-1].rstrip()
        return begin + (b"" if begin.endswith(b"{") else b", ") + more + b"\n"

    def _read(self, data: bytes, schema: pa.Schema | None) -> pa.Table:
        if b"null" in data and NO_OBJECT.search(data):
            raise pa.ArrowInvalid("a line is null")  # at which Arrow crashes, if it is the first
        return arrow_json.read_json(
            pa.BufferReader(data),
            read_options=arrow_json.ReadOptions(block_size=len(data) + 1),
            parse_options=arrow_json.ParseOptions(
                explicit_schema=schema, unexpected_field_behavior="infer" if schema is None else "ignore"
            ),
        )

    def _of_good_lines(self, lines: list[bytes]) -> pa.Table:
        """Return a table of the longest beginning that can be read; raise if not even the first line can be."""
        least, most = 0, len(lines)
        while most - least > 1:
            middle = (least + most) // 2
            try:
                self._read(b"".join(lines[:middle]), None)
                least = middle
            except pa.ArrowInvalid:
                most = middle
        if not least:
            raise ValueError(f"{self.name} must begin with an object of JSON on a line; got something else.")
        return self._read(b"".join(lines[:least]), None)


def _read_as(arrow: pa.DataType) -> pa.DataType:
    """Return the type that JSON is read as: dates and times are texts there."""
    return pa.string() if pa.types.is_temporal(arrow) else arrow


def _looks_like(column: pa.ChunkedArray) -> pa.DataType:
    """Return the type of a column of JSON; texts that all are dates are that."""
    if not pa.types.is_string(column.type) or column.null_count == len(column):
        return pa.null() if column.null_count == len(column) else column.type
    for kind in (DATE, INSTANT):
        try:
            return column.cast(ARROW[kind]).type
        except pa.ArrowInvalid:
            continue
    return column.type


READER = JsonReader
