"""Figures of KC show what experiments have found, with labels."""

from __future__ import annotations

import math

import pytest

from rosenblatt.papers.kinouchi_caticha import figures
from rosenblatt.papers.kinouchi_caticha.changing_teacher import DRIFTS, LAST, TRACKING
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_a_student_of_fixed_and_one_of_free_length():
    figure = figures.figure_1(told(dict))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["$J$, constrained", "$J$, free"]


def test_figure_2_has_the_formula_and_the_equations():
    figure = figures.figure_2(told(dict))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["standard, KC 24", "optimal", "ODE"]
    formula, ends = (
        next(line for line in figure.axes[0].lines if line.get_label() == name) for name in legend(figure)[::2]
    )
    assert max(formula.get_ydata()) == pytest.approx(1.0, abs=1e-3)  # where the lengths are equal
    for ratio, end in zip(ends.get_xdata(), ends.get_ydata(), strict=True):
        assert end == pytest.approx(2.0 * math.sqrt(ratio) / (1.0 + ratio), abs=1e-7)


def test_figure_3_has_two_rules_online_and_offline():
    points = {"alpha": [0.5, 2.0, 8.0], "overlap": [0.6, 0.9, 1.0], "overlap_sem": [0.01] * 3}
    figure = figures.figure_3(told(lambda label: points))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [f"{when}, {name}" for name in ("optimal", "standard") for when in ("offline", "online")]
    assert shows(figure, points["overlap"][:2])  # as far as the axis goes


def test_the_figure_of_changes_has_all_students():
    height = {name: 0.1 * (1.0 + k) for k, name in enumerate(TRACKING)}
    many = round(2 * LAST)
    found = lambda label: [[height[label.removeprefix("tracked ")]] * many, [1.0] * many]  # noqa: E731
    figure = figures.figure_tracking(told(found))
    assert_axes_are_labelled(figure)
    assert legend(figure) == list(TRACKING)
    assert all(shows(figure, [value] * many) for value in height.values())


def test_the_figure_of_drift_has_lines_and_points():
    lines = {"one": [0.1] * 6, "other": [0.2] * 6}
    q = 0.75
    figure = figures.figure_drift(told(lambda label: lines if label == "settled by drift" else [q, 0.01]))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["one", "other", "simulated"]
    assert all(shows(figure, values) for values in lines.values())
    assert shows(figure, [1.0 / 6.0] * len(DRIFTS))  # arccos(sqrt(3)/2) = pi/6
