"""``rosenblatt evaluate``."""

from __future__ import annotations

import json

import pytest

from tests.helpers.command_line import run

MODEL = ("--model", "BayesClassifier:effort=fast,linear=true")


@pytest.fixture
def path(tmp_path, random):
    file = tmp_path / "rows.csv"
    x = random.standard_normal((3000, 2)).round(3)
    file.write_text("a,b,y\n" + "".join(f"{p},{q},{int(p + q > 0)}\n" for p, q in x))
    return file


def test_models_side_by_side(path):
    found = run("evaluate", str(path), "--target", "y", *MODEL, "--compare", "rosenblatt")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0].startswith("BayesClassifier:effort=fast,linear=true: 3,000 rows: accuracy 0.9")
    assert lines[1].startswith("rosenblatt: 3,000 rows: accuracy 0.9")


def test_a_bad_row_a_correction_and_the_same_numbers_as_in_one_go(path, tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.streams.readers.text.CHUNK", 2**13)
    monkeypatch.setattr("rosenblatt.streams.blocks.MOST_ROWS", 256)
    good = path.read_text()
    command = ("evaluate", str(path), "--target", "y", *MODEL, "--save-every", "1000")
    whole = json.loads(run(*command, "--json").stdout)
    place = good.index("\n", 2**15) + 1
    path.write_text(good[:place] + "word" + good[place:])
    out = ("--out", str(tmp_path / "out"))
    broken = run(*command, *out)
    assert broken.exit_code == 2
    assert "rows.csv': column 'a' must be a number; got 'word" in broken.stderr
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["state.safetensors"]
    path.write_text(good)
    resumed = run(*command, *out, "--json", "--resume")
    assert resumed.exit_code == 0
    assert json.loads(resumed.stdout) == whole
    again = run(*command, *out, "--json", "--resume")  # all has been done
    assert json.loads(again.stdout) == whole


def test_standard_input(path, monkeypatch):
    from click.testing import CliRunner

    from rosenblatt.cli import main

    found = CliRunner().invoke(main, ["evaluate", "-", "--target", "y", *MODEL, "--json"], input=path.read_bytes())
    assert json.loads(found.stdout)["rows"] == 3000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--target", "z"), "target must be a column of file"),
        (("--target", "y", "--resume"), "resume must know where the run was saved"),
        (("--target", "y", "--compare", "rosenblatt", "--out", "o", "--resume"), "resume must be for models that"),
        (("--target", "y", "--model", "Nobody"), "model must be one of"),
        (("--target", "y", "--classes", "0,2"), "y must have"),
    ],
)
def test_mistakes_are_one_sentence(path, arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = run("evaluate", str(path), *arguments)
    assert found.exit_code == 2
    assert said in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
