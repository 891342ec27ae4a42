"""`simulate_soft_committee`: ensembles of a soft committee and its teacher, by vectors and by the exact chain."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.soft_committee import learn_by_chain, learn_by_vectors
from rosenblatt.kernels.triangle import triangulate
from rosenblatt.scenario.soft_committee import CommitteeState, columns_of, starting_state
from rosenblatt.simulation.runs import available_cores

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, repr=False)
class CommitteeSimulation(ShowsFirstRows):
    """Means over runs of a soft committee, each with its standard error ``*_sem``; columns as those of the curve."""

    k: int
    m: int
    eta: float
    noise: float
    n: int
    method: str
    frame: pd.DataFrame = field(repr=False)
    samples: dict[str, np.ndarray] = field(repr=False)

    @property
    def heading(self) -> str:
        """What learnt, and how it was simulated."""
        runs = f"{len(self.samples['error'])} runs of N = {self.n:,} ({self.method})"
        return f"soft committee of {self.k} units, teacher of {self.m}, eta = {self.eta:g}, {runs}"

    def plot(self, ax: Axes | None = None, column: str = "error", **style: Any) -> Axes:
        """Draw the means of a column as points with their standard errors."""
        look = {"label": self.heading, "linestyle": "none", "marker": "o", "markersize": 4.0, "capsize": 2.0, **style}
        return plots.draw_on_linear_axes(self.frame, ax, column, yerr=self.frame[f"{column}_sem"], **look)


def simulate_soft_committee(
    *,
    n: int,
    alpha: Any,
    runs: int = 20,
    k: int = 2,
    m: int = 2,
    eta: float = 1.0,
    noise: float = 0.0,
    r0: Any = None,
    q0: Any = None,
    teacher: Any = None,
    method: str = "chain",
    seed: int = 0,
) -> CommitteeSimulation:
    """Let soft committees learn online, and return means and standard errors over the runs.

    Parameters
    ----------
    n : inputs, more than ``k + m``.
    alpha, k, m, eta, noise, r0, q0, teacher : as of `soft_committee`; every run starts with the overlaps r0 and q0.
    method : "chain" follows the overlaps exactly, at a cost that does not grow with n; "vector" all weights.
    seed : the same seed gives the same numbers.

    >>> simulate_soft_committee(n=500, alpha=[1], runs=4, eta=0.5).frame["error"].round(1).tolist()
    [0.2]
    """
    grid = checks.alpha_grid(alpha)
    start = starting_state(r0, q0, k, m, teacher)
    k, m = start.units
    eta = checks.positive("eta", eta, "A student that does not learn has no curve.")
    noise = checks.not_negative("noise", noise, "It is the deviation of the noise on the teacher's output.")
    n = checks.whole("n", n, k + m + 1, "Teacher and student need room for their units, and one more.")
    runs = checks.whole("runs", runs, 1, "Take 2 or more for standard errors.")
    checks.one_of("method", method, ("chain", "vector"))
    examples = checks.whole_examples(grid, n)
    seeds = np.random.SeedSequence(checks.seed(seed)).spawn(runs)

    def one(seed: np.random.SeedSequence) -> list[CommitteeState]:
        return _run(start, n, examples, eta, noise, method, seed)

    with ThreadPoolExecutor(max_workers=min(available_cores(), runs)) as pool:
        found = [columns_of(states) for states in pool.map(one, seeds)]
    samples = {name: np.array([columns[name] for columns in found]) for name in found[0]}
    frame: dict[str, Any] = {"alpha": examples / n}
    for name, values in samples.items():
        spread = values.std(axis=0, ddof=1) if runs > 1 else np.full(values.shape[1], np.nan)
        frame |= {name: values.mean(axis=0), f"{name}_sem": spread / np.sqrt(runs)}
    table = pd.DataFrame({**frame, "examples": examples, "runs": runs})
    return CommitteeSimulation(k, m, eta, noise, n, method, table, samples)


def _run(
    start: CommitteeState,
    n: int,
    examples: np.ndarray,
    eta: float,
    noise: float,
    method: str,
    seed: np.random.SeedSequence,
) -> list[CommitteeState]:
    """Return the state of one committee after each number of examples."""
    state, units = seed_state(seed), sum(start.units)
    students, teachers = _vectors(start, n if method == "vector" else units + 1)
    found, seen = {}, 0
    for time in np.unique(examples).tolist():
        if method == "vector":
            learn_by_vectors(time - seen, eta, noise, state, students, teachers)
        else:
            learn_by_chain(time - seen, float(n), eta, noise, state, students, teachers)
        seen = time
        found[time] = CommitteeState(students @ teachers.T, students @ students.T, start.teacher)
    return [found[time] for time in examples.tolist()]


def _vectors(start: CommitteeState, axes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return vectors with the overlaps of a state: the teacher's along the first axes."""
    k, m = start.units
    students, teachers = np.zeros((k, axes)), np.zeros((m, axes))
    teachers[:, :m] = _root(start.teacher)
    students[:, :m] = along = start.r @ np.linalg.pinv(teachers[:, :m], rcond=1e-7)
    students[:, m : m + k] = _root(start.q_norm - along @ along.T)
    triangulate(students, m)
    return students, teachers


def _root(overlaps: np.ndarray) -> np.ndarray:
    """Return vectors with these overlaps, the symmetric root."""
    values, directions = np.linalg.eigh(overlaps)
    return directions * np.sqrt(np.maximum(values, 0.0)) @ directions.T
