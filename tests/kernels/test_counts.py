"""Counting in bytes equals counting."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.counts import MINUS, ZERO, count_ones


def naive(x: np.ndarray, classes: np.ndarray, number: int, weights: np.ndarray) -> np.ndarray:
    return np.array([((x == 1) * (weights * (classes == k))[:, None]).sum(axis=0) for k in range(number)])


@pytest.mark.parametrize("rows", [1, 254, 255, 256, 1500])
@pytest.mark.parametrize("dtype", [bool, np.int8, np.int64, np.float32, np.float64, np.uint8])
@pytest.mark.parametrize("low", [0, -1])
def test_it_is_the_naive_count(rows, dtype, low, random):
    if low < 0 and np.dtype(dtype).kind in "bu":
        low = 0
    x = np.where(random.random((rows, 37)) < random.random(37), 1, low).astype(dtype)
    x[:, 3] = 1
    classes = random.integers(0, 3, rows)
    ones, seen, stopped = count_ones(x, classes, 3)
    assert stopped == -1
    assert np.array_equal(ones, naive(x, classes, 3, np.ones(rows)))
    had = (x != 1).any(axis=0) | (x.dtype == bool)
    assert np.array_equal(seen, np.where(had, ZERO if low == 0 else MINUS, 0))
    weights = random.random(rows)
    assert count_ones(x, classes, 3, weights)[0] == pytest.approx(naive(x, classes, 3, weights), abs=1e-10)


@pytest.mark.parametrize("strange", [2.0, 0.5, np.nan, -2.0, np.inf])
def test_it_finds_the_first_strange_value(strange, random):
    x = random.integers(0, 2, (1000, 5)).astype(float)
    x[700, 4] = x[900, 1] = strange
    assert count_ones(x, np.zeros(1000, dtype=np.int64), 1)[2] == 700


def test_a_column_with_three_values_is_seen_as_such():
    x = np.array([[1, 0], [0, 1], [-1, 0]])
    assert count_ones(x, np.zeros(3, dtype=np.int64), 1)[1].tolist() == [ZERO | MINUS, ZERO]


@pytest.mark.parametrize("classes", [[0, 1, 3], [0, -1, 1], [0, 1]])
def test_it_refuses_classes_that_are_not_there(classes):
    with pytest.raises(ValueError, match="classes must be 3 numbers from 0 to 2"):
        count_ones(np.ones((3, 2), dtype=bool), np.array(classes), 3)


@pytest.mark.parametrize("dtype", [bool, np.int8])
def test_a_byte_never_overflows(dtype):
    ones, _, _ = count_ones(np.ones((1000, 3), dtype=dtype), np.zeros(1000, dtype=np.int64), 1)
    assert ones.tolist() == [[1000.0, 1000.0, 1000.0]]
