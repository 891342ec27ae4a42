"""What rows about the performance of continuous weights allow for is what there is."""

from __future__ import annotations

import pytest

from rosenblatt.papers.solla_winther.continuous_performance import ALPHA_2, BIAS, NOISES
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("rule", ["bayes-hebb", "bayes-gaussian"])
def test_the_bias_of_a_finite_system_is_no_larger_than_what_is_allowed(rule, noise, seed):
    theory = learning_curve(rule, ALPHA_2, noise=noise).frame["disagreement"]
    found = simulate(rule, n=25, alpha=ALPHA_2, noise=noise, runs=400, seed=seed).frame
    lack = (theory - found["disagreement"]) / theory
    error = Z_LIMIT * found["disagreement_sem"] / theory
    assert (lack < BIAS / 25 + error).all()
    assert (lack > -error).all()
