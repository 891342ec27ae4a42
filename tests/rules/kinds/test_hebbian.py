"""Modulations of the Hebb term."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from tests.helpers.rules import decaying


def test_a_rule_that_asks_for_alpha_sees_the_present_example_counted():
    rule = decaying()
    _, cell = rule.start(4)
    cell.examples = 1.0
    assert rule.functions.respond(1.0, (0.0,), cell, *rule.parameters) == (2.0 / (1.0 + 1 / 4),)


def test_a_negative_weight_decay():
    with pytest.raises(ValueError, match="weight_decay must be at least 0; got -0.1"):
        rb.Hebb(weight_decay=-0.1)
