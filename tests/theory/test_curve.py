"""What a curve says of itself."""

from __future__ import annotations

import math

import rosenblatt as rb


def test_a_curve_says_how_it_was_computed_and_draws_itself():
    curve = rb.learning_curve("rosenblatt", [1.0, 10.0])
    assert curve.method == "ODE with closed-form averages"
    assert "Sompolinsky" in curve.references[0]
    from rosenblatt import plots

    _, ax = plots.new_figure()
    assert curve.plot(ax) is ax
    assert ax.lines[0].get_ydata().tolist() == curve.frame["disagreement"].tolist()


def test_decay_is_declared_only_where_it_holds():
    assert rb.learning_curve("hebb", [1.0]).decay == (1 / math.sqrt(2 * math.pi), -0.5)
    assert rb.learning_curve("hebb", [1.0], noise=0.1).decay is None
    assert rb.learning_curve(rb.Hebb(weight_decay=0.1), [1.0]).decay is None
    assert rb.learning_curve("hebb", [1.0], teacher="drifting").decay is None
    assert rb.learning_curve("hebb", [1.0], readout="clipped").decay is None
