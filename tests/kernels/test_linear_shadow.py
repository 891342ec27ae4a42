"""The chain with its linear shadow: the same student, and the plain loop's shadow."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.linear_shadow import TAKEN_UP, UNTIL, shadowed_chain_kernel
from rosenblatt.kernels.random import new_urn
from tests.helpers.students import state_of

N, STEPS = 40, 500


def a_path(random) -> np.ndarray:
    """Return any path: the shadow is defined for all."""
    rows = 12
    path = random.uniform(0.2, 1.0, (rows, 12))
    path[:, UNTIL], path[:, TAKEN_UP] = np.linspace(50, 600, rows), [0.0, 1.0] * 6
    return path


@pytest.mark.parametrize(
    ("rule", "scenario"),
    [
        (rb.Rosenblatt(), rb.Scenario(channel=rb.Flips(0.1))),
        (rb.Rosenblatt(weight_decay=0.5), rb.Scenario(channel=rb.InputNoise(0.3, 0.5))),
        (rb.Hebb(), rb.Scenario(drift=0.5)),
        (rb.Normalised(eta=0.5), rb.Scenario(drift=0.5)),
        (rb.Adaline(), rb.Scenario(channel=rb.GaussianNoise(0.2))),
    ],
    ids=str,
)
def test_the_student_is_the_chains_and_the_shadow_the_plain_loops(rule, scenario, seed, random):
    seen, path, shadow = scenario.channel.as_student_sees, a_path(random), np.zeros(2)
    world = (float(N), seen.kernel_numbers, math.hypot(1.0, scenario.channel.student_width), scenario.drift)
    student, other, state = new_student(), new_student(), state_of(seed)
    chain_kernel(rule, seen)(STEPS, *world, rule.weight_decay, state_of(seed), new_urn(), student, rule.own)
    kernel = shadowed_chain_kernel(rule, seen)
    assert kernel(STEPS, *world, rule.weight_decay, path, shadow, state, new_urn(), other, rule.own) == -1
    assert other.tolist() == student.tolist()
    plain = plain_loops.linear_shadow(rule, STEPS, N, scenario, path, state_of(seed))
    assert shadow == pytest.approx(plain, rel=1e-7, abs=1e-9)
