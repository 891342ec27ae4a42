"""`InfluenceClassifier`: what it refuses, and what may be changed after something has been counted."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt import InfluenceClassifier
from rosenblatt.estimators.influence.class_counts import ClassCounts
from tests.estimators.conftest import assert_same


class TestLaterChanges:
    """What is set after something has been counted."""

    def test_counting_more_forgets_a_second_pass(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier(threshold="rows").fit(x, y).set_params(threshold="counts")
        assert_same(model, InfluenceClassifier().fit(x, y))
        model = InfluenceClassifier(threshold="rows").fit(x, y.astype(int)).set_params(threshold="counts")
        model.partial_fit(~x, np.where(y, 2, 3))
        whole = InfluenceClassifier().fit(np.vstack([x, ~x]), np.concatenate([y.astype(int), np.where(y, 2, 3)]))
        assert_same(model, whole)
        assert len(model.frame()) == 4 * 12

    def test_rows_cannot_be_asked_for_later(self, booleans):
        model = InfluenceClassifier().fit(booleans[0], booleans[1]).set_params(threshold="rows")
        with pytest.raises(ValueError, match="has not seen all rows"):
            model.predict(booleans[0])

    def test_the_cut_must_stay(self, booleans):
        x, y, _ = booleans
        model, other = (InfluenceClassifier(binarise=b).fit(x.astype(float), y) for b in (0.5, 0.7))
        with pytest.raises(ValueError, match="binarise must be the same in both"):
            model.merge(other)
        model.set_params(binarise=0.1)
        for call in (lambda: model.predict(x), lambda: model.partial_fit(x, y)):
            with pytest.raises(ValueError, match="binarise must stay what it was"):
                call()
        assert model.fit(x, y).score(x, y) == 1.0

    def test_what_makes_no_sense_is_refused_where_it_is_used(self, booleans):
        model = InfluenceClassifier().fit(booleans[0], booleans[1])
        with pytest.raises(ValueError, match="delta must be in"):
            model.set_params(delta=2.0).frame()
        with pytest.raises((TypeError, ValueError), match="epsilon must be"):
            model.set_params(epsilon=[0.1]).predict(booleans[0])

    def test_reading_with_many_epsilons_keeps_one(self, booleans):
        model = InfluenceClassifier().fit(booleans[0], booleans[1])
        size = len(pickle.dumps(model)) if model.weights_.any() else 0
        for epsilon in np.linspace(0.01, 0.5, 50):
            assert model.set_params(epsilon=float(epsilon)).weights_.shape == (1, 12)
        assert len(pickle.dumps(model)) < 1.5 * size


class TestMistakes:
    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ([[1.0, 0.0], [0.5, 1.0]], "got 0.5 in row 1, column 0. Pass binarise="),
            ([[1, 0], [0, 3]], "got 3 in row 1, column 1"),
            ([[1, 0], [0, 0], [-1, 1]], "got -1, 0 and 1 in column 0"),
            ([[1.0, np.nan], [0.0, 1.0]], "got NaN in row 0, column 1"),
            ([["a", "b"], ["c", "d"]], "X must be numeric; got the text 'a'"),
            (sp.csr_matrix([[1, -1], [0, 1]]), "if sparse; got -1 in row 0, column 1"),
        ],
    )
    def test_anything_but_two_values_is_said_where_it_is(self, values, message):
        rows = values.shape[0] if sp.issparse(values) else len(values)
        with pytest.raises(ValueError, match=message):
            InfluenceClassifier().fit(values, np.arange(rows) % 2)

    def test_a_batch_that_fails_changes_nothing(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier().partial_fit(x, y)
        before = pickle.dumps(model)
        strange = x.astype(float)
        strange[-1, -1] = 7.0
        for bad, message in ((strange, "got 7.0"), (2 * x.astype(int) - 1, "-1, 0 and 1"), (x[:, :5], "5 features")):
            with pytest.raises(ValueError, match=message):
                model.partial_fit(bad, y)
        assert pickle.dumps(model) == before

    def test_the_coding_must_be_the_one_that_was_learnt(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier().fit(x, y)
        with pytest.raises(ValueError, match="-1, 0 and 1 in column 0"):
            model.predict(2 * x.astype(int) - 1)

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"epsilon": 0.0}, "epsilon must be in"),
            ({"rare_class": 1.0}, "rare_class must be in"),
            ({"delta": 1.0}, "delta must be in"),
            ({"threshold": "count"}, "Did you mean 'counts'"),
            ({"binarise": "high"}, "binarise must be a number"),
        ],
    )
    def test_parameters_that_make_no_sense_are_refused(self, parameters, message, booleans):
        with pytest.raises((ValueError, TypeError), match=message):
            InfluenceClassifier(**parameters).fit(booleans[0], booleans[1])

    @pytest.mark.parametrize(
        "form",
        [
            lambda x: pd.DataFrame(x.astype(int)).astype("category"),
            lambda x: x.astype(np.float16),
            lambda x: x.astype(np.longdouble),
            lambda x: x.astype(">f8"),
            lambda x: x.astype(">i4"),
            lambda x: pd.DataFrame(x).astype("boolean"),
        ],
    )
    def test_unusual_types_of_the_same_values_are_fine(self, form, booleans):
        x, y, w = booleans
        assert InfluenceClassifier().fit(form(x), y).weights_[0].tolist() == w.tolist()

    def test_dates_and_texts_are_refused(self, booleans):
        y = booleans[1]
        dates = np.full((3000, 2), "2020-01-01", dtype="datetime64[D]")
        with pytest.raises(ValueError, match="got dates or times"):
            InfluenceClassifier().fit(dates, y)
        with pytest.raises(ValueError, match="X must be numeric; got .*'a'"):
            InfluenceClassifier().fit(pd.DataFrame({"v": ["a", "b", "a"]}).astype("category"), [0, 1, 0])

    @pytest.mark.parametrize(
        ("labels", "message"),
        [
            (["a", None, "b"], "got none in row 1"),
            (["a", 1, "b"], "of one kind; got 'a' and 1"),
            ([0.5, 0.25, 1.0], "got 0.5, a measurement"),
        ],
    )
    def test_labels_that_are_no_classes_are_refused_at_any_time(self, labels, message, booleans):
        x = booleans[0][:3].astype(float)
        texts = isinstance(labels[0], str)
        for model in (InfluenceClassifier(), rb.OnlineClassifier()):
            model.partial_fit(x, ["a", "b", "a"] if texts else [0, 1, 0])
            before = pickle.dumps(model)
            with pytest.raises(ValueError, match=message):
                model.partial_fit(x, np.array(labels, dtype=object) if texts else labels)
            assert pickle.dumps(model) == before

    def test_declared_classes_are_checked(self, booleans):
        x, y = booleans[0].astype(float), booleans[1].astype(int)
        for model in (InfluenceClassifier(), rb.OnlineClassifier()):
            for bad, message in (([], "at least one class"), ([0, 1, None], "got none in row 2")):
                with pytest.raises(ValueError, match=message):
                    model.partial_fit(x, y, classes=bad)
            model.partial_fit(x, y, classes={0, 1})
            with pytest.raises(ValueError, match="classes must be those of the first call"):
                model.partial_fit(x, y, classes=[0, 1, 2])

    def test_weights_must_add_up_to_something_finite(self, booleans):
        x, y, _ = booleans
        with pytest.raises(ValueError, match="sample_weight must have a finite sum"):
            ClassCounts.of(x, y, np.full(3000, 1e307), str)

    def test_rows_need_all_rows_at_once(self, booleans):
        with pytest.raises(ValueError, match="threshold must be 'counts' for partial_fit"):
            InfluenceClassifier(threshold="rows").partial_fit(booleans[0], booleans[1])

    def test_sparse_columns_cannot_be_cut_below_0(self, booleans):
        with pytest.raises(ValueError, match="binarise must not be negative for sparse"):
            InfluenceClassifier(binarise=-1.0).fit(sp.csr_matrix(booleans[0]), booleans[1])
