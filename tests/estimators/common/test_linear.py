"""Fields and classes from weights."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError
from sklearn.utils import get_tags

from rosenblatt.estimators.common.linear import LinearClassifier


class Given(LinearClassifier):
    """A linear classifier whose weights are given."""

    def fit(self, X, y):
        return self


def model(coef, intercept, classes):
    one = Given()
    one.coef_, one.intercept_, one.classes_ = np.array(coef), np.array(intercept), np.array(classes)
    one.n_features_in_ = one.coef_.shape[1]
    return one


def test_two_classes_have_one_field_whose_zero_is_the_first_class():
    two = model([[1.0, -1.0]], [0.5], ["no", "yes"])
    x = np.array([[1.0, 0.0], [0.0, 0.5], [0.0, 2.0]])
    assert two.decision_function(x).tolist() == [1.5, 0.0, -1.5]
    assert two.predict(x).tolist() == ["yes", "no", "no"]
    assert two.decision_function(sp.csr_matrix(x)).tolist() == [1.5, 0.0, -1.5]


def test_of_more_classes_the_largest_field_wins_and_one_is_always_right():
    three = model(np.eye(3), [0.0, 0.0, 0.1], [4, 5, 6])
    x = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 0.0]])
    assert three.decision_function(x).shape == (3, 3)
    assert three.predict(x).tolist() == [4, 5, 6]
    assert model([[1.0]], [0.0], ["only"]).predict([[3.0], [-3.0]]).tolist() == ["only", "only"]


def test_tags_and_what_is_not_fitted():
    assert get_tags(Given()).input_tags.sparse
    with pytest.raises(NotFittedError):
        Given().predict([[1.0]])
