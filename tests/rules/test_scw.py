"""SCW: against its paper's formula, row by row."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows


@pytest.mark.parametrize(("c", "confidence"), [(1.0, 0.9), (0.1, 0.7)])
def test_scw(c, confidence, rows):
    x, y = rows
    mean, variance, phi = np.zeros(5), np.ones(5), norm.ppf(confidence)
    psi, zeta = 1.0 + phi**2 / 2.0, 1.0 + phi**2
    for z, label in zip(x, y, strict=True):
        v, m = float(variance @ z**2), label * float(mean @ z)
        if phi * math.sqrt(v) - m > 0.0:
            root = math.sqrt(m**2 * phi**4 / 4.0 + v * phi**2 * zeta)
            a = min(c, max(0.0, (-m * psi + root) / (v * zeta)))
            u = 0.25 * (-a * v * phi + math.sqrt(a**2 * v**2 * phi**2 + 4.0 * v)) ** 2
            beta = a * phi / (math.sqrt(u) + v * a * phi)
            mean = mean + a * label * variance * z
            variance = variance - beta * (variance * z) ** 2
    model = rb.OnlineClassifier(rb.Scw(c=c, confidence=confidence), fit_intercept=False).fit(x, y)
    assert model.coef_[0] == pytest.approx(mean, rel=1e-10)


@pytest.mark.parametrize("confidence", [0.5, 1.0])
def test_a_confidence_outside_its_range_is_refused(confidence):
    with pytest.raises(ValueError, match="confidence must be in"):
        rb.Scw(confidence=confidence)


def test_after_a_step_the_example_has_the_confidence_that_was_asked():
    # One input and no bound: the new mean and variance are right with probability 0.9.
    rule = rb.Scw(c=1e9, confidence=0.9)
    synapses, cell = rule.start(1, 1.0)
    learn_rows(rule, np.array([[2.0]]), np.array([-1.0]), synapses, cell)
    (mean,), (variance,) = synapses
    assert norm.cdf(-mean / math.sqrt(variance)) == pytest.approx(0.9)
    before = synapses.copy()
    learn_rows(rule, np.array([[-5.0]]), np.array([1.0]), synapses, cell)  # as sure of it, at any length
    assert synapses == pytest.approx(before)


def test_a_row_of_weight_w_may_move_the_weights_w_times_as_far():
    _, cell = rb.Scw().start(4, 1.0)
    cell.sample_weight = 3.0
    heavy = rb.Scw.respond(1.0, (-5.0, 2.0), cell, 0.01, 1.28)
    assert heavy[0] == pytest.approx(0.03)
    cell.sample_weight = 1.0
    assert heavy == rb.Scw.respond(1.0, (-5.0, 2.0), cell, 0.03, 1.28)
