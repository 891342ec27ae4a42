r"""The shifted perceptron: a rule that flipped labels do not mislead (BSS sec. 3), made usable.

    shifted.1   W <- W + (eta/N) epsilon sigma_0 (S - T), then |W| = 1;  epsilon = 1 on a mistake          (BSS 10)
    shifted.2   T = <sigma_0 S>/<sigma_0>, by running averages                                              (BSS 12)
    shifted.3   eta = eta_0 sqrt(pi/2) exp(q_0^2/2) alpha^(-z), at most cap;  q_0 is estimated by W.<S>  (BSS, after 15)
    shifted.4   p is estimated by <sigma_0> = (1 - 2 p)(2 Phi(q_0) - 1)
    shifted.5   start: after a while, W = sgn<sigma_0> <S>;  if <sigma_0> is lost in its noise, W = <sigma_0 S>

As printed the rule has a second stable fixed point, -W_0, where a third to a half of the runs end; from the
start (5) none of 5000 did with the default cap (at a cap of 2 some in a thousand did, at N = 50). As printed
the rate erases all memory until alpha is some 50: hence the cap. Where <sigma_0> is less than SIGNIFICANT
standard errors from 0 there is no T, and the rule is the plain one, T = 0. A constant input has S - T = 0 and
never moves: an intercept is learnt apart, by the plain rule.

A synapse keeps w_i, the sum of sigma_0 S_i and the sum of S_i; every example touches all of them.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell, Cells
from rosenblatt.rules.kinds.rule import DenseRule, Rule
from rosenblatt.rules.kinds.synaptic import IsotropicRule
from rosenblatt.rules.registry import register
from rosenblatt.scenario import ShiftedInputs

WAITING, SHIFTED, PLAIN = 0.0, 1.0, 2.0
PHASES = {WAITING: "waiting for averages", SHIFTED: "shifted", PLAIN: "plain: labels are balanced, there is no shift"}
SIGNIFICANT = 4.0
FARTHEST_CENTRE = 3.0  # of the estimate of q_0, before its exponential is taken


@register
@dataclass(frozen=True)
class Shifted(DenseRule, IsotropicRule):
    """The perceptron that learns from S - T: flipped labels do not mislead it."""

    eta_0: float = 2.0
    cap: float = 0.5
    wait: float = 1.0
    intercept: float = 0.0
    z: float = 1.0

    name = "shifted"
    reference = Reference("barkai-seung-sompolinsky-1995", "(10)-(18)")
    inputs = ShiftedInputs()
    synapse = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        checks.positive("eta_0", self.eta_0, "A rate of 0 never learns.")
        checks.positive("cap", self.cap, "It is the largest rate.")
        checks.positive("wait", self.wait, "It is the number of examples per weight before the first step.")
        checks.number("intercept", self.intercept)
        checks.not_negative("z", self.z, "A rate that grows for ever unlearns what it knows.")

    @property
    def own_memory(self) -> dict[str, float]:
        """Sums over the examples of their weights, and of weight times label; the phase; q_0, p and the intercept."""
        return {"count": 0.0, "labels": 0.0, "phase": WAITING, "centre": 0.0, "flips": 0.0, "bias": 0.0}

    def with_intercept(self) -> tuple[Rule, int]:
        """Return the rule that learns its intercept apart: a constant input has S - T = 0."""
        return dataclasses.replace(self, intercept=1.0), 0

    def weights(self, synapses: np.ndarray, cell: Cell) -> np.ndarray:
        """Return W in the theory's length, sqrt(N)."""
        length = float(np.linalg.norm(synapses[0]))
        return synapses[0] * (math.sqrt(cell.n) / length) if length > 0.0 else synapses[0].copy()

    def weight_scales(self, lengths: np.ndarray, cells: Cells) -> np.ndarray:
        """Return what brings each to the theory's length."""
        return np.where(lengths > 0.0, np.sqrt(cells.n) / np.where(lengths > 0.0, lengths, 1.0), 1.0)

    def offset(self, cell: Cell) -> float:
        """Return the intercept that is learnt apart."""
        return np.sqrt(cell.n) * cell.bias

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return what the rule has found out: the shift T, its phase, the estimates of q_0 and of the noise."""
        return {
            "shift": synapses[1] / float(cell.labels) if cell.phase == SHIFTED else np.zeros(synapses.shape[1]),
            "phase": PHASES[float(cell.phase)],
            "centre": float(cell.centre),
            "noise": float(cell.flips),
        }

    @staticmethod
    def project(synapse: tuple[float, float, float], x: float) -> tuple[float, ...]:
        """Return all inner products of w, the two sums and the input that the response needs."""
        w, labelled, plain = synapse
        return (w * w, w * x, x * x, w * labelled, labelled * x, labelled * labelled, w * plain)

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
        """Return what is kept of w, how much of the input and of T is added, the two sums, and the first w."""
        ww, wx, xx, wa, ax, aa, wm = sums
        sample_weight, n, alpha = cell.sample_weight, cell.n, cell.examples / cell.n
        count, labels = cell.count, cell.labels
        cell.count = count + sample_weight
        cell.labels = labels + sample_weight * label
        significant = labels * labels > SIGNIFICANT * SIGNIFICANT * count
        if ww == 0.0:  # waiting
            start, hebb = 0.0, 0.0
            if alpha >= wait and count > 0.0:
                start = (1.0 if labels > 0.0 else -1.0) / count if significant else 0.0  # shifted.5
                hebb = 0.0 if significant else 1.0 / count
                cell.phase = SHIFTED if significant else PLAIN
            return (0.0, 0.0, -hebb, sample_weight * label, sample_weight, start)
        cell.phase = SHIFTED if significant else PLAIN
        length = math.sqrt(ww)
        centre = wm / (length * count) + cell.bias
        cell.centre = centre
        lean = 2.0 * scalar_cdf(centre) - 1.0
        cell.flips = min(0.5, max(0.0, 0.5 - 0.5 * labels / (count * lean))) if lean != 0.0 else 0.0  # shifted.4
        if label * (wx / length + cell.bias) > 0.0:
            return (1.0, 0.0, 0.0, sample_weight * label, sample_weight, 0.0)
        bounded = min(abs(centre), FARTHEST_CENTRE)
        eta = min(cap, eta_0 * math.sqrt(0.5 * math.pi) * math.exp(0.5 * bounded * bounded) * alpha**-z)  # shifted.3
        step = sample_weight * label * eta / n * length
        shift = 1.0 / labels if significant else 0.0  # shifted.2
        squared = ww + 2.0 * step * (wx - shift * wa) + step * step * (xx - 2.0 * shift * ax + shift * shift * aa)
        if squared <= 0.0:
            return (1.0, 0.0, 0.0, sample_weight * label, sample_weight, 0.0)
        restore = 1.0 / math.sqrt(squared)
        cell.bias += intercept * sample_weight * label * eta / n
        return (restore, restore * step, restore * step * shift, sample_weight * label, sample_weight, 0.0)  # shifted.1

    @staticmethod
    def absorb(synapse: tuple[float, float, float], x: float, signal: tuple[float, ...]) -> tuple[float, float, float]:
        """Return the new w, and the sums."""
        w, labelled, plain = synapse
        keep, step, shift, label, sample_weight, start = signal
        moved = keep * w + step * x - shift * labelled + start * plain
        return (moved, labelled + label * x, plain + sample_weight * x)

    @staticmethod
    def field(
        sums: tuple[float, ...], cell: Cell, eta_0: float, cap: float, wait: float, intercept: float, z: float
    ) -> float:
        """Return W.S with |W|^2 = N, and the intercept that is learnt apart."""
        direction = sums[1] / math.sqrt(sums[0]) if sums[0] > 0.0 else 0.0
        return math.sqrt(cell.n) * (direction + cell.bias)
