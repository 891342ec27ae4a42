"""The chain of three numbers, for inputs around a centre."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.shifted_chain import ShiftedChainStudent, centre_of
from tests.helpers import Z_LIMIT, by_name
from tests.helpers.laws import assert_same_law
from tests.helpers.rules import self_scaled

ALPHA = [0.5, 2.0, 8.0]


@pytest.mark.parametrize("rule", [rb.Normalised(), rb.Rosenblatt(weight_decay=0.3), self_scaled()], ids=by_name)
def test_the_chain_of_shifted_inputs_has_the_law_of_the_vectors(rule, seed):
    how = dict(n=20, alpha=ALPHA, runs=3000, noise=0.1, inputs=rb.ShiftedInputs(1.5, -0.6))
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    chain = rb.simulate(rule, method="chain", seed=seed + 1000, **how)
    assert rb.simulate(rule, **{**how, "runs": 2}).method == "chain"
    assert_same_law(vector, chain)
    a, b = vector.frame, chain.frame
    z = (a["disagreement"] - b["disagreement"]) / np.hypot(a["disagreement_sem"], b["disagreement_sem"])
    assert z.abs().max() < Z_LIMIT


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"n": 3}, "this chain needs n = 4 or more"),
        ({"drift": 0.1}, "a drifting teacher moves away from the centre of the inputs"),
        ({"start": 0.5}, "a start with given R and Q is not known for 'hebb' here"),
        ({"readout": "clipped"}, "the clipped readout depends on single weights"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_it_says_what_prevents_it(how, reason):
    with pytest.raises(ValueError, match=f"got 'chain', but {reason}. Use method='vector'"):
        rb.simulate("hebb", **{"n": 10, "alpha": 1.0, "inputs": "shifted", "method": "chain", **how})


def test_a_student_that_knows_nothing_is_a_coin():
    inputs = rb.ShiftedInputs(1.5, -0.6)
    experiment = Experiment(rb.Hebb(), 10, rb.Scenario(inputs=inputs), "mean")
    student = ShiftedChainStudent(experiment, np.random.SeedSequence(1), None)
    assert student.measure() == pytest.approx((0.0, 0.0, 0.0, 0.5))
    assert centre_of(experiment) == pytest.approx((-0.6, math.sqrt(1.5**2 - 0.6**2)))
