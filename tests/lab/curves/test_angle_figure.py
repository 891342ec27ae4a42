from __future__ import annotations

import math

import pytest

from rosenblatt.lab.curves.angle_figure import FRAMES, angle_figure, described, moment
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.settings import CurveSettings
from tests.helpers.lab import checked


@pytest.fixture(scope="module")
def found():
    return list(lines(CurveSettings(rules=("hebb", "scw", "rosenblatt"), last=5.0)))


@pytest.mark.parametrize("step", [0, 20, FRAMES - 1])
def test_students_stand_at_their_angle_to_the_teacher(found, step):
    traces = checked(angle_figure(found, step)).data
    arrows = [trace for trace in traces if trace.mode == "lines+markers"]
    assert [arrow.name.split(":")[0] for arrow in arrows] == ["teacher B", "hebb", "rosenblatt"]
    x, y = arrows[1].x[1], arrows[1].y[1]
    assert math.acos(y) == pytest.approx(math.pi * moment(found[0].frame, step)["disagreement"], abs=1e-4)
    assert math.hypot(x, y) == pytest.approx(1.0, abs=1e-5)


def test_it_goes_from_the_first_alpha_to_the_last(found):
    assert moment(found[0].frame, 0)["alpha"] == pytest.approx(0.1)
    assert moment(found[0].frame, FRAMES - 1)["alpha"] == pytest.approx(5.0)


def test_words_say_the_same(found):
    assert described(found, FRAMES - 1).startswith("α = 5: hebb at ")
    assert described([], 0) == "Nobody learns here."
    assert "Choose" in checked(angle_figure([], 0)).layout.annotations[0].text
