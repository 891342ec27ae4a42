"""The perceptron with a margin: its closed form at both ends, and bad margins."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.margin import margin_averages
from rosenblatt.theory.hebbian import quadrature


def test_without_a_margin_it_is_the_perceptron():
    for angle in (1e-6, 0.4, 1.5, 2.5):
        assert margin_averages(angle, 0.0, 0.1, 0.7) == pytest.approx(
            rb.Rosenblatt.averages(angle, 1.0, 1.0, 0.1, 0.7), rel=1e-9
        )


def test_with_a_wide_margin_it_is_hebb():
    for angle in (1e-6, 0.4, 1.5, 2.5):
        assert margin_averages(angle, 30.0, 0.1, 1.0) == pytest.approx(
            rb.Hebb.averages(angle, 1.0, 1.0, 0.1), abs=1e-12
        )


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_small_angles_and_small_margins_keep_their_digits(noise):
    averages = quadrature(rb.Margin(), rb.Scenario(channel=rb.Flips(noise)), level=3)
    for angle in (1e-8, 1e-4, 0.7, 0.8):
        for length in (1e6, 1e3, 3.0):
            declared = rb.Margin.averages(angle, length, 1.0, noise, 1.0, 0.5)
            measured = averages(length * math.cos(angle), length * math.sin(angle), 1.0)
            assert declared == pytest.approx(measured, rel=1e-9, abs=1e-14 * angle)


def test_it_learns_from_what_was_nearly_wrong():
    for label in (-1.0, 1.0):
        for stability, added in ((-2.0, True), (0.0, True), (0.5, True), (0.5001, False)):
            assert rb.Margin.modulation(label, label * stability, 2.0, 0.5) == (2.0 * label if added else 0.0)


@pytest.mark.parametrize("cls", [rb.Margin, rb.RelativeMargin])
def test_a_margin_is_not_negative_and_may_change(cls):
    with pytest.raises(
        ValueError, match=r"margin must be at least 0; got -0.1. A negative one ignores small mistakes."
    ):
        cls(margin=-0.1)
    falling = cls(margin=rb.PowerLaw(0.5, z=0.5, cap=1.0))
    closed, averaged = (
        rb.learning_curve(falling, [1.0, 10.0], averages=a).frame for a in ("closed-form", "quadrature")
    )
    assert closed["disagreement"].to_numpy() == pytest.approx(averaged["disagreement"].to_numpy(), rel=1e-8)


def test_on_data_a_margin_is_in_units_of_standardised_inputs(random):
    x = random.standard_normal((300, 4))
    y = np.where(x @ np.array([1.0, -1.0, 0.5, 0.0]) > 0.0, 1, -1)
    w = np.zeros(4)
    for row, label in zip(x, y, strict=True):
        if label * (w @ row) / 2.0 <= 0.5:
            w += label * row / 2.0
    model = rb.OnlineClassifier("margin", fit_intercept=False).fit(x, y)
    assert model.coef_[0] == pytest.approx(w / np.linalg.norm(w) * np.linalg.norm(model.coef_), rel=1e-9)
