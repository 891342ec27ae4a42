"""Rows about teachers that change fail if what they are about is wrong."""

from __future__ import annotations

import rosenblatt as rb
from rosenblatt.papers.kinouchi_caticha import changing_teacher
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from rosenblatt.theory import bayes
from rosenblatt.theory.tracking import best_rate
from tests.helpers.papers import verdict


def test_the_row_about_a_drift_fails_if_the_rule_does_not_know_it(context, monkeypatch):
    monkeypatch.setattr(changing_teacher, "OptimalLinear", lambda drift: rb.Adaline(constrained=True))
    assert verdict(REPRODUCTION, "eq. 32-35, drift", context) == "fails"


def test_the_row_about_the_boolean_rule_fails_if_its_deficit_is_wrong(context, monkeypatch):
    monkeypatch.setattr(
        changing_teacher,
        "stationary_deficit",
        lambda channel, drift: 0.9 * bayes.stationary_deficit(channel, drift),
    )
    assert verdict(REPRODUCTION, "eq. 16, drift", context) == "fails"


def test_the_row_about_fixed_rates_fails_if_they_are_those_of_another_drift(context, monkeypatch):
    monkeypatch.setattr(
        changing_teacher, "best_rate", lambda name, drift, noise=0.0: best_rate(name, 2.0 * drift, noise=noise)
    )
    assert verdict(REPRODUCTION, "drift, fixed rates", context) == "fails"


def test_the_row_about_changes_fails_if_the_length_is_of_all_time(context, monkeypatch):
    monkeypatch.setitem(changing_teacher.TRACKING, "practical, KC 32-35", rb.PracticalLinear())
    assert verdict(REPRODUCTION, "sec. 3.5, changes", context) == "fails"
