"""Parquet: row groups, of which only some rows at a time are in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyarrow import parquet

from rosenblatt.streams.readers.tables import ROWS, TableReader

BUFFER = 2**16  # bytes of a column that are read together


@dataclass
class ParquetReader(TableReader):
    """Reads Parquet."""

    endings = ("parquet", "pq")

    _file: parquet.ParquetFile | None = None

    def schema(self) -> pa.Schema:
        return self._opened().schema_arrow

    def groups(self) -> int:
        return self._opened().num_row_groups

    def batches(self, group: int, columns: list[str]) -> Iterator[pa.RecordBatch]:
        return self._opened().iter_batches(ROWS, row_groups=[group], columns=columns, use_threads=False)

    def _opened(self) -> parquet.ParquetFile:
        if self._file is None:
            if not self.source.is_file:
                raise ValueError("format of standard input must be of rows; got parquet. Write it into a file first.")
            self._file = parquet.ParquetFile(str(self.source.path), buffer_size=BUFFER, pre_buffer=False)
        return self._file


READER = ParquetReader
