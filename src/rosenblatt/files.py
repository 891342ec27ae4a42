"""Files that are written whole or not at all."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt import checks

if TYPE_CHECKING:
    import pandas as pd

try:
    import fcntl
except ImportError:  # not on Windows, where unfinished files of killed processes stay
    fcntl = None

TABLES = ("csv", "parquet", "json")


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path`` and put it in its place when it is complete.

    A half-written file never replaces a good one, and is removed; one that a killed process left there is too.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{path.stem}-unfinished-"
    for left in path.parent.glob(f"{glob.escape(prefix)}*{glob.escape(path.suffix)}"):
        _remove_if_left(left)
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=path.suffix, dir=path.parent)
    unfinished = Path(name)
    try:
        with _locked(handle):
            write(unfinished)
            unfinished.chmod(0o644)
            unfinished.replace(path)
    except OSError as problem:
        if problem.errno is not None:
            problem.filename = str(path)  # not that of the unfinished one
        raise
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _locked(handle: int) -> Iterator[None]:
    """Hold a lock on an open file, which ends with the process however that ends, and close it."""
    if fcntl is None:
        os.close(handle)
        yield
        return
    try:
        with suppress(OSError):  # a file system without locks: then nothing is removed there either
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _remove_if_left(unfinished: Path) -> None:
    """Remove an unfinished file, unless a process holds it, or it is another user's."""
    if fcntl is None:
        return
    with suppress(OSError), unfinished.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        unfinished.unlink(missing_ok=True)


def kind_of_table(path: Path) -> str:
    """Return the kind of table that a name ends with, or raise if it is none."""
    return checks.one_of("the ending of the file", path.suffix.lstrip(".").lower(), TABLES)


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a frame as CSV, Parquet or JSON, by the ending of the name."""
    kind = kind_of_table(path)
    writers: dict[str, Callable[[Path], object]] = {
        "csv": lambda file: frame.to_csv(file, index=False),
        "parquet": lambda file: frame.to_parquet(file, index=False),
        "json": lambda file: frame.to_json(file, orient="records", indent=1),
    }
    write_whole(path, writers[kind])
