"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt import checks

try:
    import fcntl
except ImportError:  # on Windows: there abandoned files stay
    fcntl = None

if TYPE_CHECKING:
    import pandas as pd

TABLES = ("csv", "parquet", "json")
LONGEST_START = 40  # characters of a file's name that its unfinished files have: names have an end


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside ``path`` and put it in its place when it is complete.

    A half-written file never replaces a good one, and is removed; if the process is killed, by the next that writes to
    the same path.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path)
    try:
        with _unfinished(path) as unfinished:
            write(unfinished)
            unfinished.chmod(0o644)
            unfinished.replace(path)
    except OSError as problem:
        if problem.errno is not None:
            problem.filename = str(path)  # not that of the unfinished one
        raise


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


def _start(path: Path) -> str:
    """Return how the names of unfinished files for a path begin; nothing else is called so."""
    return f".{path.stem[:LONGEST_START]}-unfinished-"


@contextmanager
def _unfinished(path: Path) -> Iterator[Path]:
    """Make a file that is not taken for abandoned by others, and remove it unless it has been put in its place."""
    while True:
        handle, name = tempfile.mkstemp(prefix=_start(path), suffix=path.suffix, dir=path.parent)
        lock = os.fdopen(handle)
        try:
            ours = _claim(handle)
        except OSError:  # no locks here: nobody removes it then
            lock.close()
            break
        if ours and os.path.exists(name):  # or else somebody took it for abandoned before it was claimed
            break
        lock.close()
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
        lock.close()


def _remove_abandoned(path: Path) -> None:
    """Remove unfinished files for a path that nobody writes to any more."""
    start = _start(path)
    with suppress(OSError):  # a folder that cannot be read: what is in it stays
        names = [name for name in os.listdir(path.parent) if name.startswith(start) and name.endswith(path.suffix)]
        for name in names:
            _remove_if_abandoned(path.parent / name)


def _remove_if_abandoned(file: Path) -> None:
    """Remove an unfinished file, unless somebody has it, or this cannot be known."""
    with suppress(OSError), file.open("rb+") as opened:  # it is gone, or somebody else's, or locks do not work
        if _claim(opened.fileno()):
            file.unlink()


def _claim(handle: int) -> bool:
    """Lock an open file until it is closed, or its process ends; return whether nobody else has it."""
    if fcntl is None:
        raise OSError("files cannot be locked on this system")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
