"""Bayesian rules in any channel: exact where one example is exact, and with flips what they were."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.kernels.plain_loops import learn_covariance_rows, learn_rows
from tests.helpers.students import learn

CHANNELS = [rb.Flips(0.1), rb.Probit(1.5, 0.05), rb.Logistic(2.0), rb.InputNoise(0.3, 0.75), rb.FadingFlips(0.4, 2.0)]


def moments(channel, label, x):
    """Return mean and variance of a weight that was N(0, 1), after one label."""
    w, weights = gaussian.panels()
    seen = channel.as_student_sees
    field = w * x / math.hypot(1.0, channel.student_width)
    up = np.concatenate([seen.evidence(field[k : k + 1], 1e-9)[0] for k in range(len(field))])
    weights = weights * (up if label > 0.0 else 1.0 - up)
    mean = weights @ w / weights.sum()
    return mean, weights @ (w - mean) ** 2 / weights.sum()


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
@pytest.mark.parametrize("label", [1.0, -1.0])
def test_one_example_leaves_the_moments_of_the_posterior(channel, label):
    exact = pytest.approx(moments(channel, label, 0.8), rel=1e-6)
    diagonal, full = rb.BayesDiagonal(channel=channel), rb.BayesGaussian(channel=channel)
    synapses, cell = diagonal.start(1, 1.0)
    learn_rows(diagonal, np.array([[0.8]]), np.array([label]), synapses, cell)
    assert (synapses[0, 0], synapses[1, 0]) == exact
    synapses, cell = full.start(1, 1.0)
    learn_covariance_rows(full, np.array([[0.8]]), np.array([label]), synapses, cell, np.ones(1))
    assert (synapses[0, 0], synapses[1, 0]) == exact


@pytest.mark.parametrize("kind", [rb.BayesDiagonal, rb.BayesBinary], ids=lambda kind: kind.name)
def test_flips_by_any_name_are_flips(kind, random):
    x, labels = random.standard_normal((30, 5)), np.where(random.random(30) < 0.5, 1.0, -1.0)
    own = rb.OwnChannel(lambda field: np.where(field > 0.0, 0.9, 0.1))
    learnt = []
    for rule in (kind(noise=0.1), kind(channel=rb.Flips(0.1)), kind(channel=own)):
        synapses, cell = rule.start(5)
        learn_rows(rule, x, labels, synapses, cell)
        learnt.append(synapses)
    assert learnt[0] == pytest.approx(learnt[1], rel=1e-12)
    assert learnt[0] == pytest.approx(learnt[2], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("kind", [rb.BayesDiagonal, rb.BayesGaussian], ids=lambda kind: kind.name)
def test_the_compiled_loop_learns_as_the_plain_one(kind, random):
    x, labels = random.standard_normal((30, 5)), np.where(random.random(30) < 0.5, 1.0, -1.0)
    rule = kind(channel=rb.InputNoise(0.3, 0.75))
    compiled, plain = rule.start(5), rule.start(5)
    learn(rule, x, labels, *compiled)
    if kind is rb.BayesGaussian:
        learn_covariance_rows(rule, x, labels, *plain, np.ones(30))
    else:
        learn_rows(rule, x, labels, *plain)
    assert compiled[0] == pytest.approx(plain[0], rel=1e-9, abs=1e-12)


class TestWhatARuleBelieves:
    def test_it_takes_the_channel_of_the_scenario(self):
        logistic = rb.Scenario(channel="logistic:2").completed(rb.BayesGaussian())
        assert rb.BayesGaussian().in_scenario(logistic).believed == rb.Logistic(2.0)
        assert rb.BayesGaussian(noise=0.2).in_scenario(logistic).believed == rb.Flips(0.2)
        flips = rb.Scenario(channel=rb.Flips(0.1)).completed(rb.BayesBinary())
        assert rb.BayesBinary().in_scenario(flips) == rb.BayesBinary(noise=0.1)

    def test_on_data_a_given_channel_is_kept(self):
        assert rb.BayesDiagonal(channel="logistic").on_data() == rb.BayesDiagonal(channel=rb.Logistic(1.0))
        assert rb.BayesDiagonal().on_data() == rb.BayesDiagonal(noise=0.01)

    def test_what_is_refused(self):
        with pytest.raises(ValueError, match=r"noise and channel must not both be given for 'bayes-binary'; got 0.1"):
            rb.BayesBinary(noise=0.1, channel="logistic")
        with pytest.raises(ValueError, match="channel must be one of signs for 'bayes-diagonal'"):
            rb.BayesDiagonal(channel=rb.GaussianNoise(0.1))
        with pytest.raises(TypeError, match="channel must be an object such as rb.Flips"):
            rb.BayesGaussian(channel=2.0)
