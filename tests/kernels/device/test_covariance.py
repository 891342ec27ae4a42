from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.layout import Layout
from rosenblatt.kernels.device.philox import round_keys
from rosenblatt.kernels.device.plain_ensemble import drawn
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.runs import Runs
from rosenblatt.simulation.students.device import DeviceCovarianceStudent
from rosenblatt.simulation.students.vector import VectorStudent, measured

N, STEPS, FIRST = 5, 3, 4


def experiment_of(**world):
    rule = rb.BayesGaussian()
    scenario = resolve_scenario(rule, **world)
    return Experiment(rule.in_scenario(scenario), N, scenario, "mean")


@pytest.mark.parametrize("inputs", ["gaussian", "product", "shifted"])
def test_the_device_learns_what_covariances_say(inputs, seed):
    experiment = experiment_of(inputs=inputs)
    rule, keys = experiment.rule, round_keys(np.random.SeedSequence(seed))
    plain = VectorStudent(experiment, Runs(seed, FIRST, FIRST + 1).seeds()[0], None)
    students = DeviceCovarianceStudent.begun(experiment, seed, FIRST - 1, FIRST + 1)
    students.learn(1, experiment.scenario, rule.parameters)
    students.learn(STEPS - 1, experiment.scenario, rule.parameters)
    w, covariance = plain.synapses[0], plain.synapses[1:]
    for step in range(STEPS):
        x = drawn(experiment.inputs, plain.law, Layout.of(N), step, FIRST, keys) / np.sqrt(N)
        seen = covariance @ x
        move, share = rule.response(np.sign(plain.teacher @ x), w @ x, x @ seen, 1.0, *rule.parameters)
        w += move * seen
        covariance -= share * np.outer(seen, seen)
    assert students.synapses.copy_to_host()[1, 0] == pytest.approx(w, rel=1e-5, abs=1e-6)
    assert students.covariances.copy_to_host()[1] == pytest.approx(covariance, rel=1e-5, abs=1e-6)
    together = [values[1] for values in DeviceCovarianceStudent.measured(experiment, students)]
    assert together == pytest.approx(
        measured(experiment, plain.teacher, plain.mean, plain.synapses, plain.cell), rel=1e-5
    )


@pytest.mark.parametrize(
    "world", [{"drift": 0.5}, {"channel": rb.InputNoise(teacher=0.1, student=0.6)}, {"noise": 0.3}]
)
def test_covariances_stay_positive_and_teachers_on_their_sphere(world, seed):
    experiment = experiment_of(**world)
    students = DeviceCovarianceStudent.begun(experiment, seed, 0, 1)
    students.learn(5, experiment.scenario, experiment.rule.parameters)
    covariance, teacher = students.covariances.copy_to_host()[0], students.teachers.copy_to_host()[0]
    assert np.linalg.eigvalsh(covariance).min() > 0.0
    assert np.abs(covariance - covariance.T).max() < 1e-14
    assert np.linalg.norm(teacher) == pytest.approx(np.sqrt(N))
