"""The vector simulation against its plain twin, number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.ensemble import ensemble_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import INPUTS, OwnChannel, channel_of_noise
from tests.helpers import by_name
from tests.helpers.channels import lopsided
from tests.helpers.rules import FORMS, SAMPLES
from tests.helpers.students import state_of

EVERY_RULE = [("gaussian", rule) for rule in SAMPLES]
# The loop hands the rule nothing of the law but x: one form for each law tries every way of drawing.
EVERY_LAW = list(zip([name for name in INPUTS if name != "gaussian"], FORMS, strict=False))


@pytest.mark.parametrize(("inputs", "rule"), [*EVERY_RULE, *EVERY_LAW], ids=by_name)
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.4)])
def test_ensemble(rule: HebbianRule, inputs: str, noise: float, drift: float, seed, random):
    n, steps = 23, 150
    teacher = random.standard_normal(n)
    teacher *= math.sqrt(n) / np.linalg.norm(teacher)
    mean = INPUTS[inputs].mean(teacher, random)
    scenario = rb.Scenario(inputs=inputs, channel=channel_of_noise(rule.labels, noise), drift=drift)
    expected, moved = plain_loops.ensemble(rule, steps, scenario, teacher.copy(), mean, state_of(seed))
    synapses, cell = rule.start(n)
    stopped = ensemble_kernel(rule, scenario)(
        steps,
        scenario.channel.kernel_numbers,
        0.0,
        drift,
        teacher,
        mean,
        state_of(seed),
        synapses,
        cell,
        rule.parameters,
    )
    assert stopped == -1
    assert rule.weights(synapses, cell) == pytest.approx(expected, rel=1e-9, abs=1e-10)
    assert teacher == pytest.approx(moved, rel=1e-10)


def test_a_tie_of_the_teacher_is_labelled_minus_one(seed):
    # Two weights of +1 and two of -1: the teacher's own field is 0 for many inputs of signs.
    rule, teacher = rb.Hebb(), np.array([1.0, 1.0, -1.0, -1.0])
    scenario = rb.Scenario(inputs="binary")
    expected, _ = plain_loops.ensemble(rule, 200, scenario, teacher, np.zeros(4), state_of(seed))
    synapses, cell = rule.start(4)
    ensemble_kernel(rule, scenario)(
        200,
        scenario.channel.kernel_numbers,
        0.0,
        0.0,
        teacher.copy(),
        np.zeros(4),
        state_of(seed),
        synapses,
        cell,
        rule.parameters,
    )
    assert rule.weights(synapses, cell) == pytest.approx(expected, abs=1e-12)


# The chain tries every other way of drawing labels; these are drawn here only, or are told by a table.
@pytest.mark.parametrize("channel", [rb.InputNoise(0.4, 0.7), OwnChannel(lopsided)], ids=lambda channel: channel.name)
def test_a_channel_of_its_own_and_a_student_that_sees_noise(channel, seed, random):
    rule, n, steps = rb.Rosenblatt(), 23, 150
    teacher = random.standard_normal(n)
    scenario = rb.Scenario(channel=channel)
    expected, _ = plain_loops.ensemble(rule, steps, scenario, teacher.copy(), np.zeros(n), state_of(seed))
    synapses, cell = rule.start(n)
    said = (channel.kernel_numbers, channel.student_width)
    kernel = ensemble_kernel(rule, scenario)
    assert kernel(steps, *said, 0.0, teacher, np.zeros(n), state_of(seed), synapses, cell, rule.parameters) == -1
    assert rule.weights(synapses, cell) == pytest.approx(expected, rel=1e-9, abs=1e-10)
