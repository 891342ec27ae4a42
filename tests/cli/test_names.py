"""Names that a shell completes."""

from __future__ import annotations

import click
import pytest

from rosenblatt.cli.commands.reproduce import reproduce
from rosenblatt.cli.names import file_names, paper_names, rule_names
from rosenblatt.papers.registry import find
from rosenblatt.rules.registry import registered


@pytest.fixture
def asked():
    return click.Context(reproduce), reproduce.params[0]


def test_rules_are_completed(asked):
    assert rule_names(*asked, "bayes-b") == ["bayes-binary"]
    assert rule_names(*asked, "") == list(registered())


def test_papers_are_completed_whatever_the_letters(asked):
    assert paper_names(*asked, "km") == ["KM89", "KM87", "KMSSZ"]
    assert all(find(name) for name in paper_names(*asked, ""))


def test_files_are_left_to_the_shell(asked):
    (only,) = file_names(*asked, "data")
    assert (only.value, only.type) == ("data", "file")
