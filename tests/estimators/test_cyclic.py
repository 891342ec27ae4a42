"""The perceptron algorithm as an estimator: planes where there are some, statements where there are none."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs
from sklearn.exceptions import ConvergenceWarning

from rosenblatt import CyclicPerceptron


def test_separable_classes_are_separated():
    x, y = make_blobs(300, centers=[[0, 0], [6, 0], [0, 6]], random_state=5, cluster_std=0.4)
    model = CyclicPerceptron().fit(x, y)
    assert model.separable_ == [True, True, True]
    assert model.score(x, y) == 1.0
    assert all("Separated after" in statement for statement in model.statements_)


def test_classes_that_no_plane_separates_are_named_in_a_warning():
    x, y = load_iris(return_X_y=True)
    message = "class True against the rest: Not linearly separable: proved by a linear program"
    with pytest.warns(ConvergenceWarning, match=message):
        model = CyclicPerceptron().fit(x, y == 1)
    assert model.separable_ == [False]
    assert CyclicPerceptron().fit(x, y == 0).separable_ == [True]
    assert np.isfinite(model.coef_).all()


def test_the_cap_is_said_apart_from_the_proof():
    x, y = load_iris(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match="within the cap of 5 passes"):
        model = CyclicPerceptron(max_passes=5).fit(x, y == 1)
    assert model.separable_ == [None]


def test_one_class():
    with pytest.raises(ValueError, match="y must have at least 2 classes; got 1 class, .0.. Add rows"):
        CyclicPerceptron().fit(np.zeros((3, 2)), [0, 0, 0])


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_it_goes_on_from_given_weights(fit_intercept):
    x, y = make_blobs(300, centers=[[6, 0], [-3, 5], [-3, -5]], random_state=5, cluster_std=0.4)
    for labels in (y, y == 0):
        model = CyclicPerceptron(fit_intercept=fit_intercept).fit(x, labels)
        intercept = model.intercept_ if fit_intercept else None
        again = CyclicPerceptron(fit_intercept=fit_intercept).fit(x, labels, model.coef_, intercept)
        assert sum(model.corrections_) > sum(again.corrections_) == 0
        assert again.coef_.tolist() == model.coef_.tolist()
        assert again.intercept_.tolist() == model.intercept_.tolist()


def test_one_row_of_weights_may_be_flat():
    x, y = make_blobs(100, centers=2, random_state=0, cluster_std=0.5)
    flat, row = (CyclicPerceptron().fit(x, y, coef, 3.0) for coef in ([5.0, -7.0], [[5.0, -7.0]]))
    assert flat.coef_.tolist() == row.coef_.tolist() != CyclicPerceptron().fit(x, y).coef_.tolist()


def test_weights_that_do_not_fit_are_refused_and_leave_the_model_as_it_was():
    x, y = make_blobs(100, centers=2, random_state=0, cluster_std=0.5)
    model = CyclicPerceptron().fit(x, y)
    before = model.coef_.copy()
    with pytest.raises(ValueError, match=r"coef_init must have shape \(1, 2\); got \(3,\). Leave it out"):
        model.fit(x, y, coef_init=[1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="intercept_init must be finite"):
        model.fit(x, y, intercept_init=[np.inf])
    with pytest.raises(ValueError, match="intercept_init must be None without fit_intercept; got 1.0"):
        CyclicPerceptron(fit_intercept=False).fit(x, y, intercept_init=1.0)
    assert model.coef_.tolist() == before.tolist()


def test_what_is_not_finite_is_refused_and_the_old_planes_stay():
    x, y = make_blobs(60, centers=2, random_state=0, cluster_std=0.5)
    model = CyclicPerceptron().fit(x, y)
    before = model.coef_
    with pytest.raises(
        ValueError, match=r"X must be within 1e\+100; got .*e\+200 in row 0, column 0. Give such columns"
    ):
        model.fit(x * 1e200, y)
    with pytest.raises(FloatingPointError, match="CyclicPerceptron must learn finite numbers"):
        model.set_params(eta=1e300).fit(x * 1e90, y)
    assert model.coef_ is before
