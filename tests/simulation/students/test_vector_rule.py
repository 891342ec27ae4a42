"""Students of rules on vectors: they are those of the compiled rule, and what is measured is what is counted."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Probit
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.vector_rule import VectorRuleStudent
from tests.helpers import Z_LIMIT
from tests.helpers.rules import PlainVector


def test_rosenblatts_rule_on_vectors_is_rosenblatts_rule(seed):
    how = dict(n=10, alpha=[0.5, 5.0], noise=0.1)
    plain = rb.simulate(PlainVector(), runs=60, seed=seed, **how).frame
    compiled = rb.simulate("rosenblatt", runs=4000, seed=seed + 1, **how).frame
    for column in ("r", "q_norm", "disagreement"):
        spread = np.hypot(plain[f"{column}_sem"], compiled[f"{column}_sem"])
        assert ((plain[column] - compiled[column]) / spread).abs().max() < Z_LIMIT, column


def test_a_student_that_knows_nothing_and_one_that_knows_all():
    experiment = Experiment(PlainVector(), 10, rb.Scenario(), "mean")
    student = VectorRuleStudent(experiment, np.random.SeedSequence(3), None)
    assert student.measure()[:3] == (0.0, 0.0, 0.0)
    student.synapses[0, 0] = 2.0 * student.target
    assert student.measure() == pytest.approx((2.0, 4.0, 1.0, 0.0))


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"channel": Probit(2, 0.1)}, "flipped labels only. Change the scenario"),
        ({"drift": 0.1}, "targets that stay where they are. Change the scenario"),
        ({"start": 0.5}, "a start with given R and Q is not known for 'plain-vector' here. Change the scenario"),
        ({"method": "chain"}, "'plain-vector' is more than a modulation. Use method='vector'"),
    ],
    ids=["channel", "drift", "start", "method"],
)
def test_it_says_what_prevents_it(how, reason):
    with pytest.raises(ValueError, match=reason):
        rb.simulate(PlainVector(), n=10, alpha=1.0, runs=2, **how)
