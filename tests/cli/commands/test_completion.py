"""``rosenblatt completion``: scripts for shells, and what they ask of the command."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.helpers.command_line import run
from tests.helpers.shells import environment, shell


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


def needs(shell_name):
    return pytest.mark.skipif(shutil.which(shell_name) is None, reason=f"needs {shell_name}, which is not installed")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in ("bash", "zsh")])
def test_the_tabulator_completes(name, tmp_path):
    (tmp_path / "rows, old.csv").touch()
    with shell(name, tmp_path) as found:
        for begun, whole in [
            ("si", "simulate "),
            ("curve --al", "--alpha "),
            ("simulate bayes-g", "bayes-gaussian "),
            ("evaluate row", "old.csv"),
        ]:
            found.type(f"\x15rosenblatt {begun}\t")  # Ctrl-U takes away what was there
            found.wait_for(whole)


@needs("fish")
def test_fish_completes_with_whole_descriptions(tmp_path):
    (tmp_path / "rows, old.csv").touch()
    asked = ("si", "curve --al", "curve ", "evaluate row")
    commands = "; ".join(f"complete -C'rosenblatt {begun}'; echo ---" for begun in asked)
    found = subprocess.run(
        ["fish", "--no-config", "-c", f"rosenblatt completion fish | source; {commands}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    commands, options, rules, files, _ = found.stdout.split("---\n")
    assert commands.startswith("simulate\tSimulate teachers")
    assert options == "--alpha\t1,5,10 or FIRST:LAST:POINTS.\n"
    assert {"hebb", "rosenblatt"} <= set(rules.split())
    assert files.startswith("rows, old.csv")


def test_another_shell_is_a_mistake():
    assert run("completion", "tcsh").exit_code == 2
