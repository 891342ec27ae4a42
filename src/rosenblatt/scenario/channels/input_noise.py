r"""The sign of the field, where teacher and student do not see the same inputs.

input_noise.1   the teacher sees S + sigma_t xi, the student S + sigma_s xi', v_t = 1 + sigma_t^2, v_s likewise
input_noise.2   on the inputs of the student, divided by sqrt(v_s), the label is a probit of the teacher's field:
                beta = 1/sqrt(v_t v_s - 1)
input_noise.3   so the student learns from inputs of variance v_s:  h = sqrt(v_s Q) x,  dR/dalpha = sqrt(v_s) <F b>,
                dQ/dalpha = 2 <F h> + v_s <F^2>
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.scenario.channels.channel import Channel, SignChannel
from rosenblatt.scenario.channels.flips import Flips
from rosenblatt.scenario.channels.probit import Probit

NARROWEST, WIDEST = 1e-12, 1e6  # of noise that can be seen, and that leaves something to see: 1e-12 of information


@dataclass(frozen=True)
class InputNoise(SignChannel):
    """The sign of the field, where ``teacher`` and ``student`` see inputs with noise of these deviations.

    The error of a student is that on fresh inputs with noise; its disagreement is that on clean ones.
    """

    teacher: float = 0.0
    student: float = 0.0
    name = "input-noise"

    def __post_init__(self) -> None:
        for name in ("teacher", "student"):
            width = checks.not_negative(name, getattr(self, name), "It is the deviation of the noise on the inputs.")
            checks.moderate(name, width, smallest=NARROWEST)
            if width > WIDEST:
                raise ValueError(
                    f"{name} must be at most {WIDEST:g}; got {width:g}. So much noise leaves nothing to see."
                )

    @cached_property
    def _of_teacher(self) -> SignChannel:
        return Probit(1.0 / self.teacher) if self.teacher > 0.0 else Flips()

    @property
    def as_student_sees(self) -> Channel:
        """The probit that is left of the teacher's field.  (input_noise.2)"""
        unseen = self.teacher**2 + self.student**2 + (self.teacher * self.student) ** 2
        return Probit(1.0 / math.sqrt(unseen)) if unseen > 0.0 else Flips()

    @property
    def student_width(self) -> float:
        """The deviation of the student's noise."""
        return float(self.student)

    @property
    def sharp(self) -> bool:
        """Whether there is no noise."""
        return self.as_student_sees.sharp

    @property
    def numbers(self) -> tuple[float, ...]:
        """The teacher's noise."""
        return (float(self.teacher),)

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """The step of the teacher."""
        return ((0.0, float(self.teacher)),)

    @staticmethod
    def chance(field: float, numbers: Any) -> float:
        """Return the probability of +1, given the teacher's field on clean inputs."""
        if numbers[0] > 0.0:
            return scalar_cdf(field / numbers[0])
        return 1.0 if field > 0.0 else 0.0

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1, given the teacher's field on clean inputs."""
        return self._of_teacher.probability(field)

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I of the inputs that the student sees.  (input_noise.2)"""
        return self.as_student_sees.information(deficit)

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi of the inputs that the student sees.  (input_noise.2)"""
        return self.as_student_sees.potential(deficit)

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return how often the label is missed on fresh inputs with noise.  (input_noise.2)"""
        return self.as_student_sees.error(angle)
