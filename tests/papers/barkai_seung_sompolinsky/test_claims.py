"""Rows of BSS fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.papers.barkai_seung_sompolinsky import normalised_rule, output_noise, smooth_functions
from rosenblatt.papers.barkai_seung_sompolinsky.claims import REPRODUCTION
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.smooth import Smooth
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import shifted_rule
from tests.papers.conftest import verdict


class TestRowsOfBssFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["eq. 3, 4", "eq. 5", "eq. 6, eta_0 > 1", "eq. 6, optimum", "fig. 1"])
    def test_averages(self, label, context, monkeypatch):
        right = Normalised.averages
        wrong = staticmethod(lambda *arguments: (*right(*arguments)[:2], 1.3 * right(*arguments)[2]))
        monkeypatch.setattr(Normalised, "averages", wrong)
        monkeypatch.setattr(Normalised, "eta", 2.0)
        monkeypatch.setattr(
            normalised_rule, "with_schedule", lambda eta_0, z=1.0: Normalised(eta=PowerLaw(1.2 * eta_0, z=z))
        )
        monkeypatch.setattr(
            normalised_rule, "simulate", lambda rule, **how: simulate("hebb", **{**how, "method": "auto", "n": 50})
        )
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize("label", ["fig. 2, plain rule", "eq. 9", "text after eq. 9"])
    def test_the_fixed_point(self, label, context, monkeypatch):
        monkeypatch.setattr(output_noise, "plain_fixed_point", lambda noise, inputs: (0.9, -1.0, 0.5 * noise))
        assert verdict(REPRODUCTION, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 14", "eq. 10, second fixed point"])
    def test_the_drift_of_the_shifted_rule(self, label, context, monkeypatch):
        def to_the_teacher(r, across, rest, noise, inputs, eta):
            return eta * (1.0 - r), -eta * across, -eta * rest

        monkeypatch.setattr(shifted_rule, "slopes", to_the_teacher)
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_constant_of_the_shifted_rule(self, context, monkeypatch):
        monkeypatch.setattr(shifted_rule, "asymptote", lambda alpha, noise, learnt: 0.8 * (noise / alpha) ** 0.5 * 0.5)
        assert verdict(REPRODUCTION, "eq. 15-18", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 19, 20, 23", "sec. 4, noise"])
    def test_the_scaling_with_the_rate(self, label, context, monkeypatch):
        law = lambda etas: np.array(etas) ** 0.75  # noqa: E731
        monkeypatch.setattr(
            smooth_functions, "residual", lambda rule, target, n, etas, **how: (law(etas), 0.01 * law(etas))
        )
        assert verdict(REPRODUCTION, label, context) == "fails"

    def test_the_scaling_with_time(self, context, monkeypatch):
        x = np.array([1.0, 2.0, 4.0])
        monkeypatch.setattr(smooth_functions, "decay", lambda *arguments, **how: (x, x**-0.5, 0.01 * x))
        assert verdict(REPRODUCTION, "eq. 25-27", context) == "fails"

    def test_the_stationary_law(self, context, monkeypatch):
        learn = Smooth.learn
        twice = lambda self, inputs, labels, emphasis, *rest: learn(  # noqa: E731
            self, inputs, labels, 1.0 + (labels[0] > 0.0), *rest
        )
        monkeypatch.setattr(Smooth, "learn", twice)
        assert verdict(REPRODUCTION, "eq. 24", context) == "fails"

    def test_the_disagreement(self, context, monkeypatch):
        right = gaussian.sign_disagreement
        monkeypatch.setattr(gaussian, "sign_disagreement", lambda *arguments: 0.9 * right(*arguments))
        assert verdict(REPRODUCTION, "eq. 8", context) == "fails"
