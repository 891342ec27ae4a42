"""What a simulation is: means and standard errors over runs, and how they were obtained."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.scenario import CentredInputs, Inputs
from rosenblatt.simulation.experiment import Experiment

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEASURES = ("r", "q_norm", "overlap", "disagreement", "error")


@dataclass(frozen=True)
class Simulation(Experiment):
    """An ensemble of students, each with its own teacher.

    Attributes
    ----------
    frame : columns ``alpha``, then ``r, q_norm, overlap, disagreement, error`` each with its
        standard error ``*_sem`` over the runs, then ``disagreement_of_overlap``, ``examples`` and
        ``runs``. ``alpha`` is ``examples/n``: the number asked for, rounded to whole examples.
        ``disagreement`` is the mean of d over the runs; ``disagreement_of_overlap`` is d at the mean
        overlap, arccos/pi, which theory gives: at finite N they are not the same. It is NaN for
        inputs with a mean or a covariance, for which d is not a function of the overlap.
    samples : for each measure the single runs, an array of shape (runs, points).
    method : "vector", "chain" or "events".
    """

    seed: int
    method: str
    frame: pd.DataFrame = field(repr=False)
    samples: dict[str, np.ndarray] = field(repr=False)

    @property
    def references(self) -> tuple[str, ...]:
        """Where the rule comes from."""
        return (self.rule.citation(),)

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw the means as points with their standard errors."""
        return plots.draw_points(self.frame, ax, column, **{"label": f"{self.rule.name}, N = {self.n:,}", **style})


def summary(n: int, examples: np.ndarray, samples: dict[str, np.ndarray], inputs: Inputs) -> pd.DataFrame:
    """Return means and standard errors over runs as a frame."""
    runs = len(samples["r"])
    columns: dict[str, Any] = {"alpha": examples / n}
    for name in MEASURES:
        values = samples[name]
        columns[name] = values.mean(axis=0)
        spread = values.std(axis=0, ddof=1) if runs > 1 else np.full(values.shape[1], np.nan)
        columns[f"{name}_sem"] = spread / np.sqrt(runs)
    typical = np.arccos(np.clip(columns["overlap"], -1.0, 1.0)) / np.pi
    columns["disagreement_of_overlap"] = typical if isinstance(inputs, CentredInputs) else np.nan
    return pd.DataFrame({**columns, "examples": examples, "runs": runs})
