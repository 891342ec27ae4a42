"""How many numbers a synapse may keep."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.synapse_tuples import tuple_functions
from tests.helpers.rules import Adaptive
from tests.helpers.students import learn


class Hoarder(Adaptive):
    name = "hoarder"
    synapse = (0.0,) * 5

    @staticmethod
    def project(synapse, x):
        return (synapse[0] * x,)


def test_too_many_numbers_per_synapse_is_an_error():
    with pytest.raises(ValueError, match="numbers per synapse; got 5 and 1"):
        learn(Hoarder(), np.ones((1, 2)), np.ones(1), *Hoarder().start(2))


@pytest.mark.parametrize("numbers", [1, 2, 3])
def test_what_is_stored_is_loaded(numbers):
    functions = tuple_functions("some", numbers, 7)
    synapses = np.zeros((numbers, 4))
    functions["store"](synapses, 2, tuple(range(1, numbers + 1)))
    assert functions["load"](synapses, 2) == tuple(range(1, numbers + 1))
    assert functions["load"](synapses, 1) == (0.0,) * numbers


@pytest.mark.parametrize("sums", [1, 2, 3, 7])
def test_sums_are_added_number_by_number(sums):
    functions = tuple_functions("some", 1, sums)
    parts = tuple(float(k) for k in range(sums))
    assert functions["add"](functions["add"](functions["nothing"], parts), parts) == tuple(2.0 * k for k in parts)
