r"""The Bayesian online rule with a variance of its own for each weight.

    bayes_diagonal.1   V = sum_i v_i S_i^2/N,  h = w.S/sqrt(N);  Z(tau; h, V), D and C as in `parts.evidence`
    bayes_diagonal.2   w_i <- w_i + v_i (D/Z) S_i/sqrt(N)
    bayes_diagonal.3   v_i <- v_i - v_i^2 S_i^2 ((D/Z)^2 - C/Z)/N                      (the diagonal of SW 4.4, 4.5)

For Gaussian inputs of equal variance all v_i are the same at large N, and the rule is 'bayes-hebb'. On data it
learns the weight of a rare or small feature as fast as that of a large one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.references import Reference
from rosenblatt.rules.kinds.bayesian import BayesianChannelRule
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.weight_and_variance import WeightAndVarianceRule
from rosenblatt.rules.parts.evidence import Score, weighted
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Start


@register
@dataclass(frozen=True)
class BayesDiagonal(BayesianChannelRule, WeightAndVarianceRule):
    """Bayesian online learning with a variance for each weight."""

    readouts = (MEAN, CLIPPED, BINARISED)
    name = "bayes-diagonal"
    reference = Reference("solla-winther-1998", "(4.4)-(4.6), diagonal")

    def start_obstacle(self, start: Start) -> str:
        """Return that weights and variances are all there is to know of a student."""
        return ""

    def begin_at(self, start: Start, weights: np.ndarray, synapses: np.ndarray, cell: Cell) -> None:
        """Put a new student at a start, with the same variance for each weight."""
        super().begin_at(start, weights, synapses, cell)
        if start.variance is not None:
            synapses[1] = start.variance

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the variances that are left."""
        return {"variance": synapses[1].copy()}

    @staticmethod
    def respond(score: Score) -> Callable[..., tuple[float, float]]:
        """Return the response to labels of a channel with this score."""

        def response(
            label: float, sums: tuple[float, float], cell: Cell, stretch: float, *numbers: float
        ) -> tuple[float, float]:
            scale = cell.scale / stretch
            field, spread = scale * sums[0], scale * scale * sums[1]  # bayes_diagonal.1
            if spread <= 0.0 or spread - spread != 0.0:
                return (spread - spread, 0.0)  # nothing to learn from, or so large that its square is not finite
            slope, precision = score(label, field, math.sqrt(spread), numbers)
            slope, taken = weighted(slope, spread * precision, cell.sample_weight)
            return (slope * scale, taken / spread * scale * scale)

        return response
