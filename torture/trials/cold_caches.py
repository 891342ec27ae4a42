"""Processes that start at once on an empty cache of machine code and compile the same functions for different types.

Each compiles kernels for all dtypes in an order of its own and compares what they give with the same loops in plain
Python; when all are done, another reads what they left on disk. Nobody may get another's machine code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, int64

from rosenblatt.kernels import counts, standardise
from rosenblatt.kernels.bank import mixture
from rosenblatt.kernels.compiler import Slot, specialise, template
from torture.outcome import Outcome

TITLE = "processes that compile at once on an empty cache"
FULL, SHARE = 160, 2
AT_ONCE = 8
LONGEST = 300.0  # seconds for a process
DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
FACTORS = (2.0, 3.0)

Case = tuple[str, str]

respond = Slot("respond")


@template
def sum_of_responses(x, rows):
    """Return a sum of what a function gives, which calls it at three places."""
    total = 0.0
    for i in range(rows):
        total += respond(x + i, rows)
    return total + respond(x, rows) + respond(x, rows - 1)


def scaled(factor: float) -> Any:
    """Return a function that has the name of others and is too long to become part of its caller."""

    def response(x, rows):
        total = 0.0
        for i in range(rows):
            for j in range(i):
                if x > j:
                    total += np.sin(x * i) * np.exp(-x) + np.cos(x + i) / (1.0 + j)
                else:
                    total += np.tan(x) - np.arctan(x * j) * np.log1p(np.abs(x))
            total += np.cosh(x) / (1.0 + i)
        return factor * total

    return response


def count_weighted(dtype: str, function: Callable[..., Any]) -> list[np.ndarray]:
    """Return weighted counts of rows of a dtype."""
    x, ones = np.eye(5, 3, dtype=dtype), np.zeros((2, 3))
    function(x, np.arange(5) % 2, np.linspace(1.0, 2.0, 5), ones)
    return [ones]


def count_values(dtype: str, function: Callable[..., Any]) -> list[np.ndarray]:
    """Return counts of rows of a dtype."""
    x, ones, low = np.eye(5, 3, dtype=dtype), np.zeros((2, 3), dtype=np.int64), np.zeros(3, dtype=np.uint8)
    return [np.array(function(x, np.arange(5) % 2, ones, low)), ones, low]


def standardise_dense(dtype: str, function: Callable[..., Any]) -> list[np.ndarray]:
    """Return rows of a dtype as they are standardised."""
    x, out, known = (np.arange(15) ** 2 % 7).reshape(5, 3).astype(dtype), np.zeros((5, 3)), tuple(np.zeros((4, 3)))
    function(x, np.ones(5), known, np.ones(3), 8.0, True, out)
    return [*known, out]


def follow_errors(dtypes: str, function: Callable[..., Any]) -> list[np.ndarray]:
    """Return the running mean of errors of one dtype, itself of another, after as many rows as a third counts."""
    errors, mean, clock = dtypes.split()
    result = np.zeros(1, dtype=mean)
    function(np.array([0, 1, 1], dtype=errors), result, np.dtype(clock).type(2))
    return [result]


KERNELS = {
    "follow_errors": (follow_errors, mixture.follow_errors),
    "count_weighted": (count_weighted, counts.count_weighted),
    "count_values": (count_values, counts.count_values),
    "standardise_dense": (standardise_dense, standardise.standardise_dense),
}
FLOATS = ("float32", "float64")
# Many signatures of one short function, so that files of it are often written at the same moment; then others.
SHORT: list[Case] = [
    ("follow_errors", f"{dtype} {mean} {clock}")
    for dtype in DTYPES
    for mean in FLOATS
    for clock in ("int64", "float64")
]
OTHERS: list[Case] = [
    *((name, dtype) for name in ("count_weighted", "count_values") for dtype in DTYPES),
    *(
        (name, dtype)
        for name in ("standardise_dense", *(f"times {factor:g}" for factor in FACTORS))
        for dtype in FLOATS
    ),
]


def tried(case: Case) -> tuple[Any, list[np.ndarray], list[np.ndarray]]:
    """Return a kernel, what it gives, and what the plain loop gives."""
    name, dtype = case
    if name in KERNELS:
        use, kernel = KERNELS[name]
        with np.errstate(invalid="ignore"):  # 0/0 in compiled code is not reported
            return kernel, use(dtype, kernel), use(dtype, kernel.py_func)
    fill, number = scaled(float(name.split()[1])), np.dtype(dtype).type(0.3)
    signature = from_dtype(np.dtype("float64"))(from_dtype(np.dtype(dtype)), int64)
    kernel = specialise(sum_of_responses, name, signature, {"respond": fill})
    x, rows = float(number), 3
    plain = sum(fill(x + i, rows) for i in range(rows)) + fill(x, rows) + fill(x, rows - 1)
    return kernel, [np.array(kernel(number, rows))], [np.array(plain)]


def work() -> None:
    """Say that all is imported, wait for a line with cases, compile them, and print what is wrong and what was read."""
    _slow_down_disk()
    print("ready", flush=True)
    wrong, kernels = [], []
    for case in json.loads(sys.stdin.readline()):
        kernel, given, expected = tried(case)
        kernels.append(kernel)
        if not all(np.allclose(a, b, rtol=1e-5, atol=1e-7) for a, b in zip(given, expected, strict=True)):
            wrong.append(f"{' of '.join(case)} gave {given} and not {expected}")
    misses = sum(sum(kernel.stats.cache_misses.values()) for kernel in set(kernels))
    print(json.dumps({"wrong": wrong, "misses": misses}), flush=True)


def _slow_down_disk() -> None:
    """Let files appear up to a twentieth of a second late, as in a home that a cluster shares."""
    replace = os.replace

    def replace_late(*names: Any) -> None:
        time.sleep(0.05 * np.random.default_rng().random())
        replace(*names)

    os.replace = replace_late


def start(cache: Path) -> subprocess.Popen[str]:
    """Start a process and return it; it imports what it needs and waits."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", "from torture.trials.cold_caches import work; work()"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[list[str], int]:
    """Return what is wrong with what a process did, and how much it did not find on disk."""
    try:
        said, complaint = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return [f"no end after {LONGEST:g} s"], 0
    if process.returncode:
        return [f"exit code {process.returncode}: {(complaint.strip().splitlines() or ['no word'])[-1]}"], 0
    result = json.loads(said.splitlines()[-1])
    return result["wrong"] + ([f"a warning: {complaint.strip()}"] if complaint else []), result["misses"]


def together(cache: Path, tasks: list[list[Case]]) -> list[tuple[list[str], int]]:
    """Let processes compile at the same moment, and return what came of each."""
    processes = [start(cache) for _ in tasks]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process, task in zip(processes, tasks, strict=True):
        assert process.stdin is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
    return [finish(process) for process in processes]


def _some(cases: list[Case], number: int, random: np.random.Generator) -> list[Case]:
    return [cases[k] for k in random.permutation(len(cases))[:number]]


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Start so many processes, up to eight at once, each group on an empty cache that another then reads."""
    outcome = Outcome()
    while outcome.tried < count:
        number = min(AT_ONCE, count - outcome.tried)
        short, others = (12, 4) if number == AT_ONCE else (3, 0)
        tasks = [_some(SHORT, short, random) + _some(OTHERS, others, random) for _ in range(number)]
        every = sorted({case for task in tasks for case in task})
        with tempfile.TemporaryDirectory() as folder:
            done = together(Path(folder), tasks)
            [(wrong, misses)] = together(Path(folder), [every])
        read = wrong + ([f"{misses} of {len(every)} were not on disk"] if misses else [])
        for task, (problems, _) in zip(tasks, done, strict=True):
            if problems or read:
                outcome.breaks(f"{task}: {'; '.join(problems + [f'read: {one}' for one in read])}")
            else:
                outcome.saw("right, and right when read")
    return outcome
