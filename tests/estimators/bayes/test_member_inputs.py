"""How members see rows: as they are, by hat functions, by products."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.bayes.member_inputs import (
    as_it_is,
    by_curves,
    by_products,
    curve_inputs,
    product_inputs,
    times,
)


@pytest.fixture
def x(random):
    return np.column_stack([random.standard_normal((20, 3)), np.ones(20)])


def test_products_are_products(x):
    seen = by_products(x)
    assert seen.shape == (20, product_inputs(4))
    pairs = [x[:, i] * x[:, j] for i in range(3) for j in range(i)]
    for column in (*pairs, *x[:, :3].T, x[:, 3]):
        assert np.isclose(seen, column[:, None]).all(axis=0).any()
    assert (seen[:, -1] == 1.0).all()


def test_hats_of_a_feature_add_up_to_one(x):
    seen = by_curves(x)
    inputs = curve_inputs(4, sparse=False)
    hats = times(seen, np.eye(inputs))[:-1].T
    assert hats.shape == (20, inputs - 1)
    assert hats.sum(axis=1) == pytest.approx(3.0)
    assert ((hats > 0.0).sum(axis=1) <= 2 * 3).all()


def test_sparse_rows_are_values_or_whether_there_is_one(random):
    rows = sp.csr_matrix(random.poisson(0.5, (10, 6)).astype(float))
    rows.data[0] = 0.0  # stored, but nothing
    for view, plain in ((as_it_is, rows.toarray()), (by_curves, (rows.toarray() != 0.0).astype(float))):
        weights = random.standard_normal((2, curve_inputs(7, sparse=True)))
        with_ones = np.column_stack([plain, np.ones(10)])
        assert times(view(rows), weights) == pytest.approx(weights @ with_ones.T)
        assert times(view(rows), weights, squared=True) == pytest.approx(weights @ (with_ones**2).T)


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("rows", [1, 20])
def test_stored_rows_are_multiplied_as_dense_ones(rows, squared, random):
    x = np.where(random.random((rows, 40)) < 0.2, random.standard_normal((rows, 40)), 0.0)  # 1 row: fewer than inputs
    weights = random.standard_normal((3, 41))
    dense = times(np.column_stack([x, np.ones(rows)]), weights, squared=squared)
    assert times(as_it_is(sp.csr_matrix(x)), weights, squared=squared) == pytest.approx(dense, rel=1e-12)
