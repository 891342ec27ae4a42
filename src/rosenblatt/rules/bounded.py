r"""Bounded synapses: excitatory weights between 0 and 1, and one global inhibition (Senn and Fusi, in L8 sec. 3).

    bounded.1   y = 1 if N^-1 sum_i (W_i - g_I) x_i > theta, else 0                      (L8 sec. 3, first equation)
    bounded.2   on an error, W_i <- W_i + eta x_i (1 - W_i) if y should be 1                          (L8 eq. 22)
    bounded.3                W_i <- W_i - eta x_i W_i       if it should be 0                         (L8 eq. 23)

Inputs are not negative, and eta x_i is at most 1, so that W_i stays in [0, 1]. A synapse keeps its effective
weight J_i = W_i - g_I, with which both updates are J_i <- J_i + x_i (a - eta J_i), a = eta (1 - g_I) or -eta g_I.
It starts at J_i = 0. Label +1 stands for y = 1.

Every set of examples that some w.x > t with t >= 0 separates is learnt by passing over it, if there is
inhibition (0 < g_I < 1; L8 says g_I > 0, but at 1 no positive weight is left), if theta is small enough (but
above 0, for a set that needs t > 0) and if eta is small enough, compared with theta too. `BoundedPerceptron`
does that; the experiments are in `rosenblatt reproduce L8`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import weigh
from rosenblatt.rules.kinds.rule import NonNegativeRule
from rosenblatt.rules.kinds.synaptic import SynapticRule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.registry import register
from rosenblatt.scenario import BooleanInputs, Scenario


@register
@dataclass(frozen=True)
class Bounded(NonNegativeRule, SynapticRule):
    """The perceptron with weights between two bounds and a global inhibition: for inputs that are not negative."""

    eta: float = 0.01
    inhibition: float = 0.5
    theta: float = 0.001

    name = "bounded"
    reference = Reference("sompolinsky-lecture-2010", "(22), (23)")
    inputs = BooleanInputs()
    readouts = (MEAN,)

    def __post_init__(self) -> None:
        checks.positive("eta", self.eta, "A rate of 0 never learns.")
        checks.not_negative("theta", self.theta, "With a threshold below 0 silence would be an answer.")
        if not 0.0 <= checks.number("inhibition", self.inhibition) <= 1.0:
            raise ValueError(
                f"inhibition must be in [0, 1]; got {self.inhibition!r}. Weights are: it sets the effective one "
                "that counts as 0, and learning needs room on both sides."
            )

    def offset(self, cell: Cell) -> float:
        """Return -N theta."""
        return -self.theta * cell.n

    def check_scenario(self, scenario: Scenario, n: int) -> None:
        """Raise if inputs may be negative, or one step would leave the bounds."""
        super().check_scenario(scenario, n)
        self._check_largest(1.0)

    def check_rows(self, x: Any, sample_weights: np.ndarray, *, intercept: bool) -> None:
        """Raise if inputs are negative, or so large that one step would leave the bounds."""
        super().check_rows(x, sample_weights, intercept=intercept)
        if 0 not in x.shape:
            self._check_largest(float(sample_weights.max()) * max(float(x.max()), 1.0 if intercept else 0.0))

    def _check_largest(self, high: float) -> None:
        if self.eta * high > 1.0:
            raise ValueError(
                f"eta times the largest input must be at most 1; got {self.eta:g} * {high:g}. Weights would "
                "leave their bounds: take a smaller eta, or scale the inputs."
            )

    project = staticmethod(weigh)

    @staticmethod
    def respond(
        label: float, sums: tuple[float], cell: Cell, eta: float, inhibition: float, theta: float
    ) -> tuple[float, float]:
        """Return the two numbers of the update: a and eta, or nothing."""
        fires = sums[0] > theta * cell.n  # bounded.1
        if fires == (label > 0.0):
            return (0.0, 0.0)
        step = eta * cell.sample_weight
        return (step * (1.0 - inhibition), step) if label > 0.0 else (-step * inhibition, step)

    @staticmethod
    def absorb(synapse: tuple[float], x: float, signal: tuple[float, float]) -> tuple[float]:
        """Return the weight, nearer to a bound."""
        (weight,) = synapse
        return (weight + x * (signal[0] - signal[1] * weight),)  # bounded.2, bounded.3

    @staticmethod
    def field(sums: tuple[float], cell: Cell, eta: float, inhibition: float, theta: float) -> float:
        """Return the weighted input less N theta."""
        return sums[0] - theta * cell.n
