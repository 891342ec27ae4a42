"""TOML files of sweeps: what they mean, and where they are wrong."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.cli.sweep_files import read_sweep


def read(tmp_path, text):
    (tmp_path / "s.toml").write_text(text)
    return read_sweep(tmp_path / "s.toml")


def test_names_and_tables_become_objects(tmp_path):
    found = read(
        tmp_path,
        """
rules = ["hebb", {name = "rosenblatt", eta = 0.5}, [["hebb", 2], "rosenblatt"]]
alpha = "1:100:3"
n = [10, 20]
noise = 0.1
start = [[0.1, 1.0], [0.2, 1.0]]
queries = ["orthogonal", 0.5]
momentum = [{gamma = 2.0, rate = 1.0}, {beta = 0.5, rate = 1.0}]
zipped = ["n", "start"]
over = "simulate"
options = {branch = "metastable"}
[[cells]]
rule = {name = "rosenblatt", eta = 2.0}
runs = 7
[[cells]]
alpha = [1, 2]
""",
    )
    assert found["rules"] == ["hebb", rb.Rosenblatt(eta=0.5), [("hebb", 2), "rosenblatt"]]
    assert [round(alpha, 9) for alpha in found["alpha"]] == [1.0, 10.0, 100.0]
    assert found["start"] == [(0.1, 1.0), (0.2, 1.0)]
    assert found["queries"] == ["orthogonal", rb.Queries(0.5)]
    assert found["momentum"] == [rb.Momentum(2.0, 1.0), rb.FixedMomentum(0.5, 1.0)]
    assert (found["zipped"], found["options"]) == (["n", "start"], {"branch": "metastable"})
    assert found["cells"] == [{"rule": rb.Rosenblatt(eta=2.0), "runs": 7}, {"alpha": [1, 2]}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n = [", r"file must be TOML; got .*s.toml.*: .*at end of document"),
        ("n = 5\nnois = 0.1", "key must be one of .*; got 'nois' in s.toml, line 2. Did you mean 'noise'"),
        ("\nn = 2.5", "n must be a whole number, or a list of them; got 2.5 in s.toml, line 2"),
        ('noise = ["x"]', "noise must be a number, or a list of numbers; got .* in s.toml, line 1"),
        ("noise = true", "noise must be a number"),
        ("rules = [5]", "rules must be a list of rules: names, tables"),
        ("rules = [{eta = 1.0}]", "rules must be a list of rules"),
        ("rules = [{name = 'rosenblatt', et = 1.0}]", r"among weight_decay, eta; got 'et'.*\(in s.toml, line 1\)"),
        ("rules = [{name = 'rosenblatt', eta = -1.0}]", r"eta must be above 0; got -1.0.*\(in s.toml, line 1\)"),
        ("alpha = 'x'", r"alpha must be numbers like 1,5,10 .*\(in s.toml, line 1\)"),
        ("momentum = {gamma = 1.0}", "momentum must be a table of gamma and rate"),
        ("[cells]\nn = 5", "cells must be tables .* in s.toml, line 1"),
        ("[[cells]]\nn = 5\n[[cells]]\nm = 5", "key must be one of .*; got 'm' in cell 1 of cells"),
        ("over = 5", "over must be 'simulate'"),
        ("zipped = [5]", "zipped must be a list of names"),
    ],
)
def test_mistakes_are_one_sentence_with_the_place(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, text)


def test_what_is_no_text(tmp_path):
    (tmp_path / "s.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="must be text in UTF-8"):
        read_sweep(tmp_path / "s.toml")
