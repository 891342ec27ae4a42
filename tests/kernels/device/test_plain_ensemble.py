from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.layout import Layout
from rosenblatt.kernels.device.philox import round_keys
from rosenblatt.kernels.device.plain_ensemble import drawn, plain_ensemble
from rosenblatt.scenario import Scenario

N, STEPS = 20, 60


def test_hebb_is_the_sum_of_labelled_inputs(seed):
    rule, layout, keys = rb.Hebb(), Layout.of(N), round_keys(np.random.SeedSequence(seed))
    scenario = Scenario().completed(rule)
    teacher = scenario.teacher.draw(N, np.random.default_rng(seed))
    synapses, cell = rule.start(N)
    plain_ensemble(rule, scenario, layout, STEPS, 2, keys, teacher, np.zeros(N), synapses, cell)
    x = np.array([drawn(scenario.inputs, np.zeros(N), layout, step, 2, keys) for step in range(STEPS)])
    labels = np.sign(x @ teacher)
    assert rule.weights(synapses, cell) == pytest.approx(labels @ x / np.sqrt(N), abs=1e-12)


def test_a_teacher_that_wanders_stays_on_its_sphere(seed):
    rule, keys = rb.Hebb(), round_keys(np.random.SeedSequence(seed))
    scenario = Scenario(drift=0.5).completed(rule)
    teacher = scenario.teacher.draw(N, np.random.default_rng(seed))
    before = teacher.copy()
    plain_ensemble(rule, scenario, Layout.of(N), STEPS, 0, keys, teacher, np.zeros(N), *rule.start(N))
    assert np.linalg.norm(teacher) == pytest.approx(np.sqrt(N))
    assert 0.0 < teacher @ before / N < 0.9
