"""Panels of a sweep."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt import plots


@pytest.fixture(scope="module")
def found():
    over = ["simulate", "learning_curve"]
    return rb.sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1], n=[20, 40], alpha=[1.0, 5.0], runs=3, over=over)


def drawn(ax):
    """Return the points of each series of a panel, by its label."""
    return {one.get_label(): one.lines[0].get_ydata().tolist() for one in ax.containers if one.lines}


def test_panels_colours_and_legend(found):
    figure = rb.plot(found, x="alpha", hue="rule", row="noise")
    upper, lower = figure.axes
    assert [ax.get_title() for ax in (upper, lower)] == ["noise = 0", "noise = 0.1"]
    assert upper.get_ylim() == lower.get_ylim()
    alone = rb.simulate("rosenblatt", noise=0.1, n=40, alpha=[1.0, 5.0], runs=3).frame["disagreement"]
    assert drawn(lower)["rosenblatt, n = 40"] == alone.tolist()
    curves = [line for line in lower.get_lines() if line.get_label() == "rosenblatt"]
    exact = rb.learning_curve("rosenblatt", [1.0, 5.0], noise=0.1).frame["disagreement"]
    assert curves[0].get_ydata().tolist() == exact.tolist()
    assert curves[0].get_color() == plots.COLOURS[1]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()].count("hebb") == 1


def test_rows_and_columns(found):
    figure = rb.plot(found, row="noise", col="n", column="error")
    assert len(figure.axes) == 4
    assert figure.axes[3].get_title() == "noise = 0.1, n = 40"
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["hebb", "rosenblatt"]


def test_another_axis_than_alpha(found):
    one = rb.sweep("hebb", noise=[0.2, 0.0, 0.1], n=20, alpha=5.0, runs=3)
    (ax,) = rb.plot(one, x="noise").axes
    (series,) = ax.containers
    assert series.lines[0].get_xdata().tolist() == [0.0, 0.1, 0.2]
    assert ax.get_xlabel() == "noise"
    assert len(rb.plot(found, x="n", col="alpha").axes) == 2


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"hue": "rul"}, ValueError, "hue must be one of alpha, rule, n, noise; got 'rul'"),
        ({"column": "nothing"}, ValueError, "column must be one of disagreement"),
        ({"ax": plots.new_figure()[1]}, TypeError, "ax must be left out for a sweep"),
    ],
)
def test_mistakes(found, how, error, message):
    with pytest.raises(error, match=message):
        rb.plot(found, **how)


def test_panels_are_of_sweeps_alone():
    with pytest.raises(TypeError, match="row must be left out but for a sweep alone"):
        rb.plot(rb.learning_curve("hebb", [1.0]), row="noise")
