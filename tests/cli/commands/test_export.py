"""``rosenblatt export``: files are whole or not there, and mistakes are one sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rosenblatt as rb
from tests.helpers.command_line import run
from tests.helpers.exports import by_onnx


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A bank, a linear model, a learner, and rows of signs in a table."""
    folder, random = tmp_path_factory.mktemp("models"), np.random.default_rng(0)
    x = np.where(random.random((300, 6)) < 0.5, 1.0, -1.0)
    y = np.where(x[:, 0] + x[:, 1] + x[:, 2] > 0.0, "yes", "no")
    rb.BayesClassifier(linear=True, covariance="diagonal").fit(x, y).save(folder / "bank.safetensors")
    rb.OnlineClassifier("hebb").fit(x, y).export(folder / "linear.json")
    rb.OnlineClassifier("rosenblatt").fit(x, y).export(folder / "learner.json", learn=True)
    pd.DataFrame(x).assign(answer=y).to_csv(folder / "rows.csv", index=False)
    pd.DataFrame(x, columns=list("abcdef")).assign(answer=y).to_parquet(folder / "rows.parquet")
    return folder


def test_a_bank_becomes_a_graph(folder, tmp_path):
    result = run("export", str(folder / "bank.safetensors"), "--out", str(tmp_path / "m.onnx"))
    assert result.exit_code == 0 and result.output == f"Wrote {tmp_path / 'm.onnx'}.\n"
    x = pd.read_parquet(folder / "rows.parquet").drop(columns="answer").to_numpy()
    model = rb.load(folder / "bank.safetensors")
    assert by_onnx(tmp_path / "m.onnx", x)["probabilities"] == pytest.approx(model.predict_proba(x), abs=1e-6)


@pytest.mark.parametrize("model", ["bank.safetensors", "linear.json"])
@pytest.mark.parametrize("rows", ["rows.csv", "rows.parquet"])
def test_clip_says_what_it_costs(model, rows, folder, tmp_path):
    how = ("--clip", "--rows", str(folder / rows), "--target", "answer", "--out", str(tmp_path / "m.h"))
    result = run("export", str(folder / model), *how)
    assert result.exit_code == 0
    assert "of the answers by theory" in result.output and "of error by theory" in result.output
    assert "on 300 rows" in result.output and (tmp_path / "m.h").stat().st_size > 500


def test_a_learner_becomes_a_header(folder, tmp_path):
    result = run("export", str(folder / "learner.json"), "--learn", "--out", str(tmp_path / "m.h"))
    assert result.exit_code == 0 and "m_learn(" in (tmp_path / "m.h").read_text()


def test_out_defaults_to_the_name_of_the_model(folder):
    assert run("export", str(folder / "linear.json"), "--format", "onnx").exit_code == 0
    assert (folder / "linear.onnx").exists()
    assert run("export", str(folder / "learner.json"), "--learn").exit_code == 0 and (folder / "learner.h").exists()
    assert run("export", str(folder / "linear.json"), "--clip").exit_code == 0 and (folder / "linear.h").exists()
    for name in ("linear.onnx", "learner.h", "linear.h"):
        (folder / name).unlink()
    result = run("export", str(folder / "linear.json"), "--format", "json")
    assert result.exit_code == 2 and "out must not be the model itself" in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["."], "model must be a saved model; there is no file"),
        (["nowhere.safetensors"], "model must be a saved model; there is no file"),
        (["rows.csv", "--out", "m.h"], "path must be a saved model"),
        (["bank.safetensors", "--format", "c"], "format of a model that is not linear must be 'onnx' or 'json'"),
        (["bank.safetensors", "--learn", "--out", "m.h"], "model must learn by clipped-hebb"),
        (["bank.safetensors", "--out", "m.txt"], "format must be one of onnx, c, json"),
        (["learner.json", "--out", "m.h"], "learn must be given for a learner"),
        (["linear.json", "--learn", "--out", "m.h"], "learn must be given for a learner"),
        (["learner.json", "--clip", "--out", "m.h"], "model must be a linear one to be clipped"),
        (["linear.json", "--learn", "--clip", "--out", "m.h"], "learn must be left out with clip"),
        (["linear.json", "--rows", "rows.csv", "--out", "m.h"], "rows must go with clip"),
        (["linear.json", "--clip", "--target", "answer", "--out", "m.h"], "target must be a column of rows"),
        (["linear.json", "--clip", "--rows", "rows.csv", "--target", "b", "--out", "m.h"], "target must be a column"),
        (["linear.json", "--clip", "--rows", "rows.csv", "--out", "m.h"], "X must"),
        (["linear.json", "--clip", "--rows", "bank.safetensors", "--out", "m.h"], "rows must be a CSV or Parquet file"),
        (["linear.json", "--clip", "--inputs", "numbers", "--out", "m.h"], "inputs must be one of"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value)[:50],
)
def test_mistakes_are_one_sentence_and_leave_no_file(arguments, said, folder, monkeypatch):
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    result = run("export", *arguments)
    assert result.exit_code == 2 and said in result.output
    assert result.output.startswith("rosenblatt: ") and result.output.count("\n") == 1
    assert sorted(folder.iterdir()) == before


ODD = """
    --clip --learn --format=c --format=json --format=onnx --inputs=signs --inputs=zero-one --inputs=numbers
    --rows=rows.csv --rows=bank.safetensors --rows=nowhere.csv --target=answer --target=0 --teacher=binary
    --noise=0.1 --noise=0.7 --noise=nan --noise=x --odd --out=made.h --out=made.onnx --out=made.json --out=made
    --out=. --out=rows.csv/made.h
"""
OPTIONS = st.lists(st.sampled_from(ODD.split()), max_size=5)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    model=st.sampled_from(["bank.safetensors", "linear.json", "learner.json"]),
    options=OPTIONS,
    damage=st.none() | st.tuples(st.floats(0.0, 0.999), st.integers(0, 255), st.booleans()),
)
def test_odd_arguments_and_damaged_models_end_in_a_sentence(model, options, damage, folder, tmp_path, monkeypatch):
    work = tmp_path / "work"
    work.mkdir(exist_ok=True)
    for file in work.iterdir():
        file.unlink()
    for name in ("bank.safetensors", "linear.json", "learner.json", "rows.csv"):
        (work / name).write_bytes((folder / name).read_bytes())
    if damage is not None:
        content = bytearray((work / model).read_bytes())
        at = int(damage[0] * len(content))
        content[at] = damage[1]
        (work / model).write_bytes(content[:at] if damage[2] else content)
    before = {file.name: file.read_bytes() for file in work.iterdir()}
    monkeypatch.chdir(work)
    result = run("export", model, *options)
    after = {file.name: file.read_bytes() for file in work.iterdir()}
    assert result.exit_code in (0, 2) and "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert {name: content for name, content in after.items() if name in before} == before
    made = set(after) - set(before)
    assert len(made) == (result.exit_code == 0) and all(len(after[name]) > 100 for name in made)
