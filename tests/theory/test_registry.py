"""Theories by who learns: which one is found, what it takes, and what it says if there is none."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from tests.helpers.rules import Adaptive


def test_a_rule_without_theory_names_those_that_have_one():
    with pytest.raises(NotImplementedError, match="got 'adaptive', which has none.*hebb"):
        rb.learning_curve(Adaptive(), 1.0)
