r"""Gardner's capacity: how many random labels weights on a sphere store, by a margin K, with the best threshold.

|J|^2 = N. With labels as in `random_labels`, t normal and G_2(x) = E (x - t)_+^2, G_1(x) = E (x - t)_+,

    spherical_weights.1   G_2(x) = (1 + x^2) Phi(x) + x phi(x),   G_1(x) = x Phi(x) + phi(x)
    spherical_weights.2   1/alpha_c = min over theta of (1+m)/2 G_2(K + theta) + (1-m)/2 G_2(K - theta)   (Gardner 1988)
    spherical_weights.3   at the best theta:  (1+m) G_1(K + theta) = (1-m) G_1(K - theta);   theta = 0 without bias
    spherical_weights.4   below it, of the sphere:  s = (ln(1-q) + q/(1-q))/2 + alpha l,   q/(1-q) = alpha <g^2>

Gardner biases inputs as the labels: her K is K/sqrt(1 - m^2) here. s is the logarithm of the share of the sphere that
solves, divided by N; it falls to minus infinity at alpha_c.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.optimize import brentq

from rosenblatt import gaussian
from rosenblatt.theory.random_labels import CapacityPoint, RandomLabels, Weights


def log_mean_excess(x: float) -> float:
    """Return ln G_1(x), to all digits.  (spherical_weights.1)"""
    if x >= 0.0:
        return math.log(float(x * gaussian.cdf(x) + gaussian.pdf(x)))
    taken, _ = gaussian.squared_surprise(x)  # g (g + x), g = phi/Phi: there is no difference left
    return float(gaussian.log_cdf(x)) + math.log(float(taken / gaussian.inverse_mills(x)))


def mean_squared_excess(x: float) -> float:
    """Return G_2(x).  (spherical_weights.1)

    >>> [round(1.0 / mean_squared_excess(x), 6) for x in (0.0, 0.5, 2.0)]
    [2.0, 0.961205, 0.200231]
    """
    return float(gaussian.cdf(x)) + x * math.exp(log_mean_excess(x))


@dataclass(frozen=True)
class SphericalWeights(Weights):
    """Weights of a given length and no other constraint."""

    def capacity_point(self, labels: RandomLabels) -> CapacityPoint:
        """Return the capacity; there the last solution is alone, q = 1.  (spherical_weights.2)"""
        threshold = self._threshold(labels)
        needed = [share * mean_squared_excess(labels.margin + label * threshold) for label, share in labels.shares()]
        return CapacityPoint(1.0 / sum(needed), threshold, 1.0, 1.0)

    def entropy(self, labels: RandomLabels, alpha: float) -> float:
        """Return the logarithm of the share of the sphere that solves, divided by N.  (spherical_weights.4)"""
        if alpha == 0.0:
            return 0.0
        if alpha >= self.capacity_point(labels).alpha:
            return -math.inf

        def excess(log_odds: float) -> float:
            odds = math.exp(log_odds)
            return math.log(odds / labels.demands(odds / (1.0 + odds), 1.0 / (1.0 + odds)).g_squared / alpha)

        low, high = math.log(alpha) - 10.0, 0.0
        while excess(high) < 0.0:
            low, high = high, high + 2.0
        while excess(low) > 0.0:
            low, high = low - 10.0, low
        odds = math.exp(brentq(excess, low, high, xtol=1e-12))  # pyright: ignore[reportArgumentType]
        asked = labels.demands(odds / (1.0 + odds), 1.0 / (1.0 + odds))
        return 0.5 * (odds - math.log1p(odds)) + alpha * asked.log_volume

    def _threshold(self, labels: RandomLabels) -> float:
        """Return the best threshold.  (spherical_weights.3)"""
        if labels.bias == 0.0:
            return 0.0

        def balance(threshold: float) -> float:
            ratio = log_mean_excess(labels.margin + threshold) - log_mean_excess(labels.margin - threshold)
            return ratio + 2.0 * math.atanh(labels.bias)

        far = 1.0
        while balance(far) * balance(-far) > 0.0:
            far *= 2.0
        return brentq(balance, -far, far, xtol=1e-14 * max(far, 1.0))  # pyright: ignore[reportReturnType]


def margin_at(alpha: float, bias: float = 0.0) -> float:
    """Return the largest margin by which alpha N random labels are stored: (spherical_weights.2), turned round.

    It is 0 if they are too many.
    """
    weights = SphericalWeights()

    def excess(margin: float) -> float:
        return math.log(weights.capacity_point(RandomLabels(margin, bias)).alpha / alpha)

    if excess(0.0) <= 0.0:
        return 0.0
    far = 1.0
    while excess(far) > 0.0:
        far *= 2.0
    return brentq(excess, 0.0, far, xtol=1e-13 * far)  # pyright: ignore[reportReturnType]
