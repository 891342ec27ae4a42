r"""What random labels ask of weights: to be right on each of alpha N random inputs, by a margin.

Labels are +1 with probability (1 + m)/2, and right means label (h - theta) >= K with a threshold that is chosen as is
best. Inputs are symmetric, so that label h is a field like any other: of +1 it is to be K + theta, of -1 K - theta.
Two solutions have the overlap q, each the mean square Q; with H = 1 - Phi, g = phi/H and z normal

    random_labels.1   u = (K +- theta - sqrt(q) z)/sqrt(Q - q)                                     (Gardner 1988)
    random_labels.2   log volume of each example:  l = <(1+m)/2 ln H(u+) + (1-m)/2 ln H(u-)>
    random_labels.3   dl/dtheta = 0:  (1+m) <g(u+)> = (1-m) <g(u-)>;   ln H is concave: there is one such theta,
                      the best one, and it is 0 without bias

Without bias a threshold is therefore of no use, and without a threshold the bias is of no consequence.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

from rosenblatt import checks, gaussian

SMALLEST_SHARE = 1e-12  # of the rarer label
_TINY = 1e-300
_FLAT = 2.0  # sqrt(q) in units of the width of a step, up to which it is smooth on any panel
_STEEP = np.array([-12.0, -4.0, 0.0, 4.0, 12.0])  # in units of the width of a step: splits on either side of it


class Demands(NamedTuple):
    """Averages over an example, at the best threshold: of ln H, g^2 and g u."""

    log_volume: float
    g_squared: float
    g_u: float
    threshold: float


@dataclass(frozen=True)
class RandomLabels:
    """The margin K that is asked for, and the bias m of the labels."""

    margin: float = 0.0
    bias: float = 0.0

    def demands(self, q: float, left: float) -> Demands:
        """Return what an example asks of solutions with the overlap q, where ``left`` is Q - q."""
        width = math.sqrt(left)
        threshold = self._threshold(q, width)
        values = np.zeros(3)
        for label, share in self.shares():
            nodes, weights = _nodes(self.margin + label * threshold, q, width)
            u = (self.margin + label * threshold - math.sqrt(q) * nodes) / width  # random_labels.1
            g = gaussian.inverse_mills(-u)
            values += share * np.array([weights @ gaussian.log_cdf(-u), weights @ (g * g), weights @ (g * u)])
        log_volume, g_squared, g_u = values.tolist()
        return Demands(log_volume, g_squared, g_u, threshold)

    def shares(self) -> tuple[tuple[float, float], ...]:
        """Return the labels and how often they come; labels without bias are all alike."""
        if self.bias == 0.0:
            return ((1.0, 1.0),)
        return ((1.0, 0.5 * (1.0 + self.bias)), (-1.0, 0.5 * (1.0 - self.bias)))

    def _threshold(self, q: float, width: float) -> float:
        """Return the best threshold.  (random_labels.3)"""
        if self.bias == 0.0:
            return 0.0

        def balance(threshold: float) -> float:
            means = []
            for label in (1.0, -1.0):
                nodes, weights = _nodes(self.margin + label * threshold, q, width)
                u = (self.margin + label * threshold - math.sqrt(q) * nodes) / width
                means.append(max(float(weights @ gaussian.inverse_mills(-u)), _TINY))
            return math.log(means[0] / means[1]) + 2.0 * math.atanh(self.bias)

        far = -math.copysign(math.hypot(width, math.sqrt(q)), self.bias)
        while balance(far) * self.bias > 0.0:
            far *= 2.0
        return brentq(balance, 0.0, far, xtol=1e-13 * abs(far))  # pyright: ignore[reportReturnType]


@dataclass(frozen=True)
class CapacityPoint:
    """Where the last solutions are.

    Attributes
    ----------
    alpha : the capacity, labels per weight.
    threshold : the best one; 0 without bias.
    q : the overlap of two of the last solutions; 1 if there is only one direction left.
    q_norm : their mean squared weight.
    """

    alpha: float
    threshold: float
    q: float
    q_norm: float


class Weights(ABC):
    """What weights may be."""

    @abstractmethod
    def capacity_point(self, labels: RandomLabels) -> CapacityPoint:
        """Return the capacity for random labels, and where the last solutions are."""

    @abstractmethod
    def entropy(self, labels: RandomLabels, alpha: float) -> float:
        """Return the logarithm of how many solutions there are, divided by N; minus infinity if there are none."""


def checked_labels(margin: Any, bias: Any) -> RandomLabels:
    """Return random labels, or raise if what is asked for has no theory here."""
    margin, bias = checks.number("margin", margin), checks.number("bias", bias)
    if margin < 0.0:
        raise ValueError(
            f"margin must be at least 0; got {margin:g}. Below 0 solutions are no convex set, replica symmetry is "
            "broken, and the formula is an upper bound only: take 0 or more."
        )
    if not 1.0 - abs(bias) >= 2.0 * SMALLEST_SHARE:
        raise ValueError(
            f"bias must be between -1 and 1, short of either by {2.0 * SMALLEST_SHARE:g}; got {bias!r}. It is the mean "
            "label, and labels that are all alike are stored without end."
        )
    return RandomLabels(margin, bias)


def _nodes(asked: float, q: float, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of averages over z of what is a step of some width in sqrt(q) z - asked."""
    root = math.sqrt(q)
    return gaussian.panels((asked + width * _STEEP) / root) if root > _FLAT * width else _smooth_nodes()


@cache
def _smooth_nodes() -> tuple[np.ndarray, np.ndarray]:
    return gaussian.panels()
