"""AROW: against its paper's formula, row by row."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb


def test_arow(rows):
    x, y = rows
    mean, variance, r = np.zeros(5), np.ones(5), 0.5
    for z, label in zip(x, y, strict=True):
        v, margin = float(variance @ z**2), label * float(mean @ z)
        if margin < 1.0:
            beta = 1.0 / (v + r)
            mean = mean + (1.0 - margin) * beta * label * variance * z
            variance = variance - beta * (variance * z) ** 2
    model = rb.OnlineClassifier(rb.Arow(r=r), fit_intercept=False).fit(x, y)
    assert model.coef_[0] == pytest.approx(mean, rel=1e-10)


def test_holding_nothing_back_is_refused():
    with pytest.raises(ValueError, match="r must be above 0"):
        rb.Arow(r=0.0)


def test_a_row_of_weight_w_is_held_back_w_times_less():
    _, cell = rb.Arow().start(4, 1.0)
    cell.sample_weight = 4.0
    heavy = rb.Arow.respond(1.0, (0.3, 2.0), cell, 1.0)
    cell.sample_weight = 1.0
    assert heavy == rb.Arow.respond(1.0, (0.3, 2.0), cell, 0.25)


def test_a_margin_that_is_met_teaches_nothing():
    _, cell = rb.Arow().start(4, 1.0)
    assert rb.Arow.respond(-1.0, (-1.0, 2.0), cell, 1.0) == (0.0, 0.0)
    assert rb.Arow.respond(-1.0, (-0.99, 2.0), cell, 1.0) != (0.0, 0.0)
