"""`sweep`: many simulations or learning curves by one call, none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rosenblatt.simulation.runs import chosen_threads
from rosenblatt.simulation.students.choice import BACKENDS
from rosenblatt.sweeps.backend import Backend
from rosenblatt.sweeps.local import Threads
from rosenblatt.sweeps.result import Sweep
from rosenblatt.sweeps.study import Study


def sweep(
    rules: Any = None,
    *,
    alpha: Any = None,
    n: Any = None,
    noise: Any = None,
    teacher: Any = None,
    inputs: Any = None,
    scenario: Any = None,
    channel: Any = None,
    drift: Any = None,
    start: Any = None,
    queries: Any = None,
    batch: Any = None,
    momentum: Any = None,
    readout: Any = None,
    method: Any = None,
    runs: Any = 100,
    seed: Any = 0,
    over: str | Sequence[str] = "simulate",
    zipped: Sequence[Any] = (),
    cells: Iterable[Mapping[str, Any]] | None = None,
    out: str | Path | None = None,
    backend: Any = "cpu",
    jobs: int | None = None,
    progress: bool | None = None,
    **options: Any,
) -> Sweep:
    """Simulate, or compute, every combination of what is given as a list.

    Each cell is what `simulate` or `learning_curve` return for its values, bit for bit, whatever the number of jobs and
    wherever it is computed.

    Parameters
    ----------
    rules : a rule or a list of rules: names, objects or functions.
    alpha : examples per weight at which to measure, the same for all cells.
    n, noise, teacher, inputs, scenario, channel, drift, start, queries, batch, momentum, readout, method, runs, seed :
        as in `simulate`; a list is an axis of the grid, everything else, a tuple too, one value for all cells.
    over : "simulate", "learning_curve", or both; curves beside simulations are for N -> infinity.
    zipped : names of lists that advance together instead, such as ``("n", "runs")``, or several such groups.
    cells : dictionaries of these keywords (and ``rule``), for what is no grid; each is crossed with the lists.
    out : a folder. What is computed is entered into its ledger at once: the same call goes on where it was stopped or
        killed, and after a change of lists, of runs or of a rule computes only what is new. At the end the table is
        written there as ``sweep.parquet``. Without it nothing is kept on disk.
    backend : "cpu", "gpu" or "auto", as in `simulate`; or a Dask cluster: the address of its scheduler, or a
        ``distributed.Client``.
    jobs : how many threads; defaults to all cores.
    progress : show a bar; defaults to on a terminal only.
    **options : of single theories, for learning curves alone.

    A cell that is refused, for want of a theory, say, or that comes to no end, as a student that diverges, is a row
    whose column ``problem`` says why. If no cell can be computed, that is an error.

    >>> students = sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1], n=50, alpha=[1, 5], runs=10)
    >>> students.frame[["rule", "noise", "alpha", "runs"]].head(3).to_numpy().tolist()
    [['hebb', 0.0, 1.0, 10], ['hebb', 0.0, 5.0, 10], ['hebb', 0.1, 1.0, 10]]
    """
    given = {"n": n, "noise": noise, "teacher": teacher, "inputs": inputs, "scenario": scenario, "channel": channel}
    given |= {"drift": drift, "start": start, "queries": queries, "batch": batch, "momentum": momentum}
    given |= {"readout": readout, "method": method, "options": options or None}
    given |= on_device(backend)
    how: dict[str, Any] = {"runs": runs, "seed": seed, "over": over, "zipped": zipped, "cells": cells}
    study = study_of(rules, alpha=alpha, **how, **given)
    folder = None if out is None else Path(out)
    return study.run(folder, chosen_backend(backend, jobs), progress)


def on_device(backend: Any) -> dict[str, str]:
    """Return the keyword of simulations that are to run on a GPU, none for those that are not."""
    return {"backend": backend} if isinstance(backend, str) and backend in BACKENDS[1:] else {}


def study_of(
    rules: Any = None,
    *,
    alpha: Any = None,
    runs: Any = 100,
    seed: Any = 0,
    over: str | Sequence[str] = "simulate",
    zipped: Sequence[Any] = (),
    cells: Iterable[Mapping[str, Any]] | None = None,
    **given: Any,
) -> Study:
    """Return what `sweep` is asked for with these keywords; None is what was left out."""
    values = {name: value for name, value in {"rule": rules, **given}.items() if value is not None}
    return Study.of({**values, "alpha": alpha, "runs": runs, "seed": seed}, over=over, zipped=zipped, cells=cells)


def chosen_backend(backend: Any, jobs: int | None) -> Backend:
    """Return threads of this process, which may launch what a GPU does, or a cluster."""
    if isinstance(backend, str) and backend in BACKENDS:
        return Threads(chosen_threads(jobs))
    from rosenblatt.sweeps.cluster import Cluster

    return Cluster(backend)
