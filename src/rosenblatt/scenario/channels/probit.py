r"""The sign of the field after Gaussian noise on it, flipped with a probability that is the same for all.

probit.1   P(tau|b) = kappa + (1 - 2 kappa) Phi(tau beta b);   Z, D, C and I are those of flips.2, s = 1/beta
probit.2   error of a student:  kappa + (1 - 2 kappa) arccos(rho beta/sqrt(1 + beta^2))/pi
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel
from rosenblatt.scenario.channels.flips import (
    blurred_evidence,
    blurred_information,
    blurred_likelihood,
    blurred_potential,
)


@dataclass(frozen=True)
class Probit(SignChannel):
    """The label +1 with probability Phi(``slope`` b), then flipped with probability ``noise``.  (probit.1)"""

    slope: float = 1.0
    noise: float = 0.0
    name = "probit"

    def __post_init__(self) -> None:
        checks.positive("slope", self.slope, "It is the inverse of the noise on the field.")
        checks.moderate("slope", self.slope, 1e-6, 1e12)
        checks.noise(self.noise)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The slope and the noise."""
        return float(self.slope), float(self.noise)

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """The step, as wide as the noise."""
        return ((0.0, 1.0 / self.slope),)

    @staticmethod
    def chance(field: float, numbers: Any) -> float:
        """Return the probability of +1."""
        return numbers[1] + (1.0 - 2.0 * numbers[1]) * scalar_cdf(numbers[0] * field)

    @staticmethod
    def likelihood(known: float, spread: float, numbers: Any) -> Likelihood:
        """Return Z(+1), Z(-1), D and C.  (flips.2)"""
        return blurred_likelihood(known, math.hypot(spread, 1.0 / numbers[0]), numbers[1])

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1."""
        return self.noise + (1.0 - 2.0 * self.noise) * gaussian.cdf(self.slope * np.asarray(field))

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (flips.2)"""
        return blurred_evidence(known, math.hypot(spread, 1.0 / self.slope), self.noise)

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (flips.2)"""
        return blurred_information(deficit, self.noise, 1.0 / self.slope)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return blurred_potential(deficit, self.noise, 1.0 / self.slope)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the probability that the label is another one than the sign of the student's field.  (probit.2)"""
        blurred = np.arccos(np.cos(angle) * self.slope / math.hypot(1.0, self.slope))
        return self.noise + (1.0 - 2.0 * self.noise) * blurred / math.pi
