"""``rosenblatt sweep``."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import rosenblatt as rb
from tests.helpers.command_line import run

FILE = """
rules = ["hebb", "rosenblatt"]
n = 20
noise = [0.0, 0.1]
alpha = "1:4:2"
runs = 3
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "study.toml").write_text(FILE)
    return tmp_path / "study.toml"


def test_a_sweep_its_status_and_its_forecast(file):
    name, folder = str(file), file.with_suffix("")
    assert run("sweep", "status", name).output == "0 of 4 cells done.\n"
    assert "4 cells, 0 % done: 4 tasks left, about " in run("sweep", name, "--dry-run").output
    assert not folder.exists()
    picture = file.with_suffix(".svg")
    done = run("sweep", name, "--jobs", "2", "--plot", str(picture), "--row", "noise")
    assert done.exit_code == 0
    assert "sweep over simulate: 4 cells of rule, n, noise. Wrote " in done.output
    assert "<svg" in picture.read_text()
    direct = rb.sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1], n=20, alpha=[1, 4], runs=3)
    assert pd.read_parquet(folder / "sweep.parquet").equals(direct.frame)
    assert run("sweep", "status", name).output == "4 of 4 cells done.\n"
    assert json.loads(run("sweep", "--json", "--dry-run", name).stdout)["tasks"] == 0
    assert len(json.loads(run("sweep", "run", name, "--json").stdout)) == 8
    assert [row["done"] for row in json.loads(run("sweep", "status", name, "--json").stdout)] == [1.0] * 4
    file.write_text(FILE.replace("runs = 3", "runs = 6"))
    assert run("sweep", "status", name).output == "0 of 4 cells done, 4 begun.\n"


def test_cells_without_a_result_are_named(file):
    file.write_text(FILE.replace("rosenblatt", "bounded") + "inputs = 'gaussian'")
    done = run("sweep", str(file))
    assert done.exit_code == 0
    assert "2 without a result: inputs must not be negative for 'bounded'; got 'gaussian'" in done.stderr
    assert run("sweep", "status", str(file)).output == "2 of 4 cells done, 2 without a result.\n"


def test_mistakes_are_one_sentence_with_the_place(file):
    file.write_text(FILE.replace("hebb", "heb"))
    done = run("sweep", str(file))
    assert done.exit_code == 2
    assert done.stderr.startswith("rosenblatt: rule must be a registered name; got 'heb'")
    assert "(in study.toml)" in done.stderr
    assert run("sweep", str(file.with_name("none.toml"))).exit_code == 2
    assert run("sweep", str(file), "--plot", "x.gif").exit_code == 2
    assert "status" in run("sweep", "--help").output
