r"""The AdaTron, example by example: correct a mistake in proportion to its field.

    adatron.1   F = -eta field  if label * field <= 0,  else 0
    adatron.2   w = kappa + (1 - 2 kappa) (theta - sin(theta) cos(theta))/pi,   v = (1 - 2 kappa) sin(theta)^2/pi
    adatron.3   <F b> = eta l (v sin(theta) - w cos(theta)),   <F c> = -eta l (w sin(theta) + v cos(theta)),
                <F^2> = eta^2 l^2 w,                                                        l = sqrt(Q)
    adatron.4   d -> alpha^(-1)/(eta - eta^2/3)   for eta < 3: 3/2 at eta = 1, least at eta = 3/2: 4/3  (kappa = 0; BR)
                d -> (5/(9 pi^2 alpha))^(1/3)   for eta = 3; above 3 it ends at an angle
    adatron.5   on data, F/I with I = |S|^2/N: with eta = 1 the field of a mistake becomes 0, whatever the length of
                the input; a field that is exactly 0 counts as a mistake of field -label

F grows with the field: the rule knows no length, its angle depends on that of the start alone, and a student at J = 0
never moves. So theory and simulation need a start, such as ``start=0.2``. On data a student starts at J = 0 like any
other, and (5) learns its first example, or the first one of features never seen before, as Hebb's rule does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from rosenblatt.references import Reference
from rosenblatt.rules.kinds.compiled import LearningFunctions, field_and_length
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule, Modulation
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.schedules import Schedule
from rosenblatt.rules.registry import register

_SMALL = 0.5  # of 2 theta: below it x - sin(x) is summed as a series
_TERMS = 8  # of the series: enough for 1e-17 at _SMALL


@register
@dataclass(frozen=True)
class Adatron(HebbianRule):
    """Corrects a mistake in proportion to its field: as fast as 1/alpha at a constant rate."""

    eta: float | Schedule = 1.0

    name = "adatron"
    reference = Reference("biehl-riegler-1994", "AdaTron on line")
    rates = ("eta",)
    kinks = (0.0,)
    mistake_driven = True

    @staticmethod
    def modulation(label: float, field: float, eta: float) -> float:
        return -eta * field if label * field <= 0.0 else 0.0  # adatron.1

    @staticmethod
    def averages(angle: float, length: float, alpha: float, noise: float, eta: float) -> Averages:
        sine, cosine, clean = math.sin(angle), math.cos(angle), 1.0 - 2.0 * noise
        wrong = noise + clean * 0.5 * _beyond_sine(2.0 * angle) / math.pi  # adatron.2
        gained = clean * sine * sine / math.pi
        size = eta * length
        toward, across = gained * sine - wrong * cosine, -(wrong * sine + gained * cosine)
        return size * toward, size * across, size * size * wrong  # adatron.3

    @property
    def decay(self) -> tuple[float, float] | None:
        """Prefactor and exponent of d, of a constant rate; one above 3 never ends at the teacher."""
        if isinstance(self.eta, Schedule) or self.eta > 3.0:
            return None
        if self.eta == 3.0:
            return (5.0 / (9.0 * math.pi**2)) ** (1.0 / 3.0), -1.0 / 3.0
        return 1.0 / (self.eta - self.eta**2 / 3.0), -1.0  # adatron.4

    def on_data(self) -> Rule:
        """Return the rule with steps that do not depend on the length of an input, and with a first step."""
        return AdatronOnData(eta=self.eta, weight_decay=self.weight_decay)


@dataclass(frozen=True)
class AdatronOnData(Adatron):
    """The AdaTron as it learns from data.  (adatron.5)"""

    @cached_property
    def functions(self) -> LearningFunctions:
        """The rule's, with a response that knows the length of the input."""
        return super().functions._replace(project=field_and_length, respond=_respond(self.full_modulation))


def _respond(modulation: Modulation) -> Callable[..., tuple[float]]:
    def respond(label, sums, cell, *parameters):
        own, weight_decay = parameters[:-1], parameters[-1]
        h, square, alpha = cell.gain * cell.scale * sums[0], cell.scale * cell.scale * sums[1], cell.examples / cell.n
        cell.gain *= 1.0 - weight_decay / cell.n
        if square == 0.0 or label * h > 0.0:
            return (0.0,)
        rate, weight = label * modulation(label, -label, alpha, 0.0, own), cell.sample_weight
        # A row of weight w counts as w rows, of which one that has been corrected is no mistake any more.
        times = rate * min(weight, 1.0)
        if rate < 1.0 and h != 0.0:
            times = 1.0 - (1.0 - rate) ** weight
        mistake = -h if h != 0.0 else label
        return (times * mistake / square * (cell.scale / cell.gain),)  # adatron.5

    return respond


def _beyond_sine(x: float) -> float:
    """Return x - sin(x) with all its digits."""
    if x > _SMALL:
        return x - math.sin(x)
    total = 1.0
    for k in range(_TERMS, 0, -1):
        total = 1.0 - total * x * x / ((2 * k + 2) * (2 * k + 3))
    return total * x**3 / 6.0
