"""The sum of squares, of numbers of all sizes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.squares import sum_of_squares


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_it_is_the_sum(kind, random):
    values = random.standard_normal((30, 7)).astype(kind)
    assert sum_of_squares(values) == pytest.approx(float((values.astype(float) ** 2).sum()), rel=1e-5)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_what_is_not_finite_is_not_small(kind):
    for value in (np.nan, np.inf, -np.inf, np.finfo(kind).max):
        assert not sum_of_squares(np.array([1.0, value], dtype=kind)) < 1e300
    assert math.isnan(sum_of_squares(np.array([np.nan, np.inf])))
