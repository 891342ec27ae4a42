r"""The perceptron with a margin in units of the student's length.

    relative_margin.1   F = eta label  if label * field <= margin sqrt(Q),  else 0
    relative_margin.2   the averages are those of `margin.3` with u = margin

What is learnt from depends on angles alone, so that the best rate of the moment is the best one altogether
(`rosenblatt.theory.best_schedule`). A margin that stays costs the 1/alpha law; one that shrinks with the angle does not
(`rosenblatt.theory.greedy_laws`): give it as a schedule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, Kinks
from rosenblatt.rules.margin import MarginRule, margin_averages
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class RelativeMargin(MarginRule):
    """The perceptron with a margin in units of its own length."""

    name = "relative-margin"
    reference = Reference("duda-hart-1973", "sec. 5.5")
    kinks: ClassVar[Kinks] = staticmethod(lambda q_norm, eta, margin: (-margin * q_norm**0.5, margin * q_norm**0.5))

    @staticmethod
    def modulation(label: float, field: float, q_norm: float, eta: float, margin: float) -> float:
        return eta * label if label * field <= margin * math.sqrt(q_norm) else 0.0  # relative_margin.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float, margin: float) -> Averages:
        return margin_averages(angle, margin, noise, eta)  # relative_margin.2
