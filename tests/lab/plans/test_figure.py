from __future__ import annotations

import threading

import pytest

from rosenblatt.lab.plans.answers import answers
from rosenblatt.lab.plans.figure import plan_figure
from rosenblatt.lab.plans.settings import PlanSettings
from tests.helpers.lab import checked

SETTINGS = PlanSettings(rules=("hebb", "nobody"), n=30, value=0.2)


@pytest.mark.parametrize("place", [1, -1], ids=["without range", "with range"])
def test_a_curve_its_crossing_and_its_range_are_drawn(place):
    known = list(answers(SETTINGS, threading.Event()))[place]
    picture = checked(plan_figure(SETTINGS, known))
    curve, crossing = picture.data
    answer = known[0]
    assert (crossing.x, crossing.y) == ((answer.examples,), (0.2,))
    assert min(curve.y) < 0.2 < max(curve.y)
    assert picture.layout.shapes[0].y0 == 0.2
    if answer.interval is None:
        assert crossing.error_x.array is None
    else:
        low, high = answer.interval
        assert (answer.examples - crossing.error_x.arrayminus[0], answer.examples + crossing.error_x.array[0]) == (
            low,
            high,
        )


def test_without_answers_the_picture_says_so():
    assert "Choose" in checked(plan_figure(SETTINGS, [])).layout.annotations[0].text
