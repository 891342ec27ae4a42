r"""The Bayesian online rule for labels that are numbers and noisy: how much is still to be learnt, how much is noise.

The optimal rules of KC know clean labels only and correct the whole of each error, so that on noisy labels the noise
is learnt too. With one variance lambda for all weights, I = |S|^2/N and noise of variance s^2, Bayes corrects a part:

    bayes_linear.1   kappa = lambda I/(lambda I + s^2/w),  w the weight of the example
    bayes_linear.2   J <- J + kappa (b - h) S/(I sqrt(N)),   lambda <- lambda (1 - kappa/N)
    bayes_linear.3   a teacher that drifts:  first  J <- f J,  lambda <- f^2 lambda + 1 - f^2,  f = 1 - drift/N

The noise is what a running mean of (b - h)^2, over N/omega_e examples or fifty, has beyond lambda. Too large a lambda
makes the true variance fall faster than it does itself, too small a one slower, so that the two come together.

    bayes_linear.4   vigilance: if that mean exceeds the usual one, its own mean over ten times as many examples, by
                     four of its standard errors, the rule has changed: lambda is at least the excess, the noise the
                     usual one. It grows by no more than three times itself, lest it take the change for noise.
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
from rosenblatt.scenario import NumberChannel, Scenario

LONGER = 10.0
ALARM, ALARMED = 4.0, 3.0
DRIFT_ON_DATA = 1e-3


@register
@dataclass(frozen=True)
class BayesLinear(OneWeightRule):
    """Bayesian online learning of numbers with one variance for all weights; it finds the noise itself."""

    drift: float | None = None
    omega_e: float = 2.0

    name = "bayes-linear"
    reference = Reference("solla-winther-1998", "(4.4)-(4.6) with labels of KC, Hebbian approximation")
    labels = NumberChannel
    readouts = (MEAN,)

    def __post_init__(self) -> None:
        if self.drift is not None:
            checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")
        checks.positive("omega_e", self.omega_e, "It is the rate at which old errors are forgotten.")

    @property
    def own_memory(self) -> dict[str, float]:
        """Lambda, the running mean of squared errors, and the longer one."""
        return {"variance": 1.0, "error": 1.0, "usual": 1.0}

    def in_scenario(self, scenario: Scenario) -> BayesLinear:
        """Return the rule with the drift of a scenario, unless it has been given another."""
        return self if self.drift is not None else dataclasses.replace(self, drift=scenario.drift)

    def on_data(self) -> BayesLinear:
        """Return the rule for data, where nothing stays as it is for ever."""
        return self if self.drift is not None else dataclasses.replace(self, drift=DRIFT_ON_DATA)

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's 1/sqrt(N): what a weight may be is known for inputs of unit variance."""
        return 1.0 / math.sqrt(inputs)

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the running error, half the mean square as in KC, what is left to learn, and the part corrected."""
        error, variance = float(cell.error), float(cell.variance)
        return {"error": 0.5 * error, "variance": variance, "attention": variance / max(error, variance)}

    @staticmethod
    def respond(label: float, sums: tuple[float, float], cell: Cell, drift: float, omega_e: float) -> tuple[float]:
        n, scale = cell.n, cell.scale
        keep = 1.0 - drift / n
        cell.gain *= keep
        h, square = cell.gain * scale * sums[0], scale * scale * sums[1]
        window = max(n / omega_e, FEWEST_EXAMPLES)
        rate, slow = 1.0 / min(window, cell.examples + 1.0), 1.0 / min(LONGER * window, cell.examples + 1.0)
        left = keep * keep * cell.variance + (1.0 - keep) * (1.0 + keep)  # bayes_linear.3
        alarm = cell.error - (1.0 + ALARM / math.sqrt(window)) * cell.usual
        left = max(left, alarm)  # bayes_linear.4
        error = label - h
        noise = max(min(cell.error, cell.usual) if alarm > 0.0 else cell.error - left, 0.0)
        total = left * square + noise / cell.sample_weight
        part = left / total if total > 0.0 else 0.0
        cell.variance = left * (1.0 - part * square / n)  # bayes_linear.1, bayes_linear.2
        cell.error += rate * (error * error - cell.error)
        cell.usual += slow * (min(cell.error, ALARMED * cell.usual) - cell.usual)
        return (part * error * scale / cell.gain,)
