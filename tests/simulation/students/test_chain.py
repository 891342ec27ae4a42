"""The chain of two numbers: the law of the vectors, at any size."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law

ALPHA = [0.5, 2.0, 8.0]


@pytest.mark.parametrize("teacher", ["binary", rb.DriftingTeacher(0.5)], ids=["binary", "drifting"])
def test_the_chain_holds_for_every_teacher(teacher, seed):
    how = dict(n=20, alpha=ALPHA, runs=3000, noise=0.1, teacher=teacher)
    vector = rb.simulate("rosenblatt", method="vector", seed=seed, **how)
    assert_same_law(vector, rb.simulate("rosenblatt", method="chain", seed=seed + 1000, **how))


def test_the_chain_at_a_billion_weights_is_the_theory(seed):
    # 300 steps of N = 10^9: far from any alpha that matters, but the drift per step is known exactly.
    frame = rb.simulate("hebb", n=10**9, alpha=[3e-7], runs=400, method="chain", seed=seed).frame
    exact = 3e-7 * math.sqrt(2 / math.pi)
    assert abs(frame["r"][0] - exact) < Z_LIMIT * frame["r_sem"][0]
    assert frame["examples"][0] == 300
