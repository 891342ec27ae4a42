"""What students of all methods have in common: the obstacles that they name, and how near they were."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.obstacles import DETAIL, WRONG_INPUTS, WRONG_LEARNER, Obstacle
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Student, needs_own_start, needs_single_weights


def experiment(rule=None, readout="mean", n=10, **scenario) -> Experiment:
    rule = rb.Hebb() if rule is None else rule
    return Experiment(rule, n, rb.Scenario(**scenario).completed(rule), readout)


class Careful(Student):
    """Follows Hebb's rule with Gaussian inputs and ten weights."""

    method = "careful"
    rules = (rb.Hebb,)
    inputs = (rb.GaussianInputs,)

    @classmethod
    def further_obstacle(cls, experiment):
        return "" if experiment.n == 10 else "there are not ten weights"


@pytest.mark.parametrize(
    ("asked", "obstacle"),
    [
        (experiment(), None),
        (experiment(n=11), Obstacle("there are not ten weights", DETAIL)),
        (experiment(inputs="binary", n=11), Obstacle("binary inputs are not rotation-invariant", WRONG_INPUTS)),
        (
            experiment(rb.BayesHebb(), inputs="binary"),
            Obstacle("'bayes-hebb' is more than a modulation", WRONG_LEARNER),
        ),
    ],
    ids=["none", "detail", "inputs", "rule"],
)
def test_an_obstacle_is_the_farthest_one(asked, obstacle):
    assert Careful.obstacle(asked) == obstacle


def test_readouts_and_starts_that_need_more_than_there_is():
    assert needs_single_weights(experiment()) == needs_own_start(experiment()) == ""
    assert needs_single_weights(experiment(readout="clipped")) == "the clipped readout depends on single weights"
    assert needs_own_start(experiment(start=0.5)) == "a start with given R and Q is not known for 'hebb' here"


@pytest.mark.parametrize("runs", [1, 255, 256, 511, 3000])
def test_shares_are_all_runs_in_order_and_enough_for_all_threads(runs):
    shares = Careful.shares(experiment(), 7, 7 + runs)
    assert [number for first, end in shares for number in range(first, end)] == list(range(7, 7 + runs))
    assert min(runs, 256) <= len(shares) <= 512
