"""The figure of BR shows what experiments have found, with labels."""

from __future__ import annotations

import pytest

from rosenblatt.papers.biehl_riegler import figures
from rosenblatt.papers.biehl_riegler.figures import CURVES, ENDS, NOISE, POINTS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_of_rates_has_curves_points_and_ends():
    found = [0.4 / (1.0 + k) for k in range(len(POINTS))]
    figure = figures.figure_rates(told(lambda label: found if str(POINTS.tolist()) in label else [0.3]))
    assert_axes_are_labelled(figure)
    rates = [[rf"$\eta = {eta:g}$" for eta in some] for some in (CURVES, ENDS)]
    assert legend(figure) == [*rates[0], "best rate", "simulated", *rates[1], r"simulated, $\alpha = 60$"]
    assert shows(figure, found)
    assert shows(figure, [0.3] * len(NOISE))


def test_the_ends_are_those_of_the_noise():
    figure = figures.figure_rates(told(lambda label: [0.3] * (len(POINTS) if "noise 0," in label else 1)))
    at_one = figure.axes[1].lines[2]  # each rate has its points after its line
    d = dict(zip(at_one.get_xdata(), at_one.get_ydata(), strict=True))
    assert d[0.0] == 0.0
    assert d[0.4] == pytest.approx(figures.end(1.0, 0.4))
