"""The picture of R, Q and theta shows a simulated student as it is."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.papers.overview.geometry import ALPHA, N, figure_geometry
from tests.helpers.papers import legend


def test_the_student_of_the_picture_is_the_simulated_one(context):
    figure = figure_geometry(context)
    left, right = figure.axes
    frame = rb.simulate("rosenblatt", n=N, alpha=[ALPHA], runs=1, seed=context.seed).frame
    dashed = next(line for line in left.lines if line.get_linestyle() == "--")
    across = math.sqrt(frame["q_norm"][0] - frame["r"][0] ** 2)
    assert dashed.get_xdata() == pytest.approx([frame["r"][0]] * 2)
    assert dashed.get_ydata() == pytest.approx([0.0, across])
    assert f"{frame['disagreement'][0]:.2f}" in right.get_title()
    assert legend(figure) == ["same answer", "they differ"]


def test_the_share_of_inputs_between_the_lines_is_the_angle_over_pi(context):
    right = figure_geometry(context).axes[1]
    same, differ = (len(line.get_xdata()) for line in right.lines[:2])
    shown = float(right.get_title().split("=")[1].split()[0])
    assert differ / (same + differ) == pytest.approx(shown, abs=4.0 * math.sqrt(0.25 * 0.75 / 500))
