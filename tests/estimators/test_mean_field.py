"""`MeanFieldClassifier`: real data, calibrated probabilities, and data that are hard."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning

import rosenblatt as rb


def noisy(rows, n, noise, random):
    """Return inputs divided by sqrt(n), and the labels of a random teacher, some of them flipped."""
    teacher, x = random.standard_normal(n), random.standard_normal((rows, n)) / math.sqrt(n)
    return x, np.where((x @ teacher > 0.0) ^ (random.random(rows) < noise), 1.0, -1.0)


def test_it_says_when_it_has_not_converged(random):
    x, labels = noisy(200, 100, 0.0, random)
    with pytest.warns(ConvergenceWarning, match="not converged after 2 sweeps"):
        model = rb.MeanFieldClassifier(max_sweeps=2).fit(x, labels)
    assert model.converged_ == [False]
    with pytest.raises(ValueError, match="prior must be one of"):
        rb.MeanFieldClassifier(prior="cauchy").fit(x, labels)


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
        x, labels = noisy(1200, 40, 0.1, random)
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


def test_features_of_any_size_that_can_be_added_up(random):
    x = random.standard_normal((40, 2))
    y = x[:, 0] > 0.0
    plain = rb.MeanFieldClassifier(noise=0.1).fit(x, y)
    large = rb.MeanFieldClassifier(noise=0.1).fit(x * 1e250, y)
    assert large.predict_proba(x * 1e250) == pytest.approx(plain.predict_proba(x), rel=1e-6)
    with pytest.raises(ValueError, match=r"X must be within 1e\+300; got .* Give such columns in larger units."):
        large.fit(np.where(x > 0.0, 1.7e308, -1.7e308), y)
    with pytest.raises(FloatingPointError, match="MeanFieldClassifier must learn finite numbers"):
        large.fit(x * 1e-312, y)
    assert large.predict_proba(x * 1e250) == pytest.approx(plain.predict_proba(x), rel=1e-6)
