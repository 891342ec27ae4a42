"""Fitted power laws: exponents and their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.power_fit import fit_power


def test_fitted_exponents_and_their_intervals(random):
    x, inside = np.geomspace(1.0, 10.0, 5), 0
    for _ in range(300):
        y = 2.0 * x**-0.7
        fit = fit_power(x, y * (1.0 + 0.01 * random.standard_normal(5)), 0.01 * y)
        inside += fit.interval[0] < -0.7 < fit.interval[1]
    assert 0.93 < inside / 300.0 <= 1.0
    with pytest.raises(ValueError, match="3 points or more"):
        fit_power([1, 2], [1, 2], [1, 1])
