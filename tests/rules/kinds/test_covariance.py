"""Rules that keep the covariance of all weights."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_covariance_rows
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.rules.kinds.covariance import CovarianceRule


def test_the_compiled_covariance_is_the_plain_one(random):
    x = random.standard_normal((50, 6))
    labels = np.where(random.random((2, 50)) < 0.5, 1.0, -1.0)
    weights = random.uniform(0.0, 2.5, 50)
    rule = rb.BayesGaussian(noise=0.05)
    compiled, cells = rule.start_students(2, 7, scale=1.0)  # one input more: the intercept
    plain, plain_cells = compiled.copy(), cells.copy()
    learn_rows(rule, x, labels, compiled, cells, weights)
    for k in range(2):
        learn_covariance_rows(rule, x, labels[k], plain[k], plain_cells[k], weights)
    assert compiled == pytest.approx(plain, rel=1e-10, abs=1e-12)
    assert np.array_equal(cells.examples, plain_cells.examples)
    assert np.linalg.eigvalsh(compiled[0, 1:]).min() > 0.0


class Deaf(CovarianceRule):
    """Learns nothing, whatever it is told."""

    name = "deaf"

    @staticmethod
    def respond(label, field, variance, sample_weight):
        return 0.0, 0.0


class LeastSquares(CovarianceRule):
    """Gaussian regression on labels, with noise of variance 1: Kalman's gain."""

    name = "least-squares"

    @staticmethod
    def respond(label, field, variance, sample_weight):
        return (label - field) / (1.0 + variance), 1.0 / (1.0 + variance)


def test_a_rule_s_own_response_is_what_the_compiled_loop_runs(random):
    x, labels = random.standard_normal((40, 5)), np.where(random.random(40) < 0.5, 1.0, -1.0)
    synapses, cells = Deaf().start_students(1, 5, 1.0)
    learn_rows(Deaf(), x, labels[None], synapses, cells)
    assert np.array_equal(synapses[0], Deaf().start(5)[0])
    assert cells.examples[0] == 40.0


def test_the_response_to_a_gaussian_likelihood_gives_ridge_regression(random):
    x, labels = random.standard_normal((40, 5)), np.where(random.random(40) < 0.5, 1.0, -1.0)
    synapses, cell = LeastSquares().start(5, 1.0)
    learn_covariance_rows(LeastSquares(), x, labels, synapses, cell, np.ones(40))
    covariance = np.linalg.inv(np.eye(5) + x.T @ x)
    assert synapses[1:] == pytest.approx(covariance)
    assert LeastSquares().weights(synapses, cell) == pytest.approx(covariance @ x.T @ labels)


def test_the_report_averages_the_variance_across_the_mean():
    rule = LeastSquares()
    synapses, cell = rule.start(3)
    assert rule.report(synapses, cell)["variance"] == 1.0
    synapses[0], synapses[1:] = [0.0, 2.0, 0.0], np.diag([0.2, 7.0, 0.4])
    assert rule.report(synapses, cell)["variance"] == pytest.approx(0.3)
    report = rule.report(synapses, cell)["covariance"]
    report[:] = 0.0
    assert synapses[2, 1] == 7.0  # a copy


def test_a_student_keeps_a_square():
    assert LeastSquares().student_size(30) == 900
    assert LeastSquares().start(4)[0].shape == (5, 4)


def test_rows_must_be_dense():
    with pytest.raises(ValueError, match="X must be dense for 'bayes-gaussian'.*Use toarray"):
        rb.OnlineClassifier("bayes-gaussian").fit(sp.csr_matrix(np.eye(4)), [0, 1, 0, 1])


def test_without_a_response_there_is_no_rule():
    with pytest.raises(TypeError, match="abstract.*respond"):
        CovarianceRule()


@pytest.mark.parametrize("name", ["learn", "absorb", "modulation"])
def test_a_function_that_the_kind_never_calls_is_refused(name):
    with pytest.raises(TypeError, match=f"Mine must give functions that its kind calls, respond; got '{name}'"):
        type("Mine", (rb.BayesGaussian,), {name: lambda *arguments: None})
