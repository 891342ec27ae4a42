"""What scikit-learn fits is the minimum of the risk; sets with one label, and sets that cannot be fitted."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

import rosenblatt as rb
from rosenblatt.batch.convex_risk import Hinge, Logistic, Ridge
from rosenblatt.batch.offline_learner import Rows

LEARNERS = [Ridge(0.4), Logistic(0.4), Hinge(0.4)]


def risk(learner, rows, weights):
    loss = learner.loss(rows.labels, rows.x @ weights).sum()
    return loss + 0.5 * learner.strength * weights @ weights


def rows_of(random, count=40, n=5, noise=0.2):
    x = random.standard_normal((count, n)) / np.sqrt(n)
    flips = np.where(random.random(count) < noise, -1.0, 1.0)
    return Rows(x, np.where(x @ np.arange(1.0, n + 1.0) > 0.0, 1.0, -1.0) * flips)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_a_fit_has_the_least_risk(learner, random):
    rows = rows_of(random)
    weights = learner.fit(*rows)
    found = minimize(lambda w: risk(learner, rows, w), weights + 0.1, method="Powell", options={"xtol": 1e-9})
    least = risk(learner, rows, weights)
    assert least <= found.fun + 1e-9
    for step in 1e-3 * random.standard_normal((20, 5)):
        assert risk(learner, rows, weights + step) > least


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_sets_with_one_label_and_single_examples_are_fitted(learner, random):
    for count in (1, 2, 6):
        rows = Rows(random.standard_normal((count, 4)), np.ones(count))
        weights = learner.fit(*rows)
        for step in 1e-3 * random.standard_normal((20, 4)):
            assert risk(learner, rows, weights + step) > risk(learner, rows, weights)


def test_measures_are_counted(random):
    rows, fresh = rows_of(random), rows_of(random)
    weights = Hinge().fit(*rows)
    error, loss, test = Hinge().measure(weights, rows, fresh, rb.Flips(0.2))
    assert error == np.mean(np.sign(rows.x @ weights) != rows.labels)
    assert loss == np.mean(np.maximum(0.0, 1.0 - rows.labels * (rows.x @ weights)))
    assert test == np.mean(np.maximum(0.0, 1.0 - fresh.labels * (fresh.x @ weights)))
    error, loss, _ = Ridge().measure(weights, rows, fresh, rb.GaussianNoise(0.1))
    assert error == loss == np.mean(0.5 * (rows.labels - rows.x @ weights) ** 2)


def test_ridge_without_a_penalty_is_the_shortest_fit(random):
    rows = rows_of(random, count=3)
    assert Ridge(0.0).fit(*rows) == pytest.approx(np.linalg.pinv(rows.x) @ rows.labels)


def test_logistic_regression_without_a_penalty_needs_examples_that_no_plane_separates(random):
    rows = rows_of(random, count=200, noise=0.3)
    weights = Logistic(0.0).fit(*rows)
    slope = rows.x.T @ (rows.labels / (1.0 + np.exp(rows.labels * (rows.x @ weights))))
    assert np.max(np.abs(slope)) < 1e-3
    for few in (rows_of(random, count=4), rows_of(random, count=30, noise=0.0)):
        with pytest.raises(ValueError, match="penalty must be above 0 for 'logistic' where a plane separates"):
            Logistic(0.0).fit(*few)


def test_a_hinge_that_does_not_converge_is_refused(monkeypatch, random):
    monkeypatch.setattr("rosenblatt.batch.convex_risk.SWEEPS", 3)
    with pytest.raises(ValueError, match="penalty must be so large that LinearSVC converges in 3 sweeps; got 1e-06"):
        Hinge(1e-6).fit(*rows_of(random))


@pytest.mark.parametrize(
    ("penalty", "message"),
    [(-1.0, "penalty must be at least 0; got -1.0"), ("least", "penalty must be a number or 'best'; got 'least'"),
     (1e40, "penalty must be at most 1e")],
)  # fmt: skip
def test_a_bad_penalty_is_a_sentence(penalty, message):
    with pytest.raises(ValueError, match=message):
        rb.simulate("ridge", n=10, alpha=1.0, penalty=penalty)


def test_students_have_numbers_for_penalties():
    with pytest.raises(ValueError, match="penalty must be a number to fit 'logistic' to data; got 'best'"):
        rb.simulate("logistic", n=10, alpha=1.0, runs=2, penalty="best")
    with pytest.raises(ValueError, match="penalty must be above 0 for LinearSVC"):
        rb.simulate("hinge", n=10, alpha=1.0, runs=2, penalty=0.0)
