from __future__ import annotations

import math

from rosenblatt.lab.pictures import COLOURS, axis, look, nothing, picture, rounded
from tests.helpers.lab import checked


def test_numbers_have_six_digits_and_gaps():
    assert rounded([math.pi, math.inf, 1e-300]) == [3.14159, None, 1e-300]


def test_thirty_curves_look_different():
    assert len({tuple(look(place).items()) for place in range(3 * len(COLOURS))}) == 30


def test_a_picture_is_one_that_plotly_takes():
    checked(picture([{"type": "scatter", "y": [1]}], xaxis=axis("x", "log")))


def test_where_there_is_nothing_no_axis_pretends_to_measure_it():
    layout = checked(nothing("Nobody is here.")).layout
    assert (layout.xaxis.visible, layout.yaxis.visible) == (False, False)
    assert layout.annotations[0].text == "Nobody is here."
