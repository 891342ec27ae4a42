"""Rows of GM fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import Counts
from rosenblatt.papers.golea_marchand import learners_on_data
from rosenblatt.papers.golea_marchand.claims import REPRODUCTION
from rosenblatt.theory import clipped_hebb
from tests.papers.conftest import verdict


class TestRowsOfGmFail:
    """If what they are about is wrong."""

    def test_noise_that_is_not_taken_out(self, context, monkeypatch):
        monkeypatch.setattr(Counts, "without_noise", lambda self, noise: self)
        assert verdict(REPRODUCTION, "abstract, sec. 5.2, noise", context) == "fails"

    @pytest.mark.parametrize("label", ["theorem 1", "eq. 11"])
    def test_weights(self, label, context, monkeypatch):
        wrong = influence.weight_signs
        monkeypatch.setattr(influence, "weight_signs", lambda counts, epsilon: -wrong(counts, epsilon))
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize(
        "label", ["eq. 2, 5, 6", "lemma 2, eq. 7-10", "lemma 2, proof, eq. 9, 10", "sec. 4, influence"]
    )
    def test_influences(self, label, context, monkeypatch):
        right = Counts.influences
        monkeypatch.setattr(Counts, "influences", lambda self: 0.1 * right(self) ** 2)
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_tests_of_steps_2_and_3(self, context, monkeypatch):
        monkeypatch.setattr(influence, "constant_answer", lambda counts, epsilon: None)
        assert verdict(REPRODUCTION, "fig. 1, steps 2 and 3", context) == "fails"

    def test_the_end_of_step_7(self, context, monkeypatch):
        monkeypatch.setattr(influence, "threshold_of_rows", lambda by_sum, positive, epsilon: 0)
        assert verdict(REPRODUCTION, "fig. 1, step 7", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 25", "eq. 20-24, n = 501", "eq. 31, 32", "beyond: fig. 2a at n"])
    def test_votes(self, label, context, monkeypatch):
        right = clipped_hebb.vote_probability
        monkeypatch.setattr(clipped_hebb, "vote_probability", lambda n, noise=0.0: right(n, noise) + 0.01)
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_printed_bound(self, context, monkeypatch):
        right = clipped_hebb.disagreement_bound
        monkeypatch.setattr(clipped_hebb, "disagreement_bound", lambda alpha, noise: 2.0 * right(alpha, noise))
        assert verdict(REPRODUCTION, "eq. 30", context) == "fails"

    def test_a_distribution_that_fools_nobody(self, context, monkeypatch):
        monkeypatch.setattr(learners_on_data, "fooling_probabilities", lambda n: np.full(n, 0.5))
        assert verdict(REPRODUCTION, "sec. 5.1, malicious distribution", context) == "fails"

    @pytest.mark.parametrize("label", ["lemma 1", "corollary 1", "eq. 12-19"])
    def test_exact_sums(self, label, context, monkeypatch):
        right = signs.disagreement
        monkeypatch.setattr(signs, "disagreement", lambda *arguments: right(*arguments) + 0.4)
        assert verdict(REPRODUCTION, label, context) == "fails"
