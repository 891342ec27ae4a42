"""The Bayesian rule with its full covariance: symmetries, and the limit of separate weights."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_covariance_rows, learn_rows


def learnt(rule: rb.BayesGaussian, x: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean and the covariance after the rows."""
    synapses, cell = rule.start(x.shape[1])
    learn_covariance_rows(rule, x, labels, synapses, cell, np.ones(len(x)))
    return synapses[0], synapses[1:]


@pytest.fixture
def examples(random):
    return random.standard_normal((40, 5)), np.where(random.random(40) < 0.5, 1.0, -1.0)


def test_turned_inputs_turn_the_mean_and_the_covariance(examples, random):
    x, labels = examples
    turn = np.linalg.qr(random.standard_normal((5, 5)))[0]
    mean, covariance = learnt(rb.BayesGaussian(noise=0.1), x, labels)
    turned_mean, turned = learnt(rb.BayesGaussian(noise=0.1), x @ turn, labels)
    assert turned_mean == pytest.approx(mean @ turn)
    assert turned == pytest.approx(turn.T @ covariance @ turn)


def test_clean_labels_take_variance_away_and_only_along_what_was_seen(examples):
    x, labels = examples
    x[:, 3:] = 0.0
    _, covariance = learnt(rb.BayesGaussian(noise=0.0), x, labels)
    assert covariance == pytest.approx(covariance.T)
    assert np.linalg.eigvalsh(covariance[:3, :3]).max() < 1.0
    assert np.linalg.eigvalsh(covariance).min() > 0.0
    assert np.array_equal(covariance[3:], np.eye(5)[3:])


def test_where_nothing_correlates_it_is_the_diagonal_rule(random):
    x = np.zeros((40, 5))
    x[np.arange(40), random.integers(0, 5, 40)] = random.standard_normal(40)
    labels = np.where(random.random(40) < 0.5, 1.0, -1.0)
    mean, covariance = learnt(rb.BayesGaussian(noise=0.1), x, labels)
    synapses, cell = rb.BayesDiagonal(noise=0.1).start(5)
    learn_rows(rb.BayesDiagonal(noise=0.1), x, labels, synapses, cell)
    assert mean == pytest.approx(synapses[0])
    assert covariance == pytest.approx(np.diag(synapses[1]))
