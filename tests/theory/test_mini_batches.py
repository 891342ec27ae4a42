"""Learning in batches: golden numbers, limits in which it is something else, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.hebbian import averages_of
from rosenblatt.theory.registry import NoTheory
from tests.helpers.rules import decaying, margin, self_scaled

START = (0.3, 1.0)


@rb.rule(name="widrow-hoff")
def widrow_hoff(label, field, eta=0.3):
    return eta * (label - field)


@pytest.mark.parametrize(
    ("rule", "start", "batches", "golden"),
    [
        pytest.param("rosenblatt", START, 1, 0.3105335, id="G15.1"),
        pytest.param("rosenblatt", START, 10, 0.1249091, id="G15.3"),
        pytest.param(widrow_hoff, (0.0, 1.0), 5, 0.1735898, id="G15.5"),
    ],
)
def test_golden_numbers(rule, start, batches, golden):
    curve = rb.learning_curve(rule, batches, batch=1.0, start=start)
    assert curve.frame["disagreement"][0] == pytest.approx(golden, rel=5e-7)


@pytest.mark.parametrize("rule", [rb.Rosenblatt(), margin(), self_scaled()], ids=str)
def test_a_step_is_the_map_of_r_and_q(rule):
    (r, q_norm), size, noise = (-0.4, 1.5), 0.7, 0.1
    r_perp = math.sqrt(q_norm - r * r)
    toward, across, squared = averages_of(rule, rb.Scenario(channel=rb.Flips(noise)))(r, r_perp, size)
    frame = rb.learning_curve(rule, size, batch=size, noise=noise, start=(r, q_norm)).frame
    field = r * toward + r_perp * across
    assert frame["r"][0] == pytest.approx(r + size * toward, rel=1e-12)
    grown = q_norm + 2.0 * size * field + size * squared + size**2 * (toward**2 + across**2)
    assert frame["q_norm"][0] == pytest.approx(grown, rel=1e-12)


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_hebb_is_indifferent_to_batches(noise):
    alpha = [0.5, 2.0, 10.0]
    online = rb.learning_curve("hebb", alpha, noise=noise).frame
    batches = rb.learning_curve("hebb", alpha, noise=noise, batch=0.5).frame
    np.testing.assert_allclose(batches, online, rtol=1e-6)


@pytest.mark.parametrize(
    "rule", [rb.Rosenblatt(weight_decay=0.3), rb.Normalised(eta=0.5), margin(), decaying()], ids=lambda rule: rule.name
)
def test_small_batches_are_learning_each_example_at_once(rule):
    online = rb.learning_curve(rule, 2.0, start=START, noise=0.1).frame["disagreement"][0]
    small, smaller = (
        rb.learning_curve(rule, 2.0, start=START, noise=0.1, batch=size).frame["disagreement"][0]
        for size in (0.02, 0.01)
    )
    assert abs(smaller - online) < 1e-3
    assert 2.0 * smaller - small == pytest.approx(online, abs=2e-5)  # the difference is of first order


def test_batches_cost_the_perceptron_while_its_steps_are_long_and_help_it_once_they_are_short():
    alpha = 10.0
    values = [rb.learning_curve("rosenblatt", alpha, start=START).frame["disagreement"][0]]
    for size in (0.5, 1.0, 2.0):
        values.append(rb.learning_curve("rosenblatt", alpha, start=START, batch=size).frame["disagreement"][0])
    assert values == sorted(values)
    late, much_later = (rb.learning_curve("rosenblatt", 100.0, start=START, batch=size).frame for size in (1.0, 10.0))
    assert much_later["disagreement"][0] < late["disagreement"][0]
    assert much_later["q_norm"][0] > late["q_norm"][0]
    assert values[0] == pytest.approx(0.1193035, rel=5e-7)


def test_every_field_of_a_student_that_is_0_is_a_tie():
    """At J = 0 all examples of the first batch are mistakes of the perceptron, as they are Hebb's."""
    for noise in (0.0, 0.2):
        hebb = rb.learning_curve("hebb", 0.5, batch=0.5, noise=noise).frame
        np.testing.assert_allclose(rb.learning_curve("rosenblatt", 0.5, batch=0.5, noise=noise).frame, hebb, rtol=1e-12)


def test_a_schedule_is_read_at_the_end_of_each_batch():
    """From J = 0 all examples are ties: F = 2 label/(1 + alpha)."""
    frame = rb.learning_curve(decaying(eta=2.0), 0.5, batch=0.5).frame
    assert frame["r"][0] == pytest.approx(0.5 * 2.0 / 1.5 * math.sqrt(2.0 / math.pi), rel=1e-12)
    assert frame["q_norm"][0] == pytest.approx(frame["r"][0] ** 2 + 0.5 * (2.0 / 1.5) ** 2, rel=1e-12)


def test_labels_that_are_numbers():
    """R goes to 1 geometrically: R <- R + mu (1 - R)."""
    frame = rb.learning_curve("adaline", [0.5, 1.0, 2.0], batch=0.5).frame
    assert frame["r"].tolist() == pytest.approx([0.5, 0.75, 1.0 - 0.5**4])
    with pytest.raises(RuntimeError, match="must stay above d = 3e-11.* Take a smaller alpha"):
        rb.learning_curve("adaline", 200.0, batch=0.5)


def test_the_row_at_0_and_the_order_asked_for():
    curve = rb.learning_curve("rosenblatt", [2.2, 0.0, 1.0], batch=1.0, start=START)
    assert curve.frame["alpha"].tolist() == [2.0, 0.0, 1.0]
    assert curve.frame["r"][1] == 0.3
    assert str(curve).startswith("rosenblatt, exact learning curve, batches of 1 N, start R = 0.3, Q = 1\n")
    assert curve.method == "map from batch to batch"


def test_a_student_at_the_teacher_stays_there_without_noise():
    assert rb.learning_curve("rosenblatt", 3.0, batch=1.0, start=1.0).frame["disagreement"][0] == 0.0
    assert rb.learning_curve("rosenblatt", 3.0, batch=1.0, start=1.0, noise=0.1).frame["disagreement"][0] > 0.1


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        (dict(batch=-1.0), ValueError, "batch must be above 0; got -1.0."),
        (dict(batch=8.0), ValueError, "alpha must be 0 or above half a batch, 4, .* got 2.0. Take"),
        (dict(batch=1e-7), ValueError, "alpha must be at most 1000000 batches; got 20000000 of 1e-07 N. Take larger"),
        (
            dict(batch=1.0, drift=0.1),
            NoTheory,
            "drift must be 0 for the theory of batches; got 0.1. See whether rb.simulate can follow it.",
        ),
        (dict(batch=1.0, momentum=rb.Momentum(2.0, 2.0)), ValueError, "batch must be left out with momentum; got 1.0"),
    ],
)
def test_what_is_refused(how, error, message):
    with pytest.raises(error, match=message):
        rb.learning_curve("rosenblatt", 2.0, **how)


def test_a_rule_that_is_more_than_a_modulation_is_refused():
    with pytest.raises(
        NoTheory, match="batch must be left out for 'bayes-hebb', whose theory does not take it; got 1.0"
    ):
        rb.learning_curve("bayes-hebb", 1.0, batch=1.0)


def test_errors_that_grow_end_the_curve():
    with pytest.raises(RuntimeError, match="must stay finite; it has grown to .* Take a smaller rate or smaller batch"):
        rb.learning_curve(widrow_hoff(eta=30.0), 1000.0, batch=1.0)


def test_a_modulation_without_a_value_at_0_is_told_to_start_elsewhere():
    bare = rb.rule(lambda label, field, q_norm: label / q_norm, name="bare")
    with pytest.raises(ValueError, match=r"NaN or infinity at field=0, q_norm=0.* or give start=\(r0, q0\)"):
        rb.learning_curve(bare, 1.0, batch=1.0)
