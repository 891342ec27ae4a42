from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.device import DeviceCovarianceStudent, DeviceStudent

N, RUNS = 6, 2


@pytest.mark.parametrize(("kind", "rule"), [(DeviceStudent, rb.Hebb()), (DeviceCovarianceStudent, rb.BayesGaussian())])
def test_sums_are_those_over_the_weights_and_no_run_has_failed(kind, rule, seed):
    scenario = resolve_scenario(rule, inputs="shifted")
    students = kind.begun(Experiment(rule, N, scenario, rule.readout().name), seed, 3, 3 + RUNS)
    students.learn(4, scenario, rule.parameters)
    sums = students.sums(np.array([1.0, 0.5]))
    weights, teachers, laws = (
        array.copy_to_host()[..., :N] for array in (students.synapses, students.teachers, students.laws)
    )
    weights = np.array([[1.0], [0.5]]) * weights[:, 0]
    assert sums["r"] == pytest.approx((weights * teachers).sum(axis=1), rel=1e-6)
    assert sums["q"] == pytest.approx((weights**2).sum(axis=1), rel=1e-6)
    assert sums["bias"] == pytest.approx((weights * laws).sum(axis=1), rel=1e-6)
    assert students.failures().tolist() == [-1] * RUNS
    assert (students.learnt, students.first_run) == (4, 3)
