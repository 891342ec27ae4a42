"""The averages that drive a learning curve against plain integrals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.averages import averages_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from tests.helpers import by_name
from tests.helpers.rules import SAMPLES


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_averages(rule: HebbianRule, noise: float):
    result = np.empty(3)
    for angle in (1e-7, 0.3, 1.4, 2.8):
        for length in (0.01, 1.0, 7.0):
            r, r_perp = length * math.cos(angle), length * math.sin(angle)
            kinks = np.array(rule.kink_fields(2.0, length**2), dtype=float)
            averages_kernel(rule)(r, r_perp, 2.0, noise, kinks, 1, rule.own, result)
            assert result == pytest.approx(plain_loops.averages(rule, r, r_perp, 2.0, noise), rel=1e-9, abs=1e-13)
