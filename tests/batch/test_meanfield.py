"""Offline Bayesian learning by mean field, as a function and as a classifier."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

import rosenblatt as rb
from rosenblatt.batch.expectation import expectation_propagation
from rosenblatt.batch.meanfield import exact_binary, mean_field
from rosenblatt.papers.solla_winther.continuous_weights import angle, batch
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("learn", [mean_field, expectation_propagation])
@pytest.mark.parametrize(("alpha", "noise"), [(2.0, 0.0), (2.0, 0.1), (5.0, 0.3)])
def test_it_follows_the_offline_curve(learn, alpha, noise, random):
    d, n = [], 300 if learn is mean_field else 100
    for _ in range(40):
        teacher, x, labels = batch(n, alpha, noise, random)
        result = learn(x, labels, noise=noise)
        assert result.converged
        d.append(angle(result.mean, teacher))
    exact = rb.learning_curve("bayes", [alpha], noise=noise).frame["disagreement"][0]
    assert abs(np.mean(d) - exact) < Z_LIMIT * np.std(d) / math.sqrt(40) + 1.0 / n


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_it_is_exact_where_examples_do_not_meet(noise, random):
    # Inputs at right angles: the posterior is a product over them, each with a mean and a variance in closed form.
    axes = np.linalg.qr(random.standard_normal((5, 5)))[0]
    x, labels = axes[:4] * np.array([[0.3], [1.0], [2.0], [0.7]]), np.array([1.0, -1.0, -1.0, 1.0])
    g = (1.0 - 2.0 * noise) / math.sqrt(2.0 * math.pi) / 0.5  # at u = 0, where Phi is 1/2
    result = expectation_propagation(x, labels, noise=noise, tolerance=1e-12)
    assert result.converged
    assert axes @ result.mean == pytest.approx([*(labels * g), 0.0], abs=1e-9)
    assert axes @ result.covariance @ axes.T == pytest.approx(np.diag([*[1.0 - g * g] * 4, 1.0]), abs=1e-9)


def test_correlated_inputs_against_the_exact_posterior(random):
    # Two weights, by drawing from the prior: an approximation, but nearer than the equations of uncorrelated inputs.
    misses = []
    for _ in range(12):
        x = random.standard_normal((6, 2)) @ np.array([[1.0, 0.8], [0.0, 0.6]])
        labels = np.where(x @ np.array([1.0, -0.5]) > 0.0, 1.0, -1.0)
        draws = random.standard_normal((100_000, 2))
        weight = np.prod(0.1 + 0.8 * (labels * (draws @ x.T) > 0.0), axis=1)
        exact = weight @ draws / weight.sum()
        full, plain = expectation_propagation(x, labels, noise=0.1), mean_field(x, labels, noise=0.1)
        misses.append([np.linalg.norm(full.mean - exact), np.linalg.norm(plain.mean - exact)])
    assert np.mean(misses, axis=0)[0] < np.mean(misses, axis=0)[1]


def test_its_fixed_point_is_that_of_the_equations(random):
    _, x, labels = batch(200, 2.0, 0.0, random)
    result = mean_field(x, labels, tolerance=1e-12, sweeps=5000)
    assert result.variance == pytest.approx(1.0 - float(result.mean @ result.mean) / 200.0, abs=1e-9)


@pytest.mark.parametrize(("alpha", "found"), [(1.2, False), (1.8, True)])
def test_a_binary_teacher_is_found_above_the_spinodal(alpha, found, random):
    for _ in range(6):
        teacher = np.where(random.random(600) < 0.5, 1.0, -1.0)
        x = random.standard_normal((round(alpha * 600), 600)) / math.sqrt(600)
        result = mean_field(x, np.where(x @ teacher > 0.0, 1.0, -1.0), prior="binary")
        assert bool((np.sign(result.mean) == teacher).all()) == found
        if not found:
            exact = rb.learning_curve("bayes", [alpha], teacher="binary", branch="metastable").frame["disagreement"][0]
            assert angle(result.mean, teacher) == pytest.approx(exact, abs=0.06)


def test_noise_by_evidence(random):
    for noise in (0.05, 0.2):
        found = [mean_field(*batch(300, 6.0, noise, random)[1:], noise=None).noise for _ in range(5)]
        assert np.mean(found) == pytest.approx(noise, abs=0.03)


def test_the_evidence_prefers_the_right_noise(random):
    _, x, labels = batch(300, 6.0, 0.2, random)
    told = {noise: mean_field(x, labels, noise=noise).evidence for noise in (0.02, 0.2, 0.4)}
    assert told[0.2] == max(told.values())


def test_it_says_when_it_has_not_converged(random):
    _, x, labels = batch(100, 2.0, 0.0, random)
    assert not mean_field(x, labels, sweeps=2).converged
    with pytest.warns(ConvergenceWarning, match="not converged after 2 sweeps"):
        model = rb.MeanFieldClassifier(max_sweeps=2).fit(x, labels)
    assert model.converged_ == [False]
    with pytest.raises(ValueError, match="prior must be one of"):
        rb.MeanFieldClassifier(prior="cauchy").fit(x, labels)


@parametrize_with_checks([rb.MeanFieldClassifier(), rb.MeanFieldClassifier(prior="binary", noise=0.1)])
@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def test_real_data():
    x, y = load_breast_cancer(return_X_y=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = rb.MeanFieldClassifier().fit(x[::2], y[::2])
    assert model.score(x[1::2], y[1::2]) > 0.94
    proba = model.predict_proba(x[1::2])
    assert proba.sum(axis=1) == pytest.approx(1.0)
    assert -np.mean(np.log(proba[np.arange(len(proba)), y[1::2]])) < 0.2
    assert 0.0 <= model.noise_[0] < 0.1
    x, y = load_iris(return_X_y=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # no plane tells the second class from the others
        model = rb.MeanFieldClassifier().fit(x, y)
    assert model.score(x, y) > 0.8
    assert model.predict_proba(x).shape == (150, 3)


def test_probabilities_are_calibrated(random):
    said, came = [], []
    for _ in range(10):  # one training set tells too little of the noise
        _, x, labels = batch(40, 30.0, 0.1, random)
        model = rb.MeanFieldClassifier(fit_intercept=False, noise=0.1).fit(x[:160], labels[:160])
        said.append(model.predict_proba(x[160:])[:, 1])
        came.append(labels[160:] > 0.0)
    probabilities, outcomes = np.concatenate(said), np.concatenate(came)
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        chosen = (probabilities >= low) & (probabilities < high)
        assert np.mean(outcomes[chosen]) == pytest.approx(probabilities[chosen].mean(), abs=0.04)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("seed_", range(6))
def test_few_binary_weights_are_summed_over(intercept, seed_):
    random = np.random.default_rng(seed_)
    x = random.standard_normal((120, 4))
    y = x @ np.array([1.0, -1.0, 1.0, 1.0]) > 0.0
    model = rb.MeanFieldClassifier(prior="binary", fit_intercept=intercept).fit(x, y)
    assert model.score(x, y) > 0.9
    assert model.converged_ == [True]
    assert np.sign(model.mean_[0, :4]).tolist() == [1.0, -1.0, 1.0, 1.0]


def test_the_sum_over_all_vectors_is_bayes(random):
    x, noise = random.standard_normal((7, 3)), 0.2
    labels = np.where(random.random(7) < 0.5, 1.0, -1.0)
    vectors = np.array([[a, b, c] for a in (-1.0, 1.0) for b in (-1.0, 1.0) for c in (-1.0, 1.0)])
    likely = np.prod(np.where(labels * (vectors @ x.T) > 0.0, 0.8, 0.2), axis=1)
    result = exact_binary(x, labels, noise=noise)
    assert result.mean == pytest.approx(likely @ vectors / likely.sum())
    assert result.evidence == pytest.approx(math.log(likely.mean()) / 7)


def test_bad_parameters_and_hard_data(random):
    x, y = random.standard_normal((30, 3)), np.arange(30) % 2
    for wrong in (dict(max_sweeps=0), dict(max_sweeps=2.5), dict(tol=-1.0), dict(tol=math.nan)):
        with pytest.raises((ValueError, TypeError)):
            rb.MeanFieldClassifier(**wrong).fit(x, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = rb.MeanFieldClassifier(noise=0.0).fit(np.repeat(x[:1], 10, axis=0), y[:10])  # contradicting labels
    assert np.isfinite(model.predict_proba(x)).all()
    clean = x[:, 0] > 0.0
    far = rb.MeanFieldClassifier().fit(x, clean)
    assert np.isfinite(far.predict_proba(x * 1e160)).all()
    assert rb.MeanFieldClassifier().fit(x * 1e200, clean).score(x * 1e200, clean) > 0.9
