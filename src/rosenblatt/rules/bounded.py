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

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.base import EMPHASIS, WEIGHTS, Rule
from rosenblatt.rules.readouts import MEAN
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class Bounded(Rule):
    """The perceptron with weights between two bounds and a global inhibition: for inputs that are not negative."""

    eta: float = 0.01
    inhibition: float = 0.5
    theta: float = 0.001

    name = "bounded"
    reference = Reference("sompolinsky-lecture-2010", "(22), (23)")
    inputs = "boolean"
    readouts = (MEAN,)
    non_negative = True

    def __post_init__(self) -> None:
        checks.positive("eta", self.eta, "A rate of 0 never learns.")
        checks.not_negative("theta", self.theta, "With a threshold below 0 silence would be an answer.")
        if not 0.0 <= checks.number("inhibition", self.inhibition) <= 1.0:
            raise ValueError(
                f"inhibition must be in [0, 1]; got {self.inhibition!r}. Weights are: it sets the effective one "
                "that counts as 0, and learning needs room on both sides."
            )

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """The weighted input."""
        return _weigh

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """The two numbers of the update: a and eta, or nothing."""
        return _respond

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """The update towards a bound."""
        return _approach

    def offset(self, memory: np.ndarray) -> float:
        """Return -N theta."""
        return -self.theta * float(memory[WEIGHTS])

    def check_inputs(self, low: float, high: float) -> None:
        """Raise if inputs are negative, or so large that one step would leave the bounds."""
        super().check_inputs(low, high)
        if self.eta * high > 1.0:
            raise ValueError(
                f"eta times the largest input must be at most 1; got {self.eta:g} * {high:g}. Weights would "
                "leave their bounds: take a smaller eta, or scale the inputs."
            )


def _weigh(synapse: tuple[float], x: float) -> tuple[float]:
    (weight,) = synapse
    return (weight * x,)


def _respond(label, sums, memory, eta, inhibition, theta):
    fires = sums[0] > theta * memory[WEIGHTS]  # bounded.1
    if fires == (label > 0.0):
        return (0.0, 0.0)
    step = eta * memory[EMPHASIS]
    return (step * (1.0 - inhibition), step) if label > 0.0 else (-step * inhibition, step)


def _approach(synapse: tuple[float], x: float, signal: tuple[float, float]) -> tuple[float]:
    (weight,) = synapse
    return (weight + x * (signal[0] - signal[1] * weight),)  # bounded.2, bounded.3
