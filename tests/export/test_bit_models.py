"""Models of signs: whole numbers say what floats do, for signs and for 0 and 1."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.export.bit_models import BitModel, inputs_for
from tests.helpers.exports import by_graph


@pytest.mark.parametrize("inputs", ["signs", "zero-one"])
@pytest.mark.parametrize("classes", [(0, 1), (0, 1, 2)], ids=["two", "three"])
@pytest.mark.parametrize("intercept", [-1.0, 0.0, 1.0, 4.0])
def test_bits_say_what_fields_do(inputs, classes, intercept, random):
    fields = 1 if len(classes) == 2 else 3
    weights = random.integers(-1, 2, (fields, 9)).astype(float)
    intercepts = np.full(fields, intercept)
    bits = random.random((200, 9)) < 0.5
    x = np.where(bits, 1.0, -1.0) if inputs == "signs" else bits.astype(float)
    field = x @ weights.T + intercepts
    expected = field.argmax(axis=1) if fields > 1 else (field[:, 0] > 0.0).astype(int)
    model = BitModel.of_fields(weights, intercepts, classes, inputs)
    assert model.predict(x).tolist() == expected.tolist()
    assert by_graph(model.program(), x)["label"].tolist() == expected.tolist()


def test_an_intercept_between_whole_numbers_is_a_limit():
    model = BitModel.of_fields(np.array([[1.0, 1.0]]), np.array([-1.5]), (0, 1), "signs")
    assert model.predict(np.array([[1.0, 1.0], [1.0, -1.0]])).tolist() == [1, 0]
    model = BitModel.of_fields(np.array([[1.0, 1.0]]), np.array([0.5]), (0, 1), "signs")
    assert model.predict(np.array([[-1.0, -1.0], [1.0, -1.0]])).tolist() == [0, 1]


def test_inputs_default_to_what_weights_are():
    assert inputs_for(np.array([1.0, -1.0]), None) == "signs"
    assert inputs_for(np.array([1.0, -0.5]), None) == "numbers"
    with pytest.raises(ValueError, match="inputs must be 'numbers'"):
        inputs_for(np.array([0.5]), "signs")
    with pytest.raises(ValueError, match="inputs must be one of"):
        inputs_for(np.array([1.0]), "bits")
