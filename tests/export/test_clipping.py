"""Clipping: theory is what is measured, for fair signs and for biased columns."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.export.clipping import clip
from rosenblatt.export.linear_models import LinearModel

N, ROWS = 200, 20_000


def signs(random, rows=ROWS, features=N):
    return np.where(random.random((rows, features)) < 0.5, 1.0, -1.0)


@pytest.mark.parametrize("intercept", [0.0, 0.7])
def test_answers_change_as_often_as_theory_says(intercept, random):
    w = random.standard_normal(N)
    model = LinearModel(w[None], np.array([intercept * math.sqrt(N)]), (0, 1))
    cost = clip(model, signs(random), None, inputs="signs").cost
    assert cost.overlap == pytest.approx(abs(w).sum() / math.sqrt(N * w @ w), rel=1e-3)
    assert abs(cost.changed - cost.changed_on_rows) < 0.01  # of 200 inputs fields are only nearly normal
    assert cost.error is None and 0.1 < cost.changed < 0.25
    if not intercept:
        assert cost.changed == pytest.approx(math.acos(cost.overlap) / math.pi, abs=3e-3)


def test_columns_of_zero_and_one_have_means(random):
    p, w = np.linspace(0.6, 0.9, N), abs(random.standard_normal(N))
    x = (random.random((ROWS, N)) < p).astype(float)
    model = LinearModel(w[None], np.array([-float(w @ p)]), (0, 1))
    cost = clip(model, x, None, inputs="zero-one").cost
    assert abs(cost.changed - cost.changed_on_rows) < 0.01
    fair = clip(model, None, None, inputs="zero-one").cost
    assert fair.changed_on_rows is None and fair.changed < 0.02 < cost.changed  # where the mean field is far from 0


@pytest.mark.parametrize(("teacher", "sign"), [("binary", -1), ("spherical", 1)])
def test_the_error_is_what_theory_says(teacher, sign, random):
    inputs, learnt, students = 400, 3200, 8
    off, costs = [], []
    for _ in range(students):
        true = random.choice([-1.0, 1.0], inputs) if teacher == "binary" else random.standard_normal(inputs)
        x = signs(random, learnt + 2000, inputs)
        y = np.where((x @ true > 0.0) ^ (random.random(len(x)) < 0.05), "yes", "no")
        model = rb.OnlineClassifier("hebb", fit_intercept=False).fit(x[:learnt], y[:learnt])
        clipped = model.clip(x[learnt:], y[learnt:], teacher=teacher, noise=0.05)
        cost = clipped.cost
        off.append(cost.clipped_error - cost.expected_error)
        costs.append((cost.clipped_error - cost.error, cost.expected_error - cost.error))
        assert cost.clipped_error == pytest.approx(np.mean(clipped.predict(x[learnt:]) != y[learnt:]), abs=1e-12)
        assert f"{cost.clipped_error - cost.error:+.2%} on the rows" in str(cost)
    assert abs(np.mean(off)) / (np.std(off) / math.sqrt(students)) < 4.0  # a z-score
    assert np.sign(np.mean(costs, axis=0)).tolist() == [sign, sign] and np.std(off) < 0.03


def test_a_clipped_model_knows_its_cost_however_it_is_scaled(random):
    w, x = random.standard_normal(N), signs(random, 500)
    one, other = (
        clip(LinearModel(a * w[None], np.array([a]), (0, 1)), x, None, inputs="signs") for a in (1.0, 2.0**-600)
    )
    assert one.cost == other.cost and np.array_equal(one.weights_, np.sign(w))


@pytest.mark.parametrize(
    ("model", "x", "y", "how", "said"),
    [
        (LinearModel(np.zeros((1, 2)), np.zeros(1), (0, 1)), None, None, {}, "weights must not all be 0"),
        (LinearModel(np.ones((3, 2)), np.zeros(3), (0, 1, 2)), None, None, {}, "model must have two classes"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), [[1.0, 2.0]], None, {}, "X must be -1 and 1"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), [[1.0]], None, {}, "X must have rows of 2 numbers"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), [["a", "b"]], None, {}, "X must be numbers"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), [[1.0, -1.0]], ["x"], {}, "y must have classes"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), [[1.0, -1.0]], [0, 1], {}, "y must have a label for each"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), None, None, {"teacher": "x"}, "teacher must be one of"),
        (LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1)), None, None, {"noise": 0.7}, "noise must be in"),
    ],
)
def test_mistakes_are_said(model, x, y, how, said):
    with pytest.raises((ValueError, TypeError), match=said):
        clip(model, x, y, **{"inputs": "signs", **how})
