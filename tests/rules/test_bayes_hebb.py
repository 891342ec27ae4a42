"""The Bayesian rule with one variance for all weights."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows


def test_the_chain_of_the_hebb_approximation_has_the_law_of_the_vectors(seed):
    how = dict(n=20, alpha=[1.0, 5.0], noise=0.1, runs=3000)
    vector = rb.simulate("bayes-hebb", method="vector", seed=seed, **how)
    chain = rb.simulate("bayes-hebb", seed=seed + 1, **how)
    assert chain.method == "chain"
    for column in ("r", "q_norm"):
        assert stats.ks_2samp(vector.samples[column][:, 1], chain.samples[column][:, 1]).pvalue > 6e-5


def naive(x: np.ndarray, labels: np.ndarray, noise: float, drift: float) -> tuple[np.ndarray, float]:
    """Return w and lambda after the rows, by the equations of the module with Phi and phi of SciPy."""
    n = x.shape[1]
    w, variance, keep = np.zeros(n), 1.0, 1.0 - drift / n
    for row, label in zip(x / math.sqrt(n), labels, strict=True):
        w, variance = keep * w, keep**2 * variance + 1.0 - keep**2
        root = math.sqrt(variance * (row @ row))
        u = label * (w @ row) / root
        g = (1.0 - 2.0 * noise) * stats.norm.pdf(u) / (noise + (1.0 - 2.0 * noise) * stats.norm.cdf(u))
        w, variance = w + variance * label * g / root * row, variance * (1.0 - g * (g + u) / n)
    return w, variance


@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.1, 0.0), (0.1, 0.7)])
def test_it_is_the_naive_loop(noise, drift, random):
    x, labels = random.standard_normal((60, 5)), np.where(random.random(60) < 0.6, 1.0, -1.0)
    rule = rb.BayesHebb(noise=noise, drift=drift)
    synapses, cell = rule.start(5)
    learn_rows(rule, x, labels, synapses, cell)
    w, variance = naive(x, labels, noise, drift)
    assert rule.weights(synapses, cell) == pytest.approx(w)
    assert rule.report(synapses, cell) == pytest.approx({"variance": variance})


def test_without_examples_a_drift_brings_back_what_was_not_known():
    rule = rb.BayesHebb(noise=0.0, drift=0.5)
    synapses, cell = rule.start(5)
    synapses[:], cell.variance = 1.0, 0.2
    learn_rows(rule, np.zeros((40, 5)), np.ones(40), synapses, cell)  # inputs that tell nothing
    faded = 0.9**40  # (1 - drift/N)^40
    assert rule.weights(synapses, cell) == pytest.approx(np.full(5, faded))
    assert cell.variance == pytest.approx(1.0 - 0.8 * faded**2)


def test_a_drift_below_0_is_refused():
    with pytest.raises(ValueError, match="drift must be at least 0; got -0.1"):
        rb.BayesHebb(drift=-0.1)
