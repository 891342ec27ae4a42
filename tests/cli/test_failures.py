"""A command that fails says so in one sentence, and its exit code says how."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rosenblatt.cli import main
from rosenblatt.cli.failures import FailsInASentence, sentence
from rosenblatt.report import run

FULL = Path("/dev/full")


def failing(mistake: BaseException) -> click.Group:
    """Return a group whose command ``fail`` raises a mistake."""
    group = FailsInASentence("group")

    @group.command()
    def fail() -> None:
        raise mistake

    return group


@pytest.mark.parametrize(
    ("mistake", "code", "said"),
    [
        (ValueError("a must be\n1; got 2."), 2, "rosenblatt: a must be 1; got 2.\n"),
        (MemoryError(), 2, "rosenblatt: sizes must fit into memory; got more than there is. Take a smaller n, "),
        (OSError("own words"), 2, "rosenblatt: own words\n"),
        (PermissionError(13, "Permission denied", "x.csv"), 2, "rosenblatt: file 'x.csv' must have where to go; got "),
        (BrokenPipeError(32, "Broken pipe"), 2, ""),
        (KeyboardInterrupt(), 130, "rosenblatt: Interrupted.\n"),
        (KeyboardInterrupt("Interrupted. Go on."), 130, "rosenblatt: Interrupted. Go on.\n"),
    ],
)
def test_each_failure_has_its_code_and_its_sentence(mistake, code, said):
    result = CliRunner().invoke(failing(mistake), ["fail"])
    assert result.exit_code == code
    assert result.output.startswith(said)
    assert result.output.count("\n") == (1 if said else 0)


def test_a_sentence_of_a_file_names_it():
    assert sentence(OSError(28, "No space left on device", "a.pdf")).startswith("file 'a.pdf' must have where to go")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["rules"]])
def test_output_to_a_full_disk(arguments):
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rosenblatt", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr.startswith('rosenblatt: output must have where to go; got "No space left on device".')
    assert done.stderr.count("\n") == 1


def test_an_interrupted_reproduction_says_how_to_go_on(tmp_path, monkeypatch):
    def interrupted(*given, **how):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "reproduce", interrupted)
    result = CliRunner().invoke(main, ["reproduce", "--out", str(tmp_path)])
    assert result.exit_code == 130
    assert result.output == (
        f"rosenblatt: Interrupted. What was computed is kept in {tmp_path}: give the same command again to go on.\n"
    )
