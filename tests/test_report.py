"""The reproduction: verdicts, files, and going on after a stop."""

from __future__ import annotations

import json
import math

import pandas as pd
import pytest
from click.testing import CliRunner

from rosenblatt import report
from rosenblatt.cli import main
from rosenblatt.papers import chance, registry
from rosenblatt.papers.judging import Outcome, Reproduction, Row
from rosenblatt.papers.overview import claims as overview
from rosenblatt.papers.sabotage import times
from rosenblatt.papers.sompolinsky_lecture import dichotomies

FIELDS = {"paper", "label", "claim", "expected", "measured", "uncertainty", "verdict", "errata", "sabotages"}


def test_it_writes_everything_and_a_second_run_computes_nothing_again(tmp_path, monkeypatch):
    out = tmp_path
    papers = ["overview", "GM", "L8", "BSS", "SW", "KC", "SS"]
    result = CliRunner().invoke(main, ["reproduce", *papers, "--quick", "--out", str(out)])
    assert result.exit_code == 0, result.output
    sections = [report.Section(registry.find(name), registry.reproduction(registry.find(name))) for name in papers]
    stems = [section.stem(name) for section in sections for name in section.reproduction.figures]
    figures = {f"{stem}.{s}" for stem in stems for s in ("png", "svg")}
    tables = {f"{section.stem(name)}.csv" for section in sections for name in section.reproduction.tables}
    others = {"index.html", "claims.json", "ledger.sqlite", *tables}
    assert {"gm-figure-3.png", "sw-figure-2.svg", "theory-and-simulation.csv"} < figures | others
    assert {file.name for file in out.iterdir()} == figures | others
    claims = json.loads((out / "claims.json").read_text())
    assert all(set(claim) == FIELDS for claim in claims)
    rows = [row for section in sections for row in section.reproduction.rows]
    assert [(claim["label"], claim["verdict"]) for claim in claims] == [(row.label, row.good) for row in rows]
    page = (out / "index.html").read_text()
    assert all(name in page for name in figures if name.endswith("png"))
    table = pd.read_csv(out / "theory-and-simulation.csv")
    assert len(table) == 72
    sizes = pd.read_csv(out / "gm-sample-sizes.csv")
    assert (sizes["guaranteed"] > 1e10 * sizes["average"]).all()
    assert ((table["disagreement"] - table["theory"]).abs() <= table["allowed"]).all()
    monkeypatch.setattr(overview, "simulate", lambda *a, **k: pytest.fail("simulated again"))
    monkeypatch.setattr(dichotomies, "find_best_separator", lambda *a: pytest.fail("searched planes again"))
    again = ["reproduce", *papers, "--quick", "--jobs", "1", "--out", str(out)]
    assert CliRunner().invoke(main, again).exit_code == 0


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch):
    done = []

    def counted(label):
        return Row(label, "claim", 1, lambda context: done.append(label) or Outcome(1.0, True))

    def broken(context):
        raise KeyboardInterrupt

    rows = (counted("a"), Row("b", "claim", 1, broken))
    monkeypatch.setattr(registry, "reproduction", lambda folder: Reproduction(rows))
    with pytest.raises(KeyboardInterrupt):
        report.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
    assert not (tmp_path / "claims.json").exists()
    rows = (counted("a"), counted("b"))
    assert report.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
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
    def run(jobs):
        said = []
        assert report.reproduce(tmp_path / str(jobs), papers=["L8", "overview"], quick=True, jobs=jobs, say=said.append)
        claims = json.loads((tmp_path / str(jobs) / "claims.json").read_text())
        return sorted(said[:-1]), claims, sorted(file.name for file in (tmp_path / str(jobs)).iterdir())

    one, two = run(1), run(2)
    assert one[0] == two[0]
    assert one[2] == two[2]
    assert [(claim["label"], claim["verdict"]) for claim in one[1]] == [(c["label"], c["verdict"]) for c in two[1]]


def test_an_error_in_a_process_is_raised(tmp_path):
    (tmp_path / "ledger.sqlite").write_text("no ledger")
    with pytest.raises(ValueError, match="ledger must be an SQLite file"):
        report.reproduce(tmp_path, papers=["L8", "KC"], quick=True, jobs=2, say=lambda text: None)
