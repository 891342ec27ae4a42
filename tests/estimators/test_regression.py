"""Regression online: against plain loops, in a world that changes, and what users do to it."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV

import rosenblatt as rb
from rosenblatt import OnlineRegressor

RULES = ("bayes-linear", "adaline", "optimal-linear", "practical-linear")


@rb.rule(labels="linear")
def huber(label, field, width=1.0):
    return min(max(label - field, -width), width)


@pytest.fixture
def stream(random):
    x = random.standard_normal((3000, 8)) * 10.0 ** np.arange(-4.0, 4.0) + 5.0
    y = x @ (random.standard_normal(8) / 10.0 ** np.arange(-4.0, 4.0)) - 40.0
    return x, y


def test_adaline_is_kaczmarzs_projection(stream):
    x, y = stream[0] / 100.0, stream[1]
    model = OnlineRegressor("adaline", standardise=False).fit(x[:50], y[:50])
    rows, weights = np.hstack([x[:50], np.ones((50, 1))]), np.zeros(9)
    for row, target in zip(rows, y[:50], strict=True):
        weights += (target - row @ weights) * row / (row @ row)
    assert np.append(model.coef_, model.intercept_) == pytest.approx(weights, rel=1e-9)


def test_a_rate_is_the_part_of_an_error_that_goes(stream):
    x, y = stream
    model = OnlineRegressor(rb.Adaline(eta=0.25), standardise=False).fit(x[:1], y[:1])
    assert model.predict(x[:1])[0] == pytest.approx(0.25 * y[0])
    assert model.attention_ == pytest.approx(0.25)


@pytest.mark.parametrize("rule", [*RULES, huber(width=0.3)], ids=str)
def test_clean_labels_are_learnt_whatever_their_units(rule, stream):
    x, y = stream
    model = OnlineRegressor(rule).fit(x, y)
    assert model.score(x, y) > 0.99
    assert model.predict(x) == pytest.approx(x @ model.coef_ + model.intercept_, abs=1e-8)
    assert model.error_estimate_ < 0.05 * np.var(y)


@pytest.mark.parametrize("features", [3, 60])
def test_bayes_finds_the_noise(features, random):
    x = random.standard_normal((6000, features))
    clean = x @ random.standard_normal(features)
    y = clean + 2.0 * random.standard_normal(6000)
    bayes, plain = OnlineRegressor().fit(x, y), OnlineRegressor("adaline").fit(x, y)
    excess = [float(np.mean((model.predict(x) - clean) ** 2)) for model in (bayes, plain)]
    # The noise has a variance of 4; by default a slow drift is allowed for, which costs some of it.
    assert excess[0] < 0.6 < 1.5 < excess[1]
    assert bayes.error_estimate_ == pytest.approx(4.0, rel=0.6)
    assert bayes.attention_ < 0.2


def test_it_recovers_from_a_change_by_itself(random):
    x = random.standard_normal((9000, 30))
    rules = random.standard_normal((2, 30))
    y = np.where(np.arange(9000) < 5000, x @ rules[0], 3.0 * x @ rules[1] + 50.0) + random.standard_normal(9000)
    model, before = OnlineRegressor().fit(x[:5000], y[:5000]), []
    settled = model.attention_
    for start in range(5000, 9000, 100):
        rows = slice(start, start + 100)
        before.append(float(np.mean((model.predict(x[rows]) - y[rows]) ** 2)))
        model.partial_fit(x[rows], y[rows])
        if start == 5100:
            assert model.attention_ > 4.0 * settled
    assert before[0] > 500.0
    assert np.mean(before[5:10]) < 20.0
    assert np.mean(before[-10:]) < 1.5


@pytest.mark.parametrize("rule", [*RULES, huber()], ids=str)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, lambda x: x.astype(np.float32)], ids=["f64", "csr", "f32"])
def test_a_batch_equals_its_rows(rule, form, stream, random):
    x, y = form(stream[0][:60]), np.stack([stream[1][:60], stream[0][:60, 0]], axis=1)
    weights = random.choice([0.5, 1.0, 3.0], 60)
    whole, rows = OnlineRegressor(rule), OnlineRegressor(rule)
    whole.partial_fit(x, y, sample_weight=weights)
    for i in range(60):
        rows.partial_fit(x[i : i + 1], y[i : i + 1], sample_weight=weights[i : i + 1])
    assert np.array_equal(whole.students_.synapses, rows.students_.synapses)
    assert np.array_equal(whole.predict(x), rows.predict(x))
    assert np.array_equal(whole.predict_interval(x, 0.8), rows.predict_interval(x, 0.8))


@pytest.mark.parametrize("rule", RULES)
def test_sparse_rows_are_standardised_as_dense_ones_are(rule, stream):
    x, y = stream[0][:500], stream[1][:500]
    dense, sparse = OnlineRegressor(rule).fit(x, y), OnlineRegressor(rule).fit(sp.csr_matrix(x), y)
    assert np.array_equal(sparse.coef_, dense.coef_)
    for model in (dense, sparse):
        assert np.array_equal(model.predict(sp.csr_matrix(x)), dense.predict(x))


def test_numbers_that_are_too_large_are_refused(stream):
    x, y = stream[0][:50], stream[1][:50]
    model = OnlineRegressor().fit(x, y)
    before = model.coef_
    with pytest.raises(ValueError, match=r"y must be within 1e\+150; got 1e\+200. Give it in larger units."):
        model.partial_fit(x, np.full(50, 1e200))
    with pytest.raises(ValueError, match="Take standardise=True"):
        OnlineRegressor(standardise=False).fit(x * 1e200, y)
    assert np.array_equal(model.coef_, before)


@pytest.mark.parametrize("rule", [rb.Adaline(), rb.Adaline(eta=0.3)], ids=str)
def test_a_weight_is_a_number_of_rows(rule, stream):
    x, y = stream[0][:40], stream[1][:40]
    heavy = OnlineRegressor(rule, standardise=False).fit(x, y, sample_weight=np.full(40, 2.0))
    twice = OnlineRegressor(rule, standardise=False).fit(np.repeat(x, 2, axis=0), np.repeat(y, 2))
    assert heavy.coef_ == pytest.approx(twice.coef_, rel=1e-7)


@pytest.mark.parametrize("transfer", ["tanh", "logistic", (np.sinh, np.arcsinh)], ids=["tanh", "logistic", "own"])
def test_graded_responses_learn_as_fast_as_linear_ones(transfer, random):
    x = random.standard_normal((400, 20))
    b = x @ random.standard_normal(20) / 6.0
    graded = OnlineRegressor("adaline", transfer=transfer, standardise=False)
    g = graded._transfer()[0]
    linear = OnlineRegressor("adaline", standardise=False).fit(x, b)
    graded.fit(x, g(b))
    assert graded.coef_ == pytest.approx(linear.coef_, rel=1e-6)
    assert graded.predict(x) == pytest.approx(g(linear.predict(x)), rel=1e-6)
    assert graded.score(x, g(b)) > 0.999


def test_several_outputs_are_several_models(stream):
    x, y = stream
    both = OnlineRegressor().fit(x, np.stack([y, -2.0 * y**2], axis=1))
    assert both.coef_.shape == (2, 8) and both.predict(x).shape == (3000, 2)
    assert both.intercept_.shape == both.error_estimate_.shape == both.attention_.shape == (2,)
    alone = OnlineRegressor().fit(x, y)
    assert np.array_equal(both.predict(x)[:, 0], alone.predict(x))
    assert both.predict_interval(x).shape == (3000, 2, 2)
    assert np.array_equal(both.predict_interval(x)[:, 0], alone.predict_interval(x))
    assert alone.coef_.shape == (8,)


@pytest.mark.parametrize("rule", RULES)
def test_intervals_cover_what_they_say(rule, random):
    """Learnt in batches of ten, a world that changes after 3,000 of 6,000 rows, and noise of heavy tails."""
    x = random.standard_normal((6000, 5))
    weights = np.where(np.arange(6000)[:, None] < 3000, [1.0, 2.0, 0.0, -1.0, 0.5], [0.0, -2.0, 1.0, 1.0, 0.0])
    y = 40.0 + 10.0 * ((x * weights).sum(axis=1) + random.standard_t(4, 6000))
    model, inside = OnlineRegressor(rule), {0.8: [], 0.95: []}
    for start in range(0, 6000, 10):
        rows = slice(start, start + 10)
        for coverage, found in inside.items() if start >= 200 else ():
            low, high = model.predict_interval(x[rows], coverage).T
            found.extend((low <= y[rows]) & (y[rows] <= high))
        model.partial_fit(x[rows], y[rows])
    for coverage, found in inside.items():
        assert np.mean(found) == pytest.approx(coverage, abs=0.02)


@pytest.mark.parametrize("transfer", ["tanh", (lambda b: -b, lambda y: -y)], ids=["tanh", "falling"])
def test_intervals_go_through_the_transfer_function(transfer, random):
    x = random.standard_normal((600, 4))
    y = np.tanh(x @ [1.0, -0.5, 0.0, 0.2] + 0.3 * random.standard_normal(600))
    low, high = OnlineRegressor(transfer=transfer).fit(x, y).predict_interval(x, 0.9).T
    assert (low < high).all() and np.mean((low <= y) & (y <= high)) == pytest.approx(0.9, abs=0.05)
    if transfer == "tanh":
        assert low.min() > -1.0 and high.max() < 1.0


def test_intervals_are_infinite_while_errors_are_few(stream):
    x, y = stream
    assert np.isinf(OnlineRegressor().fit(x[:20], y[:20]).predict_interval(x[:3])).all()
    assert np.isfinite(OnlineRegressor().fit(x[:20], y[:20]).predict_interval(x[:3], coverage=0.8)).all()
    with pytest.raises(ValueError, match="coverage must be"):
        OnlineRegressor().fit(x, y).predict_interval(x, coverage=1.0)


def test_rows_of_weight_0_say_nothing_of_errors(stream):
    x, y = stream
    weights = np.tile([1.0, 0.0], 50)
    some = OnlineRegressor("adaline", standardise=False).fit(x[:100], y[:100], sample_weight=weights)
    alone = OnlineRegressor("adaline", standardise=False).fit(x[:100:2], y[:100:2])
    assert np.array_equal(some.predict_interval(x, 0.8), alone.predict_interval(x, 0.8))


def test_on_real_data_it_comes_near_to_least_squares(random):
    x, y = load_diabetes(return_X_y=True)
    order = np.concatenate([random.permutation(len(x)) for _ in range(5)])
    best = LinearRegression().fit(x, y).score(x, y)
    assert OnlineRegressor().fit(x[order], y[order]).score(x, y) > best - 0.05


def test_frames_dictionaries_and_copies(stream):
    frame = pd.DataFrame(stream[0], columns=list("abcdefgh"))
    model = OnlineRegressor().partial_fit(frame[:200], stream[1][:200])
    assert model.feature_names_in_.tolist() == list("abcdefgh")
    model.learn_one(frame.iloc[200].to_dict(), stream[1][200])
    assert model.n_examples_ == 201
    assert model.predict_one(frame.iloc[5].to_dict()) == pytest.approx(model.predict(frame[5:6])[0])
    assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(frame), model.predict(frame))
    assert clone(model).get_params() == model.get_params()
    search = GridSearchCV(OnlineRegressor(), {"rule": ["adaline", "bayes-linear"]}, n_jobs=2).fit(*stream)
    assert search.best_score_ > 0.9


def test_mistakes_are_answered_in_one_sentence(stream):
    x, y = stream
    model = OnlineRegressor().fit(x, y)
    before = model.predict(x)
    bad = x.copy()
    bad[3, 2] = np.nan
    for wrong, message in (
        (lambda: model.partial_fit(bad, y), "row 3, column 2"),
        (lambda: model.partial_fit(x, y[:-1]), "one value for each"),
        (lambda: model.partial_fit(x, np.stack([y, y], axis=1)), "shape of the first"),
        (lambda: OnlineRegressor("hebb").fit(x, y), "learn numbers"),
        (lambda: OnlineRegressor(rb.Adaline(ratio=2.0)).fit(x, y), "ratio must be 1"),
        (lambda: OnlineRegressor(transfer="tanh").fit(x, y), "values of the transfer function"),
        (lambda: OnlineRegressor(transfer="tan").fit(x, y), "transfer must be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    with pytest.raises(TypeError, match="pair of functions"):
        OnlineRegressor(transfer=np.tanh).fit(x, y)
    assert np.array_equal(model.predict(x), before)
    assert not hasattr(OnlineRegressor(), "coef_")
