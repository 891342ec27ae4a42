"""What a curve says of itself."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.curve import frame_of


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


def test_a_frame_follows_from_the_order_parameters():
    alpha, r, q_norm, angle = np.array([1.0, 2.0]), np.array([0.3, 0.6]), np.ones(2), np.array([math.pi / 3, 0.0])
    frame = frame_of(alpha, r, q_norm, angle, lambda r, q, d: r + 10.0 * q + 100.0 * d)
    assert frame.columns.tolist() == ["alpha", "r", "q_norm", "overlap", "disagreement", "error"]
    assert frame["overlap"].tolist() == pytest.approx([0.5, 1.0])
    assert frame["disagreement"].tolist() == pytest.approx([1.0 / 3.0, 0.0])
    assert frame["error"].tolist() == pytest.approx([0.3 + 10.0 + 100.0 / 3.0, 0.6 + 10.0])


def test_a_curve_knows_its_scenario():
    curve = rb.learning_curve("hebb", np.geomspace(1e3, 1e5, 30), noise=0.1, drift=0.0, inputs="binary")
    assert (curve.noise, curve.teacher, curve.inputs) == (0.1, rb.DriftingTeacher(0.0), rb.BinaryInputs())
    assert curve.fit_decay(2.0) == rb.theory.fit_decay(curve.frame["alpha"], curve.frame["disagreement"], 2.0)
    assert curve.fit_decay()[1] == pytest.approx(-0.5, abs=1e-3)
