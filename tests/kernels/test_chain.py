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


def by_both_loops(rule: HebbianRule, n: int, scenario: rb.Scenario, seed: int) -> tuple[list[float], list[float]]:
    """Return the result of the kernel, R, Q and the examples, and what they must be, by the plain loop."""
    steps, seen = 600, scenario.channel.as_student_sees
    r, q_norm = plain_loops.chain(rule, steps, n, scenario, state_of(seed))
    student, world = new_student(), (seen.kernel_numbers, math.hypot(1.0, scenario.channel.student_width))
    kernel, decay = chain_kernel(rule, seen), rule.weight_decay
    stopped = kernel(steps, float(n), *world, scenario.drift, decay, state_of(seed), new_urn(), student, rule.own)
    return [stopped, student[0], student[0] ** 2 + student[1] ** 2, student[2]], [-1, r, q_norm, steps]


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("n", [3, 4, 40])
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.0), (0.1, 0.5)])
def test_chain(rule: HebbianRule, n: int, noise: float, drift: float, seed):
    scenario = rb.Scenario(channel=channel_of_noise(rule.labels, noise), drift=drift)
    compiled, plain = by_both_loops(rule, n, scenario, seed)
    assert compiled == pytest.approx(plain, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
def test_chain_in_any_channel(channel, seed):
    compiled, plain = by_both_loops(rb.Rosenblatt(), 40, rb.Scenario(channel=channel), seed)
    assert compiled == pytest.approx(plain, rel=1e-8, abs=1e-9)


def test_a_student_starts_where_it_is_told_to():
    assert new_student(Start(0.6, 1.0)).tolist() == pytest.approx([0.6, 0.8, 0.0, 0.0])
    assert new_student().tolist() == [0.0] * 4
