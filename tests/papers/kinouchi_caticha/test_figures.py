"""Figures of KC show what experiments have found, with labels."""

from __future__ import annotations

import math

import pytest

from rosenblatt.papers.kinouchi_caticha import figures
from rosenblatt.papers.kinouchi_caticha.changing_teacher import DRIFTS, LAST, TRACKING
from rosenblatt.papers.kinouchi_caticha.offline import COLD
from rosenblatt.papers.kinouchi_caticha.online import RATIOS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_a_student_of_fixed_and_one_of_free_length():
    figure = figures.figure_1(told(dict))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["$J$, constrained", "$J$, free"]


def found(label: str):
    """Return what a quick experiment might have found."""
    if label.startswith("online"):
        return POINTS
    if label == "unequal":
        return {name: [0.5 + 0.01 * k for k in range(len(RATIOS))] for name in ("overlap", "error")}
    if label == "free":
        return {"q_norm": 0.5, "error": 0.23, "zero": 0.0}
    return [[0.61, 0.7, 0.37, 0.11], [0.01] * 4]  # "cold"


POINTS = {"alpha": [0.5, 2.0, 8.0], "overlap": [0.6, 0.9, 1.0], "overlap_sem": [0.01] * 3, "runs": [100] * 3}


def test_figure_2_has_both_rules_and_students():
    figure = figures.figure_2(told(found))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["optimal", "standard", "simulated"]
    best, plain = figure.axes[0].lines[:2]
    assert best.get_ydata() == pytest.approx([1.0] * len(best.get_xdata()))
    for ratio, end in zip(plain.get_xdata(), plain.get_ydata(), strict=True):
        assert end == pytest.approx(2.0 * math.sqrt(ratio) / (1.0 + ratio), abs=1e-7)
    assert shows(figure, found("unequal")["overlap"])


def test_figure_3_has_two_rules_online_and_offline():
    figure = figures.figure_3(told(found))
    assert_axes_are_labelled(figure)
    expected = [f"{when}, {name}" for name in ("optimal", "standard") for when in ("offline", "online")]
    assert legend(figure) == [*expected, "simulated"]
    assert shows(figure, POINTS["overlap"][:2])  # as far as the axis goes
    assert shows(figure, [0.61] * len(COLD))


def test_the_figure_of_errors_has_three_kinds_of_students():
    figure = figures.figure_errors(told(found))
    assert_axes_are_labelled(figure)
    assert len(legend(figure)) == 6
    assert all(shows(figure, [value] * len(COLD)) for value in (0.37, 0.11, 0.23))


def test_the_figure_of_changes_has_all_students():
    many = round(2 * LAST)
    errors = {name: [0.1 * (1.0 + k)] * many for k, name in enumerate(TRACKING)}
    figure = figures.figure_tracking(told(lambda label: errors))
    assert_axes_are_labelled(figure)
    assert legend(figure) == list(TRACKING)
    assert all(shows(figure, mean) for mean in errors.values())


def test_the_figure_of_drift_has_lines_and_points():
    lines = {"one": [0.1] * 6, "other": [0.2] * 6}
    deficits = [0.2, 0.3]
    figure = figures.figure_drift(told(lambda label: lines if label == "settled by drift" else deficits))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["one", "other", "simulated"]
    assert all(shows(figure, values) for values in lines.values())
    assert shows(figure, [1.0 / 6.0] * len(DRIFTS))  # arcsin(1/2) = pi/6
