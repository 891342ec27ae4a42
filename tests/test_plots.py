"""Lines for theory, points for simulation, and figures that belong to nobody else."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt import plots

FRAME = pd.DataFrame(
    {
        "alpha": [10.0, 1.0, 100.0],
        "disagreement": [0.1, 0.4, 0.01],
        "disagreement_sem": [0.01, 0.02, 0.001],
        "overlap": [0.9, 0.3, 0.99],
        "overlap_sem": [0.01, 0.02, 0.001],
    }
)


def test_a_line_goes_from_small_to_large_alpha():
    _, ax = plots.new_figure()
    assert plots.draw_line(FRAME, ax, label="theory") is ax
    (line,) = ax.lines
    assert line.get_xdata().tolist() == [1.0, 10.0, 100.0]
    assert line.get_ydata().tolist() == [0.4, 0.1, 0.01]
    assert line.get_marker() == ""
    assert (ax.get_xlabel(), ax.get_ylabel()) == (
        r"examples per weight $\alpha = P/N$",
        "disagreement $d$ with the true rule",
    )


def test_a_line_of_one_point_can_be_seen():
    _, ax = plots.new_figure()
    plots.draw_line(FRAME[:1], ax)
    assert ax.lines[0].get_marker() == "."


@pytest.mark.parametrize(("column", "scale"), [("disagreement", "log"), ("overlap", "linear")])
def test_points_have_their_standard_errors_and_errors_a_logarithmic_axis(column, scale):
    _, ax = plots.new_figure()
    plots.draw_points(FRAME, ax, column)
    (bars,) = ax.containers
    ends = np.array(bars.lines[2][0].get_segments())[:, :, 1]
    assert ends.mean(axis=1) == pytest.approx(FRAME[column])
    assert np.diff(ends)[:, 0] == pytest.approx(2.0 * FRAME[f"{column}_sem"])
    assert bars.lines[0].get_linestyle() == "None"
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", scale)


def test_a_legend_says_in_grey_what_markers_mean():
    _, ax = plots.new_figure()
    plots.draw_line(FRAME, ax, label="theory")
    plots.legend(ax, [("o", "simulated")])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["theory", "simulated"]
    assert (ax.lines[-1].get_marker(), ax.lines[-1].get_color()) == ("o", "0.4")


def test_panels_share_one_vertical_axis():
    figure, panels = plots.new_panels(3)
    assert list(figure.axes) == panels
    panels[0].set_ylim(0.25, 0.75)
    assert panels[2].get_ylim() == (0.25, 0.75)


def test_a_figure_is_not_one_of_the_user_s_own():
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    open_before = plt.get_fignums()
    plots.new_figure()
    plots.new_panels(2)
    assert plt.get_fignums() == open_before
    try:
        mine = plt.figure().add_subplot()
        assert plots.draw_line(FRAME, None) is mine
    finally:
        plt.close("all")


def test_a_curve_and_its_simulation_have_one_colour_and_another_rule_another():
    _, ax = plots.new_figure()
    alpha = [1.0, 10.0]
    results = [rb.learning_curve(rule, alpha, noise=0.1) for rule in ("hebb", "rosenblatt")]
    results += [rb.simulate(rule, n=50, alpha=alpha, runs=5, noise=0.1) for rule in ("hebb", "rosenblatt")]
    assert rb.plot(*results, ax=ax) is ax
    lines = [line.get_color() for line in ax.lines if line.get_linestyle() == "-"]
    points = [bars.lines[0].get_color() for bars in ax.containers]
    assert lines == points == list(plots.COLOURS[:2])
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert sorted(texts) == sorted(result.heading for result in results)


def test_the_same_rule_with_other_noise_has_another_colour():
    _, ax = plots.new_figure()
    rb.plot(*(rb.learning_curve("hebb", [1.0, 10.0], noise=noise) for noise in (0.0, 0.1)), ax=ax, column="overlap")
    assert [line.get_color() for line in ax.lines] == list(plots.COLOURS[:2])
    assert ax.get_ylabel() == plots.AXIS_LABELS["overlap"]


def test_what_cannot_be_drawn_is_refused():
    _, ax = plots.new_figure()
    with pytest.raises(TypeError, match="got nothing"):
        rb.plot(ax=ax)
    with pytest.raises(TypeError, match="curves and simulations"):
        rb.plot("hebb", ax=ax)
    with pytest.raises(ValueError, match="column must be"):
        rb.plot(rb.learning_curve("hebb", [1.0]), ax=ax, column="d")


def test_the_way_of_students_goes_to_the_length_of_the_curve():
    _, ax = plots.new_figure()
    alpha = [1.0, 10.0, 100.0]
    curve, result = rb.learning_curve("rosenblatt", alpha), rb.simulate("rosenblatt", n=2000, alpha=alpha, runs=4)
    assert curve.plot_path(ax) is result.plot_path(ax) is ax
    assert len(ax.lines) == 5
    for line in ax.lines[1:]:
        assert line.get_xdata() == pytest.approx(ax.lines[0].get_xdata(), rel=0.1)
        assert line.get_ydata() == pytest.approx(ax.lines[0].get_ydata(), rel=0.1)
        assert (line.get_ydata() >= line.get_xdata()).all()
    assert [label is None or label.startswith("_") for label in (line.get_label() for line in ax.lines[1:])] == [
        False,
        True,
        True,
        True,
    ]


def test_learning_in_batches_and_with_momentum_have_colours_of_their_own():
    _, ax = plots.new_figure()
    ways = ({}, {"batch": 1.0}, {"momentum": rb.Momentum(2.0, 2.0)})
    rb.plot(*(rb.learning_curve("rosenblatt", [1, 2], **how) for how in ways), ax=ax)
    assert len({line.get_color() for line in ax.lines}) == 3
    assert [text.get_text() for text in ax.get_legend().get_texts()][1:] == [
        "rosenblatt, exact learning curve, batches of 1 N",
        "rosenblatt, exact learning curve, momentum with gamma = 2, rate = 2",
    ]
    curve = rb.learning_curve("rosenblatt", [1, 2], momentum=rb.Momentum(2.0, 2.0))
    assert curve.plot(plots.new_figure()[1], column="w_v").get_ylabel() == "$W$"


def test_a_grid_has_as_many_panels_as_asked_for():
    figure, panels = plots.new_grid(5, columns=3, width=2.0, height=1.0)
    assert panels == figure.axes
    assert len(panels) == 5
    assert figure.get_size_inches().tolist() == [6.0, 2.0]
    assert plots.new_grid(1)[0].get_size_inches().tolist() == pytest.approx([3.6, 2.9])
