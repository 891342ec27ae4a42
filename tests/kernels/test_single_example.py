"""One step: its gain, its intercept, and what it leaves alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.rows import dense_kernel, note_field
from tests.helpers.rules import Adaptive
from tests.helpers.students import fields_then_learn, learn


@pytest.fixture
def data(random):
    x = random.standard_normal((300, 11)) * (random.random((300, 11)) < 0.4)
    return x, np.where(x @ random.standard_normal(11) > 0.0, 1.0, -1.0)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_a_gain_that_underflows_is_folded_away(form, data):
    x, labels = data
    rule = rb.Hebb(weight_decay=9.9)  # keeps a tenth at each row: 300 rows would underflow
    student = rule.start(11, 0.5)
    learn(rule, form(x), labels, *student)
    assert student[1].gain > 1e-101
    assert rule.weights(*student) == pytest.approx(plain_loops.hebbian_rows(rule, x, labels, 0.5), rel=1e-12)


def test_an_intercept_is_a_column_of_ones(data):
    x, labels = data
    for rule in (rb.Rosenblatt(), Adaptive()):
        for form in (np.asarray, sp.csr_matrix):
            inside, outside = rule.start(12, 1.0), rule.start(12, 1.0)
            learn(rule, form(x), labels, *inside)
            learn(rule, np.hstack([x, np.ones((len(x), 1))]), labels, *outside)
            assert inside[0] == pytest.approx(outside[0], rel=1e-12)


def test_a_signal_that_is_not_finite_changes_no_synapse():
    rule = rb.Hebb()
    synapses, cells = rule.start_students(1, 2, 1.0)
    x, labels, fields = np.ones((3, 2)), np.array([[1.0, math.inf, 1.0]]), np.zeros((1, 3))
    stopped = dense_kernel(rule, x.dtype, note_field)(x, labels, np.ones(3), synapses, cells, fields, rule.parameters)
    assert stopped == 1
    assert synapses.tolist() == [[[1.0, 1.0]]]  # what the row before taught
    assert fields.tolist() == [[0.0, 2.0, 0.0]]  # the field before the step, and none after it


def test_a_sparse_row_leaves_the_synapses_that_it_does_not_store():
    rule = rb.Hebb()
    student = rule.start(3, 1.0)
    fields = fields_then_learn(rule, sp.csr_matrix([[0.0, 2.0, 0.0], [1.0, 1.0, 0.0]]), np.array([1.0, -1.0]), *student)
    assert rule.weights(*student).tolist() == [-1.0, 1.0, 0.0]
    assert fields.tolist() == [0.0, 2.0]
