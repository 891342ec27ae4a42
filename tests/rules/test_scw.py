"""SCW: against its paper's formula, row by row."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

import rosenblatt as rb


@pytest.mark.parametrize(("c", "confidence"), [(1.0, 0.9), (0.1, 0.7)])
def test_scw(c, confidence, rows):
    x, y = rows
    mean, variance, phi = np.zeros(5), np.ones(5), norm.ppf(confidence)
    psi, zeta = 1.0 + phi**2 / 2.0, 1.0 + phi**2
    for z, label in zip(x, y, strict=True):
        v, m = float(variance @ z**2), label * float(mean @ z)
        if phi * math.sqrt(v) - m > 0.0:
            root = math.sqrt(m**2 * phi**4 / 4.0 + v * phi**2 * zeta)
            a = min(c, max(0.0, (-m * psi + root) / (v * zeta)))
            u = 0.25 * (-a * v * phi + math.sqrt(a**2 * v**2 * phi**2 + 4.0 * v)) ** 2
            beta = a * phi / (math.sqrt(u) + v * a * phi)
            mean = mean + a * label * variance * z
            variance = variance - beta * (variance * z) ** 2
    model = rb.OnlineClassifier(rb.Scw(c=c, confidence=confidence), fit_intercept=False).fit(x, y)
    assert model.coef_[0] == pytest.approx(mean, rel=1e-10)


@pytest.mark.parametrize("confidence", [0.5, 1.0])
def test_a_confidence_outside_its_range_is_refused(confidence):
    with pytest.raises(ValueError, match="confidence must be in"):
        rb.Scw(confidence=confidence)
