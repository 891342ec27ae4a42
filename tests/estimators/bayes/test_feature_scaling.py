"""How features are scaled: standardised, as logarithms of counts, or not at all."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling


def test_dense_rows_are_standardised_and_end_with_the_input_of_the_intercept(random):
    x = random.standard_normal((500, 3)) * [1.0, 100.0, 1e-3] + [0.0, 7.0, 0.0]
    scaling = FeatureScaling.new(3, standardise=True, sparse=False)
    seen = scaling.learn_and_look(x, np.ones(500))
    assert (seen[:, -1] == 1.0).all()
    assert seen[100:, :-1].std(axis=0) == pytest.approx([1.0] * 3, abs=0.15)
    assert scaling.factor() == pytest.approx(1.0 / x.std(axis=0), rel=0.02)
    assert scaling.centre() == pytest.approx(x.mean(axis=0), abs=0.5)


def test_who_only_looks_learns_nothing(random):
    x = random.standard_normal((50, 2))
    for form, sparse in ((np.asarray, False), (sp.csr_matrix, True)):
        scaling = FeatureScaling.new(2, standardise=True, sparse=sparse)
        scaling.learn_and_look(form(x[:40]), np.ones(40))
        before = {name: array.copy() for name, array in scaling.arrays().items()}
        asked = scaling.look(form(x[40:41]))
        for name, array in scaling.arrays().items():
            assert np.array_equal(array, before[name])
        learnt = scaling.learn_and_look(form(x[40:41]), np.ones(1))
        dense = [rows.toarray() if sparse else rows for rows in (asked, learnt)]
        assert dense[0] == pytest.approx(dense[1], abs=1e-12)


def test_without_standardising_nothing_changes(random):
    x = random.standard_normal((5, 2))
    scaling = FeatureScaling.new(2, standardise=False, sparse=False)
    assert np.array_equal(scaling.learn_and_look(x, np.ones(5)), np.column_stack([x, np.ones(5)]))
    assert np.array_equal(scaling.look(sp.csr_matrix(x)), np.column_stack([x, np.ones(5)]))
    assert scaling.arrays() == {}
    assert (scaling.factor().tolist(), scaling.centre().tolist()) == ([1.0, 1.0], [0.0, 0.0])


def test_weights_in_the_units_of_the_data_give_the_same_fields(random):
    x = random.standard_normal((300, 2)) * [3.0, 0.1] + [1.0, -5.0]
    scaling = FeatureScaling.new(2, standardise=True, sparse=False)
    scaling.learn_and_look(x, np.ones(300))
    weights = random.standard_normal((4, 3))
    scaled = (x - scaling.centre()) * scaling.factor()
    fields = np.column_stack([scaled, np.ones(300)]) @ weights.T
    assert np.column_stack([x, np.ones(300)]) @ scaling.in_units(weights).T == pytest.approx(fields)


@pytest.mark.parametrize("how", [(True, False), (True, True), (False, False)])
def test_arrays_and_back(how, random):
    standardise, sparse = how
    x = random.poisson(1.0, (30, 2)).astype(float) * 2.0
    rows = sp.csr_matrix(x) if sparse else x
    scaling = FeatureScaling.new(2, standardise=standardise, sparse=sparse)
    scaling.learn_and_look(rows, np.ones(30))
    count = scaling.scaler.count if scaling.scaler is not None else 0.0
    back = FeatureScaling.of_arrays(2, sparse, count, scaling.arrays())
    seen = [one.look(rows) for one in (scaling, back)]
    assert np.array_equal(*(one.toarray() if sparse else one for one in seen))


@pytest.mark.parametrize("standardise", [True, False])
def test_gaps_of_dense_rows_are_not_there_where_rows_are_seen_as_sparse(standardise):
    rows = np.array([[2.0, np.nan], [np.nan, 1.0]])
    scaling, without = (FeatureScaling.new(2, standardise=standardise, sparse=True) for _ in range(2))
    seen = scaling.learn_and_look(rows, np.ones(2)).toarray()
    assert np.array_equal(seen, without.learn_and_look(np.nan_to_num(rows), np.ones(2)).toarray())
    assert np.array_equal(seen > 0.0, np.eye(2) > 0.0)
