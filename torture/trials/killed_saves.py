"""Processes that save a model and are killed: the old file or the new one is there, and then nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

import numpy as np

from torture.outcome import Outcome

TITLE = "kill -9 of a process that saves"
FULL, SHARE = 100, 4
LATEST = 0.1  # seconds after which it is killed: some saves


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Kill a process that saves so many times, each at a random moment."""
    result = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "torture.saving_process", folder]
        one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # a process with several cannot be copied
        pipe, here = subprocess.PIPE, Path(__file__).parents[2]
        with subprocess.Popen(command, cwd=here, env=one_thread, stdin=pipe, stdout=pipe, text=True) as process:
            if process.stdin is None or process.stdout is None or process.stdout.readline() != "ready\n":
                raise RuntimeError("the process that saves must say that it is ready; see what it says above.")
            whole = {(Path(folder) / name).read_bytes() for name in ("one", "other")}
            for _ in range(count):
                delay = random.uniform(0.0, LATEST)
                _kill_once(process.stdin, process.stdout, delay)
                _look(result, Path(folder) / "saved" / "model", whole, f"killed after {delay:.6f} s")
                process.stdin.write("save\n")
                process.stdin.flush()
                process.stdout.readline()
                left = sorted(file.name for file in (Path(folder) / "saved").iterdir())
                if left != ["model"]:
                    result.breaks(f"after the next save there must be one file; got {left}")
            process.stdin.close()
    return result


def _kill_once(told: IO[str], said: IO[str], delay: float) -> None:
    """Let a process save, kill it after a while, and wait for its end."""
    told.write("begin\n")
    told.flush()
    saving = int(said.readline())
    time.sleep(delay)
    os.kill(saving, signal.SIGKILL)
    said.readline()


def _look(result: Outcome, path: Path, whole: set[bytes], when: str) -> None:
    """Look at what a killed process left: nothing yet, or one of two whole files, and what it was writing."""
    if path.exists() and path.read_bytes() not in whole:
        result.breaks(f"{when}: a file of {path.stat().st_size} bytes that is neither the old one nor the new one")
    else:
        unfinished = path.parent.exists() and len(list(path.parent.iterdir())) > path.exists()
        result.saw("whole, killed while writing" if unfinished else "whole, killed between two files")
