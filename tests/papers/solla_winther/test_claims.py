"""Rows of SW fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.papers.solla_winther import binary_weights, continuous_weights
from rosenblatt.papers.solla_winther.claims import REPRODUCTION
from rosenblatt.theory import bayes
from rosenblatt.theory.learning_curve import learning_curve
from tests.papers.conftest import verdict


class TestRowsOfSwFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["fig. 2", "sec. 4, second order", "table 1, asymptotes"])
    def test_the_curves(self, label, context, monkeypatch):
        def worse(rule, alpha, **how):
            curve = learning_curve(rule, alpha, **how)
            curve.frame["disagreement"] *= 1.3
            return curve

        monkeypatch.setattr(continuous_weights, "learning_curve", worse)
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 5.12, 5.13", "eq. 5.14, fig. 3"])
    def test_the_binary_curves(self, label, context, monkeypatch):
        monkeypatch.setattr(binary_weights, "learning_curve", lambda rule, alpha, **how: learning_curve("hebb", alpha))
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 4.8-4.11", "sec. 4, 5, offline"])
    def test_the_iteration(self, label, context, monkeypatch):
        stopped = lambda *arguments, **how: mean_field(*arguments, **{**how, "sweeps": 3})  # noqa: E731
        monkeypatch.setattr(continuous_weights, "mean_field", stopped)
        monkeypatch.setattr(binary_weights, "mean_field", stopped)
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_transition(self, context, monkeypatch):
        monkeypatch.setattr(binary_weights, "thresholds", lambda teacher, noise=0.0: bayes.Thresholds(1.25, 1.5))
        assert verdict(REPRODUCTION, "fig. 3, transition", context) == "fails"

    def test_the_end(self, context, monkeypatch):
        monkeypatch.setattr(binary_weights, "perfect_alpha", lambda rule, noise: 100.0)
        assert verdict(REPRODUCTION, "sec. 6, gradual decay", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 4.4-4.7", "eq. 4.12, 4.13"])
    def test_the_noise(self, label, context, monkeypatch):
        monkeypatch.setattr(gaussian, "cdf", lambda x: np.where(np.asarray(x) > 0.0, 0.97, 0.03))
        monkeypatch.setattr(continuous_weights, "angle", lambda weights, teacher: 0.25)
        assert verdict(REPRODUCTION, label, context) == "fails"
