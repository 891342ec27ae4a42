"""Saved models: whole or not at all, and nothing else is taken for one."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.common import model_files
from tests.estimators.conftest import text


@pytest.mark.parametrize("kind", ["dense", "sparse", "many"])
def test_a_saved_model_goes_on_where_it_stopped(kind, stream, random, tmp_path):
    x, y = {"dense": stream, "sparse": text(random), "many": load_iris(return_X_y=True)}[kind]
    x, y = (pd.DataFrame(x, columns=list("abcdef")), y) if kind == "dense" else (x, y)
    half = len(y) // 2
    model = BayesClassifier(proba="clean").partial_fit(x[:half], y[:half])
    model.save(tmp_path / "model.safetensors")
    back = rb.load(tmp_path / "model.safetensors")
    assert back.get_params() == model.get_params()
    for one in (model, back):
        one.partial_fit(x[half:], y[half:])
    assert np.array_equal(back.predict_proba(x), model.predict_proba(x))
    assert back.expected_error_ == model.expected_error_
    assert back.classes_.dtype == model.classes_.dtype
    assert [file.name for file in tmp_path.iterdir()] == ["model.safetensors"]


def test_files_that_are_no_models(stream, tmp_path):
    path = tmp_path / "model.safetensors"
    with pytest.raises(FileNotFoundError, match="no file"):
        rb.load(path)
    path.write_bytes(pickle.dumps({"a": 1}))
    with pytest.raises(ValueError, match="is not, or is damaged"):
        rb.load(path)
    model = BayesClassifier().fit(*stream)
    model.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="is not, or is damaged"):
        rb.load(path)
    model_files.save_state(path, "os.system", {"a": np.zeros(1)}, {})
    with pytest.raises(ValueError, match="kind of a saved model must be one of"):
        rb.load(path)
    for version, message in ((b"9", "Update rosenblatt"), (b"1", "learn again")):
        path.write_bytes(whole.replace(b'\\"version\\": 2', b'\\"version\\": ' + version))
        with pytest.raises(ValueError, match=message):
            rb.load(path)


def test_a_failed_save_leaves_the_old_file(stream, tmp_path, monkeypatch):
    path = tmp_path / "model.safetensors"
    model = BayesClassifier().fit(*stream)
    model.save(path)
    before = path.read_bytes()

    def half(file, arrays, texts):
        file.write_bytes(before[: len(before) // 2])
        raise OSError("disk full")

    monkeypatch.setattr(model_files, "write_tensors", half)
    with pytest.raises(OSError, match="disk full"):
        model.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["model.safetensors"]


def test_the_header_is_json(stream, tmp_path):
    path = tmp_path / "model.safetensors"
    BayesClassifier().fit(*stream).save(path)
    kind, _, about = model_files.load_state(path)
    assert (kind, about["features"]) == ("BayesClassifier", 6)
    json.dumps(about)


@pytest.mark.parametrize(
    "labels",
    [
        np.array([False, True]),
        np.array([-3, 5], dtype=np.int8),
        np.array([1, 2], dtype=">u4"),
        np.array([0.0, 0.1], dtype=np.float32),
        np.array(["a", "bc"]),
        np.array(["a", "bc"], dtype=object),
        np.array([], dtype="<U3"),
    ],
    ids=lambda labels: labels.dtype.str,
)
def test_classes_come_back_with_their_type(labels):
    said = json.loads(json.dumps(model_files.labels_to_json(labels)))
    back = model_files.labels_from_json("classes", said)
    assert back.dtype == labels.dtype
    assert back.tolist() == labels.tolist()


def test_classes_that_files_do_not_have():
    for labels in (np.array([b"a"]), np.array(["2000-01-01"], dtype="datetime64[D]"), np.ones(1, dtype=np.longdouble)):
        with pytest.raises(TypeError, match="must be numbers or texts; got "):
            model_files.labels_to_json(labels)
