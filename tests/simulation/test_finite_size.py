"""The constant of the finite-size bias."""

from __future__ import annotations

import math

import pytest

from rosenblatt.simulation.finite_size import bias_constant


def test_the_constant_of_the_finite_size_bias_is_that_of_a_third_size(seed):
    # Q of Hebb's rule at alpha = 2: <Q> = (2/pi)(alpha^2 - alpha/N) + alpha exactly, so c = -2 alpha/pi.
    constant = bias_constant("hebb", alpha=[2.0], column="q_norm", sizes=(4, 8), runs=40_000, seed=seed)
    assert constant == pytest.approx([4.0 / math.pi], rel=0.1)
