"""The reproduction: verdicts, files, and going on after a stop."""

from __future__ import annotations

import json
import math

import pandas as pd
import pytest
from click.testing import CliRunner

from rosenblatt.cli import main
from rosenblatt.papers import chance, registry
from rosenblatt.papers.judging import Outcome, Reproduction, Row
from rosenblatt.papers.sabotage import times
from rosenblatt.report import run
from rosenblatt.report.section import Section
from rosenblatt.simulation.ledger import Ledger

FIELDS = {
    "paper",
    "label",
    "claim",
    "expected",
    "measured",
    "uncertainty",
    "verdict",
    "errata",
    "correction",
    "sabotages",
}


def written_files(section: Section) -> set[str]:
    """Return the names of the files that a paper leaves beside the page."""
    figures = {f"{section.stem(name)}.{ending}" for name in section.reproduction.figures for ending in ("png", "svg")}
    return figures | {f"{section.stem(name)}.csv" for name in section.reproduction.tables}


@pytest.mark.parametrize("paper", registry.reproduced())
def test_every_row_of_a_paper_is_good_and_all_its_figures_and_tables_are_written(paper, tmp_path):
    section = Section(registry.find(paper), registry.reproduction(registry.find(paper)))
    said = []
    assert run.reproduce(tmp_path, papers=[paper], quick=True, say=said.append), said
    names = written_files(section)
    assert {file.name for file in tmp_path.iterdir()} == {"index.html", "claims.json", "ledger.sqlite", *names}
    claims = json.loads((tmp_path / "claims.json").read_text())
    assert all(set(claim) == FIELDS for claim in claims)
    rows = section.reproduction.rows
    assert [(claim["label"], claim["verdict"]) for claim in claims] == [(row.label, row.good) for row in rows]
    page = (tmp_path / "index.html").read_text()
    assert all(name in page for name in names if name.endswith("png"))
    if "theory-and-simulation.csv" in names:
        table = pd.read_csv(tmp_path / "theory-and-simulation.csv")
        assert len(table) == 4 * (5 + 10)  # four cases, by vectors and by chains, up to alpha = 100 in quick ones
        assert ((table["disagreement"] - table["theory"]).abs() <= table["allowed"]).all()
    if "gm-sample-sizes.csv" in names:
        sizes = pd.read_csv(tmp_path / "gm-sample-sizes.csv")
        assert (sizes["guaranteed"] > 1e10 * sizes["average"]).all()


def test_a_second_run_computes_nothing_again(tmp_path, monkeypatch):
    papers = ["KR"]
    call = ["reproduce", *papers, "--quick", "--jobs", "1", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 0, result.output
    original = Ledger.result
    monkeypatch.setattr(
        Ledger, "result", lambda self, key, compute: original(self, key, lambda: pytest.fail(f"computed again: {key}"))
    )
    again = CliRunner().invoke(main, call)
    assert again.exit_code == 0, again.output
    assert again.output == result.output


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch):
    done = []

    def counted(label):
        return Row(label, "claim", 1, lambda context: done.append(label) or Outcome(1.0, True))

    def broken(context):
        raise KeyboardInterrupt

    rows = (counted("a"), Row("b", "claim", 1, broken))
    monkeypatch.setattr(registry, "reproduction", lambda folder: Reproduction(rows))
    with pytest.raises(KeyboardInterrupt):
        run.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
    assert not (tmp_path / "claims.json").exists()
    rows = (counted("a"), counted("b"))
    assert run.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
    assert done == ["a", "b"]


def test_a_failing_row_makes_exit_code_1(tmp_path, monkeypatch):
    rows = (Row("a", "claim", 1, lambda context: Outcome(math.pi, False)),)
    monkeypatch.setattr(registry, "reproduction", lambda folder: Reproduction(rows))
    result = CliRunner().invoke(main, ["reproduce", "--jobs", "1", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "fails" in (tmp_path / "index.html").read_text()


def test_sabotage_says_which_rows_did_not_notice(monkeypatch):
    def checked(context):
        return Outcome(0, chance.limit() < 5.0)

    rows = (
        Row("a", "claim", 1, checked, sabotages=(times("rosenblatt.papers.chance:limit", 2.0),)),
        Row("b", "claim", 1, checked, sabotages=(times("rosenblatt.papers.chance:limit", 1.1),)),
    )
    monkeypatch.setattr(registry, "reproduction", lambda folder: Reproduction(rows))
    result = CliRunner().invoke(main, ["reproduce", "L8", "--sabotage"])
    assert result.exit_code == 1
    assert [line.split()[0] for line in result.output.splitlines()] == ["noticed", "survived", "1"]


def test_processes_say_and_write_what_one_does(tmp_path):
    def results(jobs):
        said = []
        assert run.reproduce(tmp_path / str(jobs), papers=["KR", "BR"], quick=True, jobs=jobs, say=said.append)
        claims = json.loads((tmp_path / str(jobs) / "claims.json").read_text())
        return sorted(said[:-1]), claims, sorted(file.name for file in (tmp_path / str(jobs)).iterdir())

    one, two = results(1), results(2)
    assert one[0] == two[0]
    assert one[2] == two[2]
    assert [(claim["label"], claim["verdict"]) for claim in one[1]] == [(c["label"], c["verdict"]) for c in two[1]]


def test_an_error_in_a_process_is_raised(tmp_path):
    (tmp_path / "ledger.sqlite").write_text("no ledger")
    with pytest.raises(ValueError, match="ledger must be an SQLite file"):
        run.reproduce(tmp_path, papers=["L8", "KC"], quick=True, jobs=2, say=lambda text: None)
