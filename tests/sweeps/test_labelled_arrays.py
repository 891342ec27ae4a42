"""Sweeps as arrays with named axes."""

from __future__ import annotations

import sys

import pytest

import rosenblatt as rb

xarray = pytest.importorskip("xarray", reason="the extra 'xarray' is not installed")


def test_a_grid_has_its_axes():
    found = rb.sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1, 0.2], n=21, alpha=[0.99, 3.0], runs=3)
    data = found.xarray()
    assert data["r"].dims == ("rule", "n", "noise", "alpha")
    assert data["r"].shape == (2, 1, 3, 2)
    assert data["alpha"].values.tolist() == [0.99, 3.0]
    alone = rb.simulate("rosenblatt", noise=0.1, n=21, alpha=[0.99, 3.0], runs=3).frame["disagreement"]
    at = data["disagreement"].sel(rule="rosenblatt", noise=0.1, n=21)
    assert at.values.tolist() == alone.tolist()
    assert (data["problem"] == "").all()


def test_what_is_no_grid_has_cells():
    found = rb.sweep("hebb", n=[20, 30], runs=[4, 2], zipped=("n", "runs"), alpha=1.0)
    data = found.xarray()
    assert data["r"].dims == ("cell", "alpha")
    assert data["n"].values.tolist() == [20, 30]
    assert data["runs"].values[:, 0].tolist() == [4, 2]


def test_both_kinds_one_at_a_time():
    found = rb.sweep("hebb", n=20, alpha=[1.0, 2.0], runs=2, over=["simulate", "learning_curve"])
    assert found.xarray("learning_curve")["r"].dims == ("rule", "alpha")
    with pytest.raises(ValueError, match="over must be given where both was done"):
        found.xarray()
    with pytest.raises(ValueError, match="over must be one of simulate, learning_curve; got 'plan'"):
        found.xarray("plan")


def test_alphas_that_differ_are_no_axis():
    found = rb.sweep("hebb", n=20, runs=2, cells=[{"alpha": 1.0}, {"alpha": 2.0}])
    with pytest.raises(ValueError, match="alpha must be the same for all cells"):
        found.xarray()


def test_without_xarray(monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ImportError, match=r"pip install 'rosenblatt\[xarray\]'"):
        rb.sweep("hebb", n=20, alpha=1.0, runs=2).xarray()
