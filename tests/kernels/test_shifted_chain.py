"""The chain for inputs around a centre against its plain twin."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.shifted_chain import new_shifted_student, shifted_chain_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import channel_of_noise
from tests.helpers import by_name
from tests.helpers.rules import FORMS
from tests.helpers.students import state_of


@pytest.mark.parametrize("rule", FORMS, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_shifted_chain_equals_its_plain_loop(rule: HebbianRule, noise, seed):
    n, steps, q0, v = 30, 400, -0.7, 1.1
    start = new_shifted_student(rule, n, np.random.default_rng(seed))
    student = start.copy()
    scenario = rb.Scenario(channel=channel_of_noise(rule.labels, noise))
    kernel = shifted_chain_kernel(rule, scenario.channel)
    world = (float(n), scenario.channel.kernel_numbers, rule.weight_decay, q0, v)
    assert kernel(steps, *world, state_of(seed), student, rule.own) == -1
    plain = plain_loops.shifted_chain(rule, steps, n, scenario, np.array([q0, v]), start, state_of(seed))
    assert student[:3] == pytest.approx(plain, rel=1e-9, abs=1e-12)
    assert student[3] == steps


def test_a_random_shifted_student_has_no_direction_of_its_own(random):
    starts = np.array([new_shifted_student(rb.Normalised(), 4, random) for _ in range(20_000)])
    assert (starts[:, :3] ** 2).mean(axis=0) == pytest.approx([0.25, 0.25, 0.5], abs=0.01)
