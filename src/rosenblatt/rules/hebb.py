r"""Hebb's rule: every example is added, whatever the student thinks of it.

    hebb.1   F = label
    hebb.2   <F b> = (1 - 2 kappa) sqrt(2/pi),   <F c> = 0,   <F^2> = 1
    hebb.3   d = (1/pi) arctan( sqrt(pi/(2 alpha)) / (1 - 2 kappa) )  ->  alpha^(-1/2) / sqrt(2 pi)  (kappa = 0)

L8 sec. 2 has it as the perceptron algorithm without the condition; KC sec. 3 as the simplest modulation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.gaussian import SQRT_2_OVER_PI
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class Hebb(HebbianRule):
    """Adds every example, whatever the student thinks of it."""

    name = "hebb"
    reference = Reference("kinouchi-caticha-1995", "(5)")
    kinks = ()
    decay = (1.0 / math.sqrt(2.0 * math.pi), -0.5)  # hebb.3

    @staticmethod
    def modulation(label: float, field: float) -> float:
        return label  # hebb.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float) -> Averages:
        return (1.0 - 2.0 * noise) * SQRT_2_OVER_PI, 0.0, 1.0  # hebb.2
