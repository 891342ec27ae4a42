"""Offline Bayesian learning with the full covariance."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.expectation import expectation_propagation
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.papers.solla_winther.continuous_weights import angle, batch
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("alpha", "noise"), [(2.0, 0.0), (2.0, 0.1), (5.0, 0.3)])
def test_it_follows_the_offline_curve(alpha, noise, random):
    d, n = [], 100
    for _ in range(40):
        teacher, x, labels = batch(n, alpha, noise, random)
        result = expectation_propagation(x, labels, noise=noise)
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
