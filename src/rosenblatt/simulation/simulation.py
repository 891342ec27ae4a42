"""What a simulation is: means and standard errors over runs, and how they were obtained."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.scenario import CentredInputs, Inputs
from rosenblatt.simulation.experiment import Experiment

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
    """

    seed: int
    method: str
    frame: pd.DataFrame = field(repr=False)
    samples: dict[str, np.ndarray] = field(repr=False)

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


def summary(n: int, examples: np.ndarray, samples: dict[str, np.ndarray], inputs: Inputs) -> pd.DataFrame:
    """Return means and standard errors over runs as a frame."""
    runs = len(samples["r"])
    columns: dict[str, Any] = {"alpha": examples / n}
    for name, values in samples.items():
        columns[name] = values.mean(axis=0)
        spread = values.std(axis=0, ddof=1) if runs > 1 else np.full(values.shape[1], np.nan)
        columns[f"{name}_sem"] = spread / np.sqrt(runs)
    typical = np.arccos(np.clip(columns["overlap"], -1.0, 1.0)) / np.pi
    columns["disagreement_of_overlap"] = typical if isinstance(inputs, CentredInputs) else np.nan
    return pd.DataFrame({**columns, "examples": examples, "runs": runs})
