"""Students with N weights: what is measured of them is what is counted."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Start
from rosenblatt.scenario.scaled_channels import error_of_fields
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.size_bias import bias_constant
from rosenblatt.simulation.students.vector import VectorStudent, started_weights
from tests.helpers import Z_LIMIT

ALPHA = [0.5, 2.0, 8.0]


def test_binary_inputs_follow_the_same_curve(seed):
    theory = rb.learning_curve("hebb", ALPHA).frame["disagreement"]
    frame = rb.simulate("hebb", n=500, alpha=ALPHA, runs=200, inputs="binary", seed=seed).frame
    constant = bias_constant("hebb", alpha=ALPHA, inputs="binary", runs=1000, seed=seed)
    assert (np.abs(frame["disagreement"] - theory) <= Z_LIMIT * frame["disagreement_sem"] + constant / 500).all()


def test_disagreement_with_shifted_inputs_is_the_one_that_is_counted(seed):
    # Count disagreements on fresh inputs; compare with what the simulation reports.
    random = np.random.default_rng(seed)
    uneven = rb.ProductInputs(tuple(np.where(np.arange(401) % 2, 0.97, 0.5)))
    smooth = rb.Covariance(0.9 ** np.abs(np.subtract.outer(np.arange(401), np.arange(401))))
    for inputs in (rb.ShiftedInputs(4.0, -1.95), rb.ProductInputs(0.7), uneven, rb.GaussianInputs(), smooth):
        experiment = Experiment(rb.Rosenblatt(), 401, rb.Scenario(inputs=inputs), "mean")
        student = VectorStudent(experiment, np.random.SeedSequence(seed), VectorStudent.compile(experiment))
        student.advance(1000)
        x = inputs.draw(student.mean, 40_000, random)
        differ = np.mean((x @ student.synapses[0] > 0) != (x @ student.teacher > 0))
        reported = student.measure()[3]
        # Product inputs are normal only in the limit: allow 1/sqrt(N) of the value on top.
        slack = 0.05 * reported if inputs.name == "product" else 0.0
        assert abs(differ - reported) < Z_LIMIT * math.sqrt(reported / 40_000) + slack


# (12.1) to (12.4) of the equations, two blocks of directions: hebb at alpha = 1 and 10, rosenblatt at 5.
@pytest.mark.parametrize(
    ("rule", "alpha", "disagreement"), [("hebb", 1, 0.2432019), ("hebb", 10, 0.1621939), ("rosenblatt", 5, 0.1790593)]
)
def test_a_spectrum_of_inputs_has_its_known_learning_curve(rule, alpha, disagreement, seed):
    inputs = rb.Covariance(eigenvalues=[3.0, 1 / 3], shares=[0.25, 0.75])
    frame = rb.simulate(rule, n=400, alpha=alpha, runs=60, inputs=inputs, method="vector", seed=seed).frame
    assert abs(frame["disagreement"][0] - disagreement) < Z_LIMIT * frame["disagreement_sem"][0] + 1.0 / 400


def test_the_error_of_numbers_on_correlated_inputs_is_the_one_that_is_counted(seed):
    random = np.random.default_rng(seed)
    inputs = rb.Covariance(eigenvalues=[3.0, 1 / 3], shares=[0.25, 0.75], teacher=[0.1, 0.9])
    experiment = Experiment(rb.Adaline(eta=0.5), 40, rb.Scenario(inputs=inputs, channel=rb.GaussianNoise(0.2)), "mean")
    student = VectorStudent(experiment, np.random.SeedSequence(seed), VectorStudent.compile(experiment))
    student.advance(30)
    _, _, _, d, *fields = student.measure()
    x = inputs.draw(student.mean, 40_000, random) / math.sqrt(40)
    weights = experiment.rule.weights(student.synapses, student.cell)
    labels = x @ student.teacher + math.sqrt(0.2) * random.standard_normal(40_000)
    squares = 0.5 * (labels - x @ weights) ** 2
    error = error_of_fields(experiment.rule, experiment.scenario.channel, d, *fields)
    assert abs(squares.mean() - error) < Z_LIMIT * squares.std() / 200.0


def test_a_matrix_and_its_spectrum_have_the_same_law(seed, random):
    # Rules and teachers without preferred directions do not see the eigenvectors.
    values = np.repeat([3.0, 1 / 3], [10, 30])
    turn = np.linalg.qr(random.standard_normal((40, 40)))[0]
    how = dict(n=40, alpha=[2.0, 5.0], runs=400)
    spectrum = rb.simulate("bayes-gaussian", inputs=rb.Covariance(eigenvalues=[3.0, 1 / 3], shares=[0.25, 0.75]), **how)
    matrix = rb.simulate("bayes-gaussian", inputs=rb.Covariance(turn * values @ turn.T), seed=seed + 1, **how)
    for column in ("disagreement", "r", "q_norm"):
        error = np.hypot(spectrum.frame[f"{column}_sem"], matrix.frame[f"{column}_sem"])
        assert (np.abs(spectrum.frame[column] - matrix.frame[column]) < Z_LIMIT * error).all()


def test_a_zero_weight_is_clipped_to_minus_one():
    assert rb.Hebb().readout("clipped").apply(np.array([0.0, -2.0, 3.0])).tolist() == [-1.0, -1.0, 1.0]


def test_clipped_readout_follows_theory(seed):
    # rho is compared, not d: the mean of arccos is not the arccos of the mean.
    theory = rb.learning_curve("hebb", [1, 5], teacher="binary", readout="clipped").frame
    how = dict(alpha=[1, 5], teacher="binary", inputs="binary", readout="clipped", seed=seed)
    frame = rb.simulate("hebb", n=501, runs=300, **how).frame
    constant = bias_constant("hebb", column="overlap", sizes=(51, 101), runs=2000, **how)
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + constant / 501).all()
    assert frame["q_norm"].tolist() == [1.0, 1.0]


def test_a_start_has_the_r_and_q_that_it_says(random):
    teacher = rb.SphericalTeacher().draw(50, random)
    for start in (Start(0.3, 2.0), Start(-1.0, 1.0)):
        weights = started_weights(start, teacher, random)
        assert (weights @ teacher / 50, weights @ weights / 50) == pytest.approx((start.r, start.q_norm))


def test_a_covariance_is_not_known_from_r_and_q():
    hebb, bayes = (Experiment(rule, 10, rb.Scenario(start=0.5), "mean") for rule in (rb.Hebb(), rb.BayesGaussian()))
    assert VectorStudent.obstacle(hebb) is None
    assert VectorStudent.obstacle(bayes).reason == "a start with given R and Q is not known for 'bayes-gaussian' here"
