"""``rosenblatt simulate``."""

from __future__ import annotations

import pandas as pd
import pytest

import rosenblatt as rb
from tests.helpers.command_line import run


def test_simulate(tmp_path):
    file, picture = tmp_path / "s.csv", tmp_path / "s.svg"
    how = ("--n", "50", "--alpha", "1,4", "--runs", "6", "--seed", "3", "--out", str(file), "--plot", str(picture))
    assert run("simulate", "rosenblatt", *how).exit_code == 0
    direct = rb.simulate("rosenblatt", n=50, alpha=[1, 4], runs=6, seed=3).frame
    assert pd.read_csv(file)["r"].tolist() == pytest.approx(direct["r"].tolist())
    assert "<svg" in picture.read_text()


def test_a_start_that_is_simulated_can_be_drawn(tmp_path):
    how = ("--n", "50", "--runs", "3", "--plot", str(tmp_path / "s.png"))
    assert run("simulate", "hebb", "--alpha", "0,1", *how).exit_code == 0
    assert "alpha must be above 0 somewhere to be drawn" in run("simulate", "hebb", "--alpha", "0", *how).output
    assert run("curve", "clipped-hebb", "--alpha", "1e9", "--plot", str(tmp_path / "c.png")).exit_code == 0  # d = 0


def test_a_sparse_teacher_is_simulated(tmp_path):
    how = ("--n", "50", "--alpha", "1", "--runs", "4", "--out", str(tmp_path / "s.csv"))
    assert run("simulate", "clipped-hebb", "--teacher", "ternary:0.25", *how).exit_code == 0
    direct = rb.simulate("clipped-hebb", n=50, alpha=1, runs=4, seed=0, teacher=rb.Ternary(0.25)).frame
    assert pd.read_csv(tmp_path / "s.csv")["overlap"].tolist() == pytest.approx(direct["overlap"].tolist())
    assert "a name and a density such as 'ternary:0.25'" in run("simulate", "hebb", "--teacher", "ternary").output
