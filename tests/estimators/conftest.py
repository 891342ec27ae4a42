"""What the tests of the influence learner share."""

from __future__ import annotations

import numpy as np
import pytest

LEARNT = ("classes_", "class_count_", "feature_count_", "weights_", "thresholds_", "coef_", "intercept_", "influences_")


@pytest.fixture
def booleans(random):
    x = random.random((3000, 12)) < np.linspace(0.15, 0.85, 12)
    w = random.choice([-1, 1], 12)
    return x, (2 * x - 1) @ w > 1, w


def assert_same(one, other):
    for name in LEARNT:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
