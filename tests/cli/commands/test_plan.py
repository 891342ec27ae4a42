"""``rosenblatt plan``."""

from __future__ import annotations

import json

import pytest

import rosenblatt as rb
from tests.helpers.command_line import run


def test_plan():
    assert "9,784 examples" in run("plan", "hebb", "--n", "100", "--disagreement", "0.05", "--noise", "0.1").output
    answer = json.loads(run("plan", "hebb", "--n", "100", "--error", "0.3", "--json").output)
    assert answer["examples"] == rb.plan("hebb", n=100, error=0.3).examples
    answer = json.loads(run("plan", "adaline", "--n", "100", "--ask", "drift", "--error", "0.1", "--json").output)
    assert answer["drift"] == pytest.approx(1.0 / 9.0, rel=1e-4)
