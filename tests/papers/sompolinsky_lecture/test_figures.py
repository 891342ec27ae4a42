"""Figures of L8 show what experiments have found, with labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.sompolinsky_lecture import figures
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_two_sizes_and_searched_planes():
    fractions = np.linspace(1.0, 0.0, 14).tolist()
    figure = figures.figure_fraction(told(lambda label: fractions))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["N = 5, Cover", "N = 65, Cover", "N = 5, planes searched"]
    assert shows(figure, fractions)


def test_the_logarithm_of_the_count_is_straight_at_first_and_below_its_limit():
    figure = figures.figure_log_count(told(dict))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["all dichotomies, $2^P$", "N = 5", "N = 20", "N = 65", r"$N \to \infty$"]
    _, *sizes, limit = (line for line in figure.axes[0].lines if len(line.get_xdata()) > 2)
    for line in sizes:
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert np.allclose(y[x <= 1.0], x[x <= 1.0])
        assert (y <= np.interp(x, limit.get_xdata(), limit.get_ydata()) + 1e-3).all()


def test_recoding_has_a_line_and_points_for_each_number_of_inputs():
    found = {"4": np.linspace(1.0, 0.0, 12).tolist(), "14": np.linspace(1.0, 0.5, 12).tolist()}
    figure = figures.figure_recoding(told(lambda label: found))
    assert_axes_are_labelled(figure)
    assert legend(figure) == ["four inputs, N = 4", "recoded, N = 14"]
    assert all(shows(figure, fractions) for fractions in found.values())


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
