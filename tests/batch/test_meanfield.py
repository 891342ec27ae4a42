"""Offline Bayesian learning by mean field."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.meanfield import exact_binary, mean_field
from rosenblatt.papers.solla_winther.continuous_weights import angle, batch
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("alpha", "noise"), [(2.0, 0.0), (2.0, 0.1), (5.0, 0.3)])
def test_it_follows_the_offline_curve(alpha, noise, random):
    d, n = [], 300
    for _ in range(40):
        teacher, x, labels = batch(n, alpha, noise, random)
        result = mean_field(x, labels, noise=noise)
        assert result.converged
        d.append(angle(result.mean, teacher))
    exact = rb.learning_curve("bayes", [alpha], noise=noise).frame["disagreement"][0]
    assert abs(np.mean(d) - exact) < Z_LIMIT * np.std(d) / math.sqrt(40) + 1.0 / n


def test_its_fixed_point_is_that_of_the_equations(random):
    _, x, labels = batch(200, 2.0, 0.0, random)
    result = mean_field(x, labels, tolerance=1e-12, sweeps=5000)
    assert result.variance == pytest.approx(1.0 - float(result.mean @ result.mean) / 200.0, abs=1e-9)


@pytest.mark.parametrize(("alpha", "found"), [(1.2, False), (2.2, True)])
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
