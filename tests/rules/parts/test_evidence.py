"""What a label tells of a Gaussian field."""

from __future__ import annotations

import math

import pytest
from scipy.special import ndtr

from rosenblatt.rules.parts.evidence import surprise


def test_the_evidence_is_a_derivative():
    for noise in (0.0, 0.2):
        for u in (-9.0, -1.0, 0.0, 2.0):
            p = lambda t, noise=noise: math.log(noise + (1.0 - 2.0 * noise) * ndtr(t))  # noqa: E731
            step = 1e-4
            g, taken = surprise(u, noise)
            assert g == pytest.approx((p(u + step) - p(u - step)) / (2 * step), rel=1e-5, abs=1e-9)
            assert taken == pytest.approx(-(p(u + step) - 2 * p(u) + p(u - step)) / step**2, rel=1e-3, abs=1e-6)
    assert all(math.isfinite(part) for u in (-1e8, 1e8) for part in surprise(u, 0.0))
