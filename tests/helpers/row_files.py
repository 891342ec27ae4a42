"""Files of rows in every format, and what is read from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position, Reader

TABLES = ("csv", "csv.gz", "csv.zst", "jsonl", "parquet", "feather")


def mixed_frame(random: np.random.Generator, rows: int) -> pd.DataFrame:
    """Return rows of numbers with gaps, texts with everything that CSV has to quote, dates, truth values and labels."""
    frame = pd.DataFrame(
        {
            "a": random.standard_normal(rows).round(4),
            "b": random.choice(["x", "y, z", 'q"q', "new\nline"], rows),
            "d": pd.date_range("2020-01-01", periods=rows, freq="min"),
            "t": random.random(rows) < 0.5,
            "y": random.integers(0, 3, rows),
        }
    )
    frame.loc[random.random(rows) < 0.1, "a"] = np.nan
    return frame


def write_rows(frame: pd.DataFrame, path: Path) -> Path:
    """Write rows in the format that the name ends with, in several groups if it has such."""
    name, group = path.name, max(len(frame) // 3, 1)
    if name.endswith((".csv", ".csv.gz")):
        frame.to_csv(path, index=False)
    elif name.endswith(".csv.zst"):
        with pa.CompressedOutputStream(str(path), "zstd") as packed:
            packed.write(frame.to_csv(index=False).encode())
    elif name.endswith(".jsonl"):
        frame.to_json(path, orient="records", lines=True, date_format="iso")
    elif name.endswith(".parquet"):
        frame.to_parquet(path, row_group_size=group)
    else:
        frame.to_feather(path, chunksize=group)
    return path


def reader_of(path: Path, target: str | None = "y", *, skip_bad: bool = False, **asked: Any) -> Reader:
    """Return the reader of a file."""
    return open_reader(path, Asked(target, **asked), skip_bad=skip_bad)


def labels_from(reader: Reader, start: Position) -> list[Any]:
    """Return all labels from a position on."""
    return [label for piece in reader.pieces(start) for label in piece.rows.labels().tolist()]


def features_of(reader: Reader) -> pd.DataFrame:
    """Return all features of a file."""
    return pd.concat([piece.rows.features() for piece in reader.pieces(Position())], ignore_index=True)
