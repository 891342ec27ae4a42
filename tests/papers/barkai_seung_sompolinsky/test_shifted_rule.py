"""Rows about the shifted rule fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt.papers.barkai_seung_sompolinsky.claims import REPRODUCTION
from rosenblatt.theory import shifted_perceptron
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 14", "eq. 10, second fixed point"])
def test_rows_fail_if_the_drift_is_wrong(label, context, monkeypatch):
    def to_the_teacher(r, across, rest, noise, inputs, eta):
        return eta * (1.0 - r), -eta * across, -eta * rest

    monkeypatch.setattr(shifted_perceptron, "slopes", to_the_teacher)
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_the_end_fails_if_the_constant_is_wrong(context, monkeypatch):
    monkeypatch.setattr(
        shifted_perceptron, "asymptote", lambda alpha, noise, learnt: 0.8 * (noise / alpha) ** 0.5 * 0.5
    )
    assert verdict(REPRODUCTION, "eq. 15-18", context) == "fails"
