"""The plain loop of a member against Bayes' theorem, by quadrature."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.kernels.bank.members import Batch, Member
from rosenblatt.kernels.bank.plain_loops import learn_member


@pytest.mark.parametrize("label", [1.0, -1.0])
@pytest.mark.parametrize("kappa", [0.0, 0.2])
@pytest.mark.parametrize("full", [True, False])
def test_one_row_of_one_weight_gives_the_moments_of_the_posterior(label, kappa, full):
    prior, x, offset, drift = 2.0, 1.3, 0.4, 0.1
    mean, variance = 0.7, 0.9
    spread = np.array([[variance]]) if full else np.array([variance])
    member = Member(drift, np.array([prior]), np.array([mean]), spread, np.ones(1), np.array([kappa]))
    batch = Batch(np.array([[x]]), np.array([offset]), np.array([label]), np.ones(1))
    after, said = learn_member(batch, member)
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    variance = 0.9**2 * variance + (1.0 - 0.9**2) * prior  # what a drift of 0.1 leaves of it
    w = 0.9 * mean + np.sqrt(variance) * nodes
    clean = gaussian.cdf(offset + w * x)
    weights = weights / weights.sum()
    assert said.cleans[0] == pytest.approx(weights @ clean, rel=1e-9)
    weights = weights * (kappa + (1.0 - 2.0 * kappa) * (clean if label > 0.0 else 1.0 - clean))
    weights = weights / weights.sum()
    assert after.mean[0] == pytest.approx(weights @ w, rel=1e-9)
    assert after.spread.ravel()[0] == pytest.approx(weights @ w**2 - (weights @ w) ** 2, rel=1e-9)
    assert said.noises[0] == kappa
