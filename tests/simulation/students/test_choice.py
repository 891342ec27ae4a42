"""Which method follows an experiment, and which works if the one asked for does not."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.updates import Batches
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.choice import METHODS, STUDENTS, choose_student


@pytest.mark.parametrize(
    ("rule", "changes", "alpha", "chosen"),
    [
        (rb.Hebb(), {}, 1000.0, "chain"),
        (rb.Rosenblatt(), {}, 10.0, "chain"),
        (rb.Rosenblatt(), {}, 1000.0, "events"),
        (rb.Rosenblatt(), {"noise": 0.01}, 1000.0, "events"),
        (rb.Rosenblatt(), {"noise": 0.05}, 1000.0, "chain"),
        (rb.Rosenblatt(), {"teacher": rb.DriftingTeacher(0.1)}, 1000.0, "chain"),
        (rb.Rosenblatt(), {"inputs": rb.BinaryInputs()}, 1000.0, "vector"),
        (rb.Rosenblatt(), {"readout": "clipped"}, 1.0, "vector"),
        (rb.Rosenblatt(), {"update": Batches(1.0)}, 1000.0, "chain"),
        (rb.Rosenblatt(), {"update": rb.Momentum(2.0, 2.0), "inputs": rb.BinaryInputs()}, 1.0, "vector"),
    ],
)
def test_auto(rule, changes, alpha, chosen):
    how = {"readout": "mean", **{key: changes[key] for key in changes if key in ("readout", "update")}}
    scenario = resolve_scenario(rule, **{key: changes[key] for key in changes if key not in how})
    experiment = Experiment(rule=rule, n=10, scenario=scenario, **how)
    assert choose_student("auto", experiment, alpha).method == chosen


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        (dict(rule="hebb", method="events"), "'hebb' changes without a mistake. Use method='chain'"),
        (dict(rule="rosenblatt", method="events", teacher="drifting"), "moves between two mistakes"),
        (dict(rule="hebb", method="chain", inputs="binary"), "binary inputs are not rotation-invariant"),
        (dict(rule="hebb", method="chain", readout="clipped"), "depends on single weights. Use method='vector'"),
        (
            dict(rule="hebb", method="chain", inputs=rb.Covariance(np.diag([2.0] * 10))),
            "a matrix has single directions, and no blocks of them. Use method='vector'",
        ),
        (
            dict(rule="hebb", method="chain", inputs=rb.Covariance(eigenvalues=[2, 0.5], shares=[0.8, 0.2])),
            "this chain needs 3 directions or more in each block. Use method='vector'",
        ),
        (
            dict(rule="hebb", method="chain", drift=0.1, inputs=rb.Covariance(eigenvalues=[2, 0.5])),
            "a drifting teacher moves between the blocks. Use method='vector'",
        ),
    ],
)
def test_a_method_that_cannot_follow_says_why(how, reason):
    with pytest.raises(ValueError, match=reason):
        rb.simulate(**how, n=10, alpha=1.0, runs=2)


@pytest.mark.parametrize(
    ("how", "advice"),
    [
        (dict(rule="bayes-hebb", method="events"), "'bayes-hebb' is more than a modulation. Use method='chain'"),
        (
            dict(rule="bayes-diagonal", method="chain"),
            "'bayes-diagonal' is more than a modulation. Use method='vector'",
        ),
        (dict(rule="hebb", method="events", inputs="binary"), "not rotation-invariant. Use method='vector'"),
        (dict(rule="hebb", method="events", inputs="shifted"), "not rotation-invariant. Use method='chain'"),
        (dict(rule="hebb", method="chain", inputs="shifted", start=0.5), "is not known for 'hebb'.*method='vector'"),
        (
            dict(rule="bayes-gaussian", start=0.5),
            "got 'auto', but a start .*'bayes-gaussian' here. Change the scenario",
        ),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_the_advice_is_the_best_method_that_works(how, advice):
    with pytest.raises(ValueError, match=f"method must be able to follow the experiment; .*{advice}"):
        rb.simulate(**how, n=10, alpha=1.0, runs=2)


def test_the_fastest_comes_first_and_every_method_has_a_student():
    assert [student.method for student in STUDENTS[:2]] == ["events", "chain"]
    assert {student.method for student in STUDENTS} == set(METHODS)
