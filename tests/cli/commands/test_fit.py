"""``rosenblatt fit``."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli import main
from tests.helpers.command_line import run

MODEL = ("--model", "BayesClassifier:effort=fast,linear=true")


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text("a,s,y\n" + "1.5,u,no\n-1,v w,yes\n" * 300)
    return file


def test_a_model_is_that_of_its_rows_and_goes_on(path, tmp_path):
    out = tmp_path / "m"
    found = run("fit", str(path), "--target", "y", "--ignore", "s", *MODEL, "--out", str(out))
    assert found.exit_code == 0
    assert "Learnt 600 rows" in found.stderr
    x, y = np.array([[1.5], [-1.0]] * 300), ["no", "yes"] * 300
    assert rb.load(out).noise_ == rb.BayesClassifier(effort="fast", linear=True).fit(x, y).noise_
    more = run("fit", str(path), "--target", "y", "--start", str(out), "--out", str(tmp_path / "n"))
    assert more.exit_code == 0
    assert rb.load(tmp_path / "n").n_examples_ == 1200


def test_words_are_hashed(path, tmp_path):
    assert run("fit", str(path), "--target", "y", "--text", "s", *MODEL, "--out", str(tmp_path / "m")).exit_code == 0
    assert rb.load(tmp_path / "m").n_features_in_ == 1 + 2**16


def test_rows_from_a_pipe_are_saved_on_their_way(path, tmp_path):
    options = ["--target", "y", "--ignore", "s", *MODEL, "--save-every", "100", "--out", str(tmp_path / "m")]
    found = CliRunner().invoke(main, ["fit", "-", *options], input=path.read_text() + "1\n")
    assert found.exit_code == 2
    assert "row 601 of standard input: it must have 3 cells" in found.stderr
    assert rb.load(tmp_path / "m").n_examples_ == 600
    refused = CliRunner().invoke(main, ["fit", "-", *options, "--resume"], input="")
    assert "resume must be for a file that can be read again" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--model", "rosenblatt"), "model must be one that can be saved"),
        (("--start", "nothing"), "there is no file"),
    ],
)
def test_mistakes_are_one_sentence(path, tmp_path, arguments, said):
    found = run("fit", str(path), "--target", "y", *arguments, "--out", str(tmp_path / "m"))
    assert found.exit_code == 2
    assert said in found.stderr
