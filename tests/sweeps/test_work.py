"""Parts of work as plain data."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.sweeps.work import PROBLEM, Part, attempt, packed, unpacked


def test_numbers_survive_bit_for_bit():
    values = np.array([0.1, -0.0, np.nan, np.inf, 5e-324])
    assert unpacked(packed(values)).tobytes() == values.tobytes()


class Failing:
    def __init__(self, problem):
        self.problem = problem

    def compute(self, *arguments):
        raise self.problem


@pytest.mark.parametrize("problem", [ValueError("no"), NotImplementedError("no"), ZeroDivisionError("no")])
def test_what_a_cell_cannot_do_is_its_result(problem):
    assert attempt(Failing(problem), Part("p", 1.0, None), None, None) == {PROBLEM: "no"}


@pytest.mark.parametrize("problem", [MemoryError(), KeyboardInterrupt(), OSError("disk")])
def test_what_the_machine_cannot_do_is_an_error(problem):
    with pytest.raises(type(problem)):
        attempt(Failing(problem), Part("p", 1.0, None), None, None)
