from __future__ import annotations

import io
import threading

import pandas as pd

from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import Points, points
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.table import curves_csv


def test_lines_and_points_come_back():
    settings = CurveSettings(rules=("hebb", "scw"), n=20, runs=2, last=2.0)
    found, simulated = list(lines(settings)), list(points(settings, threading.Event()))[-1]
    table = pd.read_csv(io.StringIO(curves_csv(found, simulated)))
    assert table.groupby(["rule", "by"]).size().to_dict() == {
        ("hebb", "theory"): 200,
        ("hebb", "simulation"): len(settings.point_grid),
        ("scw", "simulation"): len(settings.point_grid),
    }
    by_theory = table[table["by"] == "theory"]
    assert by_theory["disagreement"].tolist() == found[0].frame["disagreement"].tolist()


def test_nothing_is_a_head_alone():
    assert curves_csv([], Points()).splitlines() == ["rule,by,alpha,r,q_norm,overlap,disagreement,error"]
