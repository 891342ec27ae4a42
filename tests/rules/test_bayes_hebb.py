"""The Bayesian rule with one variance for all weights."""

from __future__ import annotations

from scipy import stats

import rosenblatt as rb


def test_the_chain_of_the_hebb_approximation_has_the_law_of_the_vectors(seed):
    how = dict(n=20, alpha=[1.0, 5.0], noise=0.1, runs=3000)
    vector = rb.simulate("bayes-hebb", method="vector", seed=seed, **how)
    chain = rb.simulate("bayes-hebb", seed=seed + 1, **how)
    assert chain.method == "chain"
    for column in ("r", "q_norm"):
        assert stats.ks_2samp(vector.samples[column][:, 1], chain.samples[column][:, 1]).pvalue > 6e-5
