"""What a learning curve is: a frame, and how it was computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Channel, Inputs, Scenario, Teacher
from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.offline import OfflineLearner

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Curve:
    """A learning curve for N -> infinity.

    Attributes
    ----------
    frame : columns ``alpha, r, q_norm, overlap, disagreement, error``.
    rule, scenario, readout : who learns what, and how its weights are read.
    method : how it was computed.
    decay : (prefactor, exponent) of the disagreement at large alpha, if the rule declares it and
        noise, drift, weight decay and readout leave it valid; else None.
    """

    rule: Rule | OfflineLearner
    scenario: Scenario
    readout: str
    frame: pd.DataFrame = field(repr=False)
    method: str
    decay: tuple[float, float] | None = None

    @property
    def noise(self) -> float:
        """The noise of the labels."""
        return self.scenario.noise

    @property
    def teacher(self) -> Teacher:
        """The teacher of the scenario."""
        return self.scenario.teacher

    @property
    def inputs(self) -> Inputs:
        """The inputs of the scenario."""
        return self.scenario.inputs

    @property
    def references(self) -> tuple[str, ...]:
        """Where the equations come from."""
        return (self.rule.citation(),)

    def fit_decay(self, decades: float = 1.0) -> tuple[float, float]:
        """Return (prefactor, exponent) of the power law through the last decades of the curve."""
        return fit_decay(self.frame["alpha"], self.frame["disagreement"], decades)

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw the curve as a line."""
        return plots.draw_line(self.frame, ax, column, **{"label": f"{self.rule.name}, theory", **style})


def frame_of(alpha: np.ndarray, r: np.ndarray, q_norm: np.ndarray, angle: np.ndarray, channel: Channel) -> pd.DataFrame:
    """Return the columns of a curve from the order parameters and the angle of the readout."""
    disagreement = angle / np.pi
    return pd.DataFrame(
        {
            "alpha": alpha,
            "r": r,
            "q_norm": q_norm,
            "overlap": np.cos(angle),
            "disagreement": disagreement,
            "error": channel.student_error(r, q_norm, disagreement),
        }
    )
