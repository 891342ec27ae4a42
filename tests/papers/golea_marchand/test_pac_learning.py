"""Rows about the influence learner fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import Counts
from rosenblatt.papers.golea_marchand.claims import REPRODUCTION
from rosenblatt.papers.golea_marchand.pac_learning import Target, learnt_from_rows
from tests.helpers.papers import verdict


def test_the_row_about_the_theorem_fails_if_the_weights_are_wrong(context, monkeypatch):
    wrong = influence.weight_signs
    monkeypatch.setattr(influence, "weight_signs", lambda counts, epsilon: -wrong(counts, epsilon))
    assert verdict(REPRODUCTION, "theorem 1", context) == "fails"


@pytest.mark.parametrize(
    "label", ["eq. 2, 5, 6", "lemma 2, eq. 7-10", "lemma 2, proof, eq. 9, 10", "sec. 4, influence"]
)
def test_rows_fail_if_the_influences_are_wrong(label, context, monkeypatch):
    right = Counts.influences
    monkeypatch.setattr(Counts, "influences", lambda self: 0.1 * right(self) ** 2)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_steps_2_and_3_fails_without_their_tests(context, monkeypatch):
    monkeypatch.setattr(influence, "constant_answer", lambda counts, epsilon: None)
    assert verdict(REPRODUCTION, "fig. 1, steps 2 and 3", context) == "fails"


def test_the_row_about_step_7_fails_without_its_end(context, monkeypatch):
    monkeypatch.setattr(influence, "threshold_of_rows", lambda by_sum, positive, epsilon: 0)
    assert verdict(REPRODUCTION, "fig. 1, step 7", context) == "fails"


@pytest.mark.parametrize("label", ["lemma 1", "corollary 1"])
def test_rows_fail_if_exact_sums_are_wrong(label, context, monkeypatch):
    right = signs.disagreement
    monkeypatch.setattr(signs, "disagreement", lambda *arguments: right(*arguments) + 0.4)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_a_target_is_learnt_from_its_own_probabilities():
    # Three fair signs with a majority: each variable decides if the other two differ, which is half of the time.
    target = Target(np.full(3, 0.5), np.array([1, -1, 1]), 0)
    assert target.mass.tolist() == [0.125] * 8
    assert target.counts(target.mass).influences().tolist() == [1.0, -1.0, 1.0]
    learnt = learnt_from_rows(target, target.mass, 0.1)
    assert learnt.weights.tolist() == [1, -1, 1]
    assert target.error(learnt) == 0.0
