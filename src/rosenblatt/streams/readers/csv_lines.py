"""Lines of CSV: which of them make a record, what its cells are, and how cells are added to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

LONGEST_CELL = 2**24  # characters


def cells_of(text: str, delimiter: str) -> list[str]:
    """Return the cells of a record."""
    csv.field_size_limit(LONGEST_CELL)
    return next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])


def joined(lines: list[bytes], delimiter: str, *, complete: bool = False) -> list[bytes]:
    """Return records, made of one line or more; a last one that is still open, only if it need not be ``complete``."""
    csv.field_size_limit(LONGEST_CELL)
    texts = (line.decode("latin-1") for line in lines)
    reader, found, begin = csv.reader(texts, delimiter=delimiter, strict=False), [], 0
    try:
        for _ in reader:
            end = reader.line_num
            found.append(b"".join(lines[begin:end]))
            begin = end
    except csv.Error:  # a cell that is too long, or a lone \r: the line as it is
        found += lines[begin:]
    if complete and found and _is_open(found[-1], delimiter):
        found.pop()
    return found


def _is_open(record: bytes, delimiter: str) -> bool:
    """Return whether a quotation mark of a record has not been closed."""
    if b'"' not in record:
        return False
    try:
        list(csv.reader([record.decode("latin-1")], delimiter=delimiter, strict=True))
    except csv.Error as problem:
        return "unexpected end of data" in str(problem)
    return False


def extended_line(record: bytes, values: Sequence[Any], delimiter: str) -> bytes:
    """Return a record as it came, and then further cells.

    >>> extended_line(b"1,2", [0.5, "x,y"], ",")
    b'1,2,0.5,"x,y"\\n'
    """
    line = record.rstrip(b"\r\n")
    end = record[len(line) :] or b"\n"
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow(values)
    return line + delimiter.encode() + written.getvalue().encode() + end
