"""The shifted rule as BSS print it, (10) and (12): from a random direction, at the printed rate, without repairs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.shifted import Shifted
from rosenblatt.scenario import ShiftedInputs


@dataclass(frozen=True)
class PrintedShifted(Shifted):
    """W <- W + (eta/N) epsilon sigma_0 (S - T), then |W| = 1, with T = <sigma_0 S>/<sigma_0> by running averages.

    ``eta_0`` is all of the rate's prefactor; ``cap``, ``wait`` and ``intercept`` have no effect.
    """

    name = "shifted-as-printed"
    synapse = (1.0, 0.0, 0.0)  # weights from the first example on: a simulation draws their direction

    @classmethod
    def for_inputs(cls, inputs: ShiftedInputs, eta_0: float = 2.0) -> PrintedShifted:
        """Return the rule at the rate eta_0 sqrt(pi/2) exp(q_0^2/2)/alpha, q_0 known."""
        return cls(eta_0=eta_0 * math.sqrt(0.5 * math.pi) * math.exp(0.5 * inputs.q0**2))

    @staticmethod
    def respond(
        label: float,
        sums: tuple[float, ...],
        cell: Cell,
        eta_0: float,
        cap: float,
        wait: float,
        intercept: float,
        z: float,
    ) -> tuple[float, ...]:
        """Return what is kept of w, how much of the input and of T is added, and the two sums."""
        ww, wx, xx, wa, ax, aa, _ = sums
        labels = cell.labels
        cell.labels = labels + label
        if label * wx > 0.0:
            return (1.0, 0.0, 0.0, label, 1.0, 0.0)
        length = math.sqrt(ww)
        step = label * eta_0 * (cell.examples / cell.n) ** -z / cell.n * length
        shift = 1.0 / labels if labels != 0.0 else 0.0
        squared = ww + 2.0 * step * (wx - shift * wa) + step * step * (xx - 2.0 * shift * ax + shift * shift * aa)
        restore = 1.0 / math.sqrt(squared)
        return (restore, restore * step, restore * step * shift, label, 1.0, 0.0)

    def weights(self, synapses: np.ndarray, cell: Cell) -> np.ndarray:
        """Return W in the theory's length, sqrt(N)."""
        return synapses[0] * (math.sqrt(cell.n) / float(np.linalg.norm(synapses[0])))
