r"""The shifted perceptron: a rule that flipped labels do not mislead (BSS sec. 3), made usable.

    shifted.1   W <- W + (eta/N) epsilon sigma_0 (S - T), then |W| = 1;  epsilon = 1 on a mistake          (BSS 10)
    shifted.2   T = <sigma_0 S>/<sigma_0>, by running averages                                              (BSS 12)
    shifted.3   eta = eta_0 sqrt(pi/2) exp(q_0^2/2)/alpha, at most cap;  q_0 is estimated by W.<S>    (BSS, after 15)
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

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.references import Reference
from rosenblatt.rules.base import EMPHASIS, EXAMPLES, OWN, WEIGHTS, Rule
from rosenblatt.rules.registry import register

# The rule's part of the memory: sum of the weights of the examples, of weight times label, the phase, the
# estimates of q_0 and p, and the intercept.
COUNT, LABELS, PHASE, CENTRE, FLIPS, BIAS = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 4, OWN + 5
WAITING, SHIFTED, PLAIN = 0.0, 1.0, 2.0
PHASES = {WAITING: "waiting for averages", SHIFTED: "shifted", PLAIN: "plain: labels are balanced, there is no shift"}
SIGNIFICANT = 4.0
FARTHEST = 3.0  # of the estimate of q_0, before its exponential is taken


@register
@dataclass(frozen=True)
class Shifted(Rule):
    """The perceptron that learns from S - T: flipped labels do not mislead it."""

    eta_0: float = 2.0
    cap: float = 0.5
    wait: float = 1.0
    intercept: float = 0.0

    name = "shifted"
    reference = Reference("barkai-seung-sompolinsky-1995", "(10)-(18)")
    inputs = "shifted"
    synapse = (0.0, 0.0, 0.0)
    own_memory = (0.0, 0.0, WAITING, 0.0, 0.0, 0.0)
    dense = True
    isotropic = True
    own_intercept = True

    def __post_init__(self) -> None:
        checks.positive("eta_0", self.eta_0, "A rate of 0 never learns.")
        checks.positive("cap", self.cap, "It is the largest rate.")
        checks.positive("wait", self.wait, "It is the number of examples per weight before the first step.")
        checks.number("intercept", self.intercept)

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """All inner products of w, the two sums and the input that the response needs."""
        return _products

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """What is kept of w, and how much of the input, of T and of the mean is added to it."""
        return _respond

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """The new w, and the sums."""
        return _absorb

    def weights(self, synapses: np.ndarray, memory: np.ndarray) -> np.ndarray:
        """Return W in the theory's length, sqrt(N)."""
        length = float(np.linalg.norm(synapses[0]))
        return synapses[0] * (math.sqrt(memory[WEIGHTS]) / length) if length > 0.0 else synapses[0].copy()

    def offset(self, memory: np.ndarray) -> float:
        """Return the intercept that is learnt apart."""
        return math.sqrt(float(memory[WEIGHTS])) * float(memory[BIAS])

    def report(self, synapses: np.ndarray, memory: np.ndarray) -> dict[str, Any]:
        """Return what the rule has found out: the shift T, its phase, the estimates of q_0 and of the noise."""
        labels = float(memory[LABELS])
        return {
            "shift": synapses[1] / labels if memory[PHASE] == SHIFTED else np.zeros(synapses.shape[1]),
            "phase": PHASES[float(memory[PHASE])],
            "centre": float(memory[CENTRE]),
            "noise": float(memory[FLIPS]),
        }


def _products(synapse: tuple[float, float, float], x: float) -> tuple[float, ...]:
    w, labelled, plain = synapse
    return (w * w, w * x, x * x, w * labelled, labelled * x, labelled * labelled, w * plain)


def _respond(label, sums, memory, eta_0, cap, wait, intercept):
    ww, wx, xx, wa, ax, aa, wm = sums
    emphasis, n, alpha = memory[EMPHASIS], memory[WEIGHTS], memory[EXAMPLES] / memory[WEIGHTS]
    count, labels = memory[COUNT], memory[LABELS]
    memory[COUNT] = count + emphasis
    memory[LABELS] = labels + emphasis * label
    signal = labels * labels > SIGNIFICANT * SIGNIFICANT * count
    if ww == 0.0:  # waiting
        start, hebb = 0.0, 0.0
        if alpha >= wait and count > 0.0:
            start = (1.0 if labels > 0.0 else -1.0) / count if signal else 0.0  # shifted.5
            hebb = 0.0 if signal else 1.0 / count
            memory[PHASE] = SHIFTED if signal else PLAIN
        return (0.0, 0.0, -hebb, emphasis * label, emphasis, start)
    memory[PHASE] = SHIFTED if signal else PLAIN
    length = math.sqrt(ww)
    centre = wm / (length * count) + memory[BIAS]
    memory[CENTRE] = centre
    lean = 2.0 * scalar_cdf(centre) - 1.0
    memory[FLIPS] = min(0.5, max(0.0, 0.5 - 0.5 * labels / (count * lean))) if lean != 0.0 else 0.0  # shifted.4
    if label * (wx / length + memory[BIAS]) > 0.0:
        return (1.0, 0.0, 0.0, emphasis * label, emphasis, 0.0)
    bounded = min(abs(centre), FARTHEST)
    eta = min(cap, eta_0 * math.sqrt(0.5 * math.pi) * math.exp(0.5 * bounded * bounded) / alpha)  # shifted.3
    step = emphasis * label * eta / n * length
    shift = 1.0 / labels if signal else 0.0  # shifted.2
    squared = ww + 2.0 * step * (wx - shift * wa) + step * step * (xx - 2.0 * shift * ax + shift * shift * aa)
    if squared <= 0.0:
        return (1.0, 0.0, 0.0, emphasis * label, emphasis, 0.0)
    restore = 1.0 / math.sqrt(squared)
    memory[BIAS] += intercept * emphasis * label * eta / n
    return (restore, restore * step, restore * step * shift, emphasis * label, emphasis, 0.0)  # shifted.1


def _absorb(synapse: tuple[float, float, float], x: float, signal: tuple[float, ...]) -> tuple[float, float, float]:
    w, labelled, plain = synapse
    keep, step, shift, label, emphasis, start = signal
    moved = keep * w + step * x - shift * labelled + start * plain
    return (moved, labelled + label * x, plain + emphasis * x)
