"""What a classifier says of itself, once it has learnt."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from rosenblatt import BayesClassifier

NAMES = [
    *("classes_", "banks_", "coef_", "intercept_", "covariance_", "bank_weights_", "bank_", "noise_", "drift_"),
    *("expected_error_", "n_examples_", "features_", "coefficients_"),
]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_known_before_the_first_row(name, stream):
    with pytest.raises(NotFittedError, match="this BayesClassifier has learnt nothing yet"):
        getattr(BayesClassifier(), name)
    assert getattr(BayesClassifier().fit(*stream), name) is not None


@pytest.mark.parametrize("classes", [2, 3])
def test_there_is_one_of_each_for_every_class_of_many(classes, stream):
    x, y = stream
    y = (y == "yes").astype(int) + (x[:, 0] > 1.0) * (classes == 3)
    model = BayesClassifier().fit(x, y)
    number, members = (1 if classes == 2 else 3), len(model.bank_) // (1 if classes == 2 else 3)
    shapes = (number, members) if number > 1 else (members,)
    assert model.bank_weights_.shape == shapes
    assert np.shape(model.noise_) == np.shape(model.drift_) == (() if number == 1 else (3,))
    assert model.coef_.shape == (number, x.shape[1])
    assert model.intercept_.shape == (number,)
    assert len(model.features_) == x.shape[1]
