"""The figure of AB shows the gaps that were found, with labels."""

from __future__ import annotations

from rosenblatt.papers.anlauf_biehl import figures
from rosenblatt.papers.anlauf_biehl.figures import ALGORITHMS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_has_a_line_for_each_algorithm():
    found = {f"gaps of {name}": [0.9 / (1 + k) ** (2 + j) for k in range(5)] for j, name in enumerate(ALGORITHMS)}
    figure = figures.figure_convergence(told(found.__getitem__))
    assert_axes_are_labelled(figure)
    assert legend(figure) == list(ALGORITHMS)
    assert all(shows(figure, heights) for heights in found.values())
