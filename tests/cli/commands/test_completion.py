"""``rosenblatt completion``: scripts for shells, and what they ask of the command."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.helpers.command_line import run


def completed(monkeypatch, *words: str) -> list[str]:
    """Return what a shell is offered for the last of some words."""
    monkeypatch.setenv("_ROSENBLATT_COMPLETE", "fish_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["rosenblatt", *words]))
    monkeypatch.setenv("COMP_CWORD", words[-1])
    result = run(prog_name="rosenblatt")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return [line.partition(",")[2].partition("\t")[0] for line in result.output.splitlines() if line]


def test_commands_options_rules_and_papers_are_completed(monkeypatch):
    assert completed(monkeypatch, "cu") == ["curve"]
    assert completed(monkeypatch, "cure", "--no") == []  # there is no such command
    assert completed(monkeypatch, "plan", "--dis") == ["--disagreement"]
    assert completed(monkeypatch, "curve", "bayes-g") == ["bayes-gaussian"]
    assert completed(monkeypatch, "reproduce", "b") == ["BSS", "BR", "BKMMZ"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_takes(shell):
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"_ROSENBLATT_COMPLETE={shell}_complete" in result.output
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed: its script was not run")
    assert subprocess.run([shell, "-n"], input=result.stdout, text=True, check=False).returncode == 0


def test_another_shell_is_a_mistake():
    assert run("completion", "tcsh").exit_code == 2
