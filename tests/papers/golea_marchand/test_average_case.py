"""Rows about the average case fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt import signs
from rosenblatt.papers.golea_marchand.claims import REPRODUCTION
from rosenblatt.theory import clipped_hebb
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 25", "eq. 20-24, n = 501", "eq. 31, 32", "beyond: fig. 2a at n"])
def test_rows_fail_if_the_votes_are_wrong(label, context, monkeypatch):
    right = clipped_hebb.vote_probability
    monkeypatch.setattr(clipped_hebb, "vote_probability", lambda n, noise=0.0: right(n, noise) + 0.01)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_the_bound_fails_if_it_is_the_printed_one(context, monkeypatch):
    right = clipped_hebb.disagreement_bound
    monkeypatch.setattr(clipped_hebb, "disagreement_bound", lambda alpha, noise: 2.0 * right(alpha, noise))
    assert verdict(REPRODUCTION, "eq. 30", context) == "fails"


def test_the_row_about_many_weights_fails_if_exact_sums_are_wrong(context, monkeypatch):
    right = signs.disagreement
    monkeypatch.setattr(signs, "disagreement", lambda *arguments: right(*arguments) + 0.4)
    assert verdict(REPRODUCTION, "eq. 12-19", context) == "fails"
