"""The command line as a user meets it."""

from __future__ import annotations

import pandas as pd
from click.testing import CliRunner

from rosenblatt.cli import main
from rosenblatt.rules import registered


def run(*arguments: str):
    return CliRunner().invoke(main, list(arguments))


def test_help_lists_the_commands_with_examples():
    result = run("--help")
    assert result.exit_code == 0
    for word in ("rules", "reproduce", "Examples:"):
        assert word in result.output


def test_rules_lists_the_registry():
    result = run("rules")
    assert result.exit_code == 0
    for name in registered():
        assert name in result.output


def test_reproduce_writes_a_figure_a_table_and_a_verdict(tmp_path):
    result = run("reproduce", "--quick", "--out", str(tmp_path / "new" / "out"))
    assert result.exit_code == 0, result.output
    assert "rows agree" in result.output
    folder = tmp_path / "new" / "out"
    assert {file.name for file in folder.iterdir()} == {f"theory-and-simulation.{s}" for s in ("png", "svg", "csv")}
    table = pd.read_csv(folder / "theory-and-simulation.csv")
    assert set(table["rule"]) == {"hebb", "rosenblatt"}
    assert (table["verdict"] == "holds").all()
    assert (table["theory"] - table["disagreement"]).abs().max() > 0.0


def test_reproduce_fails_when_a_row_does(tmp_path, monkeypatch):
    from rosenblatt import report

    def wrong(*arguments, **options):
        curve = learning_curve(*arguments, **options)
        curve.frame["disagreement"] *= 1.1
        return curve

    learning_curve = report.learning_curve
    monkeypatch.setattr(report, "learning_curve", wrong)
    result = run("reproduce", "--quick", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert "fails" in result.output


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("reproduce", "--quick", "--out", str(tmp_path / "file" / "out"))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1


def test_a_users_mistake_is_one_sentence_and_exit_code_2(tmp_path):
    result = run("reproduce", "--quick", "--seed", "-1", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "seed must be at least 0; got -1" in result.output
