from __future__ import annotations

import threading

import numpy as np
import pytest

from rosenblatt.lab.curves.detail_figures import path_figure, spread_figure
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import Points, points
from rosenblatt.lab.curves.settings import CurveSettings
from tests.helpers.lab import checked

SETTINGS = CurveSettings(rules=("hebb", "rosenblatt"), n=30, runs=9, last=2.0)


@pytest.fixture(scope="module")
def known():
    return list(lines(SETTINGS)), list(points(SETTINGS, threading.Event()))[-1]


def test_the_path_is_that_of_r_and_the_root_of_q(known):
    found, simulated = known
    line, dots, *_ = checked(path_figure(found, simulated)).data
    assert np.allclose(line.x, found[0].frame["r"], rtol=1e-5)
    assert np.allclose(line.y, np.sqrt(found[0].frame["q_norm"]), rtol=1e-5)
    assert np.allclose(dots.x, simulated.simulations["hebb"].frame["r"], rtol=1e-5)


def test_the_spread_counts_every_student(known):
    bars = checked(spread_figure(*known)).data
    assert [sum(bar.y) for bar in bars] == [9, 9]
    assert [bar.name for bar in bars] == ["hebb", "rosenblatt"]


def test_one_student_alone_has_a_bar_too():
    settings = CurveSettings(rules=("hebb",), n=30, runs=2, last=2.0)
    simulated = next(points(settings, threading.Event()))
    simulated.simulations["hebb"].samples["overlap"][:] = 0.5
    [bar] = checked(spread_figure(list(lines(settings)), simulated)).data
    assert sum(bar.y) == 2


def test_without_students_the_picture_says_so(known):
    assert "Simulate" in checked(spread_figure(known[0], Points())).layout.annotations[0].text
    assert "Choose" in checked(path_figure([], Points())).layout.annotations[0].text
