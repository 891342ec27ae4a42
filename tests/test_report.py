"""The reproduction: verdicts, files, and going on after a stop."""

from __future__ import annotations

import json
import math

import pandas as pd
import pytest
from click.testing import CliRunner

from rosenblatt import report
from rosenblatt.cli import main
from rosenblatt.papers import registry
from rosenblatt.papers.judging import Outcome, Reproduction, Row
from rosenblatt.papers.overview import claims as overview
from rosenblatt.papers.sompolinsky_lecture import cover_count, perceptron_algorithm

FIELDS = {"paper", "label", "claim", "expected", "measured", "uncertainty", "verdict", "errata"}


def test_it_writes_everything_and_a_second_run_computes_nothing_again(tmp_path, monkeypatch):
    out = tmp_path
    papers = ["overview", "GM", "L8", "BSS", "SW", "KC"]
    result = CliRunner().invoke(main, ["reproduce", *papers, "--quick", "--out", str(out)])
    assert result.exit_code == 0, result.output
    gm = ("gm-figure-2a", "gm-figure-2b", "gm-figure-3", "gm-fooled")
    stems = ("theory-and-simulation", *gm, "l8-figure-1", "l8-alignment", "l8-bounded")
    stems = (
        *stems,
        "bss-figure-1",
        "bss-figure-2",
        "bss-scaling",
        "sw-figure-2",
        "sw-figure-3",
        "sw-transition",
        "kc-figure-1",
        "kc-figure-2",
        "kc-figure-3",
        "kc-tracking",
        "kc-drift",
    )
    figures = {f"{stem}.{s}" for stem in stems for s in ("png", "svg")}
    tables = {f"{stem}.csv" for stem in ("theory-and-simulation", "gm-sample-sizes", "gm-figures-2-and-3")}
    others = {"index.html", "claims.json", "ledger.sqlite", *tables}
    assert {file.name for file in out.iterdir()} == figures | others
    claims = json.loads((out / "claims.json").read_text())
    assert all(set(claim) == FIELDS for claim in claims)
    assert {claim["verdict"] for claim in claims} == {"holds", "corrected"}
    assert [claim["label"] for claim in claims if claim["verdict"] == "corrected"] == [
        "lemma 2, proof, eq. 9, 10",
        "fig. 1, steps 2 and 3",
        "fig. 1, step 7",
        "sec. 4, influence",
        "abstract, sec. 5.2, noise",
        "eq. 30",
        "consequence 3",
        "consequence 4, half point",
        "sec. 3, condition 1, upper end",
        "sec. 3, any separable set",
        "text after eq. 2",
        "eq. 6, eta_0 = 1",
        "eq. 8",
        "eq. 9",
        "eq. 10, second fixed point",
        "eq. 15-18",
        "eq. 24",
        "sec. 4, noise",
        "sec. 4, second order",
        "table 1, asymptotes",
        "eq. 5.5",
        "relation before eq. 5.11",
        "sec. 6, gradual decay",
        "eq. 4, e_g",
        "eq. 5, 10, 11, 36",
        "eq. 51-55",
    ]
    page = (out / "index.html").read_text()
    assert all(name in page for name in figures if name.endswith("png"))
    table = pd.read_csv(out / "theory-and-simulation.csv")
    assert len(table) == 72
    sizes = pd.read_csv(out / "gm-sample-sizes.csv")
    assert (sizes["guaranteed"] > 1e10 * sizes["average"]).all()
    assert ((table["disagreement"] - table["theory"]).abs() <= table["allowed"]).all()
    monkeypatch.setattr(overview, "simulate", lambda *a, **k: pytest.fail("simulated again"))
    for module in (cover_count, perceptron_algorithm):
        monkeypatch.setattr(module, "find_separator", lambda *a: pytest.fail("asked the linear program again"))
    assert CliRunner().invoke(main, ["reproduce", *papers, "--quick", "--out", str(out)]).exit_code == 0


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
    result = CliRunner().invoke(main, ["reproduce", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "fails" in (tmp_path / "index.html").read_text()
