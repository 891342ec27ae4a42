"""Products of features against their definition."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.feature_products import fill_products


@pytest.mark.parametrize("features", [1, 2, 5])
def test_products_are_all_pairs_all_features_and_a_one(features, random):
    z = 2.0 * random.standard_normal((20, features))
    out = np.full((20, features * (features - 1) // 2 + features + 1), np.nan)
    fill_products(z, out)
    assert np.array_equal(out, plain_loops.fill_products(z))


def test_the_order_of_the_products():
    assert plain_loops.fill_products(np.array([[2.0, 3.0, 5.0]])).tolist() == [[6.0, 6.0, 9.0, 2.0, 3.0, 3.0, 1.0]]
