r"""How many weight vectors from a finite set of values store random labels, and where there are none left.

Weights J_i are in a finite set of numbers, h = J.S/sqrt(N), and what labels ask is that of `random_labels`. Of the
solutions Q is the mean square of a weight and q the overlap of two. With averages <.> over the law
exp[(Q^ - q^/2) v^2 + sqrt(q^) z v] of a single weight v, and l of random_labels.2,

    discrete_weights.1   s = -Q^ Q + q^ q/2 + int Dz ln sum_v exp[(Q^ - q^/2) v^2 + sqrt(q^) z v] + alpha l
    discrete_weights.2   Q = int Dz <v^2>,   q = int Dz <v>^2
    discrete_weights.3   q^ = alpha <g^2>/(Q - q),   Q^ = alpha <g u>/(2 (Q - q))
    discrete_weights.4   alpha_c: s = 0                                                     (Krauth and Mezard 1989)

s is the logarithm of the number of solutions, divided by N (replica-symmetric). It is solved backwards: q^ is given, Q^
is the root of Q^ = q^ <g u>/(2 <g^2>), alpha is then explicit. Where all values are of one size Q is known and Q^ is of
no consequence. The margin K is in units of h: weights and margin times any number ask for the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

from rosenblatt import checks, gaussian
from rosenblatt.theory.random_labels import CapacityPoint, RandomLabels, Weights

MOST_VALUES = 100
LARGEST_RATIO = 1e6  # of two sizes of weights
LARGEST_MARGIN = 1e4  # in units of the largest weight
FIRST = -40.0  # ln q^ at which nothing has been stored yet
SAME = 1e-8  # relative difference of two alphas that are the same
_TOLERANCE = 1e-11  # of ln q^ and of Q^/q^


class Saddle(NamedTuple):
    """A solution of the equations: where it is, and its entropy; weights and q^ in units of the largest weight."""

    alpha: float
    entropy: float
    q: float
    q_norm: float
    threshold: float


@dataclass(frozen=True)
class WeightSet(Weights):
    """The values that a weight may have, in units of the largest, ``unit``."""

    values: np.ndarray
    unit: float

    def capacity_point(self, labels: RandomLabels) -> CapacityPoint:
        """Return where the entropy is 0.  (discrete_weights.4)"""
        last = solved(self, self._in_units(labels), lambda found: -found.entropy)
        square = self.unit * self.unit
        return CapacityPoint(last.alpha, last.threshold * self.unit, last.q * square, last.q_norm * square)

    def entropy(self, labels: RandomLabels, alpha: float) -> float:
        """Return the logarithm of the number of solutions, divided by N.  (discrete_weights.1)"""
        if alpha == 0.0:
            return math.log(len(self.values))

        def excess(found: Saddle) -> float:
            return math.log(found.alpha / alpha) if found.entropy > 0.0 else 1.0  # alpha_c is not gone beyond

        found = solved(self, self._in_units(labels), excess)
        return found.entropy if abs(math.log(found.alpha / alpha)) < SAME else -math.inf

    def _in_units(self, labels: RandomLabels) -> RandomLabels:
        """Return the labels with the margin in units of the largest weight."""
        margin = labels.margin / self.unit
        if margin > LARGEST_MARGIN:
            raise ValueError(
                f"margin must be at most {LARGEST_MARGIN:g} times the largest weight; got {labels.margin:g}. Take a "
                "smaller one: the capacity falls as its inverse square."
            )
        return RandomLabels(margin, labels.bias)

    @property
    def of_one_size(self) -> bool:
        """Whether all values have the same square."""
        return bool(np.ptp(np.abs(self.values)) == 0.0)

    def single_weight(self, q_hat: float, big_q_hat: float) -> tuple[float, float, float, float]:
        """Return the mean logarithm of the sum over values, q, Q and Q - q.  (discrete_weights.1, .2)"""
        tilt = big_q_hat - 0.5 * q_hat
        z, weights = gaussian.panels(self._splits(tilt, math.sqrt(q_hat)))
        v = self.values
        exponents = tilt * v * v + math.sqrt(q_hat) * z[:, None] * v
        largest = exponents.max(axis=1)
        shares = np.exp(exponents - largest[:, None])
        total = shares.sum(axis=1)
        shares /= total[:, None]
        mean = shares @ v
        left = float(weights @ np.sum(shares * (v - mean[:, None]) ** 2, axis=1))
        q = float(weights @ mean**2)
        return float(weights @ (np.log(total) + largest)), q, float(weights @ (shares @ (v * v))), left

    def _splits(self, tilt: float, slope: float) -> np.ndarray:
        """Return where panels end, so that ln sum_v exp(tilt v^2 + slope z v) is smooth on each.

        One value takes over from its neighbour at z = -tilt (v + v')/slope, the faster the farther apart they are, or
        as many values as are likely together.
        """
        v = self.values
        together = min(float(np.ptp(v)), 6.0 / math.sqrt(-2.0 * tilt)) if tilt < 0.0 else float(np.ptp(v))
        panel = 4.0 * math.pi / (slope * max(together, float(np.diff(v).max())))
        if panel >= gaussian.PANEL:
            return np.empty(0)
        widths = panel * 2.0 ** np.arange(math.ceil(math.log2(gaussian.PANEL / panel)))
        turns = -tilt * (v[1:] + v[:-1])[:, None] / slope
        splits = turns + np.concatenate([-widths, [0.0], widths])
        return np.unique(np.rint(splits[np.abs(splits) < gaussian.REACH] / panel)) * panel


def checked_weights(weights: Iterable[Any]) -> WeightSet:
    """Return the set of values, or raise if nothing can be learnt with it."""
    given = list(weights)
    if len(given) > MOST_VALUES:
        raise ValueError(f"weights must have at most {MOST_VALUES} values; got {len(given)}. 'spherical' is the limit.")
    values = np.array(sorted({checks.moderate("weights", value) for value in given}))
    if len(values) < 2:
        raise ValueError(
            f"weights must have at least 2 different values; got {values.tolist()}. Weights that cannot be chosen "
            "store nothing: take for example (-1, 1)."
        )
    sizes = np.abs(values[values != 0.0])
    if sizes.max() > LARGEST_RATIO * min(sizes.min(), np.diff(values).min()):
        raise ValueError(
            f"weights must be 0 or within a factor {LARGEST_RATIO:g} of each other, and as far apart; got "
            f"{values.tolist()}. Leave out the smallest."
        )
    unit = float(sizes.max())
    return WeightSet(values / unit, unit)


def saddle(weights: WeightSet, labels: RandomLabels, q_hat: float) -> Saddle:
    """Return the solution at some q^; the margin is in units of the largest weight.  (discrete_weights.3)"""

    def at(ratio: float) -> tuple[float, Saddle]:
        log_sum, q, q_norm, left = weights.single_weight(q_hat, ratio * q_hat)
        asked = labels.demands(q, left)
        alpha = q_hat * left / asked.g_squared
        entropy = q_hat * (0.5 * q - ratio * q_norm) + log_sum + alpha * asked.log_volume
        return ratio - 0.5 * asked.g_u / asked.g_squared, Saddle(alpha, entropy, q, q_norm, asked.threshold)

    if weights.of_one_size:
        return at(0.0)[1]
    below = min(0.1, 1.0 / math.sqrt(q_hat))  # g u <= g^2: the ratio Q^/q^ is at most 1/2
    while at(0.5 - below)[0] > 0.0:
        below *= 2.0
    root = brentq(lambda ratio: at(ratio)[0], 0.5 - below, 0.5, xtol=_TOLERANCE)
    return at(root)[1]  # pyright: ignore[reportArgumentType]


def solved(weights: WeightSet, labels: RandomLabels, excess: Callable[[Saddle], float]) -> Saddle:
    """Return the solution at which ``excess``, which rises with q^, is 0."""
    low, high = FIRST, 0.0
    while excess(saddle(weights, labels, math.exp(high))) < 0.0:
        low, high = high, high + 2.0
    while excess(saddle(weights, labels, math.exp(low))) > 0.0:
        low, high = low - 2.0, low
    at = brentq(lambda log: excess(saddle(weights, labels, math.exp(log))), low, high, xtol=_TOLERANCE)
    return saddle(weights, labels, math.exp(at))  # pyright: ignore[reportArgumentType]
