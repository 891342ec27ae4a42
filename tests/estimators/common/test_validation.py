"""What estimators accept: features, labels, numbers and sample weights; a call that fails changes nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.utils import get_tags

import rosenblatt as rb
from rosenblatt.estimators.common import validation
from rosenblatt.estimators.common.validation import LARGEST_WEIGHT, ValidatingEstimator


@pytest.mark.parametrize(
    ("x", "dtype"),
    [
        ([[1, 2], [3, 4]], np.float64),
        (np.array([[1, 2], [3, 4]], dtype=np.float32), np.float32),
        (np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]), np.float64),
        (pd.DataFrame({"a": [1, 3], "b": [2, 4]}), np.float64),
        (np.array([[1, 2], [3, 4]], dtype=object), np.float64),
    ],
)
def test_features_become_arrays_that_kernels_read(x, dtype):
    found = validation.validated_features(ValidatingEstimator(), x, reset=True)
    assert found.dtype == dtype
    assert found.flags.c_contiguous
    assert found.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_sparse_features_become_canonical_and_the_callers_stay():
    twice = sp.csr_matrix(([1.0, 2.0], [0, 0], [0, 2]), shape=(1, 2))
    found = validation.validated_features(ValidatingEstimator(), twice, reset=True)
    assert found.toarray().tolist() == [[3.0, 0.0]]
    assert (found.nnz, twice.nnz) == (1, 2)
    assert get_tags(ValidatingEstimator()).input_tags.sparse
    assert not get_tags(BaseEstimator()).input_tags.sparse


def test_whole_numbers_stay_what_the_classes_are():
    assert validation.classes_of(np.array([0.0, 1.0]), np.array([0, 1])).dtype.kind == "i"
    assert validation.classes_of(np.array([0.0, 1.0]), None).dtype.kind == "f"
    with pytest.raises(ValueError, match="a measurement"):
        validation.classes_of(np.array([0.5]), np.array([0, 1]))


def test_weights_of_zero_are_ignored():
    x, labels = np.arange(6.0).reshape(3, 2), np.array([0, 1, 0])
    for form in (np.asarray, sp.csr_matrix):
        kept, y, weights = validation.weighted_rows(form(x), labels, [2.0, 0.0, 1.0])
        assert (kept.shape, y.tolist(), weights.tolist()) == ((2, 2), [0, 0], [2.0, 1.0])
    assert validation.weighted_rows(x, labels, None)[2].tolist() == [1.0, 1.0, 1.0]
    with pytest.raises(ValueError, match="Negative values"):
        validation.weighted_rows(x, labels, [1.0, -1.0, 1.0])


@pytest.mark.parametrize("weight", [1.1 * LARGEST_WEIGHT, 1e100, 2e200, 1e308])
@pytest.mark.parametrize(
    "learner", [rb.BayesClassifier, rb.BayesRegressor, rb.OnlineClassifier, rb.OnlineRegressor, rb.InfluenceClassifier]
)
def test_weights_that_sum_to_no_number_are_refused_and_change_nothing(learner, weight, random):
    x, y = (random.random((24, 3)) > 0.5).astype(float), np.arange(24) % 2
    model, weights = learner().partial_fit(x, y), np.where(np.arange(24) == 5, weight, 1.0)
    before = model.predict(x)
    with pytest.raises(ValueError, match=r"sample_weight must be at most 1e\+15; got .* in row 5"):
        model.partial_fit(x, y, sample_weight=weights)
    assert np.array_equal(model.predict(x), before)
    assert model.n_examples_ == 24


@pytest.mark.parametrize("learner", [rb.BayesClassifier, rb.BayesRegressor])
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
def test_models_of_the_heaviest_rows_are_sound(learner, size, random, tmp_path):
    x = random.standard_normal((24, 3))
    y = size * x[:, 0] if learner is rb.BayesRegressor else (x[:, 0] > 0.0).astype(int)
    model = learner()
    for _ in range(5):
        model.partial_fit(x, y, sample_weight=np.full(24, LARGEST_WEIGHT))
    model.save(tmp_path / "model")
    assert np.array_equal(rb.load(tmp_path / "model").predict(x), model.predict(x))


def test_a_batch_is_of_the_kind_of_the_classes_that_are_known():
    x, model = np.eye(2), ValidatingEstimator()
    validation.weighted_examples(model, x, ["a", "b"], None, known=None)
    assert validation.weighted_examples(model, x, ["c", "a"], None, known=np.array(["a"]))[1].tolist() == ["c", "a"]
    with pytest.raises(ValueError, match="y must be of one kind; got 1 after 'a'"):
        validation.weighted_examples(model, x, [1, 2], None, known=np.array(["a"]))
    with pytest.raises(ValueError, match="got 0.5, a measurement"):
        validation.weighted_examples(model, x, [0.5, 1.0], None, known=np.array([1]))
    with pytest.raises(ValueError, match="y must have one label for each of the 2 rows of X; got 1"):
        validation.weighted_examples(model, x, [1], None, known=None)


@pytest.mark.parametrize(("labels", "kind"), [([1, 2], "i"), ([True, False], "b"), ([1, 2.0], "f"), (["a", "b"], "O")])
def test_labels_of_objects_become_plain_where_they_can(labels, kind):
    assert validation.plain_labels(np.array(labels, dtype=object)).dtype.kind == kind


def test_numbers_have_one_dimension_or_two():
    assert validation.validated_numbers([1, 2], 2).tolist() == [1.0, 2.0]
    assert validation.validated_numbers([[1, 2], [3, 4]], 2).shape == (2, 2)
    with pytest.raises(ValueError, match="one value for each of the 3 rows of X; got 2"):
        validation.validated_numbers([1, 2], 3)
    with pytest.raises(ValueError, match="requires y"):
        validation.validated_numbers(None, 3)


class Scaling:
    standardise = False


def test_large_features_are_for_those_who_standardise():
    large, bound = np.array([[1.0, -1e101]]), validation.largest_of(Scaling())
    validation.check_values(Scaling(), large)
    validation.check_values(Scaling(), large / 100.0, bound)
    for form in (np.asarray, sp.csr_matrix):
        with pytest.raises(
            ValueError, match="within 1e.100 if it is not standardised; got -1e.101 in row 0, column 1. Take standard"
        ):
            validation.check_values(Scaling(), form(large), bound)
        with pytest.raises(ValueError, match="within 1e.100; got -1e.101 in row 0, column 1. Give such columns in lar"):
            validation.check_values(object(), form(large), bound)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_values_that_are_not_finite_are_found_however_large_the_others_are(kind):
    x = np.full((3, 2), np.finfo(kind).max, dtype=kind)
    validation.check_values(object(), x)
    x[2, 1] = np.nan
    for form in (np.asarray, sp.csr_matrix):
        with pytest.raises(ValueError, match="X must be finite; got NaN in row 2, column 1"):
            validation.check_values(object(), form(x), 1e100)


def test_what_was_learnt_must_be_finite():
    validation.check_learnt("it", np.ones(3), [0.5], 2.0)
    with pytest.raises(FloatingPointError, match="it must learn finite numbers; got NaN or infinity"):
        validation.check_learnt("it", np.ones(3), [np.inf])


class Learner(ValidatingEstimator):
    def __init__(self):
        self.kept, self.replaced = 1, 2

    def change(self, problem):
        with self._draft() as draft:
            draft.replaced, draft.added = 3, 4
            del draft.kept
            if problem is not None:
                raise problem


@pytest.mark.parametrize("problem", [ValueError, KeyboardInterrupt])
def test_what_a_failed_call_replaced_added_or_removed_is_as_before(problem):
    learner = Learner()
    with pytest.raises(problem, match="too late"):
        learner.change(problem("too late"))
    assert vars(learner) == {"kept": 1, "replaced": 2}
    learner.change(None)
    assert vars(learner) == {"replaced": 3, "added": 4}
