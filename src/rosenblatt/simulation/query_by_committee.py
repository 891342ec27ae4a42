r"""`simulate_query_by_committee`: two students in the version cone, and the examples that they ask for.

    committee-runs.1   pair:        inputs as they come, until the two disagree on one
    committee-runs.2   zero field:  an input orthogonal to the mean of the posterior, as the walks have found it
    committee-runs.3   a student that the label contradicts goes on from where the other one is, which agrees with it;
                       if both are contradicted, from the teacher, which is a draw from the posterior too
    committee-runs.4   directions are drawn by the root of the covariance of Bayesian online learning (SW 4.4-4.6)

Free test: to a student who is drawn from the posterior the other one is like the teacher, so that their disagreement
must be that with the teacher. It fails if the steps are too few to forget.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, gaussian, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.version_cone import walk
from rosenblatt.progress import progress as progress_bar
from rosenblatt.scenario import Orthogonal, PairQueries, QueryLaw
from rosenblatt.scenario.queries import resolve_queries
from rosenblatt.scenario.teachers import random_direction
from rosenblatt.simulation.runs import available_cores

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = {PairQueries: 30, Orthogonal: 240}  # for each weight and query: the mean must be known better than a draw
MOST_INPUTS = 1_000_000  # that a pair may look at for one on which it disagrees
JITTER = 1e-12  # of a covariance, for its root
LARGEST = 200  # weights: a query costs n^3
MEASURES = ("disagreement", "mutual", "disagreement_bayes")


@dataclass(frozen=True, repr=False)
class CommitteeOfStudents(ShowsFirstRows):
    """Means over runs, each with its standard error ``*_sem``, of what the two students of a committee know.

    Attributes
    ----------
    frame : ``alpha``; ``disagreement`` of a student with the teacher, ``mutual`` of the two students, which must be the
        same, and ``disagreement_bayes`` of the posterior's mean with the teacher; ``examples`` and ``runs``.
    samples : of each of the three the single runs, an array of shape (runs, points).
    """

    n: int
    queries: QueryLaw
    steps: int
    frame: pd.DataFrame = field(repr=False)
    samples: dict[str, np.ndarray] = field(repr=False)

    @property
    def heading(self) -> str:
        """Who asks what, and how it was simulated."""
        runs = f"{len(self.samples['mutual'])} runs of N = {self.n}"
        return f"query by committee, {self.queries}, {runs}, {self.steps} steps for each weight and query"

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw the means of a column as points with their standard errors."""
        label = f"query by committee, {self.queries}, N = {self.n}"
        return plots.draw_points(self.frame, ax, column, **{"label": label, **style})


class Committee:
    """Two students, the examples that they have asked for, and their teacher."""

    def __init__(self, n: int, examples: int, seed: np.random.SeedSequence) -> None:
        self.random, self.state = np.random.default_rng(seed.spawn(1)[0]), seed_state(seed)
        self.teacher = random_direction(n, self.random)
        self.students = self.random.standard_normal((2, n))
        self.rows, self.seen = np.empty((examples, n)), 0
        self.centre, self.covariance = np.zeros(n), np.eye(n)
        self.mean = self.students.sum(axis=0)

    @singledispatchmethod
    def asked(self, queries: QueryLaw) -> np.ndarray:
        """Return the input that is asked for."""
        raise ValueError(f"queries must be 'pair' or 'zero-field' to be simulated; got {queries!r}. Take one of them.")

    @asked.register
    def _(self, queries: PairQueries) -> np.ndarray:
        for _ in range(MOST_INPUTS):
            x = self.random.standard_normal(len(self.teacher))  # committee-runs.1
            one, other = self.students @ x
            if one * other < 0.0:
                return x
        raise ValueError(
            f"alpha must be where two students still disagree; got {self.seen / len(self.teacher):.4g}, where they "
            f"agreed on {MOST_INPUTS:,} inputs. Take a smaller alpha."
        )

    @asked.register
    def _(self, queries: Orthogonal) -> np.ndarray:
        x = self.random.standard_normal(len(self.teacher))
        return x - (x @ self.mean) / (self.mean @ self.mean) * self.mean  # committee-runs.2

    def learn(self, queries: QueryLaw, steps: int) -> None:
        """Ask for one example, and take so many steps with each student."""
        x = self.asked(queries)
        row = x if x @ self.teacher > 0.0 else -x
        self.rows[self.seen], self.seen = row, self.seen + 1
        right = self.students @ row > 0.0
        if not right.any():
            self.students[:] = self.teacher
        elif not right.all():
            self.students[:] = self.students[int(np.argmax(right))]  # committee-runs.3
        self._narrow(row)
        root = np.linalg.cholesky(self.covariance + JITTER * np.trace(self.covariance) * np.eye(len(row)))
        self.mean = np.zeros(len(row))
        for student in self.students:
            walk(steps, self.rows[: self.seen], root, self.state, student, self.mean)

    def _narrow(self, row: np.ndarray) -> None:
        """Learn the shape of the posterior, roughly.  (committee-runs.4)"""
        across = self.covariance @ row
        spread = math.sqrt(float(row @ across))
        u = float(self.centre @ row) / spread
        g, taken = float(gaussian.inverse_mills(u)), float(gaussian.squared_surprise(u)[0])
        self.centre = self.centre + g / spread * across
        self.covariance = self.covariance - taken / spread**2 * np.outer(across, across)

    def measure(self) -> tuple[float, float, float]:
        """Return the disagreements that `MEASURES` names."""
        one, other = self.students
        own = 0.5 * (_apart(one, self.teacher) + _apart(other, self.teacher))
        return own, _apart(one, other), _apart(self.mean, self.teacher)


def _apart(one: np.ndarray, other: np.ndarray) -> float:
    """Return how often two vectors disagree: the angle between them over pi."""
    a, b = one / np.linalg.norm(one), other / np.linalg.norm(other)
    return 2.0 * math.atan2(float(np.linalg.norm(a - b)), float(np.linalg.norm(a + b))) / math.pi


def simulate_query_by_committee(
    *,
    n: int,
    alpha: Any,
    runs: int = 100,
    queries: str | QueryLaw = "pair",
    steps: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> CommitteeOfStudents:
    """Let committees of two ask their teachers, and return means and standard errors over the runs.

    Parameters
    ----------
    n : weights, from 3 to 200.
    alpha : queries per weight at which to measure, a number or a sequence.
    runs : independent teachers, each with a committee.
    queries : "pair" or "zero-field".
    steps : of hit-and-run, for each weight, query and student; defaults to 30, and 240 for zero-field queries.
    seed : the same seed gives the same numbers, whatever the number of threads.
    threads, progress : as of `simulate`.

    >>> result = simulate_query_by_committee(n=8, alpha=[1, 2], runs=4, seed=1)
    >>> bool(result.frame["disagreement"][1] < result.frame["disagreement"][0] < 0.5)
    True
    """
    law = resolve_queries(queries)
    if law is None or type(law) not in STEPS:
        raise ValueError(f"queries must be 'pair' or 'zero-field' to be simulated; got {queries!r}. Take one of them.")
    n, runs = checks.size(n), checks.whole("runs", runs, 2, "Standard errors need 2.")
    if n > LARGEST:
        raise ValueError(f"n must be at most {LARGEST}; got {n}. learning_curve is for n -> infinity.")
    steps = STEPS[type(law)] if steps is None else checks.whole("steps", steps, 1, "Students must move.")
    examples = checks.whole_examples(checks.alpha_grid(alpha), n)
    seeds = np.random.SeedSequence(checks.seed(seed)).spawn(runs)
    threads = available_cores() if threads is None else checks.whole("threads", threads, 1, "Leave it out.")
    with (
        progress_bar(f"query by committee, N = {n}", float(runs), progress) as report,
        ThreadPoolExecutor(max_workers=min(threads, runs)) as pool,
    ):

        def one(child: np.random.SeedSequence) -> list[tuple[float, float, float]]:
            found = _run(n, examples, law, steps * n, child)
            report(1.0)
            return found

        measured = np.array(list(pool.map(one, seeds)))
    samples = {name: measured[:, :, k] for k, name in enumerate(MEASURES)}
    columns: dict[str, Any] = {"alpha": examples / n}
    for name, values in samples.items():
        columns |= {name: values.mean(axis=0), f"{name}_sem": values.std(axis=0, ddof=1) / math.sqrt(runs)}
    return CommitteeOfStudents(n, law, steps, pd.DataFrame({**columns, "examples": examples, "runs": runs}), samples)


def _run(
    n: int, examples: np.ndarray, queries: QueryLaw, steps: int, seed: np.random.SeedSequence
) -> list[tuple[float, float, float]]:
    """Return what one committee knows after each number of examples."""
    committee, found = Committee(n, int(examples.max()), seed), {}
    for time in np.unique(examples).tolist():
        while committee.seen < time:
            committee.learn(queries, steps)
        found[time] = committee.measure()
    return [found[time] for time in examples.tolist()]
