"""`BoundedPerceptron`: it learns what can be learnt, and proves what cannot."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning

from rosenblatt import BoundedPerceptron, CyclicPerceptron


def separable(random, n=20, p=30):
    x = (random.random((p, n)) < 0.5).astype(float)
    return x, x @ random.standard_normal(n) > 0.0


def test_it_learns_a_separable_set(random):
    for _ in range(20):
        x, y = separable(random)
        if y.all() or not y.any():
            continue
        model = BoundedPerceptron(fit_intercept=False).fit(x, y)
        assert model.learnt_ == [True]
        assert np.array_equal(model.predict(x), y)
        assert (np.abs(model.coef_) <= 0.5 + 1e-12).all()
        assert model.statements_[0].startswith(f"Learnt in {model.passes_[0]} pass")


def test_what_comes_back_is_never_learnt():
    x, y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1, 0])
    with pytest.warns(ConvergenceWarning, match="class 1 against the rest: Never learnt: after"):
        model = BoundedPerceptron(inhibition=0.0, eta=0.5, fit_intercept=False).fit(x, y)
    assert model.learnt_ == [False]
    assert "Fewest mistakes after a pass: 1." in model.statements_[0]
    assert model.score(x, y) == 0.5


def test_the_cap_is_said():
    x, y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1, 0])
    with pytest.warns(ConvergenceWarning, match="Not learnt within the cap of 3 passes"):
        model = BoundedPerceptron(inhibition=0.0, max_passes=3).fit(x, y)
    assert model.learnt_ == [None]


def test_digits_are_learnt_each_against_the_rest():
    x, y = load_digits(n_class=4, return_X_y=True)
    model = BoundedPerceptron().fit(x / 16.0, y)
    assert model.learnt_ == [True] * 4
    assert model.score(x / 16.0, y) > 0.98


@pytest.mark.parametrize("cls", [BoundedPerceptron, CyclicPerceptron])
def test_a_call_that_fails_changes_nothing(cls, random):
    x, y = separable(random)
    y[:2] = True, False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = cls(max_passes=50).fit(x, y)
    before = pickle.dumps(model)
    for bad_x, bad_y in ((np.c_[x, np.full(30, np.nan)], y), (x, np.ones(30)), (np.c_[x, x], y[:3])):
        with pytest.raises(ValueError, match="must"):
            model.fit(bad_x, bad_y)
        assert pickle.dumps(model) == before


def test_inputs_must_not_be_negative():
    with pytest.raises(ValueError, match="Negative values in data"):
        BoundedPerceptron().fit([[1.0, -1.0], [0.0, 1.0]], [0, 1])


@pytest.mark.parametrize("max_passes", [7, 3000])
def test_what_is_not_learnt_keeps_the_weights_with_the_fewest_mistakes(max_passes, random):
    x, y = random.random((60, 5)), random.random(60) < 0.5
    with pytest.warns(ConvergenceWarning):
        model = BoundedPerceptron(eta=0.3, max_passes=max_passes).fit(x, y)
    fewest = int(model.statements_[0].rsplit(": ", 1)[1].rstrip("."))
    assert int(np.sum(model.predict(x) != y)) == fewest


def test_at_the_threshold_it_is_silent():
    with pytest.warns(ConvergenceWarning):
        model = BoundedPerceptron(theta=0.0, fit_intercept=False).fit([[0.0, 0.0], [1.0, 0.0]], [1, 0])
    assert model.learnt_ == [False]


def test_the_largest_rate_is_allowed():
    assert BoundedPerceptron(eta=1.0, fit_intercept=False).fit([[1.0, 0.0], [0.0, 1.0]], [1, 0]).learnt_ == [True]
