"""What a simulation is: means and standard errors over runs, and how they were obtained."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.scenario import CentredInputs, Inputs
from rosenblatt.simulation.descriptions import describe
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.prepared import Prepared
from rosenblatt.simulation.runs import Runs, Samples, chosen_threads, merged, on_threads
from rosenblatt.simulation.students.choice import choose_student

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, repr=False)
class Simulation(ShowsFirstRows, Experiment):
    """An ensemble of students, each with its own teacher.

    Attributes
    ----------
    frame : columns ``alpha``, then ``r, q_norm, overlap, disagreement, error`` each with its
        standard error ``*_sem`` over the runs, then ``disagreement_of_overlap``, ``examples`` and
        ``runs``. ``alpha`` is ``examples/n``: the number asked for, rounded to whole examples.
        ``disagreement`` is the mean of d over the runs; ``disagreement_of_overlap`` is d at the mean
        overlap, arccos/pi, which theory gives: at finite N they are not the same. It is NaN for
        inputs with a mean or a covariance, for which d is not a function of the overlap. With momentum there are
        ``r_v, x_v, w_v`` too: V.B/N, J.V/N and V.V/N of the velocity V.
    samples : for each measure the single runs, an array of shape (runs, points).
    method : "vector", "chain" or "events"; "fit" for learners of all examples at once.
    parts : which runs of which seeds they are.

    ``a + b`` has the runs of both, if these are other runs of the same experiment; `more` makes the next ones.
    """

    parts: tuple[Runs, ...]
    method: str
    frame: pd.DataFrame = field(repr=False)
    samples: dict[str, np.ndarray] = field(repr=False)

    @property
    def seed(self) -> int:
        """The seed, the smallest if there are several."""
        return self.parts[0].seed

    def __add__(self, other: Simulation) -> Simulation:
        """Return all runs of both, in the order of their seeds and numbers, whichever is given first."""
        if not isinstance(other, Simulation):
            return NotImplemented
        for what, mine, others in (
            *((name, getattr(self, name), getattr(other, name)) for name in ("rule", "n", "scenario", "readout")),
            ("update", self.update, other.update),
            ("method", self.method, other.method),
            ("alpha", self.examples / self.n, other.examples / other.n),
        ):
            if describe(mine).text != describe(others).text:
                raise ValueError(
                    f"simulations must be of the same experiment to be added; got another {what}: {mine} and {others}. "
                    "Simulate other runs of the same, with seed= or first_run=."
                )
        order = np.argsort([*_places(self.parts), *_places(other.parts)], order=("seed", "run"), kind="stable")
        samples = {name: np.concatenate([values, other.samples[name]])[order] for name, values in self.samples.items()}
        return simulation_of(self._prepared, merged([*self.parts, *other.parts]), samples)

    def more(self, runs: int, *, threads: int | None = None, progress: bool | None = None) -> Simulation:
        """Return this simulation with so many runs more, the next ones of its last seed.

        >>> import rosenblatt as rb
        >>> whole, half = (rb.simulate("hebb", n=50, alpha=1, runs=runs) for runs in (20, 10))
        >>> bool((half.more(10).frame == whole.frame).all(axis=None))
        True
        """
        count, last = checks.whole("runs", runs, 1, "It is how many to add."), self.parts[-1]
        prepared, parts = self._prepared, (Runs(last.seed, last.end, last.end + count),)
        return self + simulation_of(prepared, parts, on_threads(prepared, parts[0], chosen_threads(threads), progress))

    def save(self, path: str | Path) -> None:
        """Write the single runs as Parquet, with all that is needed to go on: see `rosenblatt.load_simulation`."""
        from rosenblatt.simulation.simulation_files import save_simulation

        save_simulation(self, path)

    @property
    def examples(self) -> np.ndarray:
        """The numbers of examples at which it was measured."""
        return self.frame["examples"].to_numpy()

    @property
    def _prepared(self) -> Prepared:
        """What was simulated, ready to be simulated again."""
        experiment = Experiment(self.rule, self.n, self.scenario, self.readout, update=self.update)
        return Prepared(experiment, choose_student(self.method, experiment, math.inf), self.examples)

    @property
    def heading(self) -> str:
        """Which rule learnt, from what, and how it was simulated."""
        runs = f"{len(self.samples['r'])} runs of N = {self.n:,} ({self.method})"
        words = (self.rule.name, runs, str(self.update), str(self.scenario))
        return ", ".join(filter(None, (*words, "" if self.readout == "mean" else f"{self.readout} readout")))

    @property
    def path(self) -> pd.DataFrame:
        """The ways of the students: ``run``, ``alpha``, ``r`` along the teacher, and ``length``, the root of Q."""
        runs, points = self.samples["r"].shape
        return pd.DataFrame(
            {
                "run": np.repeat(np.arange(runs), points),
                "alpha": np.tile(self.frame["alpha"], runs),
                "r": self.samples["r"].ravel(),
                "length": np.sqrt(self.samples["q_norm"]).ravel(),
            }
        )

    def fields(self, examples: int = 1000, *, point: int = -1, seed: int = 0) -> pd.DataFrame:
        """Return the fields of teachers and students on fresh examples, and the students' stabilities.

        Parameters
        ----------
        examples : for each run.
        point : of the grid of alpha, by its place; defaults to the last.
        seed : of the examples.

        Columns are ``run``, ``teacher`` (the field b, of variance 1), ``student`` (the field h, of variance Q, or 1
        for a readout of signs) and ``stability``, sgn(b) h over the student's length: below 0 it errs. Fields are drawn
        from their law given the overlap of each run, which is exact for Gaussian inputs, and for other centred inputs
        that of many weights.
        """
        if not isinstance(self.inputs, CentredInputs):
            raise NotImplementedError(
                f"inputs must be centred for fields to be known by the overlap; got {self.inputs.name!r}. "
                "Simulate with Gaussian or binary inputs."
            )
        examples = checks.whole("examples", examples, 1, "It is the number for each run.")
        points = self.samples["overlap"].shape[1]
        if not -points <= point < points:
            raise ValueError(f"point must be one of the {points} points of alpha; got {point!r}. -1 is the last.")
        overlap = self.samples["overlap"][:, [point]]
        length = np.sqrt(self.samples["q_norm"][:, [point]]) if self.readout == "mean" else np.ones_like(overlap)
        along, across = np.random.default_rng(checks.seed(seed)).standard_normal((2, len(overlap), examples))
        seen = overlap * along + np.sqrt(np.maximum(1.0 - overlap**2, 0.0)) * across
        return pd.DataFrame(
            {
                "run": np.repeat(np.arange(len(overlap)), examples),
                "teacher": along.ravel(),
                "student": (length * seen).ravel(),
                "stability": (np.sign(along) * seen).ravel(),
            }
        )

    @property
    def references(self) -> tuple[str, ...]:
        """Where the rule comes from."""
        return (self.rule.citation(),)

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw the means as points with their standard errors."""
        return plots.draw_points(self.frame, ax, column, **{"label": f"{self.rule.name}, N = {self.n:,}", **style})

    def plot_path(self, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw the way of each student in the plane of R and the root of Q."""
        label = style.pop("label", f"{self.rule.name}, N = {self.n:,}")
        look = {"color": plots.COLOURS[0], "marker": ".", "linewidth": 0.5, **style}
        for run, way in self.path.groupby("run"):
            ax = plots.draw_path(way, ax, **{**look, "label": label if run == 0 else None})
        assert ax is not None
        return ax


def simulation_of(prepared: Prepared, parts: tuple[Runs, ...], samples: Samples) -> Simulation:
    """Return a simulation of the samples of its runs."""
    experiment = prepared.experiment
    frame = summary(experiment.n, prepared.examples, samples, experiment.inputs)
    return Simulation(**vars(experiment), parts=parts, method=prepared.follow.method, frame=frame, samples=samples)


def _places(parts: tuple[Runs, ...]) -> np.ndarray:
    """Return the seed and the number of each run."""
    places = [(part.seed, number) for part in parts for number in range(part.first, part.end)]
    return np.array(places, dtype=[("seed", object), ("run", np.int64)])


def summary(n: int, examples: np.ndarray, samples: Samples, inputs: Inputs) -> pd.DataFrame:
    """Return means and standard errors over runs as a frame."""
    return pd.DataFrame(summary_columns(n, examples, samples, inputs))


def summary_columns(n: int, examples: np.ndarray, samples: Samples, inputs: Inputs) -> dict[str, np.ndarray]:
    """Return means and standard errors over runs as columns of the same length."""
    runs, points = samples["r"].shape
    columns = {"alpha": examples / n}
    for name, sampled in samples.items():
        values = np.ascontiguousarray(sampled)  # sums of another layout differ in their last digits
        columns[name] = values.mean(axis=0)
        spread = values.std(axis=0, ddof=1) if runs > 1 else np.full(points, np.nan)
        columns[f"{name}_sem"] = spread / np.sqrt(runs)
    typical = np.arccos(np.clip(columns["overlap"], -1.0, 1.0)) / np.pi
    columns["disagreement_of_overlap"] = typical if isinstance(inputs, CentredInputs) else np.full(points, np.nan)
    return {**columns, "examples": examples, "runs": np.full(points, runs)}
