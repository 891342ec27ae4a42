"""A crowd is students of the chain, one after the other, with one generator."""

from __future__ import annotations

import math

import numpy as np

import rosenblatt as rb
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.crowd import crowd_kernel
from rosenblatt.kernels.random import new_urn
from tests.helpers.students import state_of

WORLD = (40.0, np.array([0.1]), 1.0, 0.2, 0.3)


def test_a_crowd_is_the_chain_again_and_again(seed):
    rule, channel = rb.Rosenblatt(), rb.Flips(0.1)
    together, state, urn = np.zeros((5, 4)), state_of(seed), new_urn()
    assert crowd_kernel(rule, channel)(300, *WORLD, state, urn, together, rule.own) == -1
    state, urn, one_by_one = state_of(seed), new_urn(), [new_student() for _ in range(5)]
    for student in one_by_one:
        assert chain_kernel(rule, channel)(300, *WORLD, state, urn, student, rule.own) == -1
    assert np.array_equal(together, np.array(one_by_one))
    assert len({student[0] for student in one_by_one}) == 5


def test_the_first_student_with_a_modulation_that_is_not_finite_is_named(seed):
    rule, students = rb.rule(lambda label, field: label - field, name="grows")(), np.zeros((4, 4))
    students[2, 0] = math.inf
    assert (
        crowd_kernel(rule, rb.Flips())(5, 40.0, np.zeros(1), 1.0, 0.0, 0.0, state_of(seed), new_urn(), students, ())
        == 2
    )
