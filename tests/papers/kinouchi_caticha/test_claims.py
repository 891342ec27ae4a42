"""Rows of KC fail if what they are about is wrong."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators import regression
from rosenblatt.papers.kinouchi_caticha import changing_teacher, offline, online, online_against_offline
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from rosenblatt.theory import bayes
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica
from rosenblatt.theory.tracking import best_rate
from tests.papers.conftest import verdict


class TestRowsOfKcFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["eq. 17-21, 26", "eq. 23-25, fig. 2", "eq. 30, 31"])
    def test_the_curves(self, label, context, monkeypatch):
        for module in (online, online_against_offline):
            monkeypatch.setattr(module, "learning_curve", lambda rule, alpha: learning_curve("hebb", alpha))
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 27, 28, fig. 3", "eq. 39-50", "eq. 51-55"])
    def test_the_replicas(self, label, context, monkeypatch):
        wrong = lambda alpha, **how: dataclasses.replace(  # noqa: E731
            replica(alpha, **how), rho=0.8 * alpha, empirical_error=0.3, q=0.2
        )
        for module in (online_against_offline, offline):
            monkeypatch.setattr(module, "replica", wrong)
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_drift(self, context, monkeypatch):
        monkeypatch.setattr(changing_teacher, "OptimalLinear", lambda drift: rb.Adaline(constrained=True))
        assert verdict(REPRODUCTION, "eq. 32-35, drift", context) == "fails"

    def test_the_drift_of_the_boolean_rule(self, context, monkeypatch):
        monkeypatch.setattr(
            changing_teacher,
            "stationary_deficit",
            lambda channel, drift: 0.9 * bayes.stationary_deficit(channel, drift),
        )
        assert verdict(REPRODUCTION, "eq. 16, drift", context) == "fails"

    def test_the_fixed_rates(self, context, monkeypatch):
        monkeypatch.setattr(
            changing_teacher, "best_rate", lambda name, drift, noise=0.0: best_rate(name, 2.0 * drift, noise=noise)
        )
        assert verdict(REPRODUCTION, "drift, fixed rates", context) == "fails"

    def test_the_changes(self, context, monkeypatch):
        monkeypatch.setitem(
            changing_teacher.TRACKING, "practical, KC 32-35", rb.PracticalLinear()
        )  # the length is of all time
        assert verdict(REPRODUCTION, "sec. 3.5, changes", context) == "fails"

    def test_the_inverse(self, context, monkeypatch):
        monkeypatch.setitem(regression.TRANSFERS, "tanh", (np.tanh, lambda y: y))
        assert verdict(REPRODUCTION, "eq. 29", context) == "fails"
