"""The exact chain against the papers' own, number by number."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.random import new_urn
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Start, channel_of_noise
from tests.helpers import by_name
from tests.helpers.channels import CHANNELS_OF_SIGNS
from tests.helpers.rules import SAMPLES
from tests.helpers.students import state_of


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("n", [3, 4, 40])
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.0), (0.1, 0.5)])
def test_chain(rule: HebbianRule, n: int, noise: float, drift: float, seed):
    equals_its_plain_loop(rule, n, rb.Scenario(channel=channel_of_noise(rule.labels, noise), drift=drift), seed)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
def test_chain_in_any_channel(channel, seed):
    equals_its_plain_loop(rb.Rosenblatt(), 40, rb.Scenario(channel=channel), seed)


def equals_its_plain_loop(rule: HebbianRule, n: int, scenario: rb.Scenario, seed: int) -> None:
    steps, seen = 600, scenario.channel.as_student_sees
    r, q_norm = plain_loops.chain(rule, steps, n, scenario, state_of(seed))
    student, world = new_student(), (seen.kernel_numbers, math.hypot(1.0, scenario.channel.student_width))
    kernel, decay = chain_kernel(rule, seen), rule.weight_decay
    assert kernel(steps, float(n), *world, scenario.drift, decay, state_of(seed), new_urn(), student, rule.own) == -1
    assert student[0] == pytest.approx(r, rel=1e-7, abs=1e-9)
    assert student[0] ** 2 + student[1] ** 2 == pytest.approx(q_norm, rel=1e-8)
    assert student[2] == steps


def test_a_student_starts_where_it_is_told_to():
    assert new_student(Start(0.6, 1.0)).tolist() == pytest.approx([0.6, 0.8, 0.0, 0.0])
    assert new_student().tolist() == [0.0] * 4
