"""Arrow and Feather: batches in a file that can be read from any of them on, or in a stream of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyarrow import ipc

from rosenblatt.streams.readers.tables import ROWS, TableReader

MAGIC = b"ARROW1"


@dataclass
class ArrowReader(TableReader):
    """Reads Arrow's files, Feather's, which are the same, and Arrow's streams."""

    endings = ("arrow", "feather", "ipc", "arrows")

    _file: Any = None

    def schema(self) -> pa.Schema:
        return self._opened().schema

    def groups(self) -> int:
        opened = self._opened()
        return opened.num_record_batches if isinstance(opened, ipc.RecordBatchFileReader) else 1

    def batches(self, group: int, columns: list[str]) -> Iterator[pa.RecordBatch]:
        opened = self._opened()
        if isinstance(opened, ipc.RecordBatchFileReader):
            whole = iter([opened.get_batch(group)])
        else:
            self._file = None  # a stream is read once, and then from its start
            whole = iter(opened)
        for batch in whole:
            chosen = batch.select(columns)
            for start in range(0, len(chosen), ROWS):
                yield chosen.slice(start, ROWS)

    def _opened(self) -> Any:
        if self._file is None:
            if not self.source.is_file:
                raise ValueError("format of standard input must be of rows; got arrow. Write it into a file first.")
            file = pa.OSFile(str(self.source.path))
            start = file.read(len(MAGIC))
            file.seek(0)
            if start == MAGIC:
                self._file = ipc.open_file(file)
            else:
                self._file = ipc.open_stream(file)
        return self._file


READER = ArrowReader
