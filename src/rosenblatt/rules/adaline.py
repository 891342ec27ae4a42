r"""Adaline, the standard rule of the linear perceptron: learn from the error (KC sec. 3.4).

    adaline.1   F = eta (sqrt(ratio) b - h),  b the label, a real number                                       (KC 22)
    adaline.2   <F b> = eta (g - R),  <F c> = -eta R_perp,  <F^2> = eta^2 (g^2 (1 + s^2) + Q - 2 g R),  g = sqrt(ratio)
    adaline.3   constrained, eta = 1:  d rho/d alpha = g - rho (1 + g^2)/2, up to 2 g/(1 + g^2)              (KC 23, 24)
    adaline.4   constrained, ratio = 1:  rho = 1 - exp(-alpha)                                                  (KC 26)

``constrained`` keeps |J|^2 = N; ``ratio`` is then M/Q, the squared length of the teacher over that of the student. From
J = 0 and unconstrained the rule is the optimal one: Q = R = rho^2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.length_ratio import check_on_data, square_error
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Channel, NumberChannel


@register
@dataclass(frozen=True)
class Adaline(HebbianRule):
    """The linear perceptron: adds an example by how wrong it was on it."""

    eta: float | Schedule = 1.0
    ratio: float = 1.0
    constrained: bool = field(default=False, kw_only=True)

    name = "adaline"
    reference = Reference("kinouchi-caticha-1995", "(22)-(26)")
    labels = NumberChannel
    readouts = (MEAN,)
    rates = ("eta",)
    kinks = ()
    settings = ("weight_decay", "constrained")

    def __post_init__(self) -> None:
        checks.positive("ratio", self.ratio, "It is the squared length of the teacher over that of the student.")
        super().__post_init__()

    @property
    def normalised(self) -> bool:
        """Whether the length is kept."""
        return self.constrained

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any:
        """Return half the mean square error, for a teacher whose squared length is ``ratio``."""
        return square_error(self.ratio, r, q_norm, channel)

    def on_data(self) -> Adaline:
        """Return the rule for data, whose teacher has the length that it has."""
        check_on_data(self.ratio)
        return self

    @staticmethod
    def modulation(label: float, field: float, eta: float, ratio: float) -> float:
        return eta * (math.sqrt(ratio) * label - field)  # adaline.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float, ratio: float) -> Averages:
        g, away = math.sqrt(ratio), 2.0 * length * math.sin(angle / 2.0) ** 2  # sqrt(Q) - R, exact at small angles
        squared = (length - g) ** 2 + 2.0 * g * away + ratio * noise
        return eta * (g - length + away), -eta * length * math.sin(angle), eta * eta * squared  # adaline.2
