"""The full covariance on inputs with a spectrum: limits, and simulation."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.registry import NoTheory
from tests.helpers import Z_LIMIT

TWO = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75])
ALPHA = [1.0, 4.0]


def test_one_eigenvalue_is_the_theory_of_gaussian_inputs():
    plain = rb.learning_curve("bayes-gaussian", ALPHA, noise=0.1).frame
    spectrum = rb.learning_curve("bayes-gaussian", ALPHA, noise=0.1, inputs=rb.Covariance(eigenvalues=[1.0])).frame
    for column in plain.columns:
        assert spectrum[column].to_numpy() == pytest.approx(plain[column].to_numpy(), rel=1e-9)


def test_directions_without_inputs_need_no_examples():
    # Half of the directions are never seen: alpha counts twice for the other half.
    half = rb.learning_curve("bayes-gaussian", [2.0], inputs=rb.Covariance(eigenvalues=[1.0, 0.0])).frame
    plain = rb.learning_curve("bayes-gaussian", [4.0]).frame
    assert half["disagreement"][0] == pytest.approx(plain["disagreement"][0], rel=1e-8)
    assert half["r"][0] == pytest.approx(0.5 * plain["r"][0], rel=1e-8)


def test_simulation_follows_theory(seed):
    theory = rb.learning_curve("bayes-gaussian", ALPHA, noise=0.1, inputs=TWO).frame
    how = dict(n=80, alpha=ALPHA, runs=100, noise=0.1, inputs=TWO, seed=seed)
    frame = rb.simulate("bayes-gaussian", **how).frame
    for column, constant in (("disagreement", 0.5), ("r", 2.0), ("q_norm", 2.0)):
        assert (np.abs(frame[column] - theory[column]) < Z_LIMIT * frame[f"{column}_sem"] + constant / 80).all(), column


def test_a_teacher_that_the_prior_does_not_expect_is_refused():
    tilted = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75], teacher=[0.9, 0.1])
    with pytest.raises(NoTheory, match="teacher must have no preferred direction for the theory of 'bayes-gaussian'"):
        rb.learning_curve("bayes-gaussian", 1.0, inputs=tilted)
    with pytest.raises(NoTheory, match="readout must be 'mean'"):
        rb.learning_curve("bayes-gaussian", 1.0, inputs=TWO, readout="clipped")
