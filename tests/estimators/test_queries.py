"""Rows that are worth a label: of each, of several together, and what cannot be chosen from."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.exceptions import NotFittedError

import rosenblatt as rb
from rosenblatt.estimators.beliefs import beliefs
from rosenblatt.estimators.queries import Told

X, Y = make_classification(400, 6, n_informative=4, n_redundant=0, random_state=0)
MODELS = [
    rb.BayesClassifier(drift=0.0, prior=1.0, runs=False),
    rb.BayesClassifier(runs=False),
    rb.MeanFieldClassifier(),
    rb.OnlineClassifier("bayes-gaussian"),
    rb.OnlineClassifier("bayes-hebb"),
]


def fitted(rule="bayes-gaussian"):
    return rb.OnlineClassifier(rule).fit(X, Y)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: str(model)[:30])
def test_chosen_rows_are_different_rows(model):
    model.fit(X[:100], Y[:100])
    chosen = rb.choose_queries(model, X[100:160], 10)
    assert len(set(chosen.tolist())) == 10
    assert set(chosen.tolist()) <= set(range(60))
    assert chosen[:3].tolist() == rb.choose_queries(model, X[100:160], 3).tolist()
    assert sorted(rb.choose_queries(model, X[100:105], 5).tolist()) == [0, 1, 2, 3, 4]


def test_the_first_row_is_the_one_whose_label_tells_most():
    model = rb.OnlineClassifier(rb.BayesGaussian(noise=0.1)).fit(X[:100], Y[:100])
    pool = X[100:150]
    (belief,) = beliefs(model, pool)
    p, shared = belief.chance, belief.covariance(np.arange(50))
    told = [sum(shared[i, j] ** 2 / (p[i] * (1 - p[i]) * p[j] * (1 - p[j])) for j in range(50)) for i in range(50)]
    assert rb.choose_queries(model, pool)[0] == np.argmax(told)
    assert Told.of(belief).scores() == pytest.approx(np.array(told) / 100.0)


def test_copies_of_a_row_are_not_chosen_together():
    model = rb.BayesClassifier(drift=0.0, prior=1.0, runs=False).fit(X[:100], Y[:100])
    pool = X[100:120]
    best = rb.choose_queries(model, pool)[0]
    crowded = np.vstack([pool, np.repeat(pool[best : best + 1], 5, axis=0)])
    chosen = rb.choose_queries(model, crowded, 25).tolist()
    assert chosen[0] == best  # the first of the copies
    assert sorted(chosen[:20]) == list(range(20))
    assert sorted(chosen[20:]) == list(range(20, 25))


def test_rows_that_tell_the_same_are_not_chosen_together():
    model = rb.OnlineClassifier(rb.BayesGaussian(noise=0.01), fit_intercept=False)
    model.partial_fit(np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]), [1, 0], classes=[0, 1])
    pool = np.array([[0.0, 1.0, 0.0], [0.0, 1.0, 0.01], [0.0, 1.01, 0.0], [0.0, 0.0, 0.9]])
    scores = Told.of(beliefs(model, pool)[0]).scores()
    assert scores.argmin() == 3  # by itself the last, which tells of nothing but itself
    assert rb.choose_queries(model, pool, 2).tolist()[1] == 3


def test_what_is_taken_is_as_if_the_label_were_known():
    model = rb.OnlineClassifier(rb.BayesGaussian(noise=0.1)).fit(X[:100], Y[:100])
    (belief,) = beliefs(model, X[100:150])
    told = Told.of(belief)
    whole, doubt = belief.covariance(np.arange(50)), belief.chance * (1.0 - belief.chance)
    for row in (3, 17, 3):
        told.take(row)
        whole -= np.outer(whole[:, row], whole[row]) / doubt[row]
    assert told.shared == pytest.approx(whole, abs=1e-12)


def test_dense_sparse_and_framed_pools_are_one(random):
    counts = random.poisson(0.4, (200, 12)).astype(float)
    labels = (counts[:, 0] + counts[:, 1] > counts[:, 2]).astype(int)
    model = rb.BayesClassifier(covariance="diagonal", runs=False).fit(sp.csr_matrix(counts[:60]), labels[:60])
    chosen = rb.choose_queries(model, sp.csr_matrix(counts[60:]), 5)
    assert len(set(chosen.tolist())) == 5
    dense = rb.BayesClassifier(drift=0.0, prior=1.0).fit(counts[:60], labels[:60])
    usual = rb.choose_queries(dense, counts[60:], 5).tolist()
    assert rb.choose_queries(dense, sp.csr_matrix(counts[60:]), 5).tolist() == usual
    assert rb.choose_queries(dense, pd.DataFrame(counts[60:]).to_numpy(), 5).tolist() == usual


def test_all_classes_count():
    labels = np.digitize(X[:, 0], [-0.5, 0.5])
    model = rb.BayesClassifier(drift=0.0, prior=1.0, runs=False).fit(X[:60], labels[:60])
    chosen = rb.choose_queries(model, X[60:], 5)
    scores = sum(Told.of(belief).scores() for belief in beliefs(model, X[60:]))
    assert chosen[0] == np.argmax(scores)
    assert len(beliefs(model, X[60:])) == 3


def test_the_model_stays_as_it_is():
    model = rb.BayesClassifier().fit(X[:60], Y[:60])
    before = model.predict_proba(X)
    rb.choose_queries(model, X[60:], 3)
    assert (model.predict_proba(X) == before).all()
    assert model.n_examples_ == 60


def test_a_chosen_label_is_worth_more_than_any(seed):
    """On a linear rule without noise, the case of the theory."""
    random = np.random.default_rng(seed)
    lost = {True: [], False: []}
    for _ in range(6):
        teacher = random.standard_normal(10)
        x = random.standard_normal((600, 10))
        y = (x @ teacher > 0.0).astype(int)
        for choosing, losses in lost.items():
            model = rb.OnlineClassifier(rb.BayesGaussian(noise=0.0), fit_intercept=False)
            model.partial_fit(x[:10], y[:10], classes=[0, 1])
            left = np.arange(10, 300)
            for _ in range(8):
                chosen = rb.choose_queries(model, x[left], 5) if choosing else np.arange(5)
                model.partial_fit(x[left[chosen]], y[left[chosen]])
                left = np.delete(left, chosen)
            losses.append(1.0 - model.score(x[300:], y[300:]))
    assert np.mean(lost[True]) < 0.6 * np.mean(lost[False])


@pytest.mark.parametrize(
    ("make", "pool", "k", "problem", "message"),
    [
        (rb.BayesClassifier, X, 1, NotFittedError, "model must have learnt some labels before it can choose"),
        (lambda: rb.OnlineClassifier("bayes-gaussian"), X, 1, NotFittedError, "got an unfitted OnlineClassifier"),
        (rb.MeanFieldClassifier, X, 1, NotFittedError, "got an unfitted MeanFieldClassifier"),
        (lambda: fitted("rosenblatt"), X, 1, TypeError, "must be a Bayesian one"),
        (rb.InfluenceClassifier, X, 1, TypeError, "model must be a Bayesian learner; got InfluenceClassifier"),
        (
            fitted,
            X[:3],
            4,
            ValueError,
            "k must be at most the number of rows of the pool, 3",
        ),
        (fitted, X, 0, ValueError, "k must be at least 1; got 0"),
        (fitted, np.full((2, 6), np.nan), 1, ValueError, "NaN"),
        (fitted, X[:, :5], 1, ValueError, "expecting 6 features"),
    ],
    ids=range(9),
)
def test_what_cannot_be_chosen_from(make, pool, k, problem, message):
    model = make()
    with pytest.raises(problem, match=message):
        rb.choose_queries(model, pool, k)


def test_labels_are_saved_on_data():
    x, y = load_breast_cancer(return_X_y=True)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    lost = {True: 0.0, False: 0.0}
    for seed in range(4):
        order = np.random.default_rng(seed).permutation(len(y))
        test = order[:200]
        for choosing in lost:
            model, left = rb.BayesClassifier(drift=0.0, prior=1.0, runs=False, standardise=False), order[220:]
            model.partial_fit(x[order[200:220]], y[order[200:220]], classes=[0, 1])
            for _ in range(3):
                chosen = rb.choose_queries(model, x[left], 20) if choosing else np.arange(20)
                model.partial_fit(x[left[chosen]], y[left[chosen]])
                left = np.delete(left, chosen)
            p = model.predict_proba(x[test])[np.arange(200), y[test]]
            lost[choosing] -= np.log(p).mean() / 4.0
    assert lost[True] < 0.9 * lost[False]
