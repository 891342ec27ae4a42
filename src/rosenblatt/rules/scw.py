r"""SCW-I: soft confidence-weighted learning, with a variance for each weight (WZH).

    scw.1   V = sum_i v_i x_i^2,  m = tau w.x;  nothing if phi sqrt(V) <= m,  phi = Phi^-1(confidence)
    scw.2   a = min(C, max(0, (-m psi + sqrt(m^2 phi^4/4 + V phi^2 zeta))/(V zeta))),  zeta = 1 + phi^2,
            psi = 1 + phi^2/2
    scw.3   u = (-a V phi + sqrt(a^2 V^2 phi^2 + 4 V))^2/4,   beta = a phi/(sqrt(u) + V a phi)
    scw.4   w_i <- w_i + a tau v_i x_i,   v_i <- v_i - beta (v_i x_i)^2

A peer of the Bayesian rules, with two numbers to be chosen: C and the confidence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from scipy.special import ndtri

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.weight_and_variance import WeightAndVarianceRule
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class Scw(WeightAndVarianceRule):
    """Soft confidence-weighted learning: right with a given confidence, and a variance for each weight."""

    c: float = 1.0
    confidence: float = 0.9

    name = "scw"
    reference = Reference("wang-zhao-hoi-2012", "proposition 1, diagonal")

    def __post_init__(self) -> None:
        checks.positive("c", self.c, "It is how far one example may move the weights.")
        if not 0.5 < checks.number("confidence", self.confidence) < 1.0:
            raise ValueError(f"confidence must be in (0.5, 1); got {self.confidence!r}. A coin has 0.5.")

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """C and phi."""
        return float(self.c), float(ndtri(self.confidence))

    @staticmethod
    def respond(label: float, sums: tuple[float, float], cell: Cell, c: float, phi: float) -> tuple[float, float]:
        scale = cell.scale
        margin, spread = label * scale * sums[0], scale * scale * sums[1]
        if spread <= 0.0 or phi * math.sqrt(spread) <= margin:
            return (0.0, 0.0)  # scw.1
        psi, zeta = 1.0 + 0.5 * phi * phi, 1.0 + phi * phi
        root = math.sqrt(0.25 * margin * margin * phi**4 + spread * phi * phi * zeta)
        a = min(c * cell.sample_weight, max(0.0, (root - margin * psi) / (spread * zeta)))  # scw.2
        half = 0.5 * (math.sqrt(a * a * spread * spread * phi * phi + 4.0 * spread) - a * spread * phi)
        beta = a * phi / (half + spread * a * phi)  # scw.3
        return (a * label * scale, beta * scale * scale)  # scw.4
