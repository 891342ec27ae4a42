"""Evaluations of a file that are killed at random moments, some of them twice, and then gone on with.

`evaluate --out --resume` of a CSV runs in processes of its own, which a server of processes makes, and is killed with
SIGKILL. The same command afterwards comes to the same numbers, to the last bit, as one that was never killed: no row is
lost, and none is learnt twice.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.cli import main
from torture.outcome import Outcome

TITLE = "kill -9 of evaluate --resume at random moments, and the same command again"
FULL, SHARE = 20, 1

ROWS, SAVE_EVERY = 40_000, 5_000
MODEL = "BayesClassifier:effort=fast,linear=true"
PRELOADED = ("rosenblatt.cli.commands.evaluate", "rosenblatt.streams.page", "rosenblatt.streams.contenders")
LEFT = {"evaluation.json", "index.html", "state.safetensors"}
LONGEST = 300.0  # seconds for a command that is not killed
AGAIN = 0.3  # of the cases are killed twice


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Kill so many evaluations."""
    server, outcome = multiprocessing.get_context("forkserver"), Outcome()
    server.set_forkserver_preload(["torture.trials.killed_evaluations", *PRELOADED])
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        _write(folder / "rows.csv", random)
        code, _ = _finish(server, folder / "rows.csv", folder / "whole")  # compiles kernels
        shutil.rmtree(folder / "whole", ignore_errors=True)
        code, seconds = _finish(server, folder / "rows.csv", folder / "whole")
        if code != 0:
            outcome.breaks(f"exit code {code} of an evaluation that nobody kills")
            return outcome
        for case in range(count):
            kills = 2 if random.random() < AGAIN else 1
            moments = [float(random.uniform(0.0, 1.05 * seconds / (k + 1))) for k in range(kills)]
            _try(server, folder, folder / f"case-{case}", moments, outcome)
    return outcome


def evaluate(file: str, out: str) -> None:
    """Evaluate a file, going on from where an earlier process was."""
    every = str(SAVE_EVERY)
    main(["evaluate", file, "--target", "y", "--model", MODEL, "--save-every", every, "--out", out, "--resume"])


def _write(path: Path, random: np.random.Generator) -> None:
    """Write rows with gaps and texts."""
    x = random.standard_normal((ROWS, 3)).round(3)
    y = x[:, 0] + x[:, 1] * x[:, 2] > 0.0
    colours = np.where(x[:, 2] > 0.5, "red", "blue")
    rows = zip(x[:, 0], x[:, 1], colours, y, strict=True)
    lines = (f"{a},{'' if a > 2.0 else b},{c},{int(label)}" for a, b, c, label in rows)
    path.write_text("a,b,c,y\n" + "\n".join(lines) + "\n", encoding="utf-8")


def _try(server: ForkServerContext, folder: Path, out: Path, moments: list[float], outcome: Outcome) -> None:
    """Kill an evaluation at moments, let it come to its end, and look at what it says."""
    killed = 0
    for moment in moments:
        process = _begun(server, folder / "rows.csv", out)
        time.sleep(moment)
        process.kill()
        process.join()
        killed += process.exitcode != 0
    code, _ = _finish(server, folder / "rows.csv", out)
    what = f"killed after {', '.join(f'{moment:.3f} s' for moment in moments)}"
    left = {file.name for file in out.iterdir()} if out.exists() else set()
    if code != 0:
        outcome.breaks(f"{what}: exit code {code} when it was given again")
    elif left != LEFT:
        outcome.breaks(f"{what}: left {sorted(left)}")
    elif _numbers(out) != _numbers(folder / "whole"):
        outcome.breaks(f"{what}: other numbers in the end")
    else:
        outcome.saw(f"killed {killed} times and the same in the end" if killed else "done before it was killed")
    shutil.rmtree(out, ignore_errors=True)


def _numbers(out: Path) -> Any:
    """Return what an evaluation says, but for its speed."""
    said = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    return [{name: value for name, value in model.items() if name != "rows per second"} for model in said["models"]]


def _begun(server: ForkServerContext, file: Path, out: Path) -> ForkServerProcess:
    process = server.Process(target=_quietly, args=(str(file), str(out)), daemon=True)
    process.start()
    return process


def _quietly(file: str, out: str) -> None:
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        evaluate(file, out)


def _finish(server: ForkServerContext, file: Path, out: Path) -> tuple[int | None, float]:
    """Run an evaluation to its end; return its exit code, None if it does not come to one, and how long it took."""
    begun = time.perf_counter()
    process = _begun(server, file, out)
    process.join(LONGEST)
    code = process.exitcode
    process.kill()
    process.join()
    return code, time.perf_counter() - begun
