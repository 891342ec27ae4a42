"""The chain from mistake to mistake against its plain twin, number by number."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.chain import new_student
from rosenblatt.kernels.events import events_kernel
from rosenblatt.kernels.random import new_urn
from rosenblatt.rules.kinds.hebbian import HebbianRule
from tests.helpers import by_name
from tests.helpers.rules import MISTAKE_DRIVEN
from tests.helpers.students import state_of


@pytest.mark.parametrize("rule", MISTAKE_DRIVEN, ids=by_name)
@pytest.mark.parametrize("n", [3, 40])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_events(rule: HebbianRule, n: int, noise: float, seed):
    steps = 900
    r, q_norm, mistakes = plain_loops.events(rule, steps, n, noise, state_of(seed))
    student = new_student()
    world = (float(n), np.array([noise]), 1.0, 0.0, rule.weight_decay)
    kernel = events_kernel(rule, rb.Flips(noise))
    assert kernel(steps, *world, state_of(seed), new_urn(), student, rule.own) == -1
    assert mistakes >= 3
    assert student[0] == pytest.approx(r, rel=1e-7, abs=1e-9)
    assert student[0] ** 2 + student[1] ** 2 == pytest.approx(q_norm, rel=1e-8)
    assert student[2] == steps
