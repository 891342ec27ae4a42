"""The figure of OKKN shows what programs have found, with labels."""

from __future__ import annotations

from rosenblatt.papers.opper_kinzel_kleinz_nehl import figures
from rosenblatt.papers.opper_kinzel_kleinz_nehl.figures import COLUMNS, POINTS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_has_three_panels_with_their_points():
    found = {
        f"programs, noise {noise:g}": {
            column: [0.4 - 0.01 * k - 0.1 * noise - 0.05 * j for k in range(len(points))]
            for j, column in enumerate(COLUMNS)
        }
        for noise, points in POINTS.items()
    }
    figure = figures.figure_curves(told(found.__getitem__))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [*[rf"$\kappa = {noise:g}$" for noise in POINTS], "exact programs"]
    assert all(shows(figure, heights) for columns in found.values() for heights in columns.values())
