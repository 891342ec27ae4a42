"""Figures of L8 show what experiments have found, with labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.sompolinsky_lecture import figures
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_two_sizes_and_linear_programs():
    fractions = np.linspace(1.0, 0.0, 14).tolist()
    figure = figures.figure_fraction(told(lambda label: fractions))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["N = 5, Cover", "N = 65, Cover", "N = 5, linear programs"]
    assert shows(figure, fractions)


def test_the_alignment_is_between_its_bounds():
    figure = figures.figure_alignment(told(dict))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["$A(n)$, cosine with the teacher", r"lower bound $(\delta^*/D)\sqrt{n}$", "upper bound 1"]
    alignment, lower = figure.axes[0].lines[:2]
    at_n = np.interp(alignment.get_xdata(), lower.get_xdata(), lower.get_ydata())
    assert (alignment.get_ydata() >= at_n - 1e-12).all()


def test_each_condition_has_its_panel():
    found = {name: np.linspace(0.0, 1.0, len(values)).tolist() for name, (_, values) in figures.SWEEPS.items()}
    figure = figures.figure_conditions(told(lambda label: found))
    assert_axes_are_labelled(figure)
    assert [ax.get_xlabel() for ax in figure.axes] == [label for label, _ in figures.SWEEPS.values()]
    for ax, values in zip(figure.axes, found.values(), strict=True):
        assert ax.lines[0].get_ydata().tolist() == values
