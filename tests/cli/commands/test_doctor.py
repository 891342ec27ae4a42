"""``rosenblatt doctor``."""

from __future__ import annotations

import json

import pytest

from rosenblatt.doctor import examination
from rosenblatt.doctor.finding import Finding
from tests.helpers.command_line import run

GOOD = Finding("versions", "numpy", "2.4")
BAD = Finding("surroundings", "cache", "none", "set NUMBA_CACHE_DIR to a folder.")


@pytest.fixture
def found(monkeypatch):
    """Let this be what is found."""
    findings = [GOOD]
    monkeypatch.setattr(examination, "examine", lambda: findings)
    return findings


def test_all_is_well(found):
    result = run("doctor")
    assert result.exit_code == 0
    assert result.output.splitlines() == ["versions:", "  ok   numpy: 2.4", "All is well."]


def test_what_is_wrong_is_a_sentence_about_what_to_do_and_exit_code_2(found):
    found.append(BAD)
    result = run("doctor")
    assert result.exit_code == 2
    assert "  BAD  cache: none" in result.stdout
    assert result.stderr == "rosenblatt: set NUMBA_CACHE_DIR to a folder.\n"


def test_json_has_everything(found):
    assert json.loads(run("doctor", "--json").stdout)["good"] is True
    found.append(BAD)
    result = run("doctor", "--json")
    assert result.exit_code == 2
    said = json.loads(result.stdout)
    assert said["good"] is False
    assert said["findings"][1] == {"part": "surroundings", "name": "cache", "said": "none", "remedy": BAD.remedy}


def test_the_examination_itself_ends_well_here():
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert result.output.endswith("All is well.\n")
