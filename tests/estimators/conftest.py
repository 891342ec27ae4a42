"""What the tests of the influence learner share, and those of the streaming classifier."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

LEARNT = ("classes_", "class_count_", "feature_count_", "weights_", "thresholds_", "coef_", "intercept_", "influences_")


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
