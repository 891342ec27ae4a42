"""Workers of a Dask cluster that are killed in the middle of a sweep.

A scheduler and two workers run in processes of their own, which restart a worker that dies. One of them is killed with
SIGKILL after a random number of tasks has come back. Every task comes back exactly once, and the numbers are those of
a sweep on this machine.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.sweeps.cluster import Cluster
from rosenblatt.sweeps.local import Threads
from rosenblatt.sweeps.result import Sweep
from rosenblatt.sweeps.study import Study
from rosenblatt.sweeps.sweep import study_of
from torture.outcome import Outcome

TITLE = "kill -9 of a worker of a Dask cluster in the middle of a sweep: every task once, the same numbers"
FULL, SHARE = 100, 1

HOW: dict[str, Any] = {"n": 1000, "noise": [0.0, 0.1], "alpha": [1, 30], "runs": 40, "method": "chain"}
LEAST_SECONDS = 0.005  # of a task, by the guess that is made of it: there shall be many
WORKERS = 2
PATIENCE = 60.0  # seconds for a worker to start again


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Kill a worker in so many sweeps, on a cluster that goes on for as long as it starts its workers again."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    outcome, study = Outcome(), study_of(["hebb", "rosenblatt"], **HOW)
    whole = study.run(None, Threads(WORKERS), False).frame
    while outcome.tried < count:
        before = outcome.tried
        _on_one_cluster(count, study, whole, random, outcome)
        if outcome.tried == before:
            outcome.breaks("a fresh cluster did not start its workers")
    return outcome


def _on_one_cluster(
    count: int, study: Study, whole: pd.DataFrame, random: np.random.Generator, outcome: Outcome
) -> None:
    """Try until it is enough, or until the cluster is short of a worker that it was to start again."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=":0", processes=True) as cluster,
        Client(cluster) as client,
    ):
        while outcome.tried < count and (there := _processes(client)):
            _try(client, study, whole, random.choice(there), random, outcome)


def _processes(client: Any) -> list[int]:
    """Return the processes of all workers; none if one is missing: Dask does not always start one that was killed.

    A worker that has just died may still be counted, but does not answer.
    """
    give_up = time.monotonic() + PATIENCE
    while (left := give_up - time.monotonic()) > 0.0:
        try:
            client.wait_for_workers(WORKERS, timeout=left)
        except TimeoutError:
            break
        found = client.run(os.getpid, on_error="ignore")
        if len(found) == WORKERS:
            return sorted(found.values())
    return []


def _try(
    client: Any, study: Study, whole: pd.DataFrame, victim: int, random: np.random.Generator, outcome: Outcome
) -> None:
    """Kill a worker in the middle of a sweep, and look at what comes back."""
    backend = Cluster(client)
    backend.least_seconds = LEAST_SECONDS
    known: dict[str, dict[str, Any]] = {key: {} for key in study.works}
    tasks = study.tasks(known, backend)
    moment, seen, killed, twice = int(random.integers(0, len(tasks) // 2)), 0, False, 0
    for done in backend.finished(tasks, lambda _: None):
        for task, result in done:
            twice += task.part.name in known[task.work.key]
            known[task.work.key][task.part.name] = result
        seen += len(done)
        if seen >= moment and not killed:
            os.kill(int(victim), signal.SIGKILL)
            killed = True
    wrong = [f"{twice} tasks came back twice"] if twice else []
    wrong += [f"{seen} of {len(tasks)} tasks came back"] if seen != len(tasks) else []
    same = not wrong and Sweep(study.cells, study.names, study.grid, known).frame.equals(whole)
    wrong += [] if same or wrong else ["other numbers"]
    if wrong:
        outcome.breaks(f"worker killed after {moment} of {len(tasks)} tasks: {', '.join(wrong)}")
    else:
        outcome.saw("the same with a killed worker")
