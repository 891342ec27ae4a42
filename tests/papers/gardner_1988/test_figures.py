"""The picture of the capacities shows what was counted, with labels."""

from __future__ import annotations

from rosenblatt.papers.gardner_1988 import figures
from rosenblatt.papers.gardner_1988.figures import KINDS, MARGINS
from rosenblatt.theory.capacity_of import capacity_of
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_shows_counts_and_capacities():
    found = {
        f"stored, {values}, N = {n}": [1.0 - k / (3 * n) for k in range(2 * n)]
        for values, _, sizes in KINDS
        for n in sizes
    }
    figure = figures.figure_capacities(told(found.__getitem__))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [label for _, label, _ in KINDS]
    assert all(shows(figure, heights) for heights in found.values())
    assert shows(figure, [capacity_of("binary", k) for k in MARGINS.tolist()])
