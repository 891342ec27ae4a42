"""Rows about the normalised perceptron fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt.papers.barkai_seung_sompolinsky import normalised_rule
from rosenblatt.papers.barkai_seung_sompolinsky.claims import REPRODUCTION
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.simulation.simulate import simulate
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 3, 4", "eq. 5", "eq. 6, eta_0 > 1", "eq. 6, optimum", "fig. 1"])
def test_rows_fail_if_the_averages_are_wrong(label, context, monkeypatch):
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
