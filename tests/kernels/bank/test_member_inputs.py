"""Hats and products of features against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.member_inputs import KNOTS, LAST_KNOT, STEP, views_kernel
from rosenblatt.kernels.bank.members import NO_ROWS, NOT_STORED


def test_hats_are_those_of_the_definition(random):
    z = random.standard_normal((50, 4)) * 2.0
    z[0] = [0.0, 0.5, -LAST_KNOT, LAST_KNOT]  # nothing, a knot, both ends
    z[1] = [-100.0, 1e300, 1e-300, -1e-300]
    room = 2 * z.size
    values, columns, starts = np.empty(room), np.empty(room, dtype=np.uint64), np.zeros(51, dtype=np.int64)
    views_kernel()(np.column_stack([z, np.ones(50)]), values, columns, starts, NO_ROWS)
    count = starts[-1]
    hats = sp.csr_matrix((values[:count], columns[:count].astype(int), starts), shape=(50, 4 * KNOTS)).toarray()
    assert hats == pytest.approx(plain_loops.fill_hats(z), abs=1e-14)
    # Two hats add up to 1, and a sum of hats weighted by the knots is the value itself.
    knots = STEP * np.arange(KNOTS) - LAST_KNOT
    assert (hats.reshape(50, 4, KNOTS) @ knots)[2:] == pytest.approx(np.clip(z, -LAST_KNOT, LAST_KNOT)[2:], abs=1e-13)
    assert starts[1] == 3  # hats that are 0 are not stored


@pytest.mark.parametrize("features", [1, 2, 5])
def test_products_are_all_pairs_all_features_and_a_one(features, random):
    z = 2.0 * random.standard_normal((20, features))
    out = np.full((20, features * (features - 1) // 2 + features + 1), np.nan)
    views_kernel()(np.column_stack([z, np.ones(20)]), *NOT_STORED, out)
    assert np.array_equal(out, plain_loops.fill_products(z))


def test_the_order_of_the_products():
    assert plain_loops.fill_products(np.array([[2.0, 3.0, 5.0]])).tolist() == [[6.0, 6.0, 9.0, 2.0, 3.0, 3.0, 1.0]]
