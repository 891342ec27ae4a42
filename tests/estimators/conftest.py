"""What the tests of estimators share."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris, make_classification

from rosenblatt import InfluenceClassifier

LEARNT = ("classes_", "class_count_", "feature_count_", "weights_", "thresholds_", "coef_", "intercept_", "influences_")
ONLINE = "an online learner: two looks at a row are not one look of twice the weight"
NO_BATCHES = "with threshold='rows' there is no partial_fit, and the error says so"


def exempt(estimator):
    """Return the checks of scikit-learn that an estimator need not pass, and why."""
    if isinstance(estimator, InfluenceClassifier):
        names = (
            "check_fit_score_takes_y",
            "check_n_features_in_after_fitting",
            "check_estimators_partial_fit_n_features",
        )
        return dict.fromkeys(names, NO_BATCHES) if estimator.threshold == "rows" else {}
    names = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")
    return dict.fromkeys(names, ONLINE) if hasattr(estimator, "partial_fit") else {}


@pytest.fixture
def booleans(random):
    x = random.random((3000, 12)) < np.linspace(0.15, 0.85, 12)
    w = random.choice([-1, 1], 12)
    return x, (2 * x - 1) @ w > 1, w


def assert_same(one, other):
    for name in LEARNT:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.fixture
def stream(random):
    x = random.standard_normal((1500, 6)) * [1.0, 50.0, 1e-4, 1.0, 1.0, 1.0]
    x[:, 4] = random.random(1500) < 0.3
    weights = np.array([1.0, 0.02, 1e4, -1.0, 2.0, 0.0])
    return x, np.where(x @ weights + 0.5 * random.standard_normal(1500) > 0.3, "yes", "no")


def text(random, rows=400, words=3000):
    counts = sp.csr_matrix(random.poisson(0.01, (rows, words)).astype(float))
    return counts, (np.asarray(counts[:, :40].sum(axis=1)).ravel() > 0.4).astype(int)


@pytest.fixture
def two():
    x, y = make_classification(400, 9, n_informative=6, random_state=3)
    return x, np.where(y == 1, "yes", "no")


@pytest.fixture
def iris():
    return load_iris(return_X_y=True)
