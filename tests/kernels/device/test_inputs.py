from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.inputs import DRAWS, input_slots
from rosenblatt.kernels.device.layout import Layout, keeps_signs
from rosenblatt.kernels.device.philox import round_keys
from rosenblatt.kernels.device.plain_ensemble import drawn

LAWS = {
    "gaussian": rb.GaussianInputs(),
    "binary": rb.BinaryInputs(),
    "product": rb.ProductInputs(0.8),
    "boolean": rb.BooleanInputs(0.3),
    "shifted": rb.ShiftedInputs(),
}


@pytest.mark.parametrize("inputs", LAWS.values(), ids=list(LAWS))
def test_inputs_have_the_means_and_variances_of_their_law(inputs, seed):
    n, steps = 40, 400
    random = np.random.default_rng(seed)
    teacher = random.standard_normal(n)
    mean, keys = inputs.mean(teacher, random), round_keys(np.random.SeedSequence(seed))
    x = np.array([drawn(inputs, mean, Layout.of(n), step, 0, keys) for step in range(steps)])
    spread = np.sqrt(inputs.variance(mean))
    assert (np.abs(x.mean(axis=0) - mean) * np.sqrt(steps) / spread < 4.5).all()
    centred = (x - mean) / spread
    z = (np.mean(centred**2) - 1.0) * np.sqrt(n * steps) / max(np.std(centred**2), 0.05)
    assert abs(z) < 4.0
    others = np.corrcoef(centred.T)[np.triu_indices(n, 1)] * np.sqrt(steps)
    assert np.abs(others).max() < 5.0


def test_signs_stay_bits_unless_the_student_sees_them_blurred():
    assert keeps_signs(rb.Scenario(inputs="binary"))
    assert not keeps_signs(rb.Scenario(inputs="binary", channel=rb.InputNoise(student=0.5)))
    assert not keeps_signs(rb.Scenario(inputs="gaussian"))
    assert input_slots(rb.Scenario(inputs="binary"), 64)["KEPT"] == 2
    assert input_slots(rb.Scenario(inputs="gaussian"), 64)["KEPT"] == 64


def test_a_law_that_changes_another_is_not_taken_for_it():
    assert set(DRAWS) == {type(inputs) for inputs in LAWS.values()}
