"""What Bayesian learners believe of rows: probabilities as they predict them, covariances as labels move them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.estimators.beliefs import Belief, Posterior, beliefs

X, Y = make_classification(300, 6, n_informative=4, n_redundant=0, random_state=0)
POOL = X[100:160]


def fitted(model):
    return model.fit(X[:100], Y[:100])


def test_the_chance_of_one_member_is_what_the_classifier_predicts():
    model = fitted(rb.BayesClassifier(drift=0.0, prior=1.0, runs=False))
    (belief,) = beliefs(model, POOL)
    assert belief.chance == pytest.approx(model.predict_proba(POOL)[:, 1], abs=1e-12)


def test_the_chance_of_the_mean_field_is_what_it_predicts():
    model = fitted(rb.MeanFieldClassifier())
    (belief,) = beliefs(model, POOL)
    assert belief.chance == pytest.approx(model.predict_proba(POOL)[:, 1], abs=1e-12)


@pytest.mark.parametrize("rule", ["bayes-gaussian", "bayes-hebb", "bayes-diagonal", "bayes-binary"])
@pytest.mark.parametrize("intercept", [True, False])
def test_fields_of_rules_are_those_of_their_weights(rule, intercept):
    model = fitted(rb.OnlineClassifier(rule, fit_intercept=intercept, standardise=True))
    (belief,) = beliefs(model, POOL)
    (posterior,) = belief.posteriors
    assert posterior.rows @ posterior.mean == pytest.approx(model.decision_function(POOL))
    assert ((belief.chance > 0.5) == (model.decision_function(POOL) > 0.0)).all()


def test_the_label_of_a_row_moves_the_field_of_another_as_the_covariance_says():
    """The mean square of what `partial_fit` does to a field, over the labels that are expected."""
    model = fitted(rb.OnlineClassifier(rb.BayesGaussian(noise=0.1)))
    (belief,) = beliefs(model, POOL)
    (posterior,) = belief.posteriors
    chance, slope = posterior.chance_and_slope
    moved = np.zeros(len(POOL))
    for label, p in ((1, chance[7]), (0, 1.0 - chance[7])):
        other = fitted(rb.OnlineClassifier(rb.BayesGaussian(noise=0.1))).partial_fit(POOL[7:8], [label])
        moved += p * (other.decision_function(POOL) - model.decision_function(POOL)) ** 2
    told = slope[7] ** 2 / (chance[7] * (1.0 - chance[7]))
    assert moved == pytest.approx(posterior.covariance(np.array([7]))[:, 0] ** 2 * told, rel=1e-6)


def test_any_channel_has_its_own_chance():
    rows, mean, spread = np.array([[1.0, 0.5], [-0.3, 2.0]]), np.array([0.4, -0.8]), np.array([0.5, 0.2])
    logistic, steep, step = (
        Posterior(rows, mean, spread, channel) for channel in (rb.Logistic(1.0), rb.Logistic(1e4), rb.Flips())
    )
    draws = np.random.default_rng(0).standard_normal((200_000, 2)) * np.sqrt(spread) + mean
    assert logistic.chance_and_slope[0] == pytest.approx(
        np.mean(1.0 / (1.0 + np.exp(-draws @ rows.T)), axis=0), abs=2e-3
    )
    for part in range(2):
        assert steep.chance_and_slope[part] == pytest.approx(step.chance_and_slope[part], rel=1e-5)


def test_the_covariance_of_several_posteriors_is_that_of_their_chances(random):
    rows, spread = random.standard_normal((3, 2)), np.array([[1e-4, 2e-5], [2e-5, 3e-4]])
    parts = [(np.array([0.3, -0.2]), 0.7), (np.array([0.1, 0.4]), 0.3)]
    belief = Belief(tuple(Posterior(rows, mean, spread, rb.Probit(1.0, 0.1), weight) for mean, weight in parts))
    draws = np.concatenate(
        [random.multivariate_normal(mean, spread, int(400_000 * weight)) @ rows.T for mean, weight in parts]
    )
    chances = 0.1 + 0.8 * gaussian.cdf(draws)
    exact = np.cov(chances.T)
    assert belief.covariance(np.arange(3)) == pytest.approx(exact, rel=0.02, abs=2e-6)
    assert belief.chance == pytest.approx(chances.mean(axis=0), abs=1e-3)


@pytest.mark.parametrize("spread", [np.array([0.5, 0.2, 1.0]), np.array(0.7), np.diag([0.5, 0.2, 1.0])])
def test_sparse_rows_are_seen_as_dense_ones(random, spread):
    rows = random.standard_normal((5, 3)) * (random.random((5, 3)) < 0.5)
    dense, sparse = (Posterior(x, np.ones(3), spread, rb.Flips()) for x in (rows, sp.csr_matrix(rows)))
    whole = rows @ (spread if spread.ndim == 2 else spread * np.eye(3)) @ rows.T
    for one in (dense, sparse):
        assert one.covariance(np.arange(5)) == pytest.approx(whole)
        assert one.variance == pytest.approx(np.diag(whole))


def test_a_bank_is_known_by_its_heaviest_members():
    model = fitted(rb.BayesClassifier(runs=False))
    (belief,) = beliefs(model, POOL)
    assert 1 <= len(belief.posteriors) <= 12
    assert np.corrcoef(belief.chance, model.predict_proba(POOL)[:, 1])[0, 1] > 0.9
    seen = {posterior.rows.shape[1] for posterior in belief.posteriors}
    assert seen <= {7, 22, model.banks_[0].curves.means.shape[1]}  # rows, products, curves


def test_each_class_has_its_belief():
    labels = Y + (X[:, 0] > 1.0)
    for model in (rb.BayesClassifier(drift=0.0, prior=1.0), rb.OnlineClassifier("bayes-gaussian")):
        model.fit(X[:100], labels[:100])
        assert len(beliefs(model, POOL)) == 3
