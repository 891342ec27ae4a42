from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.lab.curves.settings import LINE_POINTS, MOST_CURVES, CurveSettings


@pytest.mark.parametrize("x", ["log", "linear"])
def test_grids_go_from_the_first_to_the_last_alpha(x):
    settings = CurveSettings(x=x, first=0.5, last=8.0, n=10)
    assert len(settings.line_grid) == LINE_POINTS
    assert settings.line_grid[[0, -1]].tolist() == pytest.approx([0.5, 8.0])
    assert settings.point_grid[[0, -1]].tolist() == [0.5, 8.0]


def test_points_are_at_whole_examples_and_never_at_none():
    grid = CurveSettings(first=0.001, last=1.0, n=20).point_grid * 20
    assert np.allclose(grid, np.rint(grid))
    assert grid[0] == 1.0


def test_what_does_not_go_together_is_told():
    assert CurveSettings().problem == ""
    assert "first must be below last" in CurveSettings(first=5.0, last=5.0).problem
    many = CurveSettings(rules=tuple(map(str, range(MOST_CURVES))), own=("label",))
    assert f"at most {MOST_CURVES}" in many.problem
