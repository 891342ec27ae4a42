r"""Channels from the teacher's field to a label, and what one example tells when the field is known to a variance.

    channels.5   sign:     label = sgn(b),  b = B.S/sqrt(N),  flipped with probability kappa;  sgn(0) = -1     (GM)
    channels.6   number:   label = b + z,  z normal of variance s^2                                            (KC)
    channels.7   error of a student:  kappa + (1 - 2 kappa) d;   half the mean square, (1 + s^2 + Q - 2 R)/2

The teacher's field has variance 1, of which q is known and lambda = 1 - q is not. With Z(tau; omega) the
probability of a label given the known part, omega ~ N(0, q),

    channels.1   I = sum_tau < (dZ/d omega)^2 / Z >        (labels that are numbers: an integral over them)
    channels.2   sign, flipped with probability kappa, after noise of variance s^2 on the field:
                 Z = kappa + (1 - 2 kappa) Phi(tau omega/sqrt(lambda + s^2)),
                 I = 2 (1 - 2 kappa)^2/sqrt(2 pi L (q + L)) int Dt phi(c t)/(kappa + (1 - 2 kappa) Phi(c t)),
                 L = lambda + s^2,  c^2 = q/(q + L)                                  (SW 5.14 at s = 0)
    channels.3   linear, noise of variance s^2:   I = 1/(lambda + s^2)                           (KC)
    channels.8   Z(+1; omega) = < P(+1|omega + sqrt(lambda) y) >_y,  D = dZ/d omega;   Z(-1) = 1 - Z(+1)
    channels.4   the entropy of a label, with its sign changed:  chi = sum_tau < Z ln Z >,  d chi/dq = I/2
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks, gaussian

SMALL = 1e-9  # deficit below which the field is as good as known to a smooth channel


@dataclass(frozen=True)
class Channel(ABC):
    """How a field becomes a label. It is of one of two kinds: `SignChannel` or `NumberChannel`."""

    level = math.nan  # the noise as the keyword ``noise`` has it, if it is one number

    @property
    def sharp(self) -> bool:
        """Whether I grows beyond all bounds as the deficit goes to 0: only then can a teacher be known perfectly."""
        return False

    @classmethod
    @abstractmethod
    def of_noise(cls, noise: float) -> Channel:
        """Return the usual channel of this kind for the keyword ``noise``, or raise if there is none."""

    @abstractmethod
    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I where 1 - q is ``deficit``.  (channels.1)"""

    @abstractmethod
    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""

    @abstractmethod
    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return how often the sign of a field at this angle to the teacher's is not the label."""

    @abstractmethod
    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return the error of a student with these order parameters on labels of the channel.  (channels.7)"""


@dataclass(frozen=True)
class SignChannel(Channel):
    """Labels +1 and -1."""

    @classmethod
    def of_noise(cls, noise: float) -> Channel:
        """Return signs of which a share is flipped."""
        return Flips(noise)

    @abstractmethod
    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the probability of the label +1 where the field is normal with mean ``known`` and deviation
        ``spread``, and its slope in ``known``.  (channels.8)"""

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return how often a label of the channel is missed, for inputs without a mean.  (channels.7)"""
        return self.error(math.pi * disagreement)


@dataclass(frozen=True)
class NumberChannel(Channel):
    """Labels that are numbers."""

    @classmethod
    def of_noise(cls, noise: float) -> Channel:
        """Return numbers with Gaussian noise of that variance."""
        return GaussianNoise(checks.not_negative("noise", noise, "It is the variance of the labels."))


@dataclass(frozen=True)
class Flips(SignChannel):
    """The sign of the field, flipped with probability ``noise``.  (channels.5)"""

    noise: float = 0.0

    def __post_init__(self) -> None:
        checks.noise(self.noise)
        object.__setattr__(self, "level", self.noise)

    @property
    def sharp(self) -> bool:
        """Always: signs have an edge."""
        return True

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (channels.2)"""
        return _sign_information(deficit, self.noise, 0.0)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return _sign_potential(deficit, self.noise, 0.0)

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (channels.8)"""
        return _sign_evidence(known, spread, self.noise)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the probability that the label is another one than the sign of the student's field."""
        return self.noise + (1.0 - 2.0 * self.noise) * angle / math.pi

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return how often a noisy label is missed.  (channels.7)"""
        return self.noise + (1.0 - 2.0 * self.noise) * disagreement


@dataclass(frozen=True)
class BlurredFlips(SignChannel):
    """The sign of the field after Gaussian noise of deviation ``width`` on it, flipped with probability ``noise``."""

    noise: float = 0.0
    width: float = 1.0

    def __post_init__(self) -> None:
        checks.noise(self.noise)
        checks.positive("width", self.width, "It is the deviation of the noise on the field: without it use Flips.")

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (channels.2)"""
        return _sign_information(deficit, self.noise, self.width)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return _sign_potential(deficit, self.noise, self.width)

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (channels.8)"""
        return _sign_evidence(known, math.hypot(spread, self.width), self.noise)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the probability that the label is another one than the sign of the student's field."""
        blurred = np.arccos(np.cos(angle) / math.sqrt(1.0 + self.width**2))
        return self.noise + (1.0 - 2.0 * self.noise) * blurred / math.pi


def _sign_evidence(known: np.ndarray, spread: float, noise: float) -> tuple[np.ndarray, np.ndarray]:
    place, clean = np.asarray(known, dtype=float) / spread, 1.0 - 2.0 * noise
    return noise + clean * gaussian.cdf(place), clean * gaussian.pdf(place) / spread


def _sign_information(deficit: np.ndarray, noise: float, width: float) -> np.ndarray:
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


def _sign_potential(deficits: np.ndarray, noise: float, width: float) -> np.ndarray:
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


@dataclass(frozen=True)
class GaussianNoise(NumberChannel):
    """The field itself with Gaussian noise of variance ``variance``.  (channels.6)"""

    variance: float = 0.0

    def __post_init__(self) -> None:
        checks.not_negative("variance", self.variance, "It is that of the noise on the label.")
        object.__setattr__(self, "level", self.variance)

    @property
    def sharp(self) -> bool:
        """Whether there is no noise."""
        return self.variance == 0.0

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (channels.3)"""
        return 1.0 / (np.asarray(deficit, dtype=float) + self.variance)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi, for labels of continuous value the negative differential entropy."""
        with np.errstate(divide="ignore"):  # a label without noise, of a field that is known, has infinite density
            return -0.5 * np.log(2.0 * math.pi * math.e * (np.asarray(deficit, dtype=float) + self.variance))

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the mean square error of the best student, half of it as KC count: (1 - rho^2 + s^2)/2."""
        return 0.5 * (np.sin(angle) ** 2 + self.variance)

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return half the mean square error.  (channels.7)"""
        return 0.5 * (1.0 + self.variance + q_norm - 2.0 * r)


@dataclass(frozen=True)
class OwnChannel(SignChannel):
    """Labels +1 and -1 by a user's smooth probability of +1 as a function of the field."""

    probability: Callable[[np.ndarray], np.ndarray]

    def __post_init__(self) -> None:
        try:
            values = np.asarray(self.probability(np.linspace(-30.0, 30.0, 61)), dtype=float)
        except Exception as problem:
            raise ValueError(
                f"probability must be a function of an array of fields; got one that failed: {problem}. "
                "Give for example lambda h: scipy.special.expit(2 * h)."
            ) from problem
        if values.shape != (61,) or not np.all((values >= 0.0) & (values <= 1.0)):
            raise ValueError(
                "probability must return a number in [0, 1] for each field of an array; got others. "
                "Give for example lambda h: scipy.special.expit(2 * h)."
            )

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (channels.8)"""
        z, weights = gaussian.panels()
        return self._label(np.asarray(known, dtype=float), spread * spread, z, weights)

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (channels.1)"""
        return self._averaged(deficit, lambda up, slope: slope * slope / (up * (1.0 - up)))

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return self._averaged(deficit, lambda up, slope: up * np.log(up) + (1.0 - up) * np.log1p(-up))

    def _averaged(self, deficit: np.ndarray, quantity: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
        """Return an average over the known part of a function of Z(+1) and its slope."""
        deficit = np.atleast_1d(np.asarray(deficit, dtype=float))
        z, weights = gaussian.panels()
        value = np.empty(deficit.shape)
        for place in np.ndindex(deficit.shape):
            lam = float(deficit[place])
            up, slope = self._label(math.sqrt(1.0 - lam) * z, lam, z, weights)
            inside = (up > 0.0) & (up < 1.0)
            with np.errstate(divide="ignore", invalid="ignore"):
                value[place] = float(np.where(inside, quantity(up, slope), 0.0) @ weights)
        return value

    def _label(
        self, known: np.ndarray, lam: float, z: np.ndarray, weights: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return Z(+1) and its slope in the known part of the field."""
        chance = self.probability
        if lam > SMALL:  # the slope by partial integration: only the probability itself is needed
            p = np.asarray(chance(known[:, None] + math.sqrt(lam) * z), dtype=float)
            return p @ weights, (p * z) @ weights / math.sqrt(lam)
        far, near = 2e-3, 1e-3
        p = {step: np.asarray(chance(known + step), dtype=float) for step in (-far, -near, 0.0, near, far)}
        return p[0.0], (8.0 * (p[near] - p[-near]) - (p[far] - p[-far])) / (12.0 * near)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return how often the label is another one than the sign of the student's field."""
        z, weights = gaussian.panels([0.0])
        p = np.asarray(self.probability(z), dtype=float)
        angle = np.atleast_1d(np.asarray(angle, dtype=float))
        # The student's field is positive with probability Phi(z cot(angle)), given the teacher's.
        positive = gaussian.cdf(z * (np.cos(angle) / np.maximum(np.sin(angle), 1e-300))[:, None])
        return (positive * (1.0 - p) + (1.0 - positive) * p) @ weights
