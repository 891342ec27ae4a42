r"""The label of logistic regression.

logistic.1   P(tau|b) = sigma(tau beta b),  sigma(z) = 1/(1 + exp(-z))
logistic.2   Z, D and C are averages over y of sigma, beta tau sigma (1 - sigma) and
             beta^2 sigma (1 - sigma)(1 - 2 sigma), by the trapezoidal rule: with the step t of y it errs by
             exp(-2 pi^2/(t beta s)) and exp(-2 pi^2/t^2)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from rosenblatt import checks
from rosenblatt.gaussian import SQRT_2PI, scalar_cdf, scalar_pdf
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel

REACH = 8.3  # of y: beyond it a normal law has 1e-16
STEEP = 60.0  # beta s beyond which four terms of Sommerfeld's expansion are right to 1e-12
SOMMERFELD = (math.pi**2 / 6.0, 7.0 * math.pi**4 / 360.0, 31.0 * math.pi**6 / 15120.0, 127.0 * math.pi**8 / 604800.0)
LONGEST, FINE = 0.75, 0.64  # of a step, and of a step times beta s: both errors are then below 1e-13


@dataclass(frozen=True)
class Logistic(SignChannel):
    """The label +1 with probability 1/(1 + exp(-``slope`` b)).  (logistic.1)"""

    slope: float = 1.0
    name = "logistic"

    def __post_init__(self) -> None:
        checks.positive("slope", self.slope, "It is how steeply the probability of +1 grows with the field.")

    @property
    def numbers(self) -> tuple[float, ...]:
        """The slope."""
        return (float(self.slope),)

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """The step."""
        return ((0.0, 2.0 / self.slope),)

    @staticmethod
    def chance(field: float, numbers: Any) -> float:
        """Return the probability of +1."""
        small = math.exp(-abs(numbers[0] * field))
        return 1.0 / (1.0 + small) if field > 0.0 else small / (1.0 + small)

    @staticmethod
    def likelihood(known: float, spread: float, numbers: Any) -> Likelihood:
        """Return Z(+1), Z(-1), D and C.  (logistic.2)"""
        slope = numbers[0]
        if slope * spread > STEEP:
            return _steep(known / spread, spread, slope * spread)
        step = min(LONGEST, FINE / max(slope * spread, 1e-300))
        nodes = int(REACH / step)
        up, down, first, second = 0.0, 0.0, 0.0, 0.0
        for k in range(-nodes, nodes + 1):
            y = step * k
            weight = math.exp(-0.5 * y * y)
            z = slope * (known + spread * y)
            small = math.exp(-abs(z))
            likely = weight / (1.0 + small)
            unlikely = small * likely
            bend = unlikely / (1.0 + small)
            if z > 0.0:
                up += likely
                down += unlikely
                second -= bend * (1.0 - small) / (1.0 + small)
            else:
                up += unlikely
                down += likely
                second += bend * (1.0 - small) / (1.0 + small)
            first += bend
        norm = step / SQRT_2PI
        return norm * up, norm * down, norm * slope * first, norm * slope * slope * second

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1."""
        return expit(self.slope * np.asarray(field, dtype=float))


def _steep(u: float, spread: float, ratio: float) -> Likelihood:
    """Return Z(+1), Z(-1), D and C of a step that is narrow beside the spread, beta s = ``ratio``.  (logistic.3)"""
    density, power = scalar_pdf(u), 1.0
    up, slope, bend = 0.0, 1.0, -u  # beside Phi, and in units of the density
    before, now = 1.0, u  # Hermite's polynomials: the derivatives of the density are -+ He_n times it
    for k in range(4):
        power /= ratio * ratio
        share = SOMMERFELD[k] * power
        up -= share * now  # of order 2k + 1
        before, now = now, u * now - (2.0 * k + 1.0) * before
        slope += share * now
        before, now = now, u * now - (2.0 * k + 2.0) * before
        bend -= share * now
    away = density * up
    return scalar_cdf(u) + away, scalar_cdf(-u) - away, density * slope / spread, density * bend / (spread * spread)
