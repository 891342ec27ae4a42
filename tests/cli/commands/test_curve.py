"""``rosenblatt curve``."""

from __future__ import annotations

import json
import math

import pandas as pd
import pytest

import rosenblatt as rb
from tests.helpers.command_line import run


class TestCurve:
    def test_prints_a_table(self):
        result = run("curve", "rosenblatt", "--alpha", "1,5,10")
        assert result.exit_code == 0
        assert [line.split()[4] for line in result.output.splitlines()[1:]] == ["0.319224", "0.182222", "0.137581"]

    def test_prints_json(self):
        rows = json.loads(run("curve", "hebb", "--alpha", "1:100:3", "--noise", "0.1", "--json").output)
        assert [round(row["alpha"], 9) for row in rows] == [1.0, 10.0, 100.0]
        assert rows[0]["error"] == pytest.approx(0.1 + 0.8 * rows[0]["disagreement"])

    @pytest.mark.parametrize(
        ("name", "read"), [("t.csv", pd.read_csv), ("t.parquet", pd.read_parquet), ("t.json", pd.read_json)]
    )
    def test_writes_files(self, tmp_path, name, read):
        assert run("curve", "hebb", "--alpha", "1,5", "--out", str(tmp_path / name)).exit_code == 0
        assert read(tmp_path / name)["disagreement"].round(4).tolist() == [0.2856, 0.1626]
        assert [file.name for file in tmp_path.iterdir()] == [name]

    def test_draws(self, tmp_path):
        assert run("curve", "hebb", "--plot", str(tmp_path / "c.png")).exit_code == 0
        assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")

    def test_parameters_and_drift(self):
        plain, other = (run("curve", "rosenblatt", "--alpha", "3", *more).output for more in ([], ["-p", "eta=2"]))
        assert plain.split()[-1] == other.split()[-1]  # the rate does not change the error, from J = 0
        assert plain.split()[-5] != other.split()[-5]  # but the length
        assert run("curve", "hebb", "--alpha", "100", "--drift", "0.1").output.split()[-1] == "0.427424"


def test_learners_that_are_no_rules_have_a_curve():
    result = run("curve", "bayes", "--teacher", "binary", "--alpha", "1,1.3", "--json")
    assert [round(row["disagreement"], 4) for row in json.loads(result.output)] == [0.2306, 0.0]
    kept = run("curve", "gibbs", "--teacher", "binary", "--alpha", "1.3", "--branch", "metastable", "--json")
    assert json.loads(kept.output)[0]["disagreement"] > 0.2
    refused = run("simulate", "bayes")
    assert refused.exit_code == 2
    assert "sees all examples at once" in refused.output


def test_a_parameter_of_a_sequence_is_not_ignored():
    assert "parameter must be left out for a sequence" in run("curve", "hebb:5,rosenblatt", "-p", "eta=2").output
    assert "parameter must be given once; got 'eta'" in run("curve", "rosenblatt", "-p", "eta=2", "-p", "eta=3").output


def test_a_teacher_is_any_name_that_theory_takes():
    sparse = run("curve", "bayes", "--teacher", "gauss-bernoulli:0.25", "--alpha", "1", "--json")
    exact = rb.learning_curve("bayes", 1.0, teacher=rb.GaussBernoulli(0.25)).frame["disagreement"][0]
    assert json.loads(sparse.output)[0]["disagreement"] == pytest.approx(exact, rel=1e-9)
    for wrong, said in {"ternary": "a name and a density", "ternary:2": "density must be in (0, 1)"}.items():
        assert said in run("curve", "bayes", "--teacher", wrong).output
    refused = run("curve", "bayes", "--teacher", "ternay:0.5")
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert refused.output.endswith("got 'ternay:0.5'. Did you mean 'ternary'?\n")


def test_a_penalty_may_be_the_best_one():
    rows = json.loads(run("curve", "ridge", "--alpha", "1,5", "-p", "penalty=best", "--json").output)
    assert rows[0]["penalty"] == pytest.approx(math.pi / 2.0 - 1.0, rel=1e-6)
    assert "parameter must be NAME=NUMBER or NAME=best" in run("curve", "ridge", "-p", "penalty=bst").output
    assert "parameter must be NAME=NUMBER; got 'eta=best'" in run("curve", "rosenblatt", "-p", "eta=best").output


def test_queries_by_committee_have_a_curve():
    rows = json.loads(run("curve", "query-by-committee", "--alpha", "1,3", "--json").output)
    assert [round(row["disagreement"], 5) for row in rows] == [0.33166, 0.13017]
