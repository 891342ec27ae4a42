"""The exact chain against the papers' own, number by number."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.random import new_urn
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Start
from tests.helpers import by_name
from tests.helpers.rules import SAMPLES
from tests.helpers.students import state_of


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("n", [3, 4, 40])
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.0), (0.1, 0.5)])
def test_chain(rule: HebbianRule, n: int, noise: float, drift: float, seed):
    steps = 600
    scenario = rb.Scenario(channel=rule.labels.of_noise(noise), drift=drift)
    r, q_norm = plain_loops.chain(rule, steps, n, scenario, state_of(seed))
    student = new_student()
    stopped = chain_kernel(rule, scenario.channel)(
        steps, float(n), noise, drift, rule.weight_decay, state_of(seed), new_urn(), student, rule.own
    )
    assert stopped == -1
    assert student[0] == pytest.approx(r, rel=1e-7, abs=1e-9)
    assert student[0] ** 2 + student[1] ** 2 == pytest.approx(q_norm, rel=1e-8)
    assert student[2] == steps


def test_a_student_starts_where_it_is_told_to():
    assert new_student(Start(0.6, 1.0)).tolist() == pytest.approx([0.6, 0.8, 0.0, 0.0])
    assert new_student().tolist() == [0.0] * 4
