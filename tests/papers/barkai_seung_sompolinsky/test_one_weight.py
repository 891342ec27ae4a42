"""The exact law of one weight with flipped labels is that of its chain."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from rosenblatt.papers.barkai_seung_sompolinsky.one_weight import stationary


def test_the_stationary_law_is_that_of_the_chain():
    # The whole matrix of the chain, and its eigenvector, at a rate at which there are few places.
    eta, noise, reach = 0.05, 0.1, 25
    w = eta * np.arange(-reach, reach + 1)

    def up(at: float) -> float:
        """Return how often the label is +1 where the student says -1, s < -w."""
        wrong, right = norm.cdf(min(-at, 0.0)), max(norm.cdf(-at) - 0.5, 0.0)
        return noise * wrong + (1.0 - noise) * right

    chain = np.zeros((len(w), len(w)))
    for i in range(len(w) - 1):
        chain[i + 1, i], chain[i, i + 1] = up(w[i]), up(-w[i + 1])
    chain += np.diag(1.0 - chain.sum(axis=0))
    values, vectors = np.linalg.eig(chain)
    law = np.real(vectors[:, np.argmax(np.real(values))])
    law /= law.sum()
    variance = law @ w**2
    assert stationary(eta, noise) == pytest.approx((variance / eta, law @ w**4 / variance**2 - 3.0), rel=1e-6)
