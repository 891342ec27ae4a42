"""`InfluenceClassifier`: codings, batches, shards, and guarantees."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

import rosenblatt as rb
from rosenblatt import InfluenceClassifier, signs
from rosenblatt.batch.influence import guaranteed_error, sample_size
from tests.estimators.conftest import LEARNT, assert_same


@pytest.fixture
def many(random):
    x = random.random((2000, 6)) < 0.5
    return x, np.array(["few", "some", "many"])[np.digitize(x.sum(axis=1), [2.5, 3.5])]


CODINGS = {
    "bool": lambda x: x,
    "0/1 int8": lambda x: x.astype(np.int8),
    "0/1 float": lambda x: x.astype(float),
    "+1/-1 int": lambda x: 2 * x.astype(int) - 1,
    "+1/-1 float32": lambda x: (2 * x - 1).astype(np.float32),
    "list": lambda x: x.astype(int).tolist(),
    "object": lambda x: x.astype(int).astype(object),
    "csr": lambda x: sp.csr_matrix(x),
    "csr float": lambda x: sp.csr_array(x.astype(float)),
    "fortran": lambda x: np.asfortranarray(x),
    "frame": lambda x: pd.DataFrame(x),
    "arrow": lambda x: pa.table({f"v{i}": x[:, i] for i in range(x.shape[1])}),
}


@pytest.mark.parametrize("threshold", ["counts", "rows"])
@pytest.mark.parametrize("coding", CODINGS)
def test_every_coding_of_two_values_gives_the_same_perceptron(coding, threshold, booleans):
    x, y, w = booleans
    model = InfluenceClassifier(threshold=threshold).fit(CODINGS[coding](x), y)
    assert model.weights_[0].tolist() == w.tolist()
    assert np.array_equal(model.predict(CODINGS[coding](x)), y)
    assert np.array_equal(model.decision_function(CODINGS[coding](x)), (2 * x - 1) @ w - model.thresholds_[0])
    plain = np.asarray(CODINGS[coding](x).toarray() if "csr" in coding else CODINGS[coding](x)).astype(float)
    assert plain @ model.coef_[0] + model.intercept_[0] == pytest.approx(model.decision_function(CODINGS[coding](x)))


def test_columns_may_be_coded_each_in_its_way(booleans):
    x, y, w = booleans
    mixed = np.where(np.arange(12) % 2, x, 2 * x.astype(int) - 1)
    model = InfluenceClassifier().fit(mixed, y)
    assert model.weights_[0].tolist() == w.tolist()
    assert model.score(mixed, y) == 1.0


def test_the_error_that_it_makes_is_the_exact_one(booleans, random):
    x, y, w = booleans
    for few in (25, 15, 10, 8, 6):  # until they are so few that it errs
        model = InfluenceClassifier().partial_fit(x[:few], y[:few])
        exact = signs.disagreement(np.linspace(0.15, 0.85, 12), w, 1, model.weights_[0], model.thresholds_[0])
        if exact > 0.0:
            break
    fresh = random.random((100_000, 12)) < np.linspace(0.15, 0.85, 12)
    wrong = np.mean(model.predict(fresh) != ((2 * fresh - 1) @ w > 1))
    assert exact > 0.0
    assert abs(wrong - exact) < 4 * np.sqrt(exact / 100_000)


class TestShards:
    def test_batches_equal_one_pass(self, booleans):
        x, y, _ = booleans
        whole, parts = InfluenceClassifier().fit(x, y), InfluenceClassifier()
        for first in range(0, 3000, 271):
            parts.partial_fit(x[first : first + 271], y[first : first + 271])
        assert_same(parts, whole)
        assert parts.n_examples_ == 3000

    @pytest.mark.parametrize("cut", [1, 37, 1999])
    def test_merging_equals_one_pass_over_both(self, cut, many):
        x, y = many
        whole = InfluenceClassifier().fit(x, y)
        a = InfluenceClassifier().partial_fit(x[:cut], y[:cut])
        b = InfluenceClassifier().partial_fit(x[cut:], y[cut:])
        assert_same(clone(a).partial_fit(x[:cut], y[:cut]).merge(b), whole)
        assert_same(b.merge(a), whole)

    def test_merging_adds_weights_classes_and_leaves_the_other_alone(self, booleans, random):
        x, y, _ = booleans
        labels, weights = np.where(y, "b", "c"), random.integers(0, 5, 3000)
        labels[:500] = "a"
        a = InfluenceClassifier().partial_fit(x[:500], labels[:500], sample_weight=weights[:500])
        b = InfluenceClassifier().partial_fit(x[500:], labels[500:], sample_weight=weights[500:])
        before = pickle.dumps(b)
        assert a.merge(b) is a
        assert_same(a, InfluenceClassifier().fit(x, labels, sample_weight=weights))
        assert pickle.dumps(b) == before
        assert a.classes_.tolist() == ["a", "b", "c"]

    def test_a_declared_model_merged_with_an_open_one_is_open(self, many):
        x, y = many
        two = y != "some"
        model = InfluenceClassifier().partial_fit(x[two], y[two], classes=["few", "many"])
        model.merge(InfluenceClassifier().partial_fit(x[two], y[two])).partial_fit(x, y)
        assert model.classes_.tolist() == ["few", "many", "some"]

    def test_what_cannot_be_merged_is_said_and_changes_nothing(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier().fit(x, y)
        before = pickle.dumps(model)
        narrow = InfluenceClassifier().fit(x[:, :5], y)
        named = InfluenceClassifier().fit(pd.DataFrame(x, columns=list("abcdefghijkl")), y)
        for other, error, message in (
            (narrow, ValueError, "same 12 features"),
            (named, ValueError, "same 12 features"),
            (InfluenceClassifier(), NotFittedError, "not fitted"),
            (rb.OnlineClassifier().fit(x, y), TypeError, "Merge like with like"),
            (InfluenceClassifier(threshold="rows").fit(x, y), ValueError, "'counts' for merge"),
            (InfluenceClassifier().fit(2 * x.astype(int) - 1, y), ValueError, "-1, 0 and 1 in column 0"),
            (InfluenceClassifier().fit(x, np.where(y, "yes", "no")), ValueError, "of one kind"),
        ):
            with pytest.raises(error, match=message):
                model.merge(other)
        assert pickle.dumps(model) == before

    def test_a_row_of_weight_3_is_three_rows(self, booleans):
        x, y, _ = booleans
        weights = np.arange(3000) % 4
        repeated = InfluenceClassifier().fit(np.repeat(x, weights, axis=0), np.repeat(y, weights))
        for form in (np.asarray, sp.csr_matrix):
            assert_same(InfluenceClassifier().fit(form(x), y, sample_weight=weights), repeated)
        rows = InfluenceClassifier(threshold="rows")
        assert_same(
            clone(rows).fit(x, y, sample_weight=weights),
            rows.fit(np.repeat(x, weights, axis=0), np.repeat(y, weights)),
        )


class TestClasses:
    def test_each_is_learnt_against_the_rest_with_its_share_of_epsilon(self, many):
        x, y = many
        model = InfluenceClassifier(epsilon=0.06).fit(x, y)
        for k, one in enumerate(model.classes_):
            alone = InfluenceClassifier(epsilon=0.02).fit(x, y == one)
            assert np.array_equal(model.weights_[k], alone.weights_[0])
            assert model.thresholds_[k] == alone.thresholds_[0]

    def test_a_class_that_appears_late_ends_as_if_it_had_been_declared(self, many):
        x, y = many
        order = np.argsort(y == "many", kind="stable")
        late, declared = InfluenceClassifier(), InfluenceClassifier()
        for part in np.array_split(order, 7):
            late.partial_fit(x[part], y[part])
            declared.partial_fit(x[part], y[part], classes=["few", "some", "many"])
        assert_same(late, declared)

    def test_one_class_is_an_error_for_fit_and_an_answer_for_partial_fit(self, booleans):
        x, _, _ = booleans
        with pytest.raises(ValueError, match="at least 2 classes"):
            InfluenceClassifier().fit(x, np.ones(3000))
        assert set(InfluenceClassifier().partial_fit(x, np.ones(3000)).predict(x)) == {1.0}
        for only in (0, 1):
            model = InfluenceClassifier().partial_fit(x, np.full(3000, only), classes=[0, 1])
            assert set(model.predict(x)) == {only}
            assert model.statements_ == [f"Always {'+1' if only else '-1'}: 1 of the examples are."]

    def test_an_undeclared_class_is_refused_and_changes_nothing(self, many):
        x, y = many
        model = InfluenceClassifier().partial_fit(x[y != "many"], y[y != "many"], classes=["few", "some"])
        before = pickle.dumps(model)
        with pytest.raises(ValueError, match="declared classes"):
            model.partial_fit(x, y)
        assert pickle.dumps(model) == before


class TestReport:
    def test_the_guarantee_is_none_until_the_sample_is_large_enough(self):
        x, y = np.array([[0], [1]]), np.array([0, 1])
        small = InfluenceClassifier().fit(x, y)
        assert small.guaranteed_error_ is None
        m = sample_size(1, 0.4, 0.05)
        large = InfluenceClassifier().fit(x, y, sample_weight=[m / 2, m / 2])
        assert large.guaranteed_error_ == pytest.approx(0.4, rel=1e-9)
        assert large.set_params(delta=0.5).guaranteed_error_ < 0.4

    def test_it_is_shared_by_the_classes_and_void_under_noise(self):
        x, y = np.array([[0], [1], [1]]), np.array([0, 1, 2])
        m = 3 * sample_size(1, 0.1, 0.05)
        model = InfluenceClassifier().fit(x, y, sample_weight=np.full(3, m / 3))
        assert model.guaranteed_error_ == pytest.approx(3 * guaranteed_error(1, m, 0.05 / 3), rel=1e-12)
        assert model.set_params(noise=0.1).guaranteed_error_ is None
        assert model.typical_error_ == rb.ClippedHebb.disagreement(m, 0.1)

    def test_intervals_share_delta_and_stay_within_their_range(self, many):
        x, y = many
        x = np.hstack([x, np.ones((len(x), 1), dtype=bool)])
        model = InfluenceClassifier(delta=0.3).fit(x, y)
        counts = model.counts_.against_rest(1)
        assert np.array_equal(model.influence_intervals_[1], counts.influence_intervals(0.9))
        ends = model.set_params(noise=0.4).influence_intervals_
        assert np.abs(ends).max() == 2.0

    def test_the_average_case_stands_beside_it(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier().fit(x[:60], y[:60])
        expected = rb.learning_curve("clipped-hebb", 60 / 12).frame["disagreement"][0]
        assert model.typical_error_ == pytest.approx(expected, rel=1e-9)

    def test_the_table_has_all_variables(self, booleans):
        x, y, w = booleans
        x = np.hstack([x, np.ones((3000, 1), dtype=bool)])
        table = InfluenceClassifier().fit(pd.DataFrame(x, columns=list("abcdefghijklm")), y).frame()
        assert table["variable"].tolist() == list("abcdefghijklm")
        assert table["weight"].tolist() == [*w, 0]
        assert table["neglected"].tolist() == [False] * 12 + [True]
        assert (table["low"] <= table["influence"]).all()
        assert (table["influence"] <= table["high"]).all()
        assert table["probability"].tolist() == pytest.approx(x.mean(axis=0))

    def test_counts_are_read_with_the_present_epsilon(self, booleans):
        x, y, _ = booleans
        model = InfluenceClassifier(epsilon=0.05).fit(x, y)
        assert np.abs(model.weights_).sum() == 12
        rare = 0.9 if y.mean() > 0.5 else y.mean() / 0.75 + 0.01
        assert_same(model.set_params(epsilon=rare), InfluenceClassifier(epsilon=rare).fit(x, y))

    @pytest.mark.parametrize("threshold", ["counts", "rows"])
    def test_the_printed_tests_of_steps_2_and_3_can_be_selected(self, threshold, random):
        # One label of 32 is +1: rarer than 3 epsilon/4, but not than epsilon/4.
        x = random.random((20_000, 5)) < 0.5
        y = (2 * x - 1).sum(axis=1) > 3
        model = InfluenceClassifier(epsilon=0.08, threshold=threshold).fit(x, y)
        assert model.weights_.tolist() == [[0] * 5]
        printed = InfluenceClassifier(epsilon=0.08, threshold=threshold, rare_class=0.25).fit(x, y)
        assert printed.weights_.tolist() == [[1] * 5]
        if threshold == "counts":
            assert model.set_params(rare_class=0.25).weights_.tolist() == [[1] * 5]

    def test_nothing_is_there_before_it_is_fitted(self, booleans):
        model = InfluenceClassifier()
        for name in LEARNT:
            assert not hasattr(model, name)
        with pytest.raises(NotFittedError):
            model.predict(booleans[0])


@pytest.mark.parametrize("threshold", ["counts", "rows"])
def test_known_noise_is_taken_out(threshold, random):
    n, m, noise = 15, 50_000, 0.2
    x, w = random.random((m, n)) < 0.5, random.choice([-1, 1], n)
    clean = (2 * x - 1) @ w > 4
    noisy = clean ^ (random.random(m) < noise)
    model = InfluenceClassifier(threshold=threshold, noise=noise, epsilon=0.1).fit(x, noisy)
    assert signs.disagreement(np.full(n, 0.5), w, 4, model.weights_[0], model.thresholds_[0]) < 1e-9
    unaware = InfluenceClassifier(threshold=threshold, epsilon=0.1).fit(x, noisy)
    assert signs.disagreement(np.full(n, 0.5), w, 4, unaware.weights_[0], unaware.thresholds_[0]) > 0.05
    assert model.influences_ == pytest.approx(unaware.influences_ / 0.6)
    assert model.influence_intervals_ == pytest.approx(unaware.influence_intervals_ / 0.6)
    assert model.guaranteed_error_ is None


def test_a_silent_perceptron_says_so():
    x = np.array([[0, 1, 1, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]])
    model = InfluenceClassifier(threshold="rows", epsilon=0.1).fit(x, [1, 0, 0, 1])
    assert "It always answers -1" in model.statements_[0]
    assert set(model.predict(x)) == {0}


def test_large_epsilon_answers_the_majority():
    x = np.zeros((40, 2), dtype=bool)
    for positive in (13, 27):
        model = InfluenceClassifier(epsilon=0.9).fit(x, np.arange(40) < positive)
        assert set(model.predict(x)) == {positive > 20}


def test_binarise_cuts_columns_in_two(booleans, random):
    x, y, w = booleans
    real = np.where(x, 3.0 + random.random(x.shape), -random.random(x.shape))
    model = InfluenceClassifier(binarise=1.5).fit(real, y)
    assert model.weights_[0].tolist() == w.tolist()
    assert model.score(real, y) == 1.0


def test_a_value_at_the_cut_is_below_it():
    x = np.array([[0.5, 0.6], [0.4, 0.5]])
    assert InfluenceClassifier(binarise=0.5).fit(x, [0, 1]).feature_count_.tolist() == [[0.0, 1.0], [0.0, 0.0]]
    zero = np.array([[0.0, 2.0], [3.0, 0.0]])
    dense, sparse = (InfluenceClassifier(binarise=0.0).fit(form(zero), [0, 1]) for form in (np.asarray, sp.csr_matrix))
    assert_same(dense, sparse)


def test_known_noise_gives_the_exact_threshold_by_rows(random):
    x, w = random.random((200_000, 9)) < 0.5, np.ones(9, dtype=int)
    clean = (2 * x - 1).sum(axis=1) > 2
    noisy = clean ^ (random.random(len(x)) < 0.2)
    model = InfluenceClassifier(threshold="rows", noise=0.2, epsilon=0.2).fit(x, noisy)
    assert model.weights_[0].tolist() == w.tolist()
    assert model.thresholds_[0] in (1, 2)


def test_single_examples_by_name(booleans):
    x, y, _ = booleans
    names = list("abcdefghijkl")
    model = InfluenceClassifier()
    for row, label in zip(x[:200], y[:200], strict=True):
        model.learn_one(dict(zip(names, row.tolist(), strict=True)), bool(label))
    whole = InfluenceClassifier().fit(pd.DataFrame(x[:200], columns=names), y[:200])
    assert_same(model, whole)
    assert model.predict_one(dict(zip(names, x[0].tolist(), strict=True))) == whole.predict(
        pd.DataFrame(x[:1], columns=names)
    )


def test_it_is_cloned_pickled_and_searched(booleans):
    x, y, _ = booleans
    model = InfluenceClassifier(epsilon=0.1).fit(x, y)
    assert_same(pickle.loads(pickle.dumps(model)), model)
    search = GridSearchCV(InfluenceClassifier(), {"epsilon": [0.05, 0.2]}, n_jobs=2, cv=2).fit(x, y)
    assert search.best_score_ > 0.95


def test_it_needs_little_memory_beyond_the_rows(random):
    import tracemalloc

    x = random.integers(0, 2, (200_000, 100), dtype=np.uint8).view(bool)
    y = x[:, :50].sum(axis=1) > x[:, 50:].sum(axis=1)
    InfluenceClassifier().fit(x[:100], y[:100])
    tracemalloc.start()
    InfluenceClassifier().fit(x, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10e6  # the rows are 20 MB; nothing of their size is made


@pytest.mark.parametrize("labels", [[0, 1], [True, False], ["a", "b"]])
def test_classes_keep_their_kind(labels):
    model = InfluenceClassifier().partial_fit([[0, 1], [1, 0]], labels)
    assert model.classes_.dtype.kind == np.array(labels).dtype.kind
    assert model.predict([[0, 1]]).dtype.kind == np.array(labels).dtype.kind
