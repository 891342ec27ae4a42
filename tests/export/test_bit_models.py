"""Models of signs: whole numbers say what floats do, for signs and for 0 and 1."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rosenblatt.export.bit_models import BitModel, of_inputs
from rosenblatt.export.linear_models import LinearModel, Scaling
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


def test_linear_models_become_bits_if_their_inputs_have_two_values():
    signs, others = (LinearModel(np.array([w]), np.zeros(1), (0, 1)) for w in ([1.0, -1.0], [1.0, -0.5]))
    kinds = [type(of_inputs(signs, inputs)).__name__ for inputs in (None, "numbers", "signs", "zero-one")]
    assert kinds == ["LinearModel", "LinearModel", "BitModel", "BitModel"]
    scaled = replace(signs, scaling=Scaling(np.zeros(2), np.ones(2), 8.0))
    for model in (others, scaled, replace(signs, classes=())):
        with pytest.raises(ValueError, match="inputs must be 'numbers'"):
            of_inputs(model, "signs")
    with pytest.raises(ValueError, match="inputs must be one of"):
        of_inputs(signs, "bits")
