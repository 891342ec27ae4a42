"""Rows about online and offline learning fail if what they are about is wrong."""

from __future__ import annotations

import dataclasses

from rosenblatt.papers.kinouchi_caticha import online_against_offline
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica
from tests.helpers.papers import verdict


def test_the_row_about_the_end_fails_if_the_curve_is_of_another_rule(context, monkeypatch):
    monkeypatch.setattr(online_against_offline, "learning_curve", lambda rule, alpha: learning_curve("hebb", alpha))
    assert verdict(REPRODUCTION, "eq. 30, 31", context) == "fails"


def test_the_row_about_the_crossing_fails_if_the_replicas_are_wrong(context, monkeypatch):
    wrong = lambda alpha, **how: dataclasses.replace(  # noqa: E731
        replica(alpha, **how), rho=0.8 * alpha, empirical_error=0.3, q=0.2
    )
    monkeypatch.setattr(online_against_offline, "replica", wrong)
    assert verdict(REPRODUCTION, "eq. 27, 28, fig. 3", context) == "fails"
