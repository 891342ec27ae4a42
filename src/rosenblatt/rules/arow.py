r"""AROW: adaptive regularisation of weight vectors, with a variance for each weight (CKD).

    arow.1   V = sum_i v_i x_i^2,  h = w.x;  nothing if tau h >= 1
    arow.2   beta = 1/(V + r),  a = (1 - tau h) beta;   w_i <- w_i + a tau v_i x_i,   v_i <- v_i - beta (v_i x_i)^2

A peer of the Bayesian rules: a margin in place of a likelihood, and a number, r, to be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.weight_and_variance import WeightAndVarianceRule
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class Arow(WeightAndVarianceRule):
    """Adaptive regularisation of weight vectors: a margin, and a variance for each weight."""

    r: float = 1.0

    name = "arow"
    reference = Reference("crammer-kulesza-dredze-2009", "fig. 1, diagonal")

    def __post_init__(self) -> None:
        checks.positive("r", self.r, "It is how much is held back at each example.")

    @staticmethod
    def respond(label: float, sums: tuple[float, float], cell: Cell, r: float) -> tuple[float, float]:
        scale = cell.scale
        margin, spread = label * scale * sums[0], scale * scale * sums[1]
        if margin >= 1.0 or spread <= 0.0:
            return (0.0, 0.0)  # arow.1
        beta = 1.0 / (spread + r / cell.sample_weight)
        return ((1.0 - margin) * beta * label * scale, beta * scale * scale)  # arow.2
