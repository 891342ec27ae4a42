"""The chain of blocks against plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.block_chain import block_chain_kernel, blocks_of
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.random import chi_square, chi_square_law, normal
from rosenblatt.scenario import channel_of_noise
from tests.helpers import by_name
from tests.helpers.rules import FORMS
from tests.helpers.students import state_of

VALUES, SIZES, POWERS = np.array([3.0, 0.5]), np.array([5, 9]), np.array([0.3, 0.7])


def plain_loop(rule, steps, n, scenario, student, state):
    """Return J in the plane of each block, example by example."""
    roots, teacher = np.sqrt(VALUES), np.sqrt(POWERS)
    for step in range(steps):
        plane = np.array([[normal(state), normal(state)] for _ in VALUES]).T * roots
        said = label_slots(scenario.channel)["label_of"]
        label = said(float(teacher @ plane[0]), scenario.channel.kernel_numbers, state)
        q_norm = float((student**2).sum())
        strength = rule.full_modulation(label, float((student * plane).sum()), (step + 1.0) / n, q_norm, rule.own)
        student = (1.0 - rule.weight_decay / n) * student
        if strength != 0.0:
            left = [chi_square(normal(state), state, chi_square_law(float(size - 2))) for size in SIZES]
            student = student + strength / n * plane
            student[1] = np.sqrt(student[1] ** 2 + (strength / n * roots) ** 2 * left)
            if rule.normalised:
                student = student / math.sqrt(float((student**2).sum()))
    return student


@pytest.mark.parametrize("rule", FORMS, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_block_chain_equals_its_plain_loop(rule, noise, seed):
    n, steps = 14, 300
    start = np.array([[0.3, -0.2], [0.5, 0.4]])
    scenario = rb.Scenario(channel=channel_of_noise(rule.labels, noise))
    student, blocks = start.copy(), blocks_of(VALUES, SIZES, POWERS)
    kernel, state = block_chain_kernel(rule, scenario.channel), state_of(seed)
    for seen in (0, 100):  # in two pieces: alpha goes on
        count = 100 if seen == 0 else steps - 100
        world = (float(n), scenario.channel.kernel_numbers, rule.weight_decay, float(seen))
        assert kernel(count, *world, blocks, state, student, rule.own) == -1
    assert student == pytest.approx(plain_loop(rule, steps, n, scenario, start, state_of(seed)), rel=1e-9, abs=1e-12)


def test_a_modulation_that_is_not_finite_is_told():
    bad = rb.rule(lambda label, field: label / abs(field) if field != 0.0 else 1.0, name="bad")()
    student, blocks = np.zeros((2, 2)), blocks_of(VALUES, SIZES, POWERS)
    student[0, 0] = math.nan
    world = (14.0, np.zeros(1), 0.0, 0.0)
    assert block_chain_kernel(bad, rb.Flips())(10, *world, blocks, state_of(1), student, bad.own) == 0
