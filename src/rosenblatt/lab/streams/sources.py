"""Where rows come from: an example, or a visitor's file, in small pieces so that what is learnt can be watched."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.lab.streams.examples import example
from rosenblatt.lab.streams.settings import MOST_BYTES
from rosenblatt.streams.blocks import blocks
from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
from rosenblatt.streams.stream_run import StreamRun

PIECE = 250  # rows
MOST_CLASSES = 12
ENDINGS = (".csv", ".parquet")


class Piece(NamedTuple):
    """Rows that are learnt together, and their labels."""

    x: Any
    y: np.ndarray


class Source(ABC):
    """A stream that can be read from its start."""

    @abstractmethod
    def classes(self) -> np.ndarray:
        """Return the classes of its labels, or raise if they are none."""

    @abstractmethod
    def pieces(self, most: int) -> Iterator[Piece]:
        """Yield its rows, at most so many."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows there are."""


@dataclass
class ExampleSource(Source):
    """An example by its name."""

    name: str

    def __post_init__(self) -> None:
        self.x, self.y = example(self.name)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.y)

    def classes(self) -> np.ndarray:
        """Return the classes of all rows."""
        return np.unique(self.y)

    def pieces(self, most: int) -> Iterator[Piece]:
        """Yield slices."""
        for first in range(0, min(most, len(self.y)), PIECE):
            rows = slice(first, min(first + PIECE, most))
            yield Piece(self.x.iloc[rows], self.y[rows])


class FileSource(Source):
    """A CSV or Parquet file with a column of labels; rows that cannot be read are skipped."""

    def __init__(self, path: Path, target: str) -> None:
        self.reader = open_reader(path, Asked(target), skip_bad=True)
        self._found = StreamRun(self.reader, [])

    @property
    def rows(self) -> int:
        """How many rows there are, once the classes have been looked for."""
        return self._found.total

    def classes(self) -> np.ndarray:
        """Return the classes of the whole file."""
        self._found.find_classes()
        classes = self._found.classes
        if classes is None or not 2 <= len(classes) <= MOST_CLASSES:
            raise ValueError(
                f"target must be a column of 2 to {MOST_CLASSES} classes; got {0 if classes is None else len(classes)} "
                f"in {self.reader.asked.target!r}. Choose another column."
            )
        return classes

    def pieces(self, most: int) -> Iterator[Piece]:
        """Yield slices of the blocks that are read."""
        left = most
        for block in blocks(self.reader, Position()):
            x, y = block.rows.features(), block.rows.labels()
            y = np.array(y.tolist()) if y.dtype.kind == "O" else y
            for first in range(0, len(y), PIECE):
                rows = slice(first, min(first + PIECE, first + left, len(y)))
                yield Piece(x.iloc[rows], y[rows])
                left -= rows.stop - rows.start
                if left <= 0:
                    return


def columns(path: Path) -> list[str]:
    """Return the columns of a file, or raise if it is none that can be learnt from."""
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"file must be a CSV or Parquet file; got {path.name!r}. Its name ends with .csv or .parquet.")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(
            f"file must have at most {MOST_BYTES >> 20} MB here; got {path.stat().st_size / 2**20:.0f} MB. "
            "For larger ones there is: rosenblatt evaluate FILE --target NAME --out report"
        )
    return list(open_reader(path, Asked(), skip_bad=True).kinds)
