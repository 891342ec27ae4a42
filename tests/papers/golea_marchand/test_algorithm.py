"""The printed tests of steps 2 and 3, and what a sabotage of a step changes."""

from __future__ import annotations

import pytest

from rosenblatt.batch import influence
from rosenblatt.papers.golea_marchand.algorithm import epsilon_times
from rosenblatt.papers.golea_marchand.targets import all_ones


@pytest.mark.parametrize(("factor", "answer"), [(0.9, None), (1.1, -1)])
def test_a_step_gets_another_epsilon(factor, answer):
    target = all_ones(1, 0.15)  # at the border of 3 epsilon/4
    with epsilon_times("rosenblatt.batch.influence:constant_answer", factor).applied():
        assert influence.constant_answer(target.counts(target.mass), 0.2) == answer
