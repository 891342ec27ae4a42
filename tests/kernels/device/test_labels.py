from __future__ import annotations

import numpy as np
from scipy import stats

from rosenblatt.kernels.device.labels import normal, two_uniforms, uniform
from rosenblatt.kernels.device.philox import round_keys


def states(seed, count):
    keys = round_keys(np.random.SeedSequence(seed))
    return [(np.array([0, step, 1, 0], dtype=np.uint32), keys) for step in range(count)]


def test_each_step_has_numbers_of_its_own(seed):
    drawn = np.array([[uniform(state), uniform(state)] for state in states(seed, 3000)])
    assert len(np.unique(drawn)) == drawn.size
    assert stats.kstest(drawn.ravel(), "uniform").pvalue > 1e-4
    assert abs(np.corrcoef(drawn.T)[0, 1]) * np.sqrt(len(drawn)) < 4.0
    assert stats.kstest([normal(state) for state in states(seed, 3000)], "norm").pvalue > 1e-4


def test_two_numbers_of_a_draw_are_independent(seed):
    drawn = np.array([two_uniforms(state) for state in states(seed, 3000)])
    assert abs(np.corrcoef(drawn.T)[0, 1]) * np.sqrt(len(drawn)) < 4.0
