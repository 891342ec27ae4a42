"""LIBSVM: a label and then ``column:value`` for each value that is not 0, on each line; columns are numbers.

libsvm.1   there are as many columns as the largest number asks for; it is found by reading the file once more before,
           unless the user says it
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import load_svmlight_file

from rosenblatt.streams.readers.rows import SparseRows
from rosenblatt.streams.readers.text import TextReader

MOST_COLUMNS = 2**24


@dataclass
class LibsvmReader(TextReader):
    """Reads LIBSVM."""

    endings = ("libsvm", "svm", "svmlight")
    options = ("columns",)

    width: int = 0

    @property
    def kinds(self) -> dict[str, str]:
        self._look()
        return {}

    def look(self, first: bytes) -> None:
        """Find how many columns there are.  (libsvm.1)"""
        said = self.how.get("columns")
        if said is not None and not 1 <= said <= MOST_COLUMNS:
            raise ValueError(f"columns must be from 1 to {MOST_COLUMNS:,}; got {said}. Say how many there are.")
        self.width = self.width or said or 0
        if self.asked.ignore or self.asked.texts:
            raise ValueError(f"columns of {self.name} have no names; leave out --ignore, --category and --text.")
        if not self.width and not self.source.is_file:
            raise ValueError(f"columns must be said for LIBSVM from {self.name}. Write for example --columns 1000.")
        if not self.width:
            self.width = self._widest()

    def facts(self) -> dict[str, Any]:
        self._look()
        return {"width": self.width}

    def recall(self, facts: dict[str, Any]) -> None:
        self.width = int(facts["width"])

    def whole(self, data: bytes) -> int:
        return data.rfind(b"\n") + 1

    def records(self, data: bytes) -> list[bytes]:
        return [line + b"\n" for line in data.split(b"\n") if line.split(b"#")[0].strip()]

    def parse(self, data: bytes) -> SparseRows:
        if not data:
            return SparseRows(sp.csr_matrix((0, self.width)), np.empty(0))
        return _parsed(data, self.width)

    def culprit(self, record: bytes) -> str:
        try:
            widest = _parsed(record, None).width
        except ValueError:
            return "it must be a label and column:value in rising order; got something else"
        return f"columns must be below {self.width}; got {widest - 1}"

    def extended_head(self, names: Sequence[str]) -> bytes:
        return b""

    def extended(self, record: bytes, names: Sequence[str], values: Sequence[Any]) -> bytes:
        """Return a line with what is added as a comment."""
        said = " ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))
        return record.rstrip() + f" # {said}\n".encode()

    def _widest(self) -> int:
        """Return how many columns the file has; lines that cannot be read do not count."""
        widest = 1
        for chunk in self._chunks(0):
            try:
                widest = max(widest, _parsed(chunk.data, None).width)
            except ValueError:
                for record in self.records(chunk.data):
                    widest = max(widest, _width(record))
        return widest


def _parsed(data: bytes, width: int | None) -> SparseRows:
    """Return the rows of lines; raise ValueError if one is not as it must be, or wider."""
    try:
        how: Any = {"n_features": width, "zero_based": True}
        matrix, labels = load_svmlight_file(io.BytesIO(data), **how)
    except (ValueError, IndexError, OverflowError) as problem:
        raise ValueError(str(problem)) from None
    rows = SparseRows(sp.csr_matrix(matrix), np.asarray(labels, dtype=np.float64))
    if rows.width > MOST_COLUMNS:
        raise ValueError(f"columns must be at most {MOST_COLUMNS}")
    return rows


def _width(record: bytes) -> int:
    try:
        return _parsed(record, None).width
    except ValueError:
        return 1


READER = LibsvmReader
