"""Commands as a user gives them."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner, Result

from rosenblatt.cli import main


def run(*arguments: str, **how: Any) -> Result:
    """Return what a command prints and its exit code."""
    return CliRunner().invoke(main, list(arguments), **how)
