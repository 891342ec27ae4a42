"""Sweeps that are killed at random moments, more than once, and then given again.

Each runs in a process of its own, with one or two threads, into a folder of its own, and is killed with SIGKILL; then
again, perhaps; then it runs to its end. The ledger then has every run of every cell exactly once, at every point, and
the table is that of a sweep that nobody killed.
"""

from __future__ import annotations

import multiprocessing
import shutil
import tempfile
import time
from collections import Counter
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.simulation.ledger import Ledger
from rosenblatt.sweeps.folder import LEDGER
from rosenblatt.sweeps.sweep import study_of, sweep
from torture.outcome import Outcome

TITLE = "kill -9 of a sweep at random moments, and the same sweep again: every task once, the same numbers"
FULL, SHARE = 100, 1

HOW: dict[str, Any] = {"n": [100, 1000], "noise": [0.0, 0.1], "alpha": [1, 10, 20], "runs": 25, "method": "chain"}
RULES = ["hebb", "rosenblatt"]
PRELOADED = ("rosenblatt.sweeps.sweep", "rosenblatt.kernels.chain", "pyarrow.parquet")
LONGEST = 300.0  # seconds for a sweep that is not killed
MOST_KILLS = 3


def run(folder: str, jobs: int) -> None:
    """Sweep into a folder."""
    sweep(RULES, **HOW, out=folder, jobs=jobs, progress=False)


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Kill so many sweeps."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(["torture.trials.killed_sweeps", *PRELOADED])
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as place:
        seconds, whole = _unharmed(server, Path(place) / "whole")
        for case in range(count):
            _try(server, Path(place) / f"case-{case}", random, seconds, whole, outcome)
    return outcome


def _unharmed(server: ForkServerContext, folder: Path) -> tuple[float, pd.DataFrame]:
    """Return what a sweep takes that nobody kills, with kernels from the disk, and its table."""
    seconds = 0.0
    for part in (folder / "first", folder / "second"):
        begun = time.perf_counter()
        _finish(server, part, 1)
        seconds = time.perf_counter() - begun
    return seconds, pd.read_parquet(folder / "second" / "sweep.parquet")


def _try(
    server: ForkServerContext,
    folder: Path,
    random: np.random.Generator,
    seconds: float,
    whole: pd.DataFrame,
    outcome: Outcome,
) -> None:
    """Kill a sweep some times, let it end, and look at what is there."""
    kills, jobs = int(random.integers(1, MOST_KILLS + 1)), int(random.integers(1, 3))
    moments = random.uniform(0.0, seconds, kills).tolist()
    before: list[int] = []
    for moment in moments:
        process = server.Process(target=run, args=(str(folder), jobs), daemon=True)
        process.start()
        time.sleep(moment)
        process.kill()
        process.join()
        before.append(_entries(folder))
    code = _finish(server, folder, jobs)
    wrong = [f"exit code {code} when it was given again"] if code != 0 else []
    wrong += [] if before == sorted(before) else [f"{before} entries after each kill"]
    wrong += _lost_or_twice(folder)
    if not (folder / "sweep.parquet").exists() or not pd.read_parquet(folder / "sweep.parquet").equals(whole):
        wrong.append("another table")
    left = sorted(file.name for file in folder.iterdir() if file.name not in (LEDGER, "sweep.parquet"))
    wrong += [f"{left} are left"] if left else []
    if wrong:
        outcome.breaks(f"{jobs} jobs, killed after {moments}: {', '.join(wrong)}")
    else:
        outcome.saw("killed in the middle" if before[-1] > 0 else "killed before the first entry")
    shutil.rmtree(folder, ignore_errors=True)


def _entries(folder: Path) -> int:
    """Return how many entries a ledger has."""
    if not (folder / LEDGER).exists():
        return 0
    with Ledger(folder / LEDGER) as ledger:
        return len(ledger)


def _lost_or_twice(folder: Path) -> list[str]:
    """Return what is wrong with the runs that a ledger has."""
    study, wrong = study_of(RULES, **HOW), []
    with Ledger(folder / LEDGER) as ledger:
        for key, parts in study.known(ledger).items():
            work: Any = study.works[key]
            counted: Counter[tuple[int, int]] = Counter()
            for name, result in parts.items():
                first, last = map(int, name.partition(" ")[0].split("-"))
                counted.update((run, point) for run in range(first, last + 1) for point in result["examples"])
            wanted = {(run, point) for run in range(work.runs) for point in work.points.tolist()}
            if counted.keys() != wanted:
                wrong.append(f"{len(wanted - counted.keys())} runs are lost and {len(counted.keys() - wanted)} strange")
            if any(times > 1 for times in counted.values()):
                wrong.append(f"{sum(times > 1 for times in counted.values())} runs are there twice")
    return wrong


def _finish(server: ForkServerContext, folder: Path, jobs: int) -> int | None:
    """Run a sweep to its end, and return its exit code; None if it does not come to one."""
    process = server.Process(target=run, args=(str(folder), jobs), daemon=True)
    process.start()
    process.join(LONGEST)
    code = process.exitcode
    process.kill()
    process.join()
    return code
