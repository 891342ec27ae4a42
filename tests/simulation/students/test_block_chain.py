"""Students followed block by block: the same law as all weights have."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Start
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.block_chain import BlockChainStudent
from tests.helpers import Z_LIMIT

TWO = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75])
TILTED = rb.Covariance(eigenvalues=[2, 1, 0], shares=[0.3, 0.4, 0.3], teacher=[0.0, 0.7, 0.3])


@pytest.mark.parametrize(
    ("rule", "scenario"),
    [
        ("rosenblatt", dict(inputs=TWO, noise=0.1)),
        (rb.Hebb(weight_decay=0.5), dict(inputs=TILTED, start=(0.5, 2.0))),
        ("hebb", dict(inputs=TWO, teacher="binary")),
        ("normalised", dict(inputs=TWO)),
        (rb.Adaline(eta=0.4), dict(inputs=TILTED, noise=0.2)),
    ],
    ids=str,
)
def test_blocks_and_vectors_have_the_same_law(rule, scenario, seed):
    # N = 20: exact for small N too, where theory is not.
    how = dict(n=20, alpha=[0.0, 0.5, 3.0], runs=1500, **scenario)
    chain = rb.simulate(rule, method="chain", seed=seed, **how).frame
    vector = rb.simulate(rule, method="vector", seed=seed + 1, **how).frame
    for column in ("r", "q_norm", "disagreement", "error"):
        apart = np.abs(chain[column] - vector[column])
        assert (apart <= Z_LIMIT * np.hypot(chain[f"{column}_sem"], vector[f"{column}_sem"]) + 1e-9).all(), column


def test_it_is_chosen_for_a_spectrum_and_follows_theory_at_any_size(seed):
    result = rb.simulate("rosenblatt", n=20_000, alpha=[1.0, 5.0], runs=8, inputs=TWO, seed=seed)
    theory = rb.learning_curve("rosenblatt", [1.0, 5.0], inputs=TWO).frame
    assert result.method == "chain"
    frame = result.frame
    assert (np.abs(frame["disagreement"] - theory["disagreement"]) < 5.0 * frame["disagreement_sem"] + 1e-4).all()


def test_a_start_has_the_r_and_q_that_it_says(seed):
    scenario = rb.Scenario(inputs=TWO, start=Start(-0.4, 2.0))
    student = BlockChainStudent(Experiment(rb.Hebb(), 40, scenario, "mean"), np.random.SeedSequence(seed), None)
    assert student.measure()[:2] == pytest.approx((-0.4, 2.0))
