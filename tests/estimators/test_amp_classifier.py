"""`AMPClassifier`: priors that matter, calibrated probabilities, exact recovery, and what it says when it fails."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import rosenblatt as rb


def drawn(teacher, channel, rows, n, random):
    weights, x = teacher.draw(n, random), random.standard_normal((rows, n))
    return weights, x, random.random(rows) < channel.probability(x @ weights / np.sqrt(n))


def test_the_prior_of_the_teacher_is_the_best(random):
    teacher, channel = rb.GaussBernoulli(0.1), rb.Flips(0.02)
    weights, x, y = drawn(teacher, channel, 3000, 400, random)
    models = {
        name: rb.AMPClassifier(prior).fit(x[:600], y[:600])
        for name, prior in (("sparse", teacher), ("dense", "gaussian"))
    }
    scores = {name: model.score(x[600:], y[600:]) for name, model in models.items()}
    assert scores["sparse"] > scores["dense"] + 0.05
    assert models["sparse"].evidence_[0] > models["dense"].evidence_[0]
    assert np.corrcoef(models["sparse"].coef_[0], weights)[0, 1] > 0.9
    assert 0.0 < models["sparse"].channel_[0].noise < 0.06


@pytest.mark.parametrize(
    "channel", ["logistic:3", rb.Probit(2.0, 0.05), rb.OwnChannel(lambda b: 0.1 + 0.85 * (b > 0.4))]
)
def test_probabilities_are_calibrated(channel, random):
    said, came = [], []
    for _ in range(6):
        _, x, y = drawn(rb.Ternary(0.3), rb.scenario.resolve_channel(channel), 1500, 100, random)
        model = rb.AMPClassifier(rb.Ternary(0.3), channel=channel, fit_intercept=False).fit(x[:150], y[:150])
        proba = model.predict_proba(x[150:])
        assert proba.sum(axis=1) == pytest.approx(1.0)
        assert ((proba[:, 1] > 0.5) == (model.decision_function(x[150:]) > 0.0)).all()
        said.append(proba[:, 1])
        came.append(y[150:])
    probabilities, outcomes = np.concatenate(said), np.concatenate(came)
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        chosen = (probabilities >= low) & (probabilities < low + 0.2)
        if chosen.sum() > 300:
            assert np.mean(outcomes[chosen]) == pytest.approx(probabilities[chosen].mean(), abs=0.05)


def test_binary_weights_are_found_to_the_last_one(random):
    teacher, x, y = drawn(rb.scenario.BinaryTeacher(), rb.Flips(), 750, 300, random)
    exact = dict(channel=rb.Flips(), fit_intercept=False, scale_features=False)
    model = rb.AMPClassifier("binary", **exact).fit(x, y)
    assert model.converged_ == [True]
    assert (np.sign(model.coef_[0]) == teacher).all()
    assert model.variance_[0].max() < 1e-3
    assert model.path_[0][0] > 0.3 > 1e-3 > model.path_[0][-1]


def test_an_intercept(random):
    weights, x = random.standard_normal(100), random.standard_normal((1200, 100)) + 3.0
    y = (x - 3.0) @ weights > 8.0
    model = rb.AMPClassifier().fit(x[:800], y[:800])
    assert model.score(x[800:], y[800:]) > 0.9
    assert model.coef_[0] @ np.full(100, 3.0) + model.intercept_[0] < 0.0


def test_several_classes(random):
    x = random.standard_normal((1500, 60))
    y = np.array(["a", "b", "c"])[(x @ random.standard_normal((60, 3))).argmax(axis=1)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = rb.AMPClassifier().fit(x[:1000], y[:1000])
    assert model.predict_proba(x).shape == (1500, 3)
    assert model.mean_.shape == model.variance_.shape == (3, 60)
    assert model.score(x[1000:], y[1000:]) > 0.85


def test_it_says_when_it_has_not_converged_and_what_to_do(random):
    _, x, y = drawn(rb.Ternary(0.5), rb.Flips(), 100, 50, random)
    with pytest.warns(
        ConvergenceWarning, match="not converged after 2 sweeps .* Take more sweeps; .* variant='vamp', or rb.MeanField"
    ):
        model = rb.AMPClassifier(max_sweeps=2).fit(x, y)
    assert model.converged_ == [False]
    assert model.n_iter_ == [2]


def test_what_it_refuses(random):
    x, y = random.standard_normal((30, 3)), np.arange(30) % 2
    for wrong, reason in (
        (dict(channel=rb.GaussianNoise(0.1)), "channel must be one of signs for classes; .* Take rb.AMPRegressor"),
        (dict(prior="cauchy"), "teacher must be one of"),
        (dict(max_sweeps=0), "max_sweeps must be"),
        (dict(tol=-1.0), "tol must be"),
    ):
        with pytest.raises(ValueError, match=reason):
            rb.AMPClassifier(**wrong).fit(x, y)
    with pytest.raises(ValueError, match=r"X must be within 1e\+150"):
        rb.AMPClassifier().fit(x * 1e200, y)
    assert np.isfinite(rb.AMPClassifier().fit(x, x[:, 0] > 0.0).predict_proba(x * 1e140)).all()


def test_on_digits_vector_passing_converges_and_is_as_good_as_logistic_regression():
    x, y = load_digits(n_class=5, return_X_y=True)
    some = np.random.default_rng(0).permutation(len(y))
    seen, rest = some[:600], some[600:]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = rb.AMPClassifier(variant="vamp", max_sweeps=1000).fit(x[seen], y[seen])
        plain = rb.AMPClassifier(max_sweeps=100).fit(x[seen], y[seen])
    other = make_pipeline(StandardScaler(), LogisticRegression(max_iter=5000)).fit(x[seen], y[seen])
    assert sum(model.converged_) >= 4 > 1 >= sum(plain.converged_)
    assert model.score(x[rest], y[rest]) > other.score(x[rest], y[rest]) - 0.015


def test_vector_passing_knows_the_covariance_of_the_weights(random):
    # Copies of one feature: their sum is known, their differences are not.
    x = np.repeat(random.standard_normal((400, 5)), 4, axis=1) + 1e-3 * random.standard_normal((400, 20))
    y = random.random(400) < rb.Logistic(3.0).probability(x @ random.standard_normal(20) / np.sqrt(20))
    how = {"channel": "logistic:3", "fit_intercept": False, "scale_features": False}
    model = rb.AMPClassifier(variant="vamp", **how).fit(x, y)
    (found,) = model.messages_
    rows = x[:50] / np.sqrt(20)
    assert model.converged_ == [True]
    assert found.spread(rows).max() < 0.4 * np.sqrt(np.square(rows) @ found.variance).max()
