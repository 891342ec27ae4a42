"""Commands as a user gives them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from rosenblatt.cli import main


def run(*arguments: str, **how: Any) -> Result:
    """Return what a command prints and its exit code."""
    return CliRunner().invoke(main, list(arguments), **how)


def commands_in(text: str) -> list[list[str]]:
    """Return the arguments of each command of this package in lines for a shell, without what pipes lead to."""
    lines = text.replace("\\\n", " ").splitlines()
    parts = [part.strip() for line in lines for part in re.split(r" \| | && |\"\$\(", line)]
    own = [part.partition(" ")[2] for part in parts if part.startswith("rosenblatt ")]
    return [shlex.split(re.split(r" > |\)\"", part)[0], comments=True) for part in own]


def taken(arguments: list[str], monkeypatch: Any) -> list[str]:
    """Return the names of the command that takes these arguments, which does nothing; files that it reads are made."""
    found: list[str] = []

    def take(self: click.Command, context: click.Context) -> None:
        if not isinstance(self, click.Group):
            found.extend(context.command_path.split()[1:])

    monkeypatch.setattr(click.Command, "invoke", take)
    for word in arguments:
        if re.fullmatch(r"[a-zA-Z][\w-]*\.\w+", word):
            Path(word).touch()
    result = run(*arguments, prog_name="rosenblatt")
    assert result.exit_code == 0, (arguments, result.output)
    return found
