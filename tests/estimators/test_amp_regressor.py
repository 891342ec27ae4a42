"""`AMPRegressor`: fewer rows than weights, noise that is estimated, honest deviations, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import BayesianRidge, RidgeCV

import rosenblatt as rb


def drawn(rows, noise, random, n=300, density=0.1):
    weights = np.where(random.random(n) < density, 5.0 * random.standard_normal(n), 0.0)
    x = random.standard_normal((rows, n)) * np.geomspace(0.1, 10.0, n) + 2.0
    return weights / np.geomspace(0.1, 10.0, n), x, noise * random.standard_normal(rows) + 7.0


def test_sparse_weights_from_half_as_many_rows(random):
    weights, x, rest = drawn(1000, 1.0, random)
    y = x @ weights + rest
    model = rb.AMPRegressor(rb.GaussBernoulli(0.1)).fit(x[:180], y[:180])
    assert model.converged_
    assert model.score(x[180:], y[180:]) > 0.98 > RidgeCV().fit(x[:180], y[:180]).score(x[180:], y[180:])
    mean, deviation = model.predict(x[180:], return_std=True)
    surprise = (y[180:] - mean) / deviation
    assert np.mean(surprise**2) == pytest.approx(1.0, abs=0.25)
    assert 0.4 < model.noise_ < 1.6


def test_noise_that_is_known(random):
    weights, x, rest = drawn(600, 2.0, random)
    y = x @ weights + rest
    model = rb.AMPRegressor("gauss-bernoulli:0.1", noise=4.0).fit(x[:300], y[:300])
    assert model.noise_ == pytest.approx(4.0)
    assert model.predict(x[300:]) == pytest.approx(y[300:], abs=12.0)
    far = rb.AMPRegressor(noise=1e3 * y.var() * 0.5e-3).fit(x[:300], y[:300])
    assert np.linalg.norm(far.coef_) < np.linalg.norm(model.coef_)
    with pytest.raises(ValueError, match=r"noise must be below the variance of y, .* Leave it out to estimate it."):
        rb.AMPRegressor(noise=2.0 * y.var()).fit(x, y)


def test_units_of_targets_do_not_matter(random):
    weights, x, rest = drawn(200, 1.0, random)
    y = x @ weights + rest
    one, other = (rb.AMPRegressor("gauss-bernoulli:0.1").fit(x, factor * y + 3.0) for factor in (1.0, 1e6))
    assert other.predict(x) == pytest.approx(1e6 * (one.predict(x) - 3.0) + 3.0, rel=1e-6)


def test_what_it_refuses(random):
    x = random.standard_normal((30, 3))
    with pytest.raises(ValueError, match="y must have one target; got 2"):
        rb.AMPRegressor().fit(x, x[:, :2])
    with pytest.warns(ConvergenceWarning, match="message passing has not converged after 1 sweeps"):
        rb.AMPRegressor(max_sweeps=1).fit(x, x @ [1.0, 2.0, 3.0])
    constant = rb.AMPRegressor().fit(x, np.full(30, 2.0))
    assert constant.predict(x) == pytest.approx(2.0, abs=1e-3)


def test_vector_passing_is_bayesian_ridge_on_correlated_features(random):
    n, rows = 40, 300
    x = random.standard_normal((rows, n)) @ np.linalg.cholesky(0.9 ** np.abs(np.subtract.outer(range(n), range(n)))).T
    y = x @ random.standard_normal(n) + 3.0 * random.standard_normal(rows)
    model, other = rb.AMPRegressor(variant="vamp").fit(x, y), BayesianRidge(tol=1e-8).fit(x, y)
    assert model.converged_
    assert model.noise_ == pytest.approx(1.0 / other.alpha_, rel=0.02)
    asked = random.standard_normal((20, n))
    (mean, spread), (same, wide) = model.predict(asked, return_std=True), other.predict(asked, return_std=True)
    assert np.abs(mean - same).max() < 0.15 * np.std(y)
    assert spread == pytest.approx(wide, rel=0.1)
