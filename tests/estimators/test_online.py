"""`OnlineClassifier` against a naive loop, with classes declared and late, and what users do to it."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pandas as pd
import pyarrow
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV

import rosenblatt as rb
from rosenblatt import OnlineClassifier
from rosenblatt.kernels import plain_loops
from rosenblatt.scenario import SignChannel
from tests.helpers import by_name
from tests.helpers.rules import HEBBIAN, margin

# The adatron learns its first row in a way of its own: test_adatron has its naive loop.
OF_SIGNS = [rule for rule in (cls() for cls in HEBBIAN if issubclass(cls.labels, SignChannel)) if not rule.needs_start]


@pytest.mark.parametrize("rule", [*OF_SIGNS, rb.Hebb(weight_decay=0.3), margin()], ids=by_name)
def test_it_is_the_naive_loop(rule, two):
    x, y = two
    model = OnlineClassifier(rule).fit(x, y)
    rows = np.hstack([x, np.ones((len(x), 1))])
    labels, scale = np.where(y == "yes", 1.0, -1.0), rule.scale_on_data(10)
    naive = rule.readout().apply(plain_loops.hebbian_rows(rule, rows, labels, scale))
    assert model.coef_[0] == pytest.approx(naive[:-1], rel=1e-9)
    assert model.intercept_[0] == pytest.approx(naive[-1], rel=1e-9)
    assert model.decision_function(x) == pytest.approx(x @ naive[:-1] + naive[-1], rel=1e-9)


def test_each_class_has_its_student_against_the_rest(iris):
    x, y = iris
    model = OnlineClassifier().fit(x, y)
    for k, one in enumerate(model.classes_):
        alone = OnlineClassifier().fit(x, y == one)
        assert np.array_equal(model.coef_[k], alone.coef_[0])


@pytest.mark.parametrize("standardise", [False, True])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, lambda x: x.astype(np.float32)], ids=["f64", "csr", "f32"])
@pytest.mark.parametrize("declared", [True, False])
def test_a_batch_equals_its_rows(form, standardise, declared, iris, random):
    x, y = iris
    order = random.permutation(len(x))
    x, y = form(x[order]), y[order]
    whole, rows = OnlineClassifier(standardise=standardise), OnlineClassifier(standardise=standardise)
    classes = [0, 1, 2] if declared else None
    whole.partial_fit(x, y, classes=classes)
    for i in range(x.shape[0]):
        rows.partial_fit(x[i : i + 1], y[i : i + 1], classes=classes)
    assert rows.coef_ == pytest.approx(whole.coef_, rel=1e-12)
    assert (rows.predict(x) == whole.predict(x)).all()


def test_a_class_that_appears_late_ends_as_if_it_had_been_declared(iris):
    x, y = iris  # sorted by class: each appears later than the one before
    late, declared = OnlineClassifier(), OnlineClassifier()
    for i in range(0, 150, 10):
        late.partial_fit(x[i : i + 10], y[i : i + 10])
        declared.partial_fit(x[i : i + 10], y[i : i + 10], classes=[0, 1, 2])
    assert np.array_equal(late.coef_, declared.coef_)
    assert np.array_equal(late.intercept_, declared.intercept_)


def test_two_late_classes_end_like_two_declared(two):
    x, y = two
    order = np.argsort(y, kind="stable")
    late = OnlineClassifier().partial_fit(x[order][:50], y[order][:50]).partial_fit(x[order][50:], y[order][50:])
    declared = OnlineClassifier().partial_fit(x[order], y[order], classes=["no", "yes"])
    assert np.array_equal(late.coef_, declared.coef_)
    assert late.decision_function(x).shape == (400,)


def test_one_class_alone_is_predicted(two):
    x, _ = two
    model = OnlineClassifier().partial_fit(x[:5], ["no"] * 5)
    assert model.predict(x[:3]).tolist() == ["no"] * 3


class TestOneByOne:
    @pytest.mark.parametrize("declared", [True, False])
    @pytest.mark.parametrize("standardise", [True, False])
    def test_rows_equal_a_batch(self, two, declared, standardise):
        x, y = two
        single, batch = OnlineClassifier(standardise=standardise), OnlineClassifier(standardise=standardise)
        if declared:
            single.partial_fit(x[:1], y[:1], classes=["no", "yes"])
        for row, label in zip(x[declared:], y[declared:], strict=True):
            single.learn_one(row, label)
        batch.partial_fit(x, y, classes=["no", "yes"] if declared else None)
        assert single.coef_ == pytest.approx(batch.coef_, rel=1e-12)
        assert single.n_examples_ == 400
        assert single.predict_one(x[7]) == batch.predict(x[7:8])[0]

    def test_a_bad_row_changes_nothing(self, two):
        x, y = two
        model = OnlineClassifier().fit(x, y)
        model.learn_one(x[0], y[0])
        before = model.coef_
        for bad in (np.full(9, np.nan), np.full(9, np.inf), np.ones(3)):
            with pytest.raises(ValueError, match="X"):
                model.learn_one(bad, "yes")
        assert np.array_equal(model.coef_, before)


def test_weights_are_learnt_from_twice_as_much_and_zero_is_absence(two):
    x, y = two
    weight = np.where(np.arange(400) % 4 == 0, 0.0, 1.0)
    weighted = OnlineClassifier(standardise=True).fit(x, y, sample_weight=weight)
    without = OnlineClassifier(standardise=True).fit(x[weight > 0], y[weight > 0])
    assert weighted.coef_ == pytest.approx(without.coef_, rel=1e-12)
    doubled = OnlineClassifier("hebb").fit(x, y, sample_weight=np.full(400, 2.0))
    assert doubled.coef_ == pytest.approx(2.0 * OnlineClassifier("hebb").fit(x, y).coef_)


def test_frames_and_arrow_tables(two):
    x, y = two
    frame = pd.DataFrame(x, columns=[f"f{k}" for k in range(9)])
    plain = OnlineClassifier().fit(x, y)
    for data in (frame, pyarrow.Table.from_pandas(frame)):
        model = OnlineClassifier().fit(data, y)
        assert np.array_equal(model.coef_, plain.coef_)
        assert model.feature_names_in_.tolist() == list(frame)
        assert (model.predict(data) == plain.predict(x)).all()
    with pytest.raises(ValueError, match="f3"):
        OnlineClassifier().fit(frame, y).predict(frame.drop(columns="f3"))


def test_running_standardisation_does_not_care_for_units(two):
    x, y = two
    plain, other = (OnlineClassifier(standardise=True).fit(data, y) for data in (x, x * 1e6 + 3e4))
    assert (plain.predict(x) == other.predict(x * 1e6 + 3e4)).mean() > 0.99


def test_it_travels(two):
    x, y = two
    for rule in ("rosenblatt", rb.Rosenblatt(eta=0.3), margin(width=0.2)):
        model = OnlineClassifier(rule).fit(x, y)
        model.learn_one(x[0], y[0])
        copy = pickle.loads(pickle.dumps(model))
        assert np.array_equal(copy.coef_, model.coef_)
        assert np.array_equal(copy.learn_one(x[1], y[1]).coef_, model.learn_one(x[1], y[1]).coef_)
        assert not hasattr(clone(model), "students_")


def test_a_grid_search_over_rules_on_two_processes(two):
    x, y = two
    rules = ["hebb", rb.Rosenblatt(eta=0.3), rb.Hebb(weight_decay=0.1)]
    search = GridSearchCV(OnlineClassifier(), {"rule": rules, "standardise": [False, True]}, n_jobs=2, cv=3).fit(x, y)
    assert search.best_score_ > 0.7


def test_it_learns_something():
    x, y = load_digits(return_X_y=True)
    assert OnlineClassifier().fit(x, y).score(x, y) > 0.85
    clipped = OnlineClassifier(readout="clipped").fit(x, y)
    assert set(np.unique(clipped.coef_)) == {-1.0, 1.0}


def test_single_rows_after_a_second_fit_are_learnt(two):
    x, y = two
    model = OnlineClassifier("hebb").fit(x, y).learn_one(x[0], y[0])
    model.fit(x[:20], y[:20]).learn_one(x[30], y[30])
    assert model.n_examples_ == 21
    assert model.coef_ == pytest.approx(OnlineClassifier("hebb").fit(x[[*range(20), 30]], y[[*range(20), 30]]).coef_)


def test_the_callers_matrix_stays_as_it_is():
    matrix = sp.csr_matrix(([1.0, 2.0, 3.0, 0.0, 4.0], [2, 0, 2, 1, 1], [0, 3, 5]), shape=(2, 4))
    model = OnlineClassifier("hebb").fit(matrix, [0, 1])
    assert matrix.nnz == 5
    assert np.array_equal(model.coef_, OnlineClassifier("hebb").fit(matrix.toarray(), [0, 1]).coef_)


def test_a_failed_fit_leaves_the_old_model(two):
    x, y = two
    model = OnlineClassifier().fit(x, y)
    before = model.predict(x)
    with pytest.raises(ValueError, match="at least 2 classes"):
        model.fit(x[:, :2], np.zeros(400))
    assert (model.predict(x) == before).all()


def test_an_intercept_that_was_not_learnt_is_zero(two):
    model = OnlineClassifier(fit_intercept=False).fit(*two).set_params(fit_intercept=True)
    assert model.intercept_.tolist() == [0.0]


def test_rows_of_weight_zero_have_no_class(two):
    x, _ = two
    labels = np.where(np.arange(400) % 3 == 0, 7, np.arange(400) % 2)
    model = OnlineClassifier().fit(x, labels, sample_weight=(labels != 7).astype(float))
    assert model.classes_.tolist() == [0, 1]


@pytest.mark.parametrize("learn", [lambda m, x: m.partial_fit(x, ["yes"] * 3), lambda m, x: m.learn_one(x[0], "yes")])
def test_weights_that_overflow_are_refused(two, learn):
    model = OnlineClassifier(rb.Rosenblatt(eta=1e100)).fit(*two).learn_one(two[0][0], "yes")
    before = model.coef_
    with pytest.raises(FloatingPointError, match="finite signals and weights"):
        learn(model, np.tile(-1e60 * np.sign(before), (3, 1)))
    assert np.array_equal(model.coef_, before)


@pytest.mark.parametrize("learn", [lambda m, x: m.partial_fit(x, ["yes"]), lambda m, x: m.learn_one(x[0], "yes")])
def test_rows_that_are_too_large_for_what_is_not_standardised_are_refused(two, learn):
    model = OnlineClassifier("hebb").fit(*two).learn_one(two[0][0], "yes")
    before = model.coef_
    large = np.full((1, 9), 1e200)
    with pytest.raises(ValueError, match=r"within 1e\+100 if it is not standardised; got 1e\+200 in row 0, column 0"):
        learn(model, large)
    with pytest.raises(ValueError, match="Take standardise=True"):
        model.predict(large)
    assert np.array_equal(model.coef_, before)


@pytest.mark.parametrize("scale", [1.0, 1.7e308])
def test_standardised_rows_may_be_of_any_size(scale, two):
    x = np.where(two[0] > 0.0, 1.0, -1.0)
    plain = OnlineClassifier(standardise=True).fit(x, two[1])
    scaled = OnlineClassifier(standardise=True).fit(scale * x, two[1])
    assert scaled.coef_ == pytest.approx(plain.coef_, rel=1e-9)
    assert (scaled.predict(scale * x) == plain.predict(x)).all()


@pytest.mark.parametrize("rule", ["rosenblatt", "scw", "bayes-gaussian"])
def test_sparse_rows_are_standardised_as_dense_ones_are(rule, two):
    x, y = np.where(np.abs(two[0]) > 0.5, two[0] + 5.0, 0.0), two[1]
    forms = (np.asarray, np.asfortranarray, sp.csr_matrix, sp.csc_matrix, sp.coo_array, pd.DataFrame)
    dense = OnlineClassifier(rule, standardise=True).fit(x, y)
    for form in forms:
        other = OnlineClassifier(rule, standardise=True)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "X does not have valid feature names")
            other.partial_fit(form(x[:200]), y[:200]).partial_fit(form(x[200:]), y[200:])
            assert np.array_equal(other.coef_, dense.coef_)
            assert np.array_equal(dense.decision_function(form(x)), dense.decision_function(x))
            assert np.array_equal(other.decision_function(x), dense.decision_function(x))


class TestBadInput:
    @pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
    def test_a_value_that_is_no_number_names_its_place_and_nothing_is_learnt(self, two, bad):
        x, y = two
        frame = pd.DataFrame(x, columns=[f"f{k}" for k in range(9)])
        model = OnlineClassifier().fit(frame, y)
        before, worse = model.coef_, frame.copy()
        worse.iloc[17, 4] = bad
        with pytest.raises(ValueError, match=r"X must be finite; got (NaN|infinity) in row 17, column 'f4'. Impute"):
            model.partial_fit(worse, y)
        with pytest.raises(ValueError, match="row 17, column 4"):
            OnlineClassifier().partial_fit(sp.csr_matrix(worse.to_numpy()), y)
        assert np.array_equal(model.coef_, before)

    def test_text(self, two):
        x, y = two
        frame = pd.DataFrame(x).assign(city="Paris")
        frame.columns = frame.columns.astype(str)
        with pytest.raises(ValueError, match="X must be numeric; got the text 'Paris'. Encode such columns"):
            OnlineClassifier().fit(frame, y)

    def test_one_class(self, two):
        with pytest.raises(ValueError, match="y must have at least 2 classes; got 1 class, .'a'.. Use partial_fit"):
            OnlineClassifier().fit(two[0], ["a"] * 400)

    def test_a_class_that_was_not_declared(self, two):
        x, y = two
        model = OnlineClassifier().partial_fit(x, y, classes=["no", "yes"])
        before = model.coef_
        with pytest.raises(ValueError, match="declared classes .'no', 'yes'.; got 'maybe'. Declare it too"):
            model.partial_fit(x[:1], ["maybe"])
        assert np.array_equal(model.coef_, before)

    @pytest.mark.parametrize(
        ("label", "message"), [(np.nan, "y must be classes; got NaN"), (7, "y must be of one kind; got 7 after 'no'")]
    )
    def test_a_later_label_of_another_kind(self, two, label, message):
        x, y = two
        model = OnlineClassifier().partial_fit(x, y)
        before = model.coef_
        for learn in (lambda: model.partial_fit(x[:1], [label]), lambda: model.learn_one(x[0], label)):
            with pytest.raises(ValueError, match=message):
                learn()
        assert np.array_equal(model.coef_, before)

    def test_a_first_batch_that_fails_leaves_an_unfitted_model(self, two):
        x, y = two
        model = OnlineClassifier()
        with pytest.raises(ValueError, match="declared classes"):
            model.partial_fit(x, y, classes=["a", "b"])
        assert not hasattr(model, "students_")
        model.partial_fit(x, y)

    @pytest.mark.parametrize(
        ("x", "y", "message"),
        [
            (np.zeros((0, 3)), [], "0 sample"),
            (np.zeros((3, 3)), [1, 2], "y must have one label for each of the 3 rows of X; got 2"),
            (np.zeros(3), [1, 2, 3], "1D array"),
        ],
    )
    def test_shapes(self, x, y, message):
        with pytest.raises(ValueError, match=message):
            OnlineClassifier().fit(x, y)

    def test_an_unknown_rule(self, two):
        with pytest.raises(ValueError, match="Did you mean 'rosenblatt'"):
            OnlineClassifier("rosenblat").fit(*two)
