"""Which runs a simulation has, and how they are made: students on threads, each with a stream of its own.

Run number k of a seed draws from the k-th child of its SeedSequence, whatever other runs there are: runs that are
made later, elsewhere or in another order are the same runs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import checks
from rosenblatt.kernels.blas_threads import blas_limit
from rosenblatt.progress import progress as progress_bar
from rosenblatt.scenario import NumberChannel
from rosenblatt.scenario.scaled_channels import error_of_fields
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Report, Watch

if TYPE_CHECKING:
    from rosenblatt.simulation.prepared import Prepared

LARGEST_MEASURE = 1e150  # of what is averaged over runs
MEASURES = 4  # of every student: R, Q, overlap and disagreement

Samples = dict[str, np.ndarray]


@dataclass(frozen=True, order=True)
class Runs:
    """Runs ``first`` to ``end`` of a seed, the last not included.

    >>> len(Runs(seed=0, first=10, end=30))
    20
    """

    seed: int
    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    def __str__(self) -> str:
        return f"{self.first} to {self.end - 1} of seed {self.seed}"

    def seeds(self) -> list[np.random.SeedSequence]:
        """Return the stream of each run: those that `numpy.random.SeedSequence.spawn` would give.

        >>> [seed.spawn_key for seed in Runs(seed=0, first=1, end=3).seeds()]
        [(1,), (2,)]
        """
        return [np.random.SeedSequence(self.seed, spawn_key=(number,)) for number in range(self.first, self.end)]


def merged(runs: Sequence[Runs]) -> tuple[Runs, ...]:
    """Return runs in their order, neighbours as one, or raise if two have a run in common.

    >>> merged([Runs(0, 5, 9), Runs(0, 0, 5)])
    (Runs(seed=0, first=0, end=9),)
    """
    whole: list[Runs] = []
    for part in sorted(runs):
        before = whole[-1] if whole and whole[-1].seed == part.seed else None
        if before is not None and part.first < before.end:
            raise ValueError(
                f"simulations must be of other runs to be added; got runs {before} and {part}. "
                "Simulate one of them with another seed=, or with first_run= beyond the other's runs."
            )
        if before is not None and part.first == before.end:
            whole[-1] = Runs(part.seed, before.first, part.end)
        else:
            whole.append(part)
    return tuple(whole)


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chosen_threads(threads: Any) -> int:
    """Return how many threads are asked for: all cores, if that is left open."""
    return available_cores() if threads is None else checks.whole("threads", threads, 1, "Leave it out for all cores.")


def on_threads(prepared: Prepared, runs: Runs, threads: int, show: bool | None) -> Samples:
    """Make runs on threads (kernels release the interpreter's lock) and collect what they measure."""
    experiment, stop = prepared.experiment, threading.Event()
    kernel = prepared.follow.compile(experiment)
    shares = [Runs(runs.seed, *ends) for ends in prepared.follow.shares(experiment, runs.first, runs.end)]
    title, work = f"{experiment.rule.name}, N = {experiment.n}", float(len(runs) * prepared.examples.max())

    with (
        progress_bar(title, work, show) as report,
        ThreadPoolExecutor(max_workers=min(threads, len(shares))) as pool,
    ):

        def some(share: Runs) -> np.ndarray:
            return _measured(prepared, kernel, share, stop, report)

        try:
            measured = np.concatenate(list(pool.map(some, shares)))
        finally:
            stop.set()
    return _samples(prepared, measured)


def make_runs(prepared: Prepared, kernel: Kernel, runs: Runs, stop: threading.Event, report: Report) -> Samples:
    """Make runs one after the other and return what they measure: arrays of shape (runs, points) by name.

    Whoever sets ``stop`` wants no more of them: what is then returned is to be thrown away.
    """
    return _samples(prepared, _measured(prepared, kernel, runs, stop, report))


def _measured(prepared: Prepared, kernel: Kernel, runs: Runs, stop: threading.Event, report: Report) -> np.ndarray:
    """Make runs and return what they measure at the given numbers of examples.

    BLAS has one thread meanwhile: with another number of them the last digits would differ.
    """
    experiment, follow = prepared.experiment, prepared.follow
    times, back = np.unique(prepared.examples, return_inverse=True)
    with blas_limit().held():
        measured = follow.follow_runs(experiment, kernel, runs, times, Watch(stop, report))
    for number, run in enumerate(measured, runs.first):
        _check_digits(experiment, number, times, run[:, MEASURES - 1], follow.least_disagreement)
        _check_range(experiment, number, times, run)
    return measured[:, back, :]


def _samples(prepared: Prepared, measured: np.ndarray) -> Samples:
    """Return what is measured by name, of an array of shape (runs, points, measures)."""
    experiment, follow = prepared.experiment, prepared.follow
    r, q_norm, overlap, disagreement, *others = measured.transpose(2, 0, 1)
    names = follow.further_names(experiment)
    further, fields = others[: len(names)], others[len(names) :]
    rule, channel = experiment.rule, experiment.scenario.channel
    if fields:
        error = np.vectorize(lambda *numbers: error_of_fields(rule, channel, *numbers))(disagreement, *fields)
    else:
        error = rule.error(r, q_norm, disagreement, channel)
    known = {"r": r, "q_norm": q_norm, "overlap": overlap, "disagreement": disagreement, "error": error}
    return known | dict(zip(names, further, strict=True))


def _check_range(experiment: Experiment, number: int, times: np.ndarray, measured: np.ndarray) -> None:
    """Raise if what is measured of a student is not finite, or so large that its square is not.

    What is measured further may be unknown, as the training error of no examples is.
    """
    beyond = np.abs(measured) > LARGEST_MEASURE
    beyond[:, :MEASURES] |= np.isnan(measured[:, :MEASURES])
    if beyond.any():
        first = int(np.argwhere(beyond)[0, 0])
        raise ValueError(
            f"length of a student of {experiment.rule.name!r} must stay finite; got Q = {measured[first, 1]:.2g} "
            f"in run {number} at alpha={times[first] / experiment.n:.4g}. Take a smaller rate or a smaller alpha."
        )


def _check_digits(
    experiment: Experiment, number: int, times: np.ndarray, disagreements: np.ndarray, least: float
) -> None:
    """Raise if a student is so near to the numbers that it learns that what drives it, label - field, is all rounding.

    Signs do not depend on how near a field is, and a chain of them keeps its digits however small the angle is.
    """
    if not issubclass(experiment.rule.labels, NumberChannel):
        return
    near = (disagreements > 0.0) & (disagreements < least)
    if near.any():
        first = int(np.argmax(near))
        raise ValueError(
            f"disagreement of {experiment.rule.name!r} must stay above {least:g} to be simulated; got "
            f"{disagreements[first]:.1g} in run {number} at alpha={times[first] / experiment.n:.4g}, where label and "
            "field differ in their last digits only. Take a smaller alpha; learning_curve may have what is beyond it."
        )
