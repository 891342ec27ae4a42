"""The Bayesian rule for numbers: it finds the noise, and follows a drift."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import root_scalar

import rosenblatt as rb
from rosenblatt.scenario.channels import GaussianNoise
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.theory.bayes import online
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("noise", [0.1, 1.0])
def test_the_bayesian_rule_finds_the_noise_and_learns_as_if_it_had_known_it(noise, seed):
    alpha = [1.0, 4.0, 20.0]
    exact = np.sqrt(1.0 - online(GaussianPrior(), GaussianNoise(noise), np.array(alpha))[1])
    frame = rb.simulate("bayes-linear", n=4000, alpha=alpha, runs=20, noise=noise, seed=seed).frame
    assert frame["overlap"].to_numpy() == pytest.approx(exact, rel=0.02)
    assert (frame["overlap"] < exact + Z_LIMIT * frame["overlap_sem"]).all()  # nothing beats what is known


def test_the_bayesian_rule_follows_a_drift(seed):
    drift, noise = 0.05, 0.2
    frame = rb.simulate(
        "bayes-linear", n=4000, alpha=np.arange(30.0, 60.0, 3.0), runs=6, noise=noise, seed=seed,
        teacher=rb.DriftingTeacher(drift),
    ).frame  # fmt: skip
    q = root_scalar(lambda q: (1 - q) ** 2 / (1 - q + noise) - 2 * drift * q, bracket=(0.01, 0.999)).root
    assert float(frame["overlap"].mean()) == pytest.approx(math.sqrt(q), rel=0.01)
