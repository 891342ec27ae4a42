"""``rosenblatt rules``."""

from __future__ import annotations

from rosenblatt.rules import registered
from tests.helpers.command_line import run


def test_rules_lists_the_registry():
    result = run("rules")
    assert result.exit_code == 0
    for name in registered():
        assert name in result.output
