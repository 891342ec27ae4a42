"""The optimal rule of the linear perceptron: its closed forms, of fixed and of free length."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT

ALPHA = np.array([0.05, 0.5, 2.0, 8.0])


def test_the_closed_form_of_kinouchi_and_caticha():
    best = rb.learning_curve("optimal-linear", ALPHA).frame
    assert best["overlap"].to_numpy() == pytest.approx(np.sqrt(-np.expm1(-ALPHA)), rel=1e-8)


@pytest.mark.parametrize("drift", [0.05, 0.5])
def test_a_drift_that_is_known_has_a_closed_form(drift):
    teacher = rb.DriftingTeacher(drift)
    curve = rb.learning_curve(rb.OptimalLinear(drift=drift), [0.5, 50.0], teacher=teacher).frame
    speed = 1.0 + 2.0 * drift
    assert curve["overlap"][0] == pytest.approx(math.sqrt(-math.expm1(-0.5 * speed) / speed), rel=1e-7)
    assert curve["overlap"][1] == pytest.approx(1.0 / math.sqrt(speed), rel=1e-7)


@pytest.mark.parametrize("drift", [0.0, 0.2])
def test_the_optimal_rule_of_free_length_has_the_same_overlap_and_the_best_length(drift, seed):
    free, fixed = (rb.OptimalLinear(drift=drift, constrained=kept) for kept in (False, True))
    teacher = rb.DriftingTeacher(drift) if drift else None
    one, other = (rb.learning_curve(rule, ALPHA, teacher=teacher).frame for rule in (free, fixed))
    assert one["overlap"].to_numpy() == pytest.approx(other["overlap"].to_numpy(), rel=1e-6)
    assert one["q_norm"].to_numpy() == pytest.approx(one["overlap"].to_numpy() ** 2, rel=1e-6)
    simulated = rb.simulate(free, n=2000, alpha=[2.0, 8.0], runs=30, teacher=teacher, seed=seed).frame
    exact = rb.learning_curve(free, [2.0, 8.0], teacher=teacher).frame
    assert (np.abs(simulated["r"] - exact["r"]) <= Z_LIMIT * simulated["r_sem"] + 2.0 / 2000).all()
    assert rb.OptimalLinear(constrained=False).amplitude(np.ones(6)) == 1.0


def test_a_modulation_of_numbers_by_quadrature():
    # A rule without a closed form: the error, clipped softly.
    rule = rb.OptimalLinear(drift=0.3)
    alpha = [0.5, 3.0]
    closed = rb.learning_curve(rule, alpha, averages="closed-form").frame
    summed = rb.learning_curve(rule, alpha, averages="quadrature").frame
    assert summed["overlap"].to_numpy() == pytest.approx(closed["overlap"].to_numpy(), rel=1e-8)


def test_a_weight_decay_beside_the_drift_is_refused():
    with pytest.raises(ValueError, match="weight_decay must be left out for 'optimal-linear'.*give it the drift"):
        rb.OptimalLinear(weight_decay=0.1)


def test_without_drift_and_of_free_length_it_is_adaline():
    for label, field, alpha in ((1.3, -0.2, 0.5), (-0.4, 2.0, 7.0)):
        free = rb.OptimalLinear.modulation(label, field, alpha, 0.0, 0.0)
        assert free == rb.Adaline.modulation(label, field, 1.0, 1.0)
    assert rb.OptimalLinear(drift=0.3, constrained=False).weight_decay == 0.3
    assert rb.OptimalLinear(drift=0.3).weight_decay == 0.0


def test_its_amplitude_is_the_overlap_that_theory_gives():
    rule, n = rb.OptimalLinear(drift=0.2), 10
    _, cell = rule.start(n)
    for alpha in (0.1, 1.0, 20.0):
        cell.examples = alpha * n
        theory = rb.learning_curve(rule, alpha, teacher=rb.DriftingTeacher(0.2)).frame["overlap"][0]
        assert rule.amplitude(cell) == pytest.approx(theory, rel=1e-6)


@pytest.mark.parametrize("ratio", [0.25, 4.0])
def test_a_teacher_of_another_length_is_found_and_leaves_its_error(ratio, seed):
    rule = rb.OptimalLinear(ratio=ratio)
    end = rb.learning_curve(rule, 60.0).frame
    assert end["overlap"][0] == pytest.approx(1.0)
    assert end["error"][0] == pytest.approx(0.5 * (math.sqrt(ratio) - 1.0) ** 2)
    followed = rb.simulate(rule, n=1000, alpha=[2.0], runs=30, seed=seed)
    exact = rb.learning_curve(rule, 2.0).frame["error"][0]
    assert abs(followed.frame["error"][0] - exact) <= Z_LIMIT * followed.frame["error_sem"][0] + 2.0 / 1000


def test_a_ratio_that_means_nothing_is_refused():
    with pytest.raises(ValueError, match="ratio must be 1 for a student of free length"):
        rb.OptimalLinear(constrained=False, ratio=2.0)
    with pytest.raises(ValueError, match="ratio must be 1 on data"):
        rb.OnlineRegressor(rb.OptimalLinear(ratio=2.0)).fit(np.eye(3), np.arange(3.0))
    with pytest.raises(ValueError, match="ratio must be above 0"):
        rb.OptimalLinear(ratio=0.0)
