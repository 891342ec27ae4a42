"""Rows about online learning fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt.papers.kinouchi_caticha import online
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from rosenblatt.theory.learning_curve import learning_curve
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 17-21, 26", "eq. 23-25, fig. 2"])
def test_rows_fail_if_the_curves_are_of_another_rule(label, context, monkeypatch):
    monkeypatch.setattr(online, "learning_curve", lambda rule, alpha: learning_curve("hebb", alpha))
    assert verdict(REPRODUCTION, label, context) == "fails"
