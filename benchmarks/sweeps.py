"""Sweeps: what the ledger and the scheduling cost, cells against simulations by themselves, and a cluster of two."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import rosenblatt as rb
from benchmarks.kernels import _spin
from benchmarks.timing import Row
from rosenblatt.simulation.runs import available_cores

TASKS = 10_000  # small ones: cells of one run each
RULES = ["hebb", "rosenblatt", "adatron", "normalised", "margin", "bayes-hebb"]
CELLS = {"noise": [0.0, 0.05, 0.1, 0.2, 0.3], "n": [30, 100, 300, 1000, 3000, 10_000]}
ALPHA = [1.0, 2.0, 5.0, 10.0]
NO_PAGE: dict[str, Any] = {"dashboard_address": None}  # nothing listens but on this machine
SPINS = 6_000_000  # some tenths of a second


def _timed(work: Any) -> tuple[float, float]:
    """Return the seconds of a work on the clock and on processors, once."""
    clock, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - used


def many_small_tasks() -> Iterator[Row]:
    """Ten thousand cells of some ten milliseconds, into a ledger on disk; what is no run is ledger and scheduling."""
    seeds, how = list(range(TASKS)), {"n": 1000, "alpha": [400.0], "runs": 1, "method": "chain"}
    rb.simulate("hebb", threads=1, progress=False, **how)
    runs = min(
        _timed(lambda: rb.simulate("hebb", threads=1, progress=False, **{**how, "runs": 200}))[1] for _ in range(2)
    )
    with tempfile.TemporaryDirectory() as folder:
        _, used = _timed(lambda: rb.sweep("hebb", seed=seeds, out=Path(folder), progress=False, **how))
    alone = runs * TASKS / 200
    detail = f"{used:.1f} s on processors, the runs {alone:.1f} s, {alone / TASKS * 1e3:.1f} ms a task"
    yield Row(f"ledger and scheduling / a sweep of {TASKS:,} small tasks", 1.0 - alone / used, 0.1, False, detail)


def cells_against_simulations() -> Iterator[Row]:
    """180 cells by one call, against half the sum of their simulations on one thread each."""
    cells = [(rule, noise, n) for rule in RULES for noise in CELLS["noise"] for n in CELLS["n"]]
    how: dict[str, Any] = {"alpha": ALPHA, "runs": 100, "progress": False}

    def one_by_one() -> None:
        for rule, noise, n in cells:
            rb.simulate(rule, noise=noise, n=n, threads=1, start=0.2 if rule == "adatron" else None, **how)

    def together() -> None:
        with tempfile.TemporaryDirectory() as folder:
            rb.sweep(cells=[_cell(*cell) for cell in cells], out=Path(folder), **how)

    for work in (one_by_one, together):
        work()
    cores = min(available_cores(), 2)
    single, swept = _timed(one_by_one)[0], _timed(together)[0]
    name, detail = (
        f"a sweep of {len(cells)} cells / its simulations over {cores} cores",
        f"{swept:.1f} s, {single:.1f} s",
    )
    yield Row(name, swept / (single / cores), 1.1, False, detail)


def _cell(rule: str, noise: float, n: int) -> dict[str, Any]:
    start = {"start": 0.2} if rule == "adatron" else {}
    return {"rule": rule, "noise": noise, "n": n, **start}


def cluster_of_two() -> Iterator[Row]:
    """Two workers of Dask against one process and thread, over what two processes of spin loops reach."""
    from distributed import Client, LocalCluster

    how: dict[str, Any] = {"n": 1000, "alpha": [125.0], "runs": 1, "method": "vector", "progress": False}
    seeds = list(range(100))
    with (
        warnings.catch_warnings(),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **NO_PAGE) as cluster,
        Client(cluster) as client,
    ):
        warnings.simplefilter("ignore")
        rb.sweep("hebb", seed=seeds[:4], backend=client, **how)
        single = _timed(lambda: [rb.simulate("hebb", seed=seed, threads=1, **how) for seed in seeds])[0]
        double = _timed(lambda: rb.sweep("hebb", seed=seeds, backend=client, **how))[0]
    with ProcessPoolExecutor(2) as pool, ThreadPoolExecutor(1) as alone:
        list(pool.map(_spin, [1, 1]))
        one = _timed(lambda: list(alone.map(_spin, [SPINS] * 40)))[0]
        two = _timed(lambda: list(pool.map(_spin, [SPINS] * 40)))[0]
    ratio, detail = (single / double) / (one / two), f"{single / double:.2f} times, spin loops {one / two:.2f} times"
    name = f"Dask, two workers, tasks of {single / len(seeds):.2f} s: speed-up / that of spin loops"
    yield Row(name, ratio, 0.85, True, detail)


ROWS = (many_small_tasks, cells_against_simulations, cluster_of_two)
