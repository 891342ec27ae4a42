"""Bounded synapses: the updates of the lecture, and weights that stay in their bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.kernels.rows import learn_rows

UNIT = st.floats(0.0, 1.0)


def naive(rule: rb.Bounded, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return W after one pass, by the lecture's equations 22 and 23."""
    w = np.full(x.shape[1], rule.inhibition)
    for row, wanted in zip(x, y, strict=True):
        answer = np.mean((w - rule.inhibition) * row) - rule.theta > 0.0
        if wanted and not answer:
            w = w + rule.eta * row * (1.0 - w)
        elif answer and not wanted:
            w = w - rule.eta * row * w
    return w


@pytest.mark.parametrize("rule", [rb.Bounded(), rb.Bounded(eta=0.4, inhibition=0.2, theta=0.05)], ids=str)
def test_it_is_the_lecture_s_rule(rule, random):
    x, y = random.random((200, 15)), random.random(200) < 0.5
    stacked = rule.start_students(1, 15, 1.0)
    learn_rows(rule, x, np.where(y, 1.0, -1.0)[None], *stacked)
    assert rule.weights(stacked[0][0], stacked[1][0]) + rule.inhibition == pytest.approx(naive(rule, x, y), abs=1e-12)


@given(weight=UNIT, x=UNIT, eta=st.floats(1e-6, 1.0), inhibition=UNIT, label=st.sampled_from([-1.0, 1.0]))
def test_weights_never_leave_their_bounds(weight, x, eta, inhibition, label):
    rule = rb.Bounded(eta=eta, inhibition=inhibition)
    _, cell = rule.start(1)
    signal = rule.respond(label, (-label * 10.0,), cell, *rule.parameters)  # a mistake
    (after,) = rule.absorb((weight - inhibition,), x, signal)
    assert -1e-15 <= after + inhibition <= 1.0 + 1e-15
    expected = weight + eta * x * (1.0 - weight) if label > 0 else weight - eta * x * weight
    assert after + inhibition == pytest.approx(expected, abs=1e-15)


def test_without_a_mistake_nothing_changes():
    rule = rb.Bounded(theta=0.1)
    _, cell = rule.start(10)
    assert rule.respond(1.0, (1.01,), cell, *rule.parameters) == (0.0, 0.0)
    assert rule.respond(-1.0, (1.0,), cell, *rule.parameters) == (0.0, 0.0)  # at the threshold it is silent
    assert rule.respond(-1.0, (1.01,), cell, *rule.parameters) != (0.0, 0.0)


@pytest.mark.parametrize("wrong", [{"eta": 0.0}, {"inhibition": 1.1}, {"inhibition": -0.1}, {"theta": -1e-9}])
def test_parameters_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must"):
        rb.Bounded(**wrong)


class TestInputs:
    def test_the_estimator_refuses_negative_ones_and_too_large_ones(self):
        model = rb.OnlineClassifier("bounded")
        model.partial_fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
        before = model.coef_.copy()
        with pytest.raises(ValueError, match="must not be negative; got -1"):
            model.partial_fit([[0.0, -1.0]], [1])
        with pytest.raises(ValueError, match="eta times the largest input must be at most 1; got 0.01 \\* 300"):
            model.partial_fit([[0.0, 150.0]], [1], sample_weight=[2.0])
        with pytest.raises(ValueError, match="must not be negative"):
            model.learn_one(np.array([0.0, -1.0]), 1)
        assert np.array_equal(model.coef_, before)

    def test_simulate_has_a_law_for_it(self, seed):
        result = rb.simulate("bounded", n=60, alpha=[1.0, 30.0], runs=20, seed=seed)
        assert result.inputs == rb.BooleanInputs()
        assert result.frame["disagreement"][1] < result.frame["disagreement"][0]
        with pytest.raises(ValueError, match="Use inputs='boolean'"):
            rb.simulate("bounded", n=60, alpha=1.0, inputs="binary")

    def test_a_rate_that_leaves_the_bounds_is_refused(self):
        with pytest.raises(ValueError, match="eta times the largest input must be at most 1"):
            rb.simulate(rb.Bounded(eta=2.0), n=50, alpha=5.0)

    def test_its_threshold_is_part_of_the_disagreement(self, seed):
        # A threshold that nothing reaches: the student always says -1, so that it is wrong on every +1.
        frame = rb.simulate(rb.Bounded(theta=10.0), n=101, alpha=[1.0], runs=400, seed=seed).frame
        assert abs(frame["disagreement"][0] - 0.5) < 4 * frame["disagreement_sem"][0]
        assert frame["disagreement_sem"][0] > 0.005  # teachers differ in how often they say +1

    def test_there_is_no_theory(self):
        with pytest.raises(NotImplementedError, match="'bounded', which has none"):
            rb.learning_curve("bounded", 1.0)


def test_the_estimator_s_intercept_holds_the_threshold(random):
    x, y = random.random((100, 7)), random.random(100) < 0.5
    rule = rb.Bounded(eta=0.3, theta=0.02)
    for intercept in (True, False):
        model = rb.OnlineClassifier(rule, fit_intercept=intercept).fit(x, y)
        inputs = np.hstack([x, np.ones((100, 1))]) if intercept else x
        w = naive(rule, inputs, y)
        expected = inputs @ (w - rule.inhibition) - rule.theta * inputs.shape[1]
        assert model.decision_function(x) == pytest.approx(expected, abs=1e-10)


def test_an_example_of_weight_2_teaches_twice_as_much(random):
    x = random.random((1, 6))
    ends = []
    for rule, weight in ((rb.Bounded(eta=0.1), 2.0), (rb.Bounded(eta=0.2), 1.0)):
        stacked = rule.start_students(1, 6, 1.0)
        learn_rows(rule, x, np.ones((1, 1)), *stacked, np.array([weight]))
        ends.append(stacked[0][0])
    assert np.array_equal(*ends)
    assert ends[0].any()
