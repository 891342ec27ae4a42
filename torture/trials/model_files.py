"""Saved models of every kind, damaged by accident and on purpose; see `torture.damaged_models`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from torture.outcome import Outcome

TITLE = "saved models: bytes flipped, prefixes, every tensor and every entry of the header changed"
FULL, SHARE = 1_000_000, 200  # or as many as there are
GOOD = ("refused", "as before", "works")
MOST_CRASHES = 20


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Try so many cases, in a process that is started again after a case that crashed it."""
    result, seed = Outcome(), int(random.integers(2**31))
    for _ in range(MOST_CRASHES):
        before, code = result.tried, _go_on(result, count, seed)
        if code == 0 or result.tried == before + 1:  # all were tried, or not even the first
            break
    return result


def _go_on(result: Outcome, count: int, seed: int) -> int:
    """Try the cases that have not been tried yet; return the exit code of the process that does it."""
    command = [sys.executable, "-m", "torture.damaged_models", str(count), str(seed), str(result.tried)]
    case = "before the first case"
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            mark, _, said = line.rstrip("\n").partition(" ")
            if mark == "try":
                case = said
            elif said in GOOD:
                result.saw(said)
            else:
                result.breaks(f"{case}: {said}")
    if process.returncode != 0:
        result.breaks(f"{case}: crashed with exit code {process.returncode}")
    return process.returncode
