"""The greedy rate: the plain equation for q, and which shapes know no scale."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rosenblatt as rb
from rosenblatt.theory.greedy import greedy, is_scale_free
from rosenblatt.theory.steering import Steered
from tests.helpers.rules import decaying, logistic_gradient, margin, proportional, self_scaled


def overlap_squared(slope, alpha):
    """Integrate dq/dalpha from q = 0."""
    return solve_ivp(lambda _, q: [slope(float(q[0]))], (0.0, alpha), [0.0], rtol=1e-10, atol=1e-13).y[0, -1]


def test_it_is_the_equation_for_q_from_nothing():
    m1, kappa = 0.7 * math.sqrt(2.0 / math.pi), 0.15

    def perceptron(q):
        return (
            m1**2 * (1.0 - q) ** 2 / (4.0 * (kappa + (1.0 - 2.0 * kappa) * math.acos(math.sqrt(max(q, 0.0))) / math.pi))
        )

    def adatron(q):
        theta = math.acos(math.sqrt(max(q, 0.0)))
        wrong = kappa + (1.0 - 2.0 * kappa) * (theta - math.sin(theta) * math.cos(theta)) / math.pi
        return ((1.0 - 2.0 * kappa) * math.sin(theta) ** 3 / math.pi) ** 2 / wrong

    for rule, slope in (("rosenblatt", perceptron), ("adatron", adatron)):
        rho = rb.best_schedule(rule, alpha=[0.5, 7.0], noise=kappa).frame["overlap"]
        assert rho.to_numpy() ** 2 == pytest.approx([overlap_squared(slope, a) for a in (0.5, 7.0)], rel=1e-7)


def test_hebb_is_greedy_at_a_constant_rate():
    fresh = rb.best_schedule("hebb", alpha=[0.01, 1.0, 100.0], noise=0.1).frame
    plain = rb.learning_curve("hebb", [0.01, 1.0, 100.0], noise=0.1).frame
    assert fresh["rate"].to_numpy() == pytest.approx(1.0, rel=1e-8)
    assert fresh["q_norm"].to_numpy() == pytest.approx(plain["q_norm"].to_numpy(), rel=1e-6)
    started = rb.best_schedule("hebb", alpha=[0.01, 1.0, 100.0], start=(0.2, 1.0)).frame
    assert started["rate"].to_numpy() == pytest.approx(math.sqrt(2.0 / math.pi) * 0.96 / 0.2, rel=1e-8)


def test_from_a_small_overlap_it_is_the_curve_from_none():
    for rule in ("rosenblatt", "adatron", "normalised"):
        fresh, started = (rb.best_schedule(rule, alpha=[1.0, 10.0], **how).frame for how in ({}, {"start": 1e-4}))
        assert fresh["overlap"].to_numpy() == pytest.approx(started["overlap"].to_numpy(), rel=1e-6)


def test_a_normalised_student_has_the_same_angle_and_its_length():
    free, fixed = (rb.best_schedule(rule, alpha=[0.1, 10.0]).frame for rule in ("rosenblatt", "normalised"))
    assert fixed["q_norm"].tolist() == [1.0, 1.0]
    for column in ("disagreement", "rate_over_length"):
        assert fixed[column].to_numpy() == pytest.approx(free[column].to_numpy(), rel=1e-8)
    assert fixed["rate"].equals(fixed["rate_over_length"])


@pytest.mark.parametrize(
    ("rule", "free"),
    [
        (rb.Hebb(), True),
        (rb.Rosenblatt(), True),
        (rb.Adatron(), True),
        (rb.RelativeMargin(), True),
        (rb.Normalised(), True),
        (decaying(), True),  # alpha may matter
        (rb.Margin(margin=0.0), True),
        (rb.Margin(), False),
        (rb.Margin(margin=1e-8), False),  # by its kinks alone
        (margin(), False),
        (logistic_gradient(), False),
        (self_scaled(), False),
        (proportional(), False),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_which_shapes_know_no_scale(rule, free):
    assert is_scale_free(rule) == free


def test_what_knows_no_scale_has_the_same_averages_at_all_lengths():
    for rule in (rb.Rosenblatt(), rb.Adatron(), rb.RelativeMargin()):
        steered = Steered.of(rule, rb.Scenario(channel=rb.Flips(0.1)))
        falls = []
        for length in (0.01, 1.0, 30.0):
            gain, _, squared = steered.moments(1.0, -0.6, length)
            falls.append(gain**2 / squared)
        assert falls == pytest.approx([falls[0]] * 3, rel=1e-9)


class TestStarts:
    def test_a_scale_needs_one(self):
        with pytest.raises(
            ValueError, match=r"start must be given for 'margin', a shape with a scale of its own; got none"
        ):
            rb.best_schedule("margin", alpha=1.0)

    def test_it_must_be_on_the_right_side(self):
        for rule, remedy in (("rosenblatt", "Leave it out"), ("margin", "Take a larger r")):
            for r in (0.0, -0.3):
                with pytest.raises(ValueError, match=f"start must have r above 0 .*; got r = {r}, .* {remedy}"):
                    rb.best_schedule(rule, alpha=1.0, start=(r, 1.0))

    def test_the_teacher_has_nothing_to_learn(self):
        with pytest.raises(ValueError, match=r"start must have r\^2 below q_norm"):
            rb.best_schedule("rosenblatt", alpha=1.0, start=1.0)


def test_a_grid_does_not_matter():
    steered = Steered.of(rb.Rosenblatt(), rb.Scenario())
    assert greedy(steered, np.geomspace(1e-3, 50.0, 40))[:, -1] == pytest.approx(
        greedy(steered, np.array([50.0]))[:, 0]
    )
