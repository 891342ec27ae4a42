"""Single rows by the kernel: what a batch learns, or nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.estimators.common.single_rows import SingleRows
from rosenblatt.estimators.common.students import Students

NAMES = ("a", "b", "c", "d")
TARGETS = {"no": np.array([[-1.0]]), "yes": np.array([[1.0]])}


def test_rows_equal_a_batch(random):
    x, y = random.standard_normal((30, 4)), np.where(random.random(30) < 0.5, "yes", "no")
    single, batch = Students.new(rb.Rosenblatt(), 1, 5), Students.new(rb.Rosenblatt(), 1, 5)
    rows = SingleRows.bind(single, NAMES, TARGETS, None)
    assert all(rows.learn(row, label) for row, label in zip(x, y, strict=True))
    batch.learn(x, np.where(y == "yes", 1.0, -1.0)[None], np.ones(30))
    assert np.array_equal(single.weights(None), batch.weights(None))


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.ones(4), "maybe"),
        (np.ones(3), "yes"),
        (np.ones(4, dtype=np.float32), "yes"),
        ([1.0] * 4, "yes"),
        (np.full(4, np.nan), "yes"),
        (np.full(4, 1e101), "yes"),
        ({"a": 1.0, "b": 1.0, "c": 1.0}, "yes"),
        ({"a": 1.0, "b": 1.0, "c": 1.0, "e": 1.0}, "yes"),
        ({"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0, "e": 1.0}, "yes"),
        ({"a": 1.0, "b": 1.0, "c": 1.0, "d": "1.0"}, "yes"),
        ({"a": 1.0, "b": 1.0, "c": 1.0, "d": float("nan")}, "yes"),
    ],
)
def test_anything_unusual_is_left_alone(x, y):
    students = Students.new(rb.Hebb(), 1, 5)
    before = students.synapses.copy(), students.cells.copy()
    assert not SingleRows.bind(students, NAMES, TARGETS, None).learn(x, y)
    assert np.array_equal(students.synapses, before[0])
    assert np.array_equal(students.cells, before[1])


def test_dictionaries_through_a_scaler_equal_a_batch(random):
    x, y = 5.0 + random.standard_normal((20, 4)), np.where(random.random(20) < 0.5, "yes", "no")
    single, batch = Students.new(rb.Rosenblatt(), 1, 5), Students.new(rb.Rosenblatt(), 1, 5)
    scaler, other = RunningScaler.new(4), RunningScaler.new(4)
    for one in (scaler, other):
        one.learn_and_scale(x[:1], np.ones(1))
    rows = SingleRows.bind(single, NAMES, TARGETS, scaler)
    for row, label in zip(x[1:], y[1:], strict=True):
        assert rows.learn(dict(reversed(list(zip(NAMES, row.tolist(), strict=True)))), label)
        batch.learn(other.learn_and_scale(row[None], np.ones(1)), TARGETS[label], np.ones(1))
        assert single.weights(None) == pytest.approx(batch.weights(None), rel=1e-12)
        for name, value in vars(other).items():
            assert vars(scaler)[name] == pytest.approx(value, rel=1e-13), name


def test_rules_that_need_more_than_the_kernel():
    bounded = SingleRows.bind(Students.new(rb.Bounded(), 1, 5), NAMES, TARGETS, None)
    with pytest.raises(ValueError, match="must not be negative"):
        bounded.learn(-np.ones(4), "yes")
    assert bounded.learn(np.ones(4), "yes")
    assert SingleRows.bind(Students.new(rb.BayesGaussian(), 1, 5), NAMES, TARGETS, None) is None
