"""What two models must have in common."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from rosenblatt import CyclicPerceptron, OnlineClassifier
from rosenblatt.estimators.common.merging_checks import check_same_features, feature_names

X, Y = np.array([[0.0, 1.0], [1.0, 0.0]]), [0, 1]


def fitted(columns=None):
    return OnlineClassifier().fit(X if columns is None else pd.DataFrame(X, columns=columns), Y)


def test_the_same_features_in_the_same_order():
    check_same_features(fitted(), fitted())
    check_same_features(fitted(["a", "b"]), fitted(["a", "b"]))
    assert (feature_names(fitted()), feature_names(fitted(["a", "b"]))) == ([], ["a", "b"])


@pytest.mark.parametrize(
    ("other", "got"),
    [
        (lambda: fitted(["b", "a"]), r"got 2, \['b', 'a'\]. Reorder"),
        (fitted, "got 2, without names"),
        (lambda: OnlineClassifier().fit(X[:, :1], Y), "got 1, without names"),
    ],
    ids=["order", "names", "number"],
)
def test_other_features(other, got):
    with pytest.raises(ValueError, match=f"other must have the same 2 features in the same order; {got}"):
        check_same_features(fitted(["a", "b"]), other())


def test_another_kind_and_a_model_that_has_learnt_nothing():
    with pytest.raises(TypeError, match="class OnlineClassifier; got CyclicPerceptron. Merge like with like"):
        check_same_features(fitted(), CyclicPerceptron().fit(X, Y))
    for pair in ((fitted(), OnlineClassifier()), (OnlineClassifier(), fitted())):
        with pytest.raises(NotFittedError):
            check_same_features(*pair)
