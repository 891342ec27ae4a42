"""Curves as solutions of differential equations in ln(alpha)."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.theory import integration


def test_a_curve_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(integration, "CALLS", 20)
    with pytest.raises(RuntimeError, match="gave up after 20 steps. Declare every kink"):
        rb.learning_curve("rosenblatt", 10.0)
