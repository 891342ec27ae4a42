"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt import checks

if TYPE_CHECKING:
    import pandas as pd

TABLES = ("csv", "parquet", "json")


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path`` and put it in its place when it is complete.

    A half-written file never replaces a good one, and is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        write(unfinished)
        unfinished.chmod(0o644)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a frame as CSV, Parquet or JSON, by the ending of the name."""
    kind = checks.one_of("the ending of the file", path.suffix.lstrip(".").lower(), TABLES)
    writers: dict[str, Callable[[Path], object]] = {
        "csv": lambda file: frame.to_csv(file, index=False),
        "parquet": lambda file: frame.to_parquet(file, index=False),
        "json": lambda file: frame.to_json(file, orient="records", indent=1),
    }
    write_whole(path, writers[kind])
