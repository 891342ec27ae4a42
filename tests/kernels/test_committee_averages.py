"""Sums of averages against the averages one by one, as the equations say them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.committee_averages import fourth, third


def i3(c, i, j, k):
    spread = (1.0 + c[i, i]) * (1.0 + c[k, k]) - c[i, k] ** 2
    return 2.0 / math.pi * (c[j, k] * (1.0 + c[i, i]) - c[i, j] * c[i, k]) / ((1.0 + c[i, i]) * math.sqrt(spread))


def i4(c, i, j, k, l):  # noqa: E741
    a, b = 1.0 + c[i, i], 1.0 + c[j, j]
    l4 = a * b - c[i, j] ** 2
    l0 = l4 * c[k, l] - c[j, k] * c[j, l] * a - c[i, k] * c[i, l] * b
    l0 += c[i, j] * (c[i, k] * c[j, l] + c[i, l] * c[j, k])
    l1, l2 = (
        l4 * (1.0 + c[n, n]) - c[j, n] ** 2 * a - c[i, n] ** 2 * b + 2.0 * c[i, j] * c[i, n] * c[j, n] for n in (k, l)
    )
    return 4.0 / math.pi**2 / math.sqrt(l4) * math.asin(l0 / math.sqrt(l1 * l2))


@pytest.mark.parametrize(("k", "m"), [(1, 1), (2, 2), (3, 1)])
def test_they_are_sums_over_the_units_of_the_error(k, m):
    vectors = np.random.default_rng(k + m).standard_normal((k + m, k + m))
    c, signs, units = vectors @ vectors.T, np.array([-1.0] * k + [1.0] * m), range(k + m)
    expected = [[sum(signs[e] * i3(c, i, j, e) for e in units) for j in units] for i in range(k)]
    assert third(c, k, signs) == pytest.approx(np.array(expected), rel=1e-12)
    pairs = [
        [sum(signs[e] * signs[f] * i4(c, i, j, e, f) for e in units for f in units) for j in range(k)] for i in range(k)
    ]
    assert fourth(c, k, signs) == pytest.approx(np.array(pairs), rel=1e-10)
