r"""Rosenblatt's perceptron rule: learn from mistakes only.

    rosenblatt.1   F = eta label  if label * field <= 0,  else 0                                      (L8 eq. 8)
    rosenblatt.2   <F b> = eta (1 - 2 kappa - cos theta)/sqrt(2 pi)
    rosenblatt.3   <F c> = -eta sin(theta)/sqrt(2 pi),   <F^2> = eta^2 (kappa + (1 - 2 kappa) theta/pi)
    rosenblatt.4   d -> (2/3)^(1/3)/pi alpha^(-1/3)                                               (kappa = 0)

theta is the angle between student and teacher. A tie, field = 0, counts as a mistake: else a
student that starts at J = 0 never learns (L8 writes "<").
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class Rosenblatt(HebbianRule):
    """The perceptron: adds an example when it was wrong on it."""

    eta: float | Schedule = 1.0

    name = "rosenblatt"
    reference = Reference("sompolinsky-lecture-2010", "(8)")
    rates = ("eta",)
    kinks = (0.0,)
    mistake_driven = True
    decay = ((2.0 / 3.0) ** (1.0 / 3.0) / math.pi, -1.0 / 3.0)  # rosenblatt.4

    @staticmethod
    def modulation(label: float, field: float, eta: float) -> float:
        return eta * label if label * field <= 0.0 else 0.0  # rosenblatt.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float) -> Averages:
        away = 2.0 * math.sin(angle / 2.0) ** 2  # 1 - cos, exact at small angles
        wrong = noise + (1.0 - 2.0 * noise) * angle / math.pi
        toward = eta * (away - 2.0 * noise) / SQRT_2PI  # rosenblatt.2
        return toward, -eta * math.sin(angle) / SQRT_2PI, eta * eta * wrong  # rosenblatt.3
