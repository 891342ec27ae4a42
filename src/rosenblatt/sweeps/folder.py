"""The folder of a sweep: its ledger, in which one sweep writes at a time, and its table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rosenblatt.simulation.ledger import Ledger

try:
    import fcntl
except ImportError:  # on Windows: there nobody is kept from writing beside another
    fcntl = None

LEDGER, TABLE = "ledger.sqlite", "sweep.parquet"


@contextmanager
def ledger_of(out: Path | None) -> Iterator[Ledger]:
    """Give the ledger of a folder, to this sweep alone; one in memory, if there is no folder."""
    if out is None:
        with Ledger(None) as ledger:
            yield ledger
        return
    out.mkdir(parents=True, exist_ok=True)
    with _claimed(out), Ledger(out / LEDGER) as ledger:
        yield ledger


@contextmanager
def reading(out: Path | None) -> Iterator[Ledger]:
    """Give the ledger of a folder to look into, also while a sweep writes; an empty one, if there is none."""
    there = out is not None and (out / LEDGER).exists()
    with Ledger(out / LEDGER if out is not None and there else None) as ledger:
        yield ledger


@contextmanager
def _claimed(out: Path) -> Iterator[None]:
    """Lock a folder for as long as this process lives, or raise if another has it."""
    if fcntl is None:
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"out must be a folder that no other sweep is writing to; got {str(out)!r}. "
                "Wait for the other, or choose another folder."
            ) from None
        yield
    finally:
        os.close(handle)
