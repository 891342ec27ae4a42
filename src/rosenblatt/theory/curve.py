"""What a learning curve is: a frame, and how it was computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.batch.offline_learner import OfflineLearner
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.updates import EACH_EXAMPLE, Update
from rosenblatt.scenario import InScenario, Scenario
from rosenblatt.theory.asymptotics import fit_decay

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Error = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True, repr=False)
class Curve(ShowsFirstRows, InScenario):
    """A learning curve for N -> infinity.

    Attributes
    ----------
    frame : columns ``alpha, r, q_norm, overlap, disagreement, error``.
    rule, scenario, readout : who learns what, and how its weights are read.
    method : how it was computed.
    decay : (prefactor, exponent) of the disagreement at large alpha, where the theory or the rule declares it and
        noise, drift, weight decay and readout leave it valid; else None.
    update : how examples reach the weights: each at once, in batches, or with momentum.
    """

    rule: Rule | OfflineLearner
    scenario: Scenario
    readout: str
    frame: pd.DataFrame = field(repr=False)
    method: str
    decay: tuple[float, float] | None = None
    update: Update = EACH_EXAMPLE

    @property
    def heading(self) -> str:
        """Which rule learns, and from what."""
        words = (self.rule.name, "exact learning curve", str(self.update), str(self.scenario))
        return ", ".join(filter(None, (*words, "" if self.readout == "mean" else f"{self.readout} readout")))

    @property
    def path(self) -> pd.DataFrame:
        """The way of the student: ``alpha``, ``r`` along the teacher, and ``length``, the root of Q."""
        return pd.DataFrame({**self.frame[["alpha", "r"]], "length": np.sqrt(self.frame["q_norm"])})

    @property
    def references(self) -> tuple[str, ...]:
        """Where the equations come from."""
        return (self.rule.citation(),)

    def fit_decay(self, decades: float = 1.0) -> tuple[float, float]:
        """Return (prefactor, exponent) of the power law through the last decades of the curve."""
        return fit_decay(self.frame["alpha"], self.frame["disagreement"], decades)

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw the curve as a line."""
        return plots.draw_line(self.frame, ax, column, **{"label": self._label, **style})

    def plot_path(self, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw the way of the student in the plane of R and the root of Q as a line."""
        return plots.draw_path(self.path, ax, **{"label": self._label, **style})

    @property
    def _label(self) -> str:
        return ", ".join(filter(None, (self.rule.name, str(self.update), "theory")))


def frame_of(alpha: np.ndarray, r: np.ndarray, q_norm: np.ndarray, angle: np.ndarray, error: Error) -> pd.DataFrame:
    """Return the columns of a curve from the order parameters and the angle of the readout.

    ``error`` is a function of R, Q and the disagreement, as channels and rules have it.
    """
    disagreement = angle / np.pi
    return pd.DataFrame(
        {
            "alpha": alpha,
            "r": r,
            "q_norm": q_norm,
            "overlap": np.cos(angle),
            "disagreement": disagreement,
            "error": error(r, q_norm, disagreement),
        }
    )
