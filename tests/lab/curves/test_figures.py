from __future__ import annotations

import threading

import numpy as np
import pytest

from rosenblatt.lab.curves.figures import curves_figure
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import Points, points
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.thresholds import Threshold, marks
from tests.helpers.lab import checked

SETTINGS = CurveSettings(rules=("hebb", "scw"), n=30, runs=3, last=2.0)


@pytest.fixture(scope="module")
def simulated():
    return list(points(SETTINGS, threading.Event()))[-1]


@pytest.mark.parametrize("show", ["disagreement", "overlap", "error"])
def test_lines_and_points_are_drawn_with_their_errors(simulated, show):
    settings = CurveSettings(**{**vars(SETTINGS), "show": show})
    found = list(lines(settings))
    line, own_points, others = checked(curves_figure(settings, found, simulated, [])).data
    assert np.allclose(line.y, found[0].frame[show], rtol=1e-5)
    assert np.allclose(own_points.y, simulated.simulations["hebb"].frame[show], rtol=1e-5)
    assert np.allclose(own_points.error_y.array, simulated.simulations["hebb"].frame[f"{show}_sem"], rtol=1e-5)
    assert (line.line.color == own_points.marker.color) != (line.line.color == others.marker.color)
    assert [one.showlegend for one in (own_points, others)] == [False, True]  # who has no line is named by its points


def test_a_logarithmic_axis_has_gaps_where_nothing_is_above_0():
    settings = CurveSettings(rules=("hebb",), y="log", show="overlap", start=-0.5)
    [line] = checked(curves_figure(settings, lines(settings), Points(), [])).data
    assert line.y[0] is None
    assert line.y[-1] > 0.0


@pytest.mark.parametrize(("x", "place"), [("log", np.log10(1.2446838)), ("linear", 1.2446838)])
def test_thresholds_are_marked(x, place):
    settings = CurveSettings(rules=("bayes",), teacher="binary", x=x)
    picture = checked(curves_figure(settings, lines(settings), Points(), marks(settings)))
    assert picture.layout.shapes[0].x0 == pytest.approx(1.2446838)
    assert picture.layout.annotations[0].x == pytest.approx(place)
    assert "1.245" in picture.layout.annotations[0].text


def test_an_empty_picture_says_what_to_do():
    settings = CurveSettings(rules=())
    [said] = checked(curves_figure(settings, [], Points(), [Threshold(1.0, "x")])).layout.annotations
    assert "Choose a rule" in said.text
