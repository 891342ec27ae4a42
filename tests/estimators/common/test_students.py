"""Students that learn side by side are students alone."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.estimators.common.students import Students


@pytest.fixture
def rows(random):
    return random.standard_normal((40, 5)), np.where(random.random((3, 40)) < 0.5, 1.0, -1.0), np.ones(40)


def test_each_learns_as_if_it_were_alone(rows):
    x, labels, weights = rows
    together = Students.new(rb.Rosenblatt(), 3, 6)
    together.learn(x, labels, weights)
    for k in range(3):
        alone = Students.new(rb.Rosenblatt(), 1, 6)
        alone.learn(x, labels[k : k + 1], weights)
        assert np.array_equal(alone.weights(None)[0], together.weights(None)[k])
    assert together.offsets().tolist() == [0.0] * 3
    assert together.reports() == [{}, {}, {}]


def test_copies_are_independent(rows):
    x, labels, weights = rows
    students = Students.new(rb.Hebb(), 2, 6)
    students.learn(x, labels[:2], weights)
    before = students.weights(None)
    more, same = students.with_copies_of_first(2), students.copy()
    assert np.array_equal(more.weights(None), before[[0, 1, 0, 0]])
    more.learn(x, np.ones((4, 40)), weights)
    same.learn(x, labels[1:], weights)
    assert np.array_equal(students.weights(None), before)
    assert not np.array_equal(more.weights(None)[:2], before)
    assert not np.array_equal(same.weights(None), before)


def test_rows_that_a_rule_cannot_learn():
    with pytest.raises(ValueError, match="X must be dense for 'bayes-gaussian'"):
        Students.new(rb.BayesGaussian(), 1, 2).check_rows(sp.csr_matrix(np.eye(2)), np.ones(2))
    with pytest.raises(ValueError, match="Negative values"):
        Students.new(rb.Bounded(), 1, 2).check_rows(-np.eye(2), np.ones(2))
    Students.new(rb.Bounded(), 1, 2).check_rows(np.eye(2), np.ones(2))
