"""What a sweep has found."""

from __future__ import annotations

import rosenblatt as rb


def test_the_frame_has_a_row_for_each_cell_and_alpha():
    found = rb.sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1], n=20, alpha=[1.0, 3.0], runs=4)
    assert len(found.frame) == 8
    assert found.frame.columns[:5].tolist() == ["over", "rule", "n", "noise", "alpha"]
    assert found.frame.columns[-3:].tolist() == ["examples", "runs", "problem"]
    alone = rb.simulate("rosenblatt", n=20, alpha=[1.0, 3.0], noise=0.1, runs=4)
    assert found.frame["r_sem"].tail(2).tolist() == alone.frame["r_sem"].tolist()
    assert found.result(3).frame.equals(alone.frame)
    assert found.heading == "sweep over simulate: 4 cells of rule, n, noise"
    assert "... 3 more rows in .frame" in repr(found)
    assert found.problems.empty


def test_columns_that_only_some_cells_have():
    found = rb.sweep("hebb", n=20, alpha=1.0, runs=2, cells=[{"momentum": rb.Momentum(2.0, 1.0)}, {"noise": 0.1}])
    assert found.frame["r_v"].isna().tolist() == [False, True]
    assert found.frame["noise"].isna().tolist() == [True, False]
    assert found.frame["momentum"].tolist()[0] == "momentum with gamma = 2, rate = 1"
