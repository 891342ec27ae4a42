"""How the scaling of smooth functions is measured; the laws themselves are rows of the paper."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import Crowd, decay, mean_time
from rosenblatt.rules.smooth import Smooth
from tests.helpers import Z_LIMIT


def test_the_target_must_be_one_of_the_function():
    with pytest.raises(ValueError, match="target must have 3 weights"):
        decay(Smooth(rb.Quadratic()), np.ones(2), 3, rb.PowerLaw(1.0), [10, 20])


def test_averages_that_are_known_are_those_that_students_would_learn(seed):
    target, rule = np.array([0.2, 0.12, 0.28]), Smooth(rb.Quadratic(), eta=1e-12, correction="shift")
    told, learning = (Crowd.near_target(rule, target, 3, 0.1, 200, seed, spread=0.0) for _ in range(2))
    told.know_averages(100_000)
    learning.learn(2000)
    shifts = learning.rule.shifts(learning.synapses[:, 1], learning.cells)
    error = shifts.std(axis=0) / np.sqrt(len(shifts))
    assert np.abs((shifts.mean(axis=0) - told.rule.shifts(told.synapses[:, 1], told.cells)[0]) / error).max() < Z_LIMIT


@pytest.mark.parametrize("z", [0.3, 0.5, 1.0])
def test_the_time_of_a_window_is_that_of_its_mean(z):
    n = np.linspace(100.0, 200.0, 100_001)
    assert mean_time(100.0, 200.0, z) ** -z == pytest.approx(np.mean(n**-z), rel=1e-4)
