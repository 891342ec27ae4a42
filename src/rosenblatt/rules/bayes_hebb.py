r"""The Bayesian online rule with an isotropic covariance: the optimal Hebb rule (SW sec. 4, KC 16).

    bayes_hebb.1   V = lambda |S|^2/N,  h = w.S/sqrt(N),  u = tau h/sqrt(V);   g and G of `parts.evidence`
    bayes_hebb.2   w <- w + lambda (tau g/sqrt(V)) S/sqrt(N)                                                    (SW 4.4)
    bayes_hebb.3   lambda <- lambda (1 - G/N)                                                   (the trace of SW 4.5)
    bayes_hebb.4   a teacher that drifts:  first  w <- f w,  lambda <- f^2 lambda + 1 - f^2,  f = 1 - drift/N

Nothing is to be tuned but the share of flipped labels and the drift, if they are known; inputs may have any scale.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.bayesian import BayesianRule, known_noise
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.one_weight import OneWeightRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.optimal import Optimal
from rosenblatt.rules.parts.evidence import surprise, weighted
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Scenario, Start


@register
@dataclass(frozen=True)
class BayesHebb(OneWeightRule, BayesianRule):
    """Bayesian online learning with one variance for all weights: the optimal Hebb rule."""

    drift: float | None = None

    readouts = (MEAN, CLIPPED, BINARISED)
    name = "bayes-hebb"
    reference = Reference("solla-winther-1998", "(4.4)-(4.6), Hebbian approximation")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.drift is not None:
            checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")

    @property
    def own_memory(self) -> dict[str, float]:
        """The variance lambda of a weight."""
        return {"variance": 1.0}

    def in_scenario(self, scenario: Scenario) -> Rule:
        """Return the rule with the noise and the drift of a scenario, unless it has been given others.

        Where labels are not flipped but err otherwise, Bayes' rule is the optimal one of that channel.
        """
        if self.noise is None and math.isnan(scenario.noise):
            return Optimal(drift=self.drift).in_scenario(scenario)
        known = {
            "noise": known_noise(scenario) if self.noise is None else self.noise,
            "drift": scenario.drift if self.drift is None else self.drift,
        }
        return dataclasses.replace(self, **known)

    def start_obstacle(self, start: Start) -> str:
        """Return that R, Q and the variance are all there is to know of a student."""
        return ""

    def begin_at(self, start: Start, weights: np.ndarray, synapses: np.ndarray, cell: Cell) -> None:
        """Put a new student at a start, with its variance."""
        super().begin_at(start, weights, synapses, cell)
        if start.variance is not None:
            cell.variance = start.variance

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the variance that is left of each weight."""
        return {"variance": float(cell.variance)}

    @staticmethod
    def respond(label: float, sums: tuple[float, float], cell: Cell, noise: float, drift: float) -> tuple[float]:
        keep = 1.0 - drift / cell.n
        cell.gain *= keep
        cell.variance = keep * keep * cell.variance + (1.0 - keep) * (1.0 + keep)  # bayes_hebb.4
        scale, gain, variance = cell.scale, cell.gain, cell.variance
        field, square = gain * scale * sums[0], scale * scale * sums[1]
        if square == 0.0 or square - square != 0.0:
            return (square - square,)  # nothing to learn from, or so large that its square is not finite
        spread = math.sqrt(variance * square)  # bayes_hebb.1
        slope, taken = surprise(label * field / spread, noise)
        slope, taken = weighted(slope, taken, cell.sample_weight)
        cell.variance = variance * (1.0 - taken / cell.n)  # bayes_hebb.3
        return (variance * label * slope / spread * scale / gain,)  # bayes_hebb.2
