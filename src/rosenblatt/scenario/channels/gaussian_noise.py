r"""The field itself, with Gaussian noise.

gaussian_noise.1   label = b + z,  z normal of variance s^2                                                     (KC)
gaussian_noise.2   I = 1/(lambda + s^2);   error, half the mean square:  (1 + s^2 + Q - 2 R)/2
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.scenario.channels.channel import NumberChannel


@dataclass(frozen=True)
class GaussianNoise(NumberChannel):
    """The field itself with Gaussian noise of variance ``variance``.  (gaussian_noise.1)"""

    variance: float = 0.0
    name = "gaussian-noise"

    def __post_init__(self) -> None:
        checks.not_negative("variance", self.variance, "It is that of the noise on the label.")
        object.__setattr__(self, "level", self.variance)

    @property
    def sharp(self) -> bool:
        """Whether there is no noise."""
        return self.variance == 0.0

    @property
    def numbers(self) -> tuple[float, ...]:
        """The variance."""
        return (float(self.variance),)

    def draw(self, fields: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return a number for each field.  (gaussian_noise.1)"""
        return fields + math.sqrt(self.variance) * random.standard_normal(len(fields))

    def missed(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        """Return half the square of each difference."""
        return 0.5 * (labels - fields) ** 2

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (gaussian_noise.2)"""
        return 1.0 / (np.asarray(deficit, dtype=float) + self.variance)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi, for labels of continuous value the negative differential entropy."""
        with np.errstate(divide="ignore"):  # a label without noise, of a field that is known, has infinite density
            return -0.5 * np.log(2.0 * math.pi * math.e * (np.asarray(deficit, dtype=float) + self.variance))

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return the mean square error of the best student, half of it as KC count: (1 - rho^2 + s^2)/2."""
        return 0.5 * (np.sin(angle) ** 2 + self.variance)

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return half the mean square error.  (gaussian_noise.2)"""
        return 0.5 * (1.0 + self.variance + q_norm - 2.0 * r)
