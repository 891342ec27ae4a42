r"""The optimal rule of the linear perceptron made practical: what it does not know it estimates (KC sec. 3.5).

    practical_linear.1   F = (b/A - h)/I,   A = (1 + M/Q)/2 - e/Q, at least floor,  I = |S|^2/N        (KC 9, 32, 33)
    practical_linear.2   e <- (1 - omega_e/N) e + (omega_e/N) (b - h)^2/2                                     (KC 34)
    practical_linear.3   M <- (1 - omega_M/N) M + (omega_M/N) b^2,   omega_M = 1/alpha if it is 0               (KC 35)

|J|^2 = N is kept. e is the running error, a vigilance: when the rule changes it rises, A falls and more attention is
paid to the examples. It begins at 1, as M does; both are averages over fifty examples at least. On a teacher that stays
where it is `optimal-linear` is better, on noisy labels `bayes-linear`. An example of weight above 1 teaches no more
than one of 1: its whole error is corrected.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.hebbian_on_data import FEWEST_EXAMPLES
from rosenblatt.rules.kinds.one_weight import OneWeightRule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.registry import register
from rosenblatt.scenario import NumberChannel


@register
@dataclass(frozen=True)
class PracticalLinear(OneWeightRule):
    """The optimal rule of the linear perceptron with running estimates: it follows rules that change."""

    omega_e: float = 2.0
    omega_m: float = 0.0
    floor: float = 0.1

    name = "practical-linear"
    reference = Reference("kinouchi-caticha-1995", "(32)-(35)")
    labels = NumberChannel
    readouts = (MEAN,)

    def __post_init__(self) -> None:
        checks.positive("omega_e", self.omega_e, "It is the rate at which old errors are forgotten.")
        checks.not_negative("omega_m", self.omega_m, "At 0 the length is averaged over all examples.")
        checks.positive("floor", self.floor, "It keeps the first steps finite.")

    @property
    def own_memory(self) -> dict[str, float]:
        """Q, the running error e, and M, the squared length of the teacher."""
        return {"q_norm": 1.0, "error": 1.0, "teacher": 1.0}

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return a student on the diagonal, which to a random teacher is as good as any direction."""
        synapses, cell = super().start(n, scale)
        synapses[:] = 1.0
        return synapses, cell

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the running error, the estimated length of the teacher, and the attention that is paid."""
        return {"error": float(cell.error), "length": float(cell.teacher), "attention": 1.0 / self.amplitude(cell)}

    def amplitude(self, cell: Cell) -> float:
        """Return A = R/Q: of all multiples of the field A h is the nearest to the label.  (practical_linear.1)"""
        return max(0.5 * (1.0 + float(cell.teacher)) - float(cell.error), self.floor)

    def on_data(self) -> PracticalLinear:
        """Return the rule for data, where lengths change too: their average forgets, if slowly."""
        return self if self.omega_m > 0.0 else dataclasses.replace(self, omega_m=self.omega_e / 4.0)

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's 1/sqrt(N): the length is fixed, for inputs of unit variance."""
        return 1.0 / math.sqrt(inputs)

    @staticmethod
    def respond(
        label: float, sums: tuple[float, float], cell: Cell, omega_e: float, omega_m: float, floor: float
    ) -> tuple[float]:
        n, scale, gain = cell.n, cell.scale, cell.gain
        sample_weight, alpha = cell.sample_weight, cell.examples / cell.n
        h = gain * scale * sums[0]
        known = max(0.5 * (1.0 + cell.teacher) - cell.error, floor)
        square = scale * scale * sums[1]
        strength = min(sample_weight, 1.0) * (label / known - h) / square if square > 0.0 else 0.0  # practical_linear.1
        of_error = sample_weight / max(n / omega_e, FEWEST_EXAMPLES, sample_weight)
        of_length = sample_weight / max(n / omega_m if omega_m > 0.0 else alpha * n, FEWEST_EXAMPLES, sample_weight)
        cell.error += of_error * (0.5 * (label - h) * (label - h) - cell.error)  # practical_linear.2
        cell.teacher += of_length * (label * label - cell.teacher)  # practical_linear.3
        q_norm = cell.q_norm + (2.0 * strength * h + strength * strength * square) / n
        if q_norm <= 0.0:
            return (0.0,)
        cell.gain, cell.q_norm = gain / math.sqrt(q_norm), 1.0
        return (strength * scale / gain,)
