"""Students from mistake to mistake: what they need, and that nothing happens in between."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Probit
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.events import EventStudent
from tests.helpers import Z_LIMIT


def experiment(rule=None, readout="mean", **scenario) -> Experiment:
    rule = rb.Rosenblatt() if rule is None else rule
    return Experiment(rule, 30, rb.Scenario(**scenario).completed(rule), readout)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (experiment(rb.Hebb()), "'hebb' changes without a mistake"),
        (experiment(drift=0.1), "a drifting teacher moves between two mistakes"),
        (experiment(channel=Probit(2, 0.1)), "mistakes are drawn from a wedge for flipped labels only"),
        (experiment(readout="clipped"), "the clipped readout depends on single weights"),
        (experiment(rb.BayesHebb()), "'bayes-hebb' is more than a modulation"),
        (experiment(inputs="shifted"), "shifted inputs are not rotation-invariant"),
    ],
    ids=["rule", "drift", "channel", "readout", "kind", "inputs"],
)
def test_it_says_what_prevents_it(asked, reason):
    assert EventStudent.obstacle(experiment()) is None
    assert EventStudent.obstacle(asked).reason == reason


def test_a_student_that_is_the_teacher_never_changes():
    # Without noise it makes no mistake, however long: a million examples of 30 weights.
    asked = experiment(start=(2.0, 4.0))
    student = EventStudent(asked, np.random.SeedSequence(1), EventStudent.compile(asked))
    assert student.advance(10**6) == -1
    assert student.measure() == (2.0, 4.0, 1.0, 0.0)


def test_the_mistakes_that_it_learns_from_come_as_often_as_it_errs(seed):
    # One step of length 1/sqrt(N) for each mistake at a fixed disagreement: |J|^2 hardly moves for long weights.
    asked = experiment(start=(0.0, 1e12))
    student = EventStudent(asked, np.random.SeedSequence(seed), EventStudent.compile(asked))
    student.advance(40_000)
    # dR = |b|/N on a mistake, and a random student errs on half of them: <R> = P/N <|b|>/2.
    expected = 40_000 / 30 * np.sqrt(2 / np.pi) / 2
    deviation = np.sqrt(40_000 * (0.5 - 0.5 / np.pi)) / 30
    assert abs(student.measure()[0] - expected) < Z_LIMIT * deviation
