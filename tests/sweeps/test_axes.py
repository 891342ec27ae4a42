"""Grids, lists that advance together, and cells one by one."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.sweeps.axes import spread


def test_a_grid_varies_its_first_axis_slowest():
    cells = spread({"rule": ["a", "b"], "noise": np.array([0.0, 0.1]), "n": range(3, 5), "start": (0.1, 1.0)})
    assert [(cell["rule"], cell["noise"], cell["n"]) for cell in cells] == [
        (rule, noise, n) for rule in "ab" for noise in (0.0, 0.1) for n in (3, 4)
    ]
    assert {cell["start"] for cell in cells} == {(0.1, 1.0)}
    assert list(cells[0]) == ["rule", "noise", "n", "start"]


def test_lists_that_advance_together():
    cells = spread({"n": [10, 20], "noise": [0.0, 0.1, 0.2], "runs": [8, 4]}, [("n", "runs")])
    assert [(cell["n"], cell["runs"]) for cell in cells] == [(10, 8)] * 3 + [(20, 4)] * 3
    assert [cell["noise"] for cell in cells] == [0.0, 0.1, 0.2] * 2


def test_cells_are_crossed_with_axes():
    cells = spread({"noise": [0.0, 0.1], "n": 5}, cells=[{"rule": "a"}, {"rule": "b", "n": 7}])
    assert [tuple(cell[name] for name in ("rule", "noise", "n")) for cell in cells] == [
        ("a", 0.0, 5),
        ("a", 0.1, 5),
        ("b", 0.0, 7),
        ("b", 0.1, 7),
    ]
    assert spread({"n": 5}) == [{"n": 5}]


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        (({"n": []},), ValueError, "n must be a value or a list of some; got an empty list"),
        (({"n": [1, 2], "runs": [1]}, ("n", "runs")), ValueError, "same length; got 2 of n, 1 of runs"),
        (({"n": [1, 2]}, ("n", "nois")), ValueError, "zipped must name lists of this sweep; got 'nois'"),
        (({"n": [1], "m": [1]}, [("n", "m"), ("n",)]), ValueError, "each list once; got 'n' twice"),
        (({"n": [1]}, 5), TypeError, "zipped must be names"),
        (({"n": [1]}, (), []), ValueError, "got an empty list"),
        (({"n": [1]}, (), {"n": 1}), TypeError, "cells must be a list of dictionaries"),
        (({"n": 1}, (), [5]), TypeError, "got 5 as number 0"),
        (({"n": [1]}, (), [{"n": 2}]), ValueError, "a list for all of them; got 'n' in cell 0"),
        (({"n": range(2000), "m": range(2000)},), ValueError, "at most 1,000,000 cells; got 4,000,000"),
    ],
)
def test_mistakes_are_one_sentence(how, error, message):
    with pytest.raises(error, match=message):
        spread(*how)
