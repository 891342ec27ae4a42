"""The Bayesian rule for weights +1 and -1: the paper's formula, exact posteriors, theory."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.evidence import surprise
from tests.helpers import Z_LIMIT
from tests.helpers.students import learn


def test_the_binary_rule_is_the_papers_formula(random):
    n, rule = 12, rb.BayesBinary(noise=0.05)
    m, s = np.tanh(random.standard_normal(n)), np.where(random.random(n) < 0.5, 1.0, -1.0)
    synapses, cell = rule.start(n)
    synapses[0] = m
    learn(rule, s[None].copy(), [1.0], synapses, cell)
    lam = float((1.0 - m * m).sum()) / n
    g, taken = surprise(float(m @ s) / math.sqrt(n * lam), 0.05)
    x, slope = g / math.sqrt(lam), -taken / lam
    expected = np.tanh(np.arctanh(m) + s / math.sqrt(n) * (x - m * s * slope / math.sqrt(n)))  # SW 5.7, 5.11
    assert synapses[0] == pytest.approx(expected, rel=1e-9)


def test_the_binary_rule_is_nearly_the_exact_posterior_mean(random):
    n, errors = 13, []
    vectors = np.array(list(itertools.product((-1.0, 1.0), repeat=n)))
    for _ in range(20):
        m, s = np.tanh(random.standard_normal(n)), np.where(random.random(n) < 0.5, 1.0, -1.0)
        weight = np.prod((1.0 + vectors * m) / 2.0, axis=1) * (0.1 + 0.8 * (vectors @ s > 0.0))
        exact = weight @ vectors / weight.sum()
        synapses, cell = rb.BayesBinary(noise=0.1).start(n)
        synapses[0] = m
        learn(rb.BayesBinary(noise=0.1), s[None].copy(), [1.0], synapses, cell)
        errors.append(np.abs(synapses[0] - exact).max() / np.abs(exact - m).max())
    assert np.mean(errors) < 0.2


def test_the_tanh_without_a_transcendental():
    absorb = rb.BayesBinary.absorb
    means = np.tanh(np.linspace(-4.0, 4.0, 33))
    for step in (1e-9, 0.01, 0.5, 1.0, 3.0, 9.9, -0.3, -7.0):
        for mean in means.tolist():
            exact = math.tanh(math.atanh(mean) + step)
            tolerance = 1e-14 if abs(step) <= 1.0 else 1e-8
            assert absorb((mean,), 1.0, (step, 0.0))[0] == pytest.approx(exact, abs=tolerance)
    assert absorb((0.5,), 1.0, (1e300, 0.0))[0] < 1.0
    assert absorb((-0.999999,), 1.0, (-50.0, 0.0))[0] > -1.0


@pytest.mark.parametrize("noise", [0.0, 0.05])
@pytest.mark.parametrize("readout", ["mean", "clipped"])
def test_binary_simulations_follow_theory(noise, readout, seed):
    how = dict(n=2000, alpha=[1.0, 2.0, 3.0], noise=noise, readout=readout)
    frame = rb.simulate("bayes-binary", runs=30, seed=seed, **how).frame
    theory = rb.learning_curve("bayes-binary", how["alpha"], noise=noise, readout=readout).frame
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + 3.0 / 2000).all()


def test_the_cavity_term_matters(seed):
    how = dict(n=1001, alpha=[4.4], runs=8, seed=seed)
    assert rb.simulate(rb.BayesBinary(), **how).frame["disagreement"][0] < 0.02
    assert rb.simulate(rb.BayesBinary(cavity=0.0), **how).frame["disagreement"][0] == pytest.approx(0.10, abs=0.03)


def test_rules_are_values():
    assert dataclasses.replace(rb.BayesBinary(), noise=0.1) == rb.BayesBinary(noise=0.1)
