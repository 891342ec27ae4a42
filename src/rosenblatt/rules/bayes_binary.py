r"""The Bayesian online rule for weights +1 and -1 (SW sec. 5).

    bayes_binary.1   h = m.S/sqrt(N),  lambda = sum_i (1 - m_i^2) S_i^2/N,  at least floor/N (S of unit variance)
    bayes_binary.2   x = d ln Z/dh,  G = -dx/dh;  Z(tau; h, lambda) of `rosenblatt.rules.parts.evidence`       (SW 5.10)
    bayes_binary.3   m_i <- tanh( artanh(m_i) + S_i x/sqrt(N) + m_i S_i^2 G/N )                     (SW 5.7, 5.11)
    bayes_binary.4   = (m_i + t)/(1 + m_i t),  t = tanh of the increment

The last term of (3) is the cavity's: without it (``cavity=0``) the error stays near 0.1 where it should be 0.
Without a floor under lambda a student that knows nearly all its weights may lose thousands of them to one example
that contradicts it. The tanh in (4) is that of an eighth of the increment, by a quotient of polynomials, doubled three
times, and the only division is the last: an increment counts as 10 at most, which guards against that too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.bayesian import BayesianChannelRule
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.synaptic import SynapticRule
from rosenblatt.rules.parts.evidence import Score
from rosenblatt.rules.registry import register
from rosenblatt.scenario import BinaryInputs, BinaryTeacher

NEARLY_ONE = 1.0 - 2.0**-52  # of |m|: a weight of exactly 1 could never be unlearnt
_FARTHEST = 10.0


@register
@dataclass(frozen=True)
class BayesBinary(BayesianChannelRule, SynapticRule):
    """Bayesian online learning of weights +1 and -1; it knows the rule after finitely many examples per weight."""

    floor: float = 1.0
    cavity: float = 1.0

    name = "bayes-binary"
    reference = Reference("solla-winther-1998", "(5.7), (5.10), (5.11)")
    teacher = BinaryTeacher()
    inputs = BinaryInputs()

    def __post_init__(self) -> None:
        super().__post_init__()
        checks.not_negative("floor", self.floor, "It is the number of weights that are never quite known.")
        checks.number("cavity", self.cavity)

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the variance that is left, on average over the weights."""
        return {"variance": float(np.mean((1.0 - synapses[0]) * (1.0 + synapses[0])))}

    @staticmethod
    def project(synapse: tuple[float], x: float) -> tuple[float, float, float]:
        """Return what a synapse adds to the mean and variance of the field, and to the length of the input."""
        (mean,) = synapse
        square = x * x
        return (mean * x, (1.0 - mean * mean) * square, square)

    @staticmethod
    def respond(score: Score) -> Callable[..., tuple[float, float]]:
        """Return the function that gives the slope and the curvature of the evidence."""

        def response(
            label: float,
            sums: tuple[float, float, float],
            cell: Cell,
            stretch: float,
            floor: float,
            cavity: float,
            *numbers: float,
        ) -> tuple[float, float]:
            scale = cell.scale / stretch
            if sums[2] == 0.0 or sums[2] - sums[2] != 0.0:
                return (sums[2] - sums[2], 0.0)  # nothing to learn from, or so large that its square is not finite
            spread = scale * scale * max(sums[1], floor * sums[2] / cell.n, 1e-300)  # bayes_binary.1
            slope, curvature = score(label, scale * sums[0], math.sqrt(spread), numbers)  # bayes_binary.2
            return (cell.sample_weight * slope * scale, cell.sample_weight * cavity * curvature * scale * scale)

        return response

    @staticmethod
    def absorb(synapse: tuple[float], x: float, signal: tuple[float, float]) -> tuple[float]:
        """Return the new mean weight."""
        (mean,) = synapse
        slope, curvature = signal
        step = slope * x + curvature * x * x * mean  # bayes_binary.3
        # Conditional expressions, which compile to vector code, where min and max do not.
        step = step if step < _FARTHEST else _FARTHEST
        step = 0.125 * (step if step > -_FARTHEST else -_FARTHEST)
        square = step * step
        # Pade's quotient for tanh; then tanh(2 y) = 2 p q/(p^2 + q^2), three times.
        # Right to 1e-9 everywhere, and to 1e-15 for increments below 1.
        p = step * (1.0 + square * (1.0 / 7.8 + square * (2.797202797202797e-3 + square * 7.4000074000074e-6)))
        q = 1.0 + square * (0.46153846153846156 + square * (2.331002331002331e-2 + square * 2.072002072002072e-4))
        p, q = 2.0 * p * q, p * p + q * q
        p, q = 2.0 * p * q, p * p + q * q
        p, q = 2.0 * p * q, p * p + q * q
        mean = (mean * q + p) / (q + mean * p)  # bayes_binary.4
        mean = mean if mean < NEARLY_ONE else NEARLY_ONE
        return (mean if mean > -NEARLY_ONE else -NEARLY_ONE,)
