"""The last rows, however they came."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.streams.window import Window


@pytest.mark.parametrize("sizes", [[40], [3, 0, 4, 1, 1, 9, 22], [1] * 40, [25, 2, 13]])
@pytest.mark.parametrize("looked", [False, True])
def test_the_last_rows_are_kept(sizes, looked, random):
    numbers, window, start = random.random((2, sum(sizes))), Window(np.empty((2, 0))), 0
    for size in sizes:
        window.add(list(numbers[:, start : start + size]), most=10)
        start += size
        if looked:
            assert np.array_equal(window.values, numbers[:, max(start - 10, 0) : start])
    assert np.array_equal(window.values, numbers[:, max(start - 10, 0) :])
    assert window.values.flags.c_contiguous


def test_pieces_that_are_no_longer_looked_at_are_let_go():
    window = Window(np.empty((1, 0)))
    for k in range(1000):
        window.add([np.array([float(k)])], most=10)
    assert len(window._pieces) <= 11
    assert window.values.tolist() == [list(map(float, range(990, 1000)))]


def test_truth_values_become_numbers():
    window = Window(np.empty((1, 0)))
    window.add([np.array([True, False])], most=10)
    assert window.values.tolist() == [[1.0, 0.0]]
    assert window.values.dtype == float
