"""Rows about continuous weights fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.papers.solla_winther import continuous_weights
from rosenblatt.papers.solla_winther.claims import REPRODUCTION
from rosenblatt.theory.learning_curve import learning_curve
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["fig. 2", "sec. 4, second order", "table 1, asymptotes"])
def test_rows_fail_if_the_curves_are_wrong(label, context, monkeypatch):
    def worse(rule, alpha, **how):
        curve = learning_curve(rule, alpha, **how)
        curve.frame["disagreement"] *= 1.3
        return curve

    monkeypatch.setattr(continuous_weights, "learning_curve", worse)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_the_equations_fails_if_the_iteration_is_stopped(context, monkeypatch):
    stopped = lambda *arguments, **how: mean_field(*arguments, **{**how, "sweeps": 3})  # noqa: E731
    monkeypatch.setattr(continuous_weights, "mean_field", stopped)
    assert verdict(REPRODUCTION, "eq. 4.8-4.11", context) == "fails"


@pytest.mark.parametrize("label", ["eq. 4.4-4.7", "eq. 4.12, 4.13"])
def test_rows_fail_if_the_noise_is_wrong(label, context, monkeypatch):
    monkeypatch.setattr(gaussian, "cdf", lambda x: np.where(np.asarray(x) > 0.0, 0.97, 0.03))
    monkeypatch.setattr(continuous_weights, "angle", lambda weights, teacher: 0.25)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_angle_is_that_of_directions():
    teacher = np.array([1.0, 0.0])
    for weights, disagreement in (([2.0, 0.0], 0.0), ([0.0, 3.0], 0.5), ([-1.0, -1.0], 0.75), ([-1.0, 0.0], 1.0)):
        assert continuous_weights.angle(np.array(weights), teacher) == pytest.approx(disagreement, abs=1e-8)
