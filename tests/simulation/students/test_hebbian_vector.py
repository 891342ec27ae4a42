"""Students that hold J itself: what they measure is that of J, also where synapses are J in other units."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.updates import Batches, Momentum
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.mini_batches import BatchVectorStudent
from rosenblatt.simulation.students.momentum import MomentumVectorStudent


@pytest.mark.parametrize(
    ("student", "update"),
    [(BatchVectorStudent, Batches(0.5)), (MomentumVectorStudent, Momentum(0.5, 1.0))],
    ids=["batches", "momentum"],
)
def test_measures_are_those_of_j(student, update):
    rule = rb.Rosenblatt(weight_decay=0.3)
    experiment = Experiment(rule, 10, rb.Scenario().completed(rule), "mean", update=update)
    one = student(experiment, np.random.SeedSequence(0), student.compile(experiment))
    one.cell.gain = 0.25
    assert one.advance(20) == -1
    r, q_norm, *_ = one.measure()
    assert q_norm > 0.0
    np.testing.assert_allclose(
        [r, q_norm], [one.weights @ one.teacher / 10, one.weights @ one.weights / 10], rtol=1e-14
    )
