r"""The sign of the field, flipped with a probability that is the same for all.

flips.1   label = sgn(b),  b = B.S/sqrt(N),  flipped with probability kappa;  sgn(0) = -1                      (GM)
flips.2   after noise of variance s^2 on the field, L = lambda + s^2,  c^2 = q/(q + L):
          Z = kappa + (1 - 2 kappa) Phi(tau omega/sqrt(L)),
          I = 2 (1 - 2 kappa)^2/sqrt(2 pi L (q + L)) int Dt phi(c t)/(kappa + (1 - 2 kappa) Phi(c t))  (SW 5.14)
flips.3   error of a student:  kappa + (1 - 2 kappa) d
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.gaussian import scalar_cdf, scalar_pdf
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel


@dataclass(frozen=True)
class Flips(SignChannel):
    """The sign of the field, flipped with probability ``noise``.  (flips.1)"""

    noise: float = 0.0
    name = "flips"

    def __post_init__(self) -> None:
        checks.noise(self.noise)
        object.__setattr__(self, "level", self.noise)

    @property
    def sharp(self) -> bool:
        """Always: signs have an edge."""
        return True

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """The edge."""
        return ((0.0, 0.0),)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The noise."""
        return (float(self.noise),)

    @staticmethod
    def chance(field: float, numbers: Any) -> float:
        """Return the probability of +1."""
        return 1.0 - numbers[0] if field > 0.0 else numbers[0]

    @staticmethod
    def likelihood(known: float, spread: float, numbers: Any) -> Likelihood:
        """Return Z(+1), Z(-1), D and C.  (flips.2)"""
        return blurred_likelihood(known, spread, numbers[0])

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1."""
        return np.where(np.asarray(field) > 0.0, 1.0 - self.noise, self.noise)

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (flips.2)"""
        return blurred_evidence(known, spread, self.noise)

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (flips.2)"""
        return blurred_information(deficit, self.noise, 0.0)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return blurred_potential(deficit, self.noise, 0.0)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the probability that the label is another one than the sign of the student's field."""
        return self.noise + (1.0 - 2.0 * self.noise) * angle / math.pi

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return how often a noisy label is missed.  (flips.3)"""
        return self.noise + (1.0 - 2.0 * self.noise) * disagreement


# The sign after Gaussian noise on the field, then flips: what `flips` and `probit` share.


def blurred_likelihood(known: float, width: float, noise: float) -> Likelihood:
    """Return Z(+1), Z(-1), D and C, where all that is not known of the field has the deviation ``width``.  (flips.2)"""
    place, clean = known / width, 1.0 - 2.0 * noise
    density = clean * scalar_pdf(place) / width
    up, down = noise + clean * scalar_cdf(place), noise + clean * scalar_cdf(-place)
    return up, down, density, -place * density / width


def blurred_evidence(known: np.ndarray, width: float, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return Z and its slope for arrays.  (flips.2)"""
    place, clean = np.asarray(known, dtype=float) / width, 1.0 - 2.0 * noise
    return noise + clean * gaussian.cdf(place), clean * gaussian.pdf(place) / width


def blurred_information(deficit: np.ndarray, noise: float, width: float) -> np.ndarray:
    """Return I.  (flips.2)"""
    deficit = np.asarray(deficit, dtype=float)
    wide = deficit + width**2
    q = 1.0 - deficit
    t, weights = gaussian.panels()
    place = np.sqrt(q / (q + wide))[..., None] * t
    clean = 1.0 - 2.0 * noise
    if noise == 0.0:
        slope = gaussian.inverse_mills(place)
    else:
        slope = gaussian.pdf(place) / (noise + clean * gaussian.cdf(place))
    return 2.0 * clean * clean / np.sqrt(2.0 * math.pi * wide * (q + wide)) * (slope @ weights)


def blurred_potential(deficits: np.ndarray, noise: float, width: float) -> np.ndarray:
    """Return chi.  (channels.4)"""

    def potential(deficit: float) -> float:
        scale = math.sqrt((1.0 - deficit) / max(deficit + width**2, 1e-300))
        splits = [cut / scale for cut in (-8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0)] if scale > 0.0 else []

        def entropy(z: np.ndarray) -> np.ndarray:
            if noise == 0.0:
                return 2.0 * gaussian.cdf(scale * z) * gaussian.log_cdf(scale * z)
            p = noise + (1.0 - 2.0 * noise) * gaussian.cdf(scale * z)
            return 2.0 * p * np.log(p)

        return gaussian.average(entropy, splits)

    return np.array([potential(float(one)) for one in np.atleast_1d(np.asarray(deficits, dtype=float))])
