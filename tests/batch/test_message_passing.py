"""Message passing: state evolution, exact posteriors, what is estimated, and what does not converge."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.message_passing import Known, UnknownFlips, UnknownVariance, message_passing
from rosenblatt.batch.vector_message_passing import VectorPassing
from rosenblatt.scenario import resolve_teacher
from rosenblatt.scenario.priors import BinaryPrior, MixturePrior, ternary
from rosenblatt.theory.state_evolution import state_evolution
from tests.helpers import Z_LIMIT


def drawn(teacher, channel, alpha, n, random):
    """Return a teacher, inputs over sqrt(n), and labels."""
    weights = resolve_teacher(teacher).draw(n, random)
    x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
    fields = x @ weights
    if isinstance(channel, rb.GaussianNoise):
        return weights, x, fields + math.sqrt(channel.variance) * random.standard_normal(len(x))
    return weights, x, np.where(random.random(len(x)) < channel.probability(fields), 1.0, -1.0)


CASES = [
    (rb.Ternary(0.25), rb.Flips(0.05), 0.5),
    (rb.GaussBernoulli(0.25), rb.Probit(2.0), 2.0),
    ("spherical", rb.Logistic(2.0), 2.0),
    ("binary", rb.Probit(2.0), 1.0),
    (rb.GaussBernoulli(0.25), rb.GaussianNoise(0.1), 1.0),
    ("spherical", rb.OwnChannel(lambda b: np.where(b > 0.3, 0.95, 0.1)), 1.0),
    (rb.IndependentTeacher(MixturePrior((0.2, 0.8), (-2.0, 0.5), (0.0, 0.0))), rb.Flips(0.1), 1.0),
]


@pytest.mark.parametrize(("teacher", "channel", "alpha"), CASES, ids=str)
def test_it_reaches_the_metastable_branch(teacher, channel, alpha, random):
    n, found = 400, []
    for _ in range(16):
        weights, x, labels = drawn(teacher, channel, alpha, n, random)
        result = message_passing(x, labels, resolve_teacher(teacher).prior, Known(channel))
        found.append(weights @ result.mean / math.sqrt(n) / np.linalg.norm(result.mean))
    exact = rb.learning_curve("bayes", alpha, teacher=teacher, channel=channel, branch="metastable").frame["overlap"][0]
    assert abs(np.mean(found) - exact) < Z_LIMIT * np.std(found, ddof=1) / 4.0 + 3.0 / n


@pytest.mark.parametrize(("teacher", "channel", "alpha"), CASES[:3], ids=str)
def test_each_sweep_is_a_step_of_state_evolution(teacher, channel, alpha, random):
    n, runs, sweeps = 600, 10, 5
    paths, overlaps = np.empty((runs, sweeps)), np.empty((runs, sweeps))
    for run in range(runs):
        weights, x, labels = drawn(teacher, channel, alpha, n, random)
        for sweep in range(1, sweeps + 1):
            result = message_passing(x, labels, resolve_teacher(teacher).prior, Known(channel), sweeps=sweep, new=1.0)
            overlaps[run, sweep - 1] = weights @ result.mean / n
        paths[run] = result.path
    exact = state_evolution(teacher, channel, alpha=alpha, sweeps=sweeps)["deficit"].to_numpy()
    for measured in (paths, 1.0 - overlaps):
        error = measured.std(axis=0, ddof=1) / math.sqrt(runs)
        assert (np.abs(measured.mean(axis=0) - exact) < Z_LIMIT * error + 3.0 / n).all()


def exact_posterior(x, labels, values, logs, channel):
    """Return the mean of each weight by summing over all vectors of some values."""
    vectors = np.array(list(itertools.product(range(len(values)), repeat=x.shape[1])))
    weights = np.array(values)[vectors]
    up = channel.probability(weights @ x.T)
    told = np.array(logs)[vectors].sum(axis=1) + np.log(np.where(labels > 0.0, up, 1.0 - up)).sum(axis=1)
    shares = np.exp(told - told.max())
    return shares @ weights / shares.sum()


def test_few_weights_by_the_sum_over_all_vectors(random):
    # Message passing errs by 1/N: near, and nearer than a prior of other weights.
    prior, channel, n = ternary(0.5), rb.Probit(1.0, 0.1), 8
    near, far = [], []
    for _ in range(20):
        _, x, labels = drawn(rb.Ternary(0.5), channel, 1.5, n, random)
        exact = exact_posterior(x, labels, prior.means, np.log(prior.weights), channel)
        for law, misses in ((prior, near), (MixturePrior((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0)), far)):
            result = message_passing(x, labels, law, Known(channel), new=0.5)
            misses.append(np.mean((result.mean - exact) ** 2))
    assert np.mean(near) < 0.02
    assert np.mean(near) < 0.5 * np.mean(far)


def test_the_noise_is_estimated(random):
    shares, variances = [], []
    for _ in range(5):
        _, x, labels = drawn("spherical", rb.Flips(0.2), 6.0, 300, random)
        shares.append(message_passing(x, labels, resolve_teacher("spherical").prior, UnknownFlips()).channel.level)
        _, x, labels = drawn(rb.GaussBernoulli(0.2), rb.GaussianNoise(0.25), 2.0, 300, random)
        labels = (labels - labels.mean()) / labels.std()
        found = message_passing(x, labels, rb.GaussBernoulli(0.2).prior, UnknownVariance())
        variances.append(found.channel.level)
    assert np.mean(shares) == pytest.approx(0.2, abs=0.03)
    assert np.mean(variances) == pytest.approx(0.25, abs=0.06)


def test_an_intercept_is_estimated(random):
    prior, found = resolve_teacher("spherical").prior, []
    for _ in range(10):
        weights, x, _ = drawn("spherical", rb.Flips(), 4.0, 200, random)
        labels = np.where(x @ weights > 0.6, 1.0, -1.0)
        result = message_passing(x, labels, prior, Known(rb.Flips()), intercept=True)
        assert result.converged
        found.append(result.intercept / np.linalg.norm(result.mean) * math.sqrt(200))
    assert np.mean(found) == pytest.approx(-0.6, abs=0.06)


def test_the_evidence_prefers_the_right_prior(random):
    _, x, labels = drawn(rb.Ternary(0.1), rb.Flips(0.02), 1.5, 500, random)
    told = [
        message_passing(x, labels, prior, Known(rb.Flips(0.02))).evidence
        for prior in (ternary(0.1), resolve_teacher("spherical").prior)
    ]
    assert told[0] > told[1]


def test_what_does_not_converge_says_so(random):
    _, x, labels = drawn("spherical", rb.Flips(), 2.0, 100, random)
    prior = resolve_teacher("spherical").prior
    assert not message_passing(x, labels, prior, Known(rb.Flips()), sweeps=2).converged
    same = np.repeat(x[:, :1], 100, axis=1)  # copies of one feature
    result = message_passing(same * 10.0, labels, prior, Known(rb.Flips()), new=1.0)
    assert not result.converged
    assert np.isfinite(result.mean).all()


def test_numbers_of_a_gaussian_prior_are_ridge_regression(random):
    # At the fixed point of a large system the means are those of the exact posterior.
    n = 1000
    _, x, labels = drawn("spherical", rb.GaussianNoise(0.5), 1.5, n, random)
    exact = np.linalg.solve(x.T @ x + 0.5 * np.eye(n), x.T @ labels)
    result = message_passing(x, labels, resolve_teacher("spherical").prior, Known(rb.GaussianNoise(0.5)))
    assert np.linalg.norm(result.mean - exact) < 0.03 * np.linalg.norm(exact)


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("passing", [message_passing, lambda x, *how, **more: VectorPassing(x)(*how, **more)])
def test_what_is_known_to_the_last_weight_is_not_forgotten(passing, centred):
    """Features scaled by their deviations in the sample: weights are +-1 no more, and some labels contradict them."""
    random = np.random.default_rng(0)
    x, teacher = random.standard_normal((1200, 600)), random.choice([-1.0, 1.0], 600)
    labels = np.sign(x @ teacher)
    seen = (x - centred * x.mean(axis=0)) / x.std(axis=0) / math.sqrt(600)
    found = passing(seen, labels, BinaryPrior(), UnknownFlips(), intercept=centred, sweeps=100)
    assert np.mean(np.sign(found.mean) == teacher) > 0.99
    assert np.mean(np.sign(found.fields) == labels) > 0.97
    assert abs(found.intercept) < 0.2
