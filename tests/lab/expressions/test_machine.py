from __future__ import annotations

import math

import numpy as np
import pytest
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.lab.expressions import machine
from rosenblatt.lab.expressions.grammar import parse
from rosenblatt.lab.expressions.programs import program_of

modulation = Slot("modulation")
TEXTS = (
    "label if 0 < label*field <= 0.5 or field > 2 else -field",
    "label*exp(-field**2) + log(abs(field))*sqrt(q_norm)/(1 + alpha)",
    "min(max(label - field, -1), 1, alpha) - (field*field)**(0.5*label)",
    "tanh(field)*sin(alpha) - cos(field)/(atan(field) - erf(field)) + sign(field)*field**5",
)


@template
def values(fields, own, found):
    for k in range(fields.size):
        found[k] = modulation(1.0, fields[k], 2.0, 3.0, own)


@pytest.fixture(scope="module")
def compiled():
    vector = types.float64[::1]
    own = type_of_numbers((np.zeros(3),))
    return specialise(values, "expression", types.void(vector, own, vector), {"modulation": machine.run})


@pytest.mark.parametrize("text", TEXTS)
def test_the_compiled_machine_does_what_the_plain_one_does(compiled, text):
    fields, program = np.linspace(-3.0, 3.0, 41) + 0.01, program_of(parse(text))
    found = np.empty(len(fields))
    compiled(fields, (program,), found)
    expected = [machine.run(1.0, field, 2.0, 3.0, (program,)) for field in fields]
    assert np.allclose(found, expected, rtol=1e-14, atol=1e-14)
    assert len(np.unique(found)) > 10


def test_the_compiled_machine_gives_no_number_where_there_is_none(compiled):
    found = np.empty(1)
    for text in ("1/field", "log(field)", "sqrt(field - 1)", "(field - 1)**0.5"):
        compiled(np.zeros(1), (program_of(parse(text)),), found)
        assert not np.isfinite(found[0])


def test_whole_powers_are_multiplied_out():
    assert [machine.whole_power(-1.5, exponent) for exponent in range(13)] == pytest.approx(
        [math.pow(-1.5, exponent) for exponent in range(13)], rel=1e-14
    )
