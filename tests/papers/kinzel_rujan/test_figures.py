"""The figure of KR shows what experiments have found, with labels."""

from __future__ import annotations

from rosenblatt.papers.kinzel_rujan import figures
from rosenblatt.papers.kinzel_rujan.figures import CASES, POINTS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_of_selection_has_four_curves_with_their_points():
    found = {"orthogonal": [0.2 / (1.0 + k) for k in range(len(POINTS))], "None": [0.4] * len(POINTS)}
    figure = figures.figure_selection(told(lambda label: found[label.split(", ")[1]]))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [*[case[2] for case in CASES], r"laws at large $\alpha$", "simulated"]
    assert all(shows(figure, values) for values in found.values())
