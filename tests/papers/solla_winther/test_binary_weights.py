"""Rows about binary weights fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt.batch.meanfield import mean_field
from rosenblatt.papers.solla_winther import binary_weights
from rosenblatt.papers.solla_winther.claims import REPRODUCTION
from rosenblatt.theory import bayes
from rosenblatt.theory.learning_curve import learning_curve
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 5.12, 5.13", "eq. 5.14, fig. 3"])
def test_rows_fail_if_the_curves_are_of_another_rule(label, context, monkeypatch):
    monkeypatch.setattr(binary_weights, "learning_curve", lambda rule, alpha, **how: learning_curve("hebb", alpha))
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_offline_learning_fails_if_the_iteration_is_stopped(context, monkeypatch):
    stopped = lambda *arguments, **how: mean_field(*arguments, **{**how, "sweeps": 3})  # noqa: E731
    monkeypatch.setattr(binary_weights, "mean_field", stopped)
    assert verdict(REPRODUCTION, "sec. 4, 5, offline", context) == "fails"


def test_the_row_about_the_transition_fails_if_it_is_elsewhere(context, monkeypatch):
    monkeypatch.setattr(binary_weights, "thresholds", lambda teacher, noise=0.0: bayes.Thresholds(1.25, 1.5))
    assert verdict(REPRODUCTION, "fig. 3, transition", context) == "fails"


def test_the_row_about_the_end_fails_if_it_is_elsewhere(context, monkeypatch):
    monkeypatch.setattr(binary_weights, "perfect_alpha", lambda rule, noise: 100.0)
    assert verdict(REPRODUCTION, "sec. 6, gradual decay", context) == "fails"
