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

from rosenblatt import checks, gaussian
from rosenblatt.gauss_nodes import gauss_nodes
from rosenblatt.gaussian import SQRT_2PI, scalar_cdf, scalar_pdf
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel

REACH = 8.3  # of y: beyond it a normal law has 1e-16
STEEP, NORMALS = 2.5, 14  # beta s beyond which so many normal laws are right to 1e-12
LONGEST, FINE = 0.75, 0.64  # of a step, and of a step times beta s: both errors are then below 1e-13


@dataclass(frozen=True)
class Logistic(SignChannel):
    """The label +1 with probability 1/(1 + exp(-``slope`` b)).  (logistic.1)"""

    slope: float = 1.0
    name = "logistic"

    def __post_init__(self) -> None:
        checks.positive("slope", self.slope, "It is how steeply the probability of +1 grows with the field.")
        checks.moderate("slope", self.slope, 1e-5, 1e5)

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
            return _mixed(known, spread, slope)
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

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (logistic.2, logistic.3)"""
        known = np.asarray(known, dtype=float)[..., None]
        if self.slope * spread > STEEP:
            widths = np.hypot(spread, DEVIATIONS / self.slope)
            return gaussian.cdf(known / widths) @ SHARES, gaussian.pdf(known / widths) @ (SHARES / widths)
        step = min(LONGEST, FINE / max(self.slope * spread, 1e-300))
        nodes = int(REACH / step)
        y = step * np.arange(-nodes, nodes + 1)
        small = np.exp(-np.abs(self.slope * (known + spread * y)))
        weights = step / SQRT_2PI * np.exp(-0.5 * y * y)
        up = np.where(known + spread * y > 0.0, 1.0, small) / (1.0 + small)
        return up @ weights, (small / (1.0 + small) ** 2) @ (self.slope * weights)


def _mixture() -> tuple[np.ndarray, np.ndarray]:
    """Return the deviations of the normal laws of which the logistic law is a mixture, and their shares.  (logistic.3)

    Kolmogorov's density 8 k sum_j (-1)^(j-1) j^2 exp(-2 j^2 k^2) is summed where it converges, and else by its other
    form, sqrt(2 pi)/k^2 sum_j (pi^2 (2j-1)^2/(4 k^2) - 1) exp(-pi^2 (2j-1)^2/(8 k^2)).
    """
    places, weights = np.polynomial.legendre.leggauss(200)
    k, j = 2.5 + 2.4 * places, np.arange(1.0, 30.0)[:, None]
    far = 8.0 * k * ((-1.0) ** (j - 1.0) * j**2 * np.exp(-2.0 * (j * k) ** 2)).sum(axis=0)
    odd = (np.pi * (2.0 * j - 1.0) / (2.0 * k)) ** 2
    near = SQRT_2PI / k**2 * ((odd - 1.0) * np.exp(-0.5 * odd)).sum(axis=0)
    squares, shares = gauss_nodes(4.0 * k * k, 2.4 * weights * np.where(k < 1.0, near, far), NORMALS)
    return np.sqrt(squares), shares


DEVIATIONS, SHARES = _mixture()


def _mixed(known: float, spread: float, slope: float) -> Likelihood:
    """Return Z(+1), Z(-1), D and C as a mixture of probits.  (logistic.3)"""
    up, down, first, second = 0.0, 0.0, 0.0, 0.0
    for k in range(DEVIATIONS.size):
        width = math.hypot(spread, DEVIATIONS[k] / slope)
        place = known / width
        density = SHARES[k] * scalar_pdf(place) / width
        up += SHARES[k] * scalar_cdf(place)
        down += SHARES[k] * scalar_cdf(-place)
        first += density
        second -= place * density / width
    return up, down, first, second
