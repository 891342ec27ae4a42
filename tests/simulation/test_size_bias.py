"""The constant of the finite-size bias."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.simulation.size_bias import bias_constant


def test_the_constant_of_the_finite_size_bias_is_that_of_a_third_size(seed):
    # Q of Hebb's rule at alpha = 2: <Q> = (2/pi)(alpha^2 - alpha/N) + alpha exactly, so c = -2 alpha/pi.
    constant = bias_constant("hebb", alpha=[2.0], column="q_norm", sizes=(4, 8), runs=40_000, seed=seed)
    assert constant == pytest.approx([4.0 / math.pi], rel=0.1)


def test_a_difference_that_is_lost_counts_with_its_error():
    # One value of Q has no spread and no bias: a normalised student is of unit length at every size.
    rule, alpha = rb.Normalised(eta=0.5), [1.0, 2.0]
    assert bias_constant(rule, alpha=alpha, column="q_norm", runs=5) == pytest.approx([0.0, 0.0], abs=1e-9)
    # Few runs: the two errors alone, over 1/50 - 1/100, are a lower limit of the constant.
    few = [rb.simulate(rule, n=n, alpha=alpha, runs=5, seed=7 + n).frame["r_sem"] for n in (50, 100)]
    assert (bias_constant(rule, alpha=alpha, column="r", runs=5, seed=7) >= np.hypot(*few) * 100.0).all()
