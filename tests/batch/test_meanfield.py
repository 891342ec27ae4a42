"""Offline Bayesian learning by mean field."""

from __future__ import annotations

import math

import numpy as np
import pytest

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


def test_the_sum_over_all_vectors_is_bayes(random):
    x, noise = random.standard_normal((7, 3)), 0.2
    labels = np.where(random.random(7) < 0.5, 1.0, -1.0)
    vectors = np.array([[a, b, c] for a in (-1.0, 1.0) for b in (-1.0, 1.0) for c in (-1.0, 1.0)])
    likely = np.prod(np.where(labels * (vectors @ x.T) > 0.0, 0.8, 0.2), axis=1)
    result = exact_binary(x, labels, noise=noise)
    assert result.mean == pytest.approx(likely @ vectors / likely.sum())
    assert result.evidence == pytest.approx(math.log(likely.mean()) / 7)
