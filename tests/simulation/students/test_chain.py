"""The chain of two numbers: the law of the vectors, at any size."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.chain import SEEN
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law

ALPHA = [0.5, 2.0, 8.0]


@pytest.mark.parametrize("teacher", ["binary", rb.DriftingTeacher(0.5)], ids=["binary", "drifting"])
def test_the_chain_holds_for_every_teacher(teacher, seed):
    how = dict(n=20, alpha=ALPHA, runs=1500, noise=0.1, teacher=teacher)
    vector = rb.simulate("rosenblatt", method="vector", seed=seed, **how)
    assert_same_law(vector, rb.simulate("rosenblatt", method="chain", seed=seed + 1000, **how))


def test_the_chain_at_a_billion_weights_is_the_theory(seed):
    # 300 steps of N = 10^9: far from any alpha that matters, but the drift per step is known exactly.
    frame = rb.simulate("hebb", n=10**9, alpha=[3e-7], runs=400, method="chain", seed=seed).frame
    exact = 3e-7 * math.sqrt(2 / math.pi)
    assert abs(frame["r"][0] - exact) < Z_LIMIT * frame["r_sem"][0]
    assert frame["examples"][0] == 300


def test_it_starts_where_it_is_told_and_counts_what_it_sees():
    experiment = Experiment(rb.Hebb(), 20, rb.Scenario(start=(0.6, 4.0)), "mean")
    student = ChainStudent(experiment, np.random.SeedSequence(1), ChainStudent.compile(experiment))
    r, q_norm, overlap, disagreement = student.measure()
    assert (r, q_norm, overlap) == pytest.approx((0.6, 4.0, 0.3))
    assert disagreement == pytest.approx(math.acos(0.3) / math.pi)
    student.advance(7)
    assert student.student[SEEN] == 7.0


def test_a_normalised_student_starts_in_a_random_direction(seed):
    experiment = Experiment(rb.Normalised(eta=0.5), 20, rb.Scenario(), "mean")
    students = [ChainStudent(experiment, child, None) for child in np.random.SeedSequence(seed).spawn(1000)]
    r, q_norm = np.array([student.measure()[:2] for student in students]).T
    assert q_norm == pytest.approx(1.0)
    assert abs(r.mean()) < Z_LIMIT * math.sqrt(1 / 20 / 1000)
    assert r.var() == pytest.approx(1 / 20, rel=Z_LIMIT * math.sqrt(2 / 1000))
