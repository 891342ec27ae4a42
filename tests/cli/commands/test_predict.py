"""``rosenblatt predict``."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rosenblatt.cli import main
from tests.helpers.command_line import run


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("words,y\n" + "good day,0\nbad night,1\n" * 100)
    out = tmp_path / "m"
    options = ("--target", "y", "--text", "words", "--model", "BayesClassifier:effort=fast", "--out", str(out))
    assert run("fit", str(path), *options).exit_code == 0
    return str(out)


def test_in_a_pipe_rows_get_columns(model):
    found = CliRunner().invoke(main, ["predict", model, "-"], input="id,words\n1,a good one\n2,\n")
    lines = found.stdout.splitlines()
    assert lines[0] == "id,words,prediction,p_0,p_1"
    assert lines[1].startswith("1,a good one,0,0.9")
    assert lines[2].startswith("2,,")


def test_into_a_file_whole_or_not_at_all(model, tmp_path):
    rows, out = tmp_path / "new.csv", tmp_path / "said.csv"
    rows.write_text("words\nbad\n")
    assert run("predict", model, str(rows), "--out", str(out)).exit_code == 0
    assert out.read_text().splitlines()[1].startswith("bad,1,0.2")
    rows.write_text('words\nbad\n"x,y\n')
    before = out.read_text()
    rows.write_bytes(b"words\nbad\nb\xff\n")
    found = run("predict", model, str(rows), "--out", str(out))
    assert found.exit_code == 2
    assert "row 2 of file" in found.stderr
    assert out.read_text() == before
    skipped = run("predict", model, str(rows), "--skip-bad")
    assert "Skipped 1 bad row" in skipped.stderr


def test_another_kind_of_file_is_refused(model, tmp_path):
    (tmp_path / "rows.svm").write_text("1 1:2\n")
    found = run("predict", model, str(tmp_path / "rows.svm"))
    assert found.exit_code == 2
    assert "LIBSVM" in found.stderr
    assert "must be a column" in run("predict", model, str(tmp_path / "rows.csv"), "--delimiter", ";").stderr
