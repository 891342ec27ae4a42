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
