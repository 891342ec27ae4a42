"""Commands that are killed at random moments, and then given again.

`reproduce`, of a few rows and a figure of one paper, and `simulate --out` run in processes of their own, which a server
of processes makes: it has imported everything already. They are killed with SIGKILL. Whatever is on the disk then is
whole; the same command afterwards comes to the same claims and numbers as one that was never killed, and leaves nothing
else behind.
"""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import numpy as np
import pandas as pd

from rosenblatt.cli import main
from rosenblatt.papers import registry
from torture.outcome import Outcome

TITLE = "kill -9 of reproduce and of simulate --out at random moments, and the same command again"
FULL, SHARE = 100, 1

PAPER, ROWS = "L8", slice(5, 14)
POINTS, RUNS = 4000, 3
PRELOADED = ("rosenblatt.report.run", "rosenblatt.simulation.simulate", "matplotlib.figure", "sklearn.base")
LONGEST = 300.0  # seconds for a command that is not killed

Command = Callable[[str], None]


def reproduce(folder: str) -> None:
    """Reproduce a few rows and a figure of a paper into a folder."""
    whole = registry.reproduction(registry.find(PAPER))
    (first, *_) = whole.figures.items()
    part = dataclasses.replace(whole, rows=whole.rows[ROWS], figures=dict([first]), tables={})
    registry.reproduction = lambda _: part
    main(["reproduce", PAPER, "--quick", "--jobs", "1", "--out", folder])


def simulate(folder: str) -> None:
    """Simulate into a table that takes a while to write."""
    how = ["--n", "50", "--alpha", f"0.1:20:{POINTS}", "--runs", str(RUNS), "--out", f"{folder}/table.csv"]
    main(["simulate", "rosenblatt", *how])


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Kill so many commands, of either kind in turn."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(["torture.trials.killed_runs", *PRELOADED])
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as place:
        commands = (simulate, reproduce)[: max(1, min(count, 2))]
        whole = [_Whole(server, command, Path(place) / command.__name__) for command in commands]
        for case in range(count):
            one = whole[case % len(whole)]
            _try(server, one, Path(place) / f"case-{case}", float(random.uniform(0.0, 1.05 * one.seconds)), outcome)
    return outcome


class _Whole:
    """A command that nobody kills: how long it takes at most, and what it writes."""

    def __init__(self, server: ForkServerContext, command: Command, folder: Path) -> None:
        self.command = command
        begun = time.perf_counter()
        _finish(server, command, folder)
        self.seconds = time.perf_counter() - begun
        self.files = contents(folder)


def _try(server: ForkServerContext, whole: _Whole, folder: Path, moment: float, outcome: Outcome) -> None:
    """Kill one command at a moment, look at what is there, and let it go on."""
    what = f"{whole.command.__name__} killed after {moment:.3f} s"
    folder.mkdir()
    process = _begun(server, whole.command, folder)
    time.sleep(moment)
    process.kill()
    process.join()
    killed = process.exitcode != 0
    if not killed:  # it takes less time than the first did, which may have compiled kernels
        whole.seconds = min(whole.seconds, moment)
    half = differing(whole.files, {name: text for name, text in contents(folder).items() if name in whole.files})
    code = _finish(server, whole.command, folder)
    after = contents(folder)
    wrong = [f"{name} was half" for name in half]
    wrong += [f"exit code {code} when it was given again"] if code != 0 else []
    wrong += [f"{name} is another in the end" for name in differing(whole.files, after)]
    wrong += [f"{name} is missing in the end" for name in whole.files.keys() - after.keys()]
    wrong += [f"{name} is left" for name in sorted(after.keys() - whole.files.keys())]
    if wrong:
        outcome.breaks(f"{what}: {', '.join(wrong)}")
    else:
        outcome.saw("killed and the same in the end" if killed else "done before it was killed")
    shutil.rmtree(folder)


def _begun(server: ForkServerContext, command: Command, folder: Path) -> ForkServerProcess:
    process = server.Process(target=_quietly, args=(command, str(folder)), daemon=True)
    process.start()
    return process


def _quietly(command: Command, folder: str) -> None:
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        command(folder)


def _finish(server: ForkServerContext, command: Command, folder: Path) -> int | None:
    """Run a command to its end, and return its exit code; None if it does not come to one."""
    folder.mkdir(parents=True, exist_ok=True)
    process = _begun(server, command, folder)
    process.join(LONGEST)
    code = process.exitcode
    process.kill()
    process.join()
    return code


def contents(folder: Path) -> dict[str, object]:
    """Return what is in each file: of a table its numbers, of claims what they say, of others that they are whole."""
    return {file.name: _content(file) for file in folder.iterdir()}


def _content(file: Path) -> object:
    if file.name.startswith(".") or file.suffix == ".sqlite-journal":
        return "unfinished"
    if file.suffix == ".json":
        return json.loads(file.read_text(encoding="utf-8") or "null")
    if file.suffix == ".csv":
        return pd.read_csv(file).to_numpy().tolist() if file.stat().st_size else "empty"
    if file.suffix == ".png":
        return file.read_bytes().endswith(b"IEND\xaeB`\x82")
    if file.suffix in (".svg", ".html"):
        return file.read_text(encoding="utf-8").rstrip().endswith(("</svg>", "</html>"))
    return "a ledger"


def differing(expected: dict[str, object], found: dict[str, object]) -> list[str]:
    """Return the names of files that both have, with another content."""
    return sorted(name for name in expected.keys() & found.keys() if repr(expected[name]) != repr(found[name]))
