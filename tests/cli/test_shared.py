"""Scenarios, tables, texts and pictures, as all commands take and write them."""

from __future__ import annotations

import json

import pytest

from tests.helpers.command_line import run


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
            result = run("curve", *arguments, *how)
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
        result = run("curve", *arguments, "--alpha", "1")
        assert result.exit_code == 2
        assert message in result.output
        assert len(result.output.splitlines()) == 1
