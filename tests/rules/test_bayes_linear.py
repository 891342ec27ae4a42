"""The Bayesian rule for numbers: it finds the noise, and follows a drift."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import root_scalar

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.bayes_linear import DRIFT_ON_DATA
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


def test_before_it_has_seen_noise_it_corrects_the_whole_of_an_error():
    rule, row = rb.BayesLinear(drift=0.0), np.array([1.0, -2.0, 0.5, 3.0])
    synapses, cell = rule.start(4)
    learn_rows(rule, row[None], np.array([1.7]), synapses, cell)
    assert rule.weights(synapses, cell) @ row / 2.0 == pytest.approx(1.7)
    assert cell.variance == pytest.approx(1.0 - 1.0 / 4.0)  # one direction of four is known


def test_where_the_noise_is_known_it_corrects_the_part_of_kalman():
    rule, row = rb.BayesLinear(drift=0.0), np.array([1.0, -2.0, 0.5, 3.0])
    for weight in (1.0, 3.0):
        synapses, cell = rule.start(4)
        cell.variance, cell.error, cell.usual, cell.sample_weight = 0.2, 0.7, 0.7, weight  # noise of 0.5
        learn_rows(rule, row[None], np.array([1.7]), synapses, cell)
        length = row @ row / 4.0
        part = 0.2 * length / (0.2 * length + 0.5 / weight)
        assert rule.weights(synapses, cell) @ row / 2.0 == pytest.approx(1.7 * part)
        assert cell.variance == pytest.approx(0.2 * (1.0 - part / 4.0))


def test_what_it_knows_of_a_drift():
    scenario = rb.Scenario(channel=rb.GaussianNoise(0.1), drift=0.3)
    assert rb.BayesLinear().in_scenario(scenario).drift == 0.3
    assert rb.BayesLinear(drift=0.0).in_scenario(scenario).drift == 0.0
    assert rb.BayesLinear().on_data().drift == DRIFT_ON_DATA > 0.0
    assert rb.BayesLinear(drift=0.0).on_data().drift == 0.0
