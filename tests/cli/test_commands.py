"""The command line as a user meets it."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli import main
from rosenblatt.references import PAPERS
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


def test_simulate(tmp_path):
    file, picture = tmp_path / "s.csv", tmp_path / "s.svg"
    how = ("--n", "50", "--alpha", "1,4", "--runs", "6", "--seed", "3", "--out", str(file), "--plot", str(picture))
    assert run("simulate", "rosenblatt", *how).exit_code == 0
    direct = rb.simulate("rosenblatt", n=50, alpha=[1, 4], runs=6, seed=3).frame
    assert pd.read_csv(file)["r"].tolist() == pytest.approx(direct["r"].tolist())
    assert "<svg" in picture.read_text()


def test_plan():
    assert "9,784 examples" in run("plan", "hebb", "--n", "100", "--disagreement", "0.05", "--noise", "0.1").output
    answer = json.loads(run("plan", "hebb", "--n", "100", "--error", "0.3", "--json").output)
    assert answer["examples"] == rb.plan("hebb", n=100, error=0.3).examples
    answer = json.loads(run("plan", "adaline", "--n", "100", "--ask", "drift", "--error", "0.1", "--json").output)
    assert answer["drift"] == pytest.approx(1.0 / 9.0, rel=1e-4)


def test_cite():
    package = f"The rosenblatt developers. rosenblatt, version {rb.__version__}."
    for arguments in (("cite", "hebb"), ("cite",)):
        assert run(*arguments).output.startswith(package)
    assert "Kinouchi" in run("cite", "hebb").output
    assert run("cite").output.count("\n") == 1 + len(PAPERS) >= 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("curve", "heb"), "Did you mean 'hebb'"),
        (("curve", "hebb", "--alpha", "x"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--alpha", "-1"), "alpha must be at least 0"),
        (("curve", "hebb", "--alpha=-1:1:3"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--alpha", "5:1:3"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--plot", "x.foo"), "the ending of the plot must be one of png, svg, pdf; got 'foo'"),
        (("curve", "hebb", "-p", "eta"), "parameter must be NAME=NUMBER"),
        (("curve", "hebb", "-p", "eta=1"), "parameters of 'hebb' must be among weight_decay; got 'eta'"),
        (("curve", "hebb", "--noise", "0.7"), "noise must be in [0, 0.5)"),
        (("curve", "hebb", "--out", "table.xls"), "the ending of the file must be one of csv, parquet, json"),
        (("plan", "hebb", "--n", "100", "--error", "0.05", "--noise", "0.1"), "error must be above the noise"),
        (("plan", "hebb", "--n", "100"), "exactly one of error= and disagreement="),
        (("simulate", "hebb", "--n", "2"), "n must be at least 3"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert result.output.count("\n") == 1
    assert "Traceback" not in result.output


def test_learners_that_are_no_rules_have_a_curve():
    result = CliRunner().invoke(main, ["curve", "bayes", "--teacher", "binary", "--alpha", "1,1.3", "--json"])
    assert [round(row["disagreement"], 4) for row in json.loads(result.output)] == [0.2306, 0.0]
    kept = CliRunner().invoke(
        main, ["curve", "gibbs", "--teacher", "binary", "--alpha", "1.3", "--branch", "metastable", "--json"]
    )
    assert json.loads(kept.output)[0]["disagreement"] > 0.2
    refused = CliRunner().invoke(main, ["simulate", "bayes"])
    assert refused.exit_code == 2
    assert "sees all examples at once" in refused.output


class TestAnyScenario:
    def test_channels_starts_and_sequences(self):
        how = ("--alpha", "10", "--json")
        for arguments, disagreement in (
            (("rosenblatt", "--channel", "logistic:2"), 0.2416349),  # G8.11
            (("optimal", "--channel", "probit:2,0.05"), 0.1232614),  # G9.31
            (("adatron", "--start", "0.2"), 0.1220459),  # G7.11
            (("rosenblatt", "--start", "0.5,1"), 0.1150047),  # G7.3
            (("hebb:5,rosenblatt",), 0.1154409),  # G7.13
        ):
            result = CliRunner().invoke(main, ["curve", *arguments, *how])
            assert result.exit_code == 0
            assert json.loads(result.output)[0]["disagreement"] == pytest.approx(disagreement, rel=1e-6)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("rosenblatt", "--channel", "logit"), "channel must be one of"),
            (("rosenblatt", "--channel", "logistic:x"), "channel must be a name and numbers such as"),
            (("rosenblatt", "--channel", "logistic:1,2,3"), "channel must have no more numbers than"),
            (("rosenblatt", "--channel", "logistic:-1"), "slope must be above 0"),
            (("rosenblatt", "--start", "x"), "start must be R or R,Q"),
            (("rosenblatt", "--start", "2,1"), "start must have r^2 <= q_norm"),
            (("rosenblatt", "--start", "1,2,3"), "start must be (r0, q0) or r0"),
            (("hebb:x,rosenblatt",), "rule must be such as hebb:5,rosenblatt"),
            (("hebb,rosenblatt",), "for all rules of a sequence but the last"),
        ],
    )
    def test_mistakes_are_one_sentence(self, arguments, message):
        result = CliRunner().invoke(main, ["curve", *arguments, "--alpha", "1"])
        assert result.exit_code == 2
        assert message in result.output
        assert len(result.output.splitlines()) == 1


class TestSizes:
    """What cannot fit is refused with the number that was given."""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("curve", "hebb", "--alpha", "1:10:100000000000"), "at most 1,000,000 points; got 100,000,000,000"),
            (
                ("simulate", "bayes-gaussian", "--n", "100000"),
                "must fit into memory; got n = 100000, 100 runs, 13 points",
            ),
            (("plan", "hebb", "--n", "1000000000000", "--disagreement", "0.05"), "got n = 1,000,000,000,000"),
            (("plan", "bayes-binary", "--n", "100", "--disagreement", "1e-20"), "disagreement must be"),
        ],
    )
    def test_refused_at_once(self, arguments, message):
        result = run(*arguments)
        assert result.exit_code == 2
        assert message in result.output
        assert result.output.count("\n") == 1


def test_a_parameter_of_a_sequence_is_not_ignored():
    assert "parameter must be left out for a sequence" in run("curve", "hebb:5,rosenblatt", "-p", "eta=2").output
    assert "parameter must be given once; got 'eta'" in run("curve", "rosenblatt", "-p", "eta=2", "-p", "eta=3").output


def test_a_start_that_is_simulated_can_be_drawn(tmp_path):
    how = ("--n", "50", "--runs", "3", "--plot", str(tmp_path / "s.png"))
    assert run("simulate", "hebb", "--alpha", "0,1", *how).exit_code == 0
    assert "alpha must be above 0 somewhere to be drawn" in run("simulate", "hebb", "--alpha", "0", *how).output
    assert run("curve", "clipped-hebb", "--alpha", "1e9", "--plot", str(tmp_path / "c.png")).exit_code == 0  # d = 0


def test_a_file_that_is_no_text_is_left_as_it_is(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")
    for command in ("rules", "cite"):
        result = run(command, "--write", str(tmp_path / "a.md"))
        assert result.exit_code == 2
        assert "file must be text in UTF-8" in result.output
    assert (tmp_path / "a.md").read_bytes() == b"\xff\xfe"


def test_an_ending_is_refused_before_anything_is_drawn(tmp_path):
    picture = tmp_path / "c.png"
    result = run("curve", "hebb", "--alpha", "1", "--plot", str(picture), "--out", str(tmp_path / "t.xls"))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert not picture.exists()
