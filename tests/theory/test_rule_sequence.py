"""Curves of any start and any switch, against golden numbers and simulation."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT

HYBRID = [("hebb", 5), "rosenblatt"]


@rb.rule(name="proportional-to-the-field", kinks=(0.0,))
def ada(label, field, eta=1.0):
    """Return the AdaTron's modulation."""
    return -eta * field if label * field < 0.0 else 0.0


@pytest.mark.parametrize(
    ("rule", "start", "alpha", "disagreement"),
    [
        ("rosenblatt", (0.5, 1.0), 1, 0.2659314),  # G7.1
        ("rosenblatt", (0.5, 1.0), 10, 0.1150047),  # G7.3
        ("rosenblatt", (-1.0, 4.0), 5, 0.2629449),  # G7.5
        ("hebb", (-1.0, 4.0), 1, 0.5320588),  # G7.7
        (ada(), (0.2, 1.0), 1, 0.3609833),  # G7.9
        (ada(), (0.2, 1.0), 10, 0.1220459),  # G7.11
        (HYBRID, None, 10, 0.1154409),  # G7.13
    ],
)
def test_golden_curves_of_any_start_and_switch(rule, start, alpha, disagreement):
    assert rb.learning_curve(rule, alpha, start=start).frame["disagreement"][0] == pytest.approx(disagreement, rel=1e-6)


def test_lengths_after_a_switch():
    frame = rb.learning_curve(HYBRID, [2.0, 5.0, 6.0, 20.0]).frame
    assert frame["q_norm"][[2, 3]].tolist() == pytest.approx([20.63856, 19.47159], rel=1e-6)  # G7.15, G7.17
    hebb = rb.learning_curve("hebb", [2.0, 5.0]).frame
    assert frame.iloc[:2]["overlap"].tolist() == pytest.approx(hebb["overlap"].tolist(), rel=1e-9)
    alone = rb.learning_curve(HYBRID, 6.0).frame  # asked for by itself
    assert alone["overlap"][0] == pytest.approx(frame["overlap"][2], rel=1e-9)


def test_a_switch_to_the_same_rule_is_none():
    rates = rb.Rosenblatt(eta=rb.PowerLaw(1.0, z=0.3))  # which depends on alpha: the clock goes on
    both = rb.learning_curve([(rates, 2.0), rates], [1.0, 4.0], noise=0.1, drift=0.2).frame
    once = rb.learning_curve(rates, [1.0, 4.0], noise=0.1, drift=0.2).frame
    assert both["overlap"].tolist() == pytest.approx(once["overlap"].tolist(), rel=1e-8)


@pytest.mark.parametrize("method", ["chain", "vector"])
def test_simulated_students_switch_too(method, seed):
    how = dict(alpha=[1.0, 5.0, 6.0, 10.0])
    theory, frame = (
        rb.learning_curve(HYBRID, **how).frame,
        rb.simulate(HYBRID, n=400, runs=40, seed=seed, method=method, **how).frame,
    )
    for column in ("overlap", "q_norm"):
        off = (frame[column] - theory[column]).abs()
        assert (off < Z_LIMIT * frame[f"{column}_sem"] + 4.0 * np.maximum(theory[column], 1.0) / 400).all()


def test_a_rule_that_cannot_leave_zero_says_so_and_offers_a_start(seed):
    for ask in (lambda **how: rb.simulate(ada(), n=100, **how), lambda **how: rb.learning_curve(ada(), **how)):
        with pytest.raises(ValueError, match="start must be given .* take for example start=0.2"):
            ask(alpha=1.0)
        assert ask(alpha=1.0, start=0.2).frame["disagreement"][0] < 0.45
