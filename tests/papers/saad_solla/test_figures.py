"""Figures of SS show what experiments have found, with labels."""

from __future__ import annotations

import pytest

from rosenblatt.papers.saad_solla import figures
from rosenblatt.papers.saad_solla.figures import CURVES, POINTS
from rosenblatt.theory.soft_committee import critical_rate, plateau
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_of_curves_has_lines_points_and_plateaus():
    errors = [0.1 / (1.0 + k) for k in range(len(POINTS))]
    figure = figures.figure_curves(told(lambda label: {"error": errors}))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [*[rf"$\eta = {eta:g}$" for eta in CURVES], "plateau", "simulated"]
    assert shows(figure, errors)
    assert all(shows(figure, [plateau(2, eta=eta).error] * 2) for eta in CURVES)


def test_the_figure_of_overlaps_has_all_of_them():
    names = [f"{letter}_{i}{j}" for letter in "rq" for i in (1, 2, 3) for j in (1, 2, 3)]
    found = {name: [0.01 * k] * 11 for k, name in enumerate(names)}
    figure = figures.figure_overlaps(told(lambda label: found))
    assert_axes_are_labelled(figure)
    shown = [name for name in names if name[0] == "r" or name[2] <= name[3]]
    assert all(shows(figure, found[name]) for name in shown)
    expected = [f"${letter}_{{{i}{i}}}$" for letter in "RQ" for i in (1, 2, 3)]
    assert [text for text in legend(figure) if text.startswith("$")] == expected


def test_the_figure_of_rates_ends_at_the_critical_ones():
    figure = figures.figure_rates(told(dict))
    assert_axes_are_labelled(figure)
    ends = [float(line.get_xdata()[0]) for line in figure.axes[2].lines if len(line.get_xdata()) == 1]
    assert ends == pytest.approx([critical_rate(k) for k in (2, 3, 4)], rel=1e-6)
