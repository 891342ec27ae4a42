"""Rows about learners on data fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np

from rosenblatt.batch import influence
from rosenblatt.batch.influence import Counts
from rosenblatt.papers.golea_marchand import learners_on_data
from rosenblatt.papers.golea_marchand.claims import REPRODUCTION
from tests.helpers.papers import verdict


def test_the_row_about_noise_fails_if_the_noise_is_not_taken_out(context, monkeypatch):
    monkeypatch.setattr(Counts, "without_noise", lambda self, noise: self)
    assert verdict(REPRODUCTION, "abstract, sec. 5.2, noise", context) == "fails"


def test_the_row_about_fair_signs_fails_if_the_weights_are_wrong(context, monkeypatch):
    wrong = influence.weight_signs
    monkeypatch.setattr(influence, "weight_signs", lambda counts, epsilon: -wrong(counts, epsilon))
    assert verdict(REPRODUCTION, "eq. 11", context) == "fails"


def test_the_row_about_a_malicious_distribution_fails_if_it_fools_nobody(context, monkeypatch):
    monkeypatch.setattr(learners_on_data, "fooling_probabilities", lambda n: np.full(n, 0.5))
    assert verdict(REPRODUCTION, "sec. 5.1, malicious distribution", context) == "fails"
