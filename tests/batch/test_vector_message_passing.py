"""Vector message passing: exact Gaussian posteriors, the fixed point of AMP, and its theory for correlated inputs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import rosenblatt as rb
from rosenblatt.batch.message_passing import Known, UnknownFlips, message_passing
from rosenblatt.batch.vector_message_passing import VectorPassing
from rosenblatt.scenario import resolve_teacher
from rosenblatt.scenario.priors import GaussianPrior
from tests.helpers import Z_LIMIT


def rotated(rows, n, sizes, random):
    """Return inputs with given singular values and directions drawn at random, and fields of variance 1."""

    def directions(size):
        q, r = np.linalg.qr(random.standard_normal((size, len(sizes))))
        return q * np.sign(np.diag(r))

    x = (directions(rows) * sizes) @ directions(n).T
    return x * math.sqrt(rows / np.square(x).sum())


def expected_deficit(prior, channel, squares, rows, n, sweeps=400):
    """Return 1 - q by the equations of a sweep, averaged over labels and weights: numbers are all that is left."""
    a, t, variance = 1e-10, 1.0, 1.0
    for _ in range(sweeps):
        lam = 1.0 / t
        by_labels = 1.0 / (lam - lam**2 * float(channel.information(np.array([lam]))[0])) - t
        variance = float(prior.deficit(a)[0])
        by_weights = max(1.0 / variance - a, 1e-10)
        shares = 1.0 / (by_weights + by_labels * squares)
        spread = (shares.sum() + (n - len(shares)) / by_weights) / n
        a, t = 1.0 / spread - by_weights, rows / float(squares @ shares) - by_labels
    return variance


@pytest.mark.parametrize("rows", [30, 90])
def test_a_gaussian_posterior_is_exact_for_any_inputs(rows, random):
    n, noise = 60, 0.3
    x = random.standard_normal((rows, n)) @ np.diag(np.geomspace(0.03, 3.0, n)) @ random.standard_normal((n, n)) / n
    labels = random.standard_normal(rows)
    covariance = np.linalg.inv(x.T @ x / noise + np.eye(n))
    found = VectorPassing(x)(labels, GaussianPrior(), Known(rb.GaussianNoise(noise)), tolerance=1e-12)
    assert found.converged
    assert found.mean == pytest.approx(covariance @ x.T @ labels / noise, abs=1e-9)
    asked = random.standard_normal((5, n))
    assert found.spread(asked) == pytest.approx(np.sqrt(np.einsum("ij,jk,ik->i", asked, covariance, asked)), rel=1e-7)


CASES = [
    ("spherical", rb.Flips(0.1), 3.0),
    (rb.Ternary(0.25), rb.Flips(0.05), 0.5),
    ("binary", rb.Probit(2.0), 1.0),
]


@pytest.mark.parametrize(("teacher", "channel", "alpha"), CASES, ids=str)
def test_on_independent_features_it_has_the_fixed_point_of_amp(teacher, channel, alpha, random):
    n, runs, found, apart = 400, 12, [], []
    prior = resolve_teacher(teacher).prior
    for _ in range(runs):
        weights = resolve_teacher(teacher).draw(n, random)
        x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
        labels = np.where(random.random(len(x)) < channel.probability(x @ weights), 1.0, -1.0)
        result = VectorPassing(x)(labels, prior, Known(channel))
        other = message_passing(x, labels, prior, Known(channel))
        assert result.converged
        apart.append(np.linalg.norm(result.mean - other.mean) / np.linalg.norm(other.mean))
        found.append(weights @ result.mean / np.linalg.norm(weights) / np.linalg.norm(result.mean))
    exact = rb.learning_curve("bayes", alpha, teacher=teacher, channel=channel, branch="metastable").frame["overlap"][0]
    assert abs(np.mean(found) - exact) < Z_LIMIT * np.std(found, ddof=1) / math.sqrt(runs) + 3.0 / n
    assert np.mean(apart) < 2.0 / n


@pytest.mark.parametrize(("teacher", "channel"), [case[:2] for case in CASES], ids=str)
@pytest.mark.parametrize("rows", [300, 1000])
def test_on_correlated_inputs_it_does_what_theory_says(teacher, channel, rows, random):
    n, runs, prior = 500, 10, resolve_teacher(teacher).prior
    sizes = np.geomspace(1.0, 100.0, min(n, rows))
    gained = []
    for _ in range(runs):
        x, weights = rotated(rows, n, sizes, random), resolve_teacher(teacher).draw(n, random)
        labels = np.where(random.random(rows) < channel.probability(x @ weights), 1.0, -1.0)
        result = VectorPassing(x)(labels, prior, Known(channel), sweeps=2000)
        assert result.converged
        gained.append([weights @ result.mean / n, 1.0 - result.path[-1]])
    squares = sizes**2 * rows / np.square(sizes).sum()
    exact = 1.0 - expected_deficit(prior, channel, squares, rows, n)
    means, errors = np.mean(gained, axis=0), np.std(gained, axis=0, ddof=1) / math.sqrt(runs)
    assert (np.abs(means - exact) < Z_LIMIT * errors + 3.0 / n).all()


def test_on_correlated_inputs_with_flips_it_beats_every_logistic_regression(random):
    n, rows, channel = 300, 900, rb.Flips(0.1)
    spread = 0.9 ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    x = random.standard_normal((rows, n)) @ np.linalg.cholesky(spread).T / math.sqrt(n)
    weights = random.standard_normal(n)
    labels = np.where(random.random(rows) < channel.probability(x @ weights), 1.0, -1.0)

    def overlap(mean):
        return mean @ spread @ weights / math.sqrt((mean @ spread @ mean) * (weights @ spread @ weights))

    result = VectorPassing(x)(labels, GaussianPrior(), UnknownFlips())
    assert result.converged
    assert result.channel.level == pytest.approx(0.1, abs=0.04)
    others = [
        LogisticRegression(C=strength, fit_intercept=False, max_iter=2000).fit(math.sqrt(n) * x, labels).coef_[0]
        for strength in np.geomspace(1e-4, 10.0, 11)
    ]
    assert overlap(result.mean) > max(map(overlap, others)) + 0.005


def test_it_estimates_an_intercept(random):
    n, rows = 200, 1200
    x, weights = random.standard_normal((rows, n)) / math.sqrt(n), random.standard_normal(n)
    labels = np.where(x @ weights + 0.7 > 0.0, 1.0, -1.0)
    result = VectorPassing(x)(labels, GaussianPrior(), Known(rb.Flips()), intercept=True)
    assert result.converged
    assert result.intercept == pytest.approx(0.7, abs=0.1)
    assert VectorPassing(x)(labels, GaussianPrior(), Known(rb.Flips())).intercept == 0.0


def test_damping_takes_a_share_of_what_labels_and_weights_tell(random):
    x = random.standard_normal((50, 20)) / math.sqrt(20.0)
    labels, passing = np.sign(x @ random.standard_normal(20)), VectorPassing(x)
    once, twice, damped = (
        passing(labels, rb.Ternary(0.25).prior, Known(rb.Flips()), sweeps=sweeps, new=new)
        for sweeps, new in ((1, 1.0), (2, 1.0), (2, 0.25))
    )
    for part in ("rest", "shares"):  # variances, of the precisions that are told
        before, undamped, mixed = (1.0 / getattr(one, part) for one in (once, twice, damped))
        assert mixed == pytest.approx(0.25 * undamped + 0.75 * before, rel=1e-9)


def test_what_has_not_converged_or_is_lost_says_so(random):
    x = random.standard_normal((50, 20)) / math.sqrt(20.0)
    labels = np.sign(x @ random.standard_normal(20))
    short = VectorPassing(x)(labels, GaussianPrior(), Known(rb.Flips()), sweeps=3)
    assert (short.converged, short.sweeps, len(short.path)) == (False, 3, 3)
    assert short.change > 1e-6
    lost = VectorPassing(x)(1e12 * labels, GaussianPrior(), Known(rb.GaussianNoise(0.1)))
    assert not lost.converged
    assert lost.evidence == -math.inf
    assert np.isfinite(lost.mean).all()
