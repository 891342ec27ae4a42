"""The chain of several vectors: the law of the vectors, and what it needs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import rosenblatt as rb
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.gram_chain import GramChainStudent
from rosenblatt.simulation.students.vector import VectorStudent
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("n", "rule"), [(6, rb.Shifted()), (20, rb.Shifted(cap=2.0, wait=3.0))])
def test_the_chain_of_several_vectors_has_the_law_of_the_vectors(n, rule, seed):
    how = dict(n=n, alpha=(2.0, 5.0, 30.0), runs=1500, noise=0.1, inputs=rb.ShiftedInputs(1.5, -0.6))
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    chain = rb.simulate(rule, seed=seed + 1000, **how)
    assert chain.method == "chain"
    for column in ("r", "disagreement"):
        a, b = vector.samples[column], chain.samples[column]
        spread = np.hypot(vector.frame[f"{column}_sem"], chain.frame[f"{column}_sem"])
        assert (np.abs(a.mean(axis=0) - b.mean(axis=0)) <= Z_LIMIT * spread).all(), column
        assert stats.ks_2samp(a[:, -1], b[:, -1]).pvalue > 6e-5  # as 4 standard errors


def test_the_chain_of_several_vectors_says_what_it_needs():
    how = dict(n=5, alpha=[1.0], inputs=rb.ShiftedInputs(1.5, -0.6))
    with pytest.raises(ValueError, match="needs n = 6 or more"):
        rb.simulate("shifted", method="chain", **how)
    with pytest.raises(ValueError, match="more than a modulation"):
        rb.simulate("shifted", method="events", **{**how, "n": 20})
    assert rb.simulate("shifted", runs=2, **how).method == "vector"


@pytest.mark.parametrize("method", ["chain", "vector"])
def test_a_start_has_the_r_the_q_and_the_variance_that_it_says(method):
    start = rb.Start(-0.3, 2.0, 0.2)
    experiment = Experiment(rb.BayesHebb(noise=0.1), 50, rb.Scenario(start=start), "mean")
    follow = {"chain": GramChainStudent, "vector": VectorStudent}[method]
    student = follow(experiment, np.random.SeedSequence(1), None)
    assert student.measure()[:2] == pytest.approx((-0.3, 2.0))
    assert experiment.rule.report(student.synapses, student.cell) == {"variance": 0.2}


def test_what_a_start_leaves_out_is_the_rules_own():
    for rule in (rb.BayesHebb(noise=0.1), rb.BayesDiagonal(noise=0.1)):
        experiment = Experiment(rule, 20, rb.Scenario(start=0.5), "mean")
        student = VectorStudent(experiment, np.random.SeedSequence(1), None)
        assert (rule.report(student.synapses, student.cell)["variance"] == np.ones(1)).all()
    experiment = Experiment(rb.BayesDiagonal(noise=0.1), 20, rb.Scenario(start=rb.Start(0.5, 1.0, 0.1)), "mean")
    student = VectorStudent(experiment, np.random.SeedSequence(1), None)
    assert (student.synapses[1] == 0.1).all()
