"""Averages of a modulation in any channel, plainly: from the probability of a label and its slope."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import gaussian


def logistic_evidence(slope: float):
    """Return Z(+1) and its slope for P(+1|b) = 1/(1 + exp(-slope b)), by the trapezoidal rule.

    Its error is exp(-2 pi^2/(0.4 slope)).
    """
    y = np.linspace(-8.0, 8.0, 41)
    weights = 0.4 * np.exp(-0.5 * y * y) / math.sqrt(2.0 * math.pi)

    def evidence(known, spread):
        p = 1.0 / (1.0 + np.exp(-slope * (known[:, None] + spread * y)))
        return p @ weights, slope * (p * (1.0 - p)) @ weights

    return evidence


def averages_by_evidence(modulation, evidence, kinks=()):
    """Return a function (r, r_perp, alpha) -> <F b>, <F c>, <F^2> for F = modulation(label, fields), of arrays."""

    def averages(r, r_perp, alpha):
        length = math.hypot(r, r_perp)
        rho, s = r / length, r_perp / length
        x, weights = gaussian.panels([place / length for place in (*kinks, -10.0, -3.0, 3.0, 10.0)])
        up, slope = evidence(rho * x, s)
        toward = across = squared = 0.0
        for label, z, d in ((1.0, up, slope), (-1.0, 1.0 - up, -slope)):
            f = modulation(label, length * x)
            toward += float(weights @ (f * (rho * x * z + s * s * d)))
            across += float(weights @ (f * (s * x * z - rho * s * d)))
            squared += float(weights @ (f * f * z))
        return toward, across, squared

    return averages
