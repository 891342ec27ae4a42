"""A whole bank as ONNX and JSON: the probabilities of `predict_proba`, in all its forms."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from tests.helpers.exports import by_json, by_onnx

ROWS = 500


def world(random, classes=2, rows=ROWS):
    x = random.standard_normal((rows, 6)) * [1.0, 10.0, 0.1, 1.0, 1.0, 1.0] + [0.0, 50.0, 0.0, 0.0, 0.0, 0.0]
    x[:, 5] = x[:, 5] > 0.3
    score = x[:, 0] + x[:, 5] * x[:, 3] + 0.1 * x[:, 1] - 5.0
    return x, np.digitize(score, [0.0] if classes == 2 else [-0.7, 0.7])


def check(model, x, folder, tolerance=1e-6):
    expected = model.predict_proba(x)
    model.export(folder / "m.onnx")
    found = by_onnx(folder / "m.onnx", x)
    assert abs(found["probabilities"] - expected).max() < tolerance
    assert np.array_equal(found["label"], model.predict(x))
    return expected


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"proba": "clean"},
        {"linear": True, "runs": False},
        {"standardise": False},
        {"covariance": "diagonal"},
        {"effort": "fast"},
        {"drift": 0.001, "prior": 1.0},
        {"noise": 0.1},
    ],
    ids=str,
)
def test_probabilities_are_those_of_the_model(how, tmp_path, random):
    x, y = world(random)
    said = check(rb.BayesClassifier(**how).fit(x[:400], y[:400]), x[400:], tmp_path)
    assert said.std() > 0.1


@pytest.mark.parametrize("declared", [None, [0, 1, 2, 3]], ids=["met", "declared"])
def test_several_classes_and_missing_values(declared, tmp_path, random):
    x, y = world(random, classes=3, rows=200)
    x[random.random(x.shape) < 0.1] = np.nan
    check(rb.BayesClassifier(effort="fast").partial_fit(x[:150], y[:150], classes=declared), x[150:], tmp_path)


def test_json_says_the_same(tmp_path, random):
    x, y = world(random, rows=300)
    model = rb.BayesClassifier().fit(x[:200], y[:200])
    model.export(tmp_path / "m.json")
    assert abs(by_json(tmp_path / "m.json", x[200:])["probabilities"] - model.predict_proba(x[200:])).max() < 1e-6


def test_frames_whose_columns_were_missing_at_first(tmp_path, random):
    x, y = world(random)
    frame = pd.DataFrame(x, columns=list("abcdef"))
    frame.loc[:100, "b"] = np.nan
    model = rb.BayesClassifier().partial_fit(frame[:101], y[:101]).partial_fit(frame[101:400], y[101:400])
    expected = model.predict_proba(frame[400:])
    model.export(tmp_path / "m.onnx")
    assert abs(by_onnx(tmp_path / "m.onnx", x[400:])["probabilities"] - expected).max() < 1e-6


def test_a_model_of_a_few_rows_is_silent_where_the_bank_is(tmp_path, random):
    x, y = world(random)
    check(rb.BayesClassifier().fit(x[:40], y[:40]), x[400:], tmp_path)


def test_a_wide_bank_has_tiles_or_fewer_members(tmp_path, random):
    x = random.standard_normal((150, 110))
    model = rb.BayesClassifier(memory=1e6).fit(x[:100], x[:100, 0] > 0.0)
    check(model, x[100:], tmp_path)


def test_the_default_bank_is_small(tmp_path, random):
    x = random.standard_normal((150, 50))
    model = rb.BayesClassifier().fit(x, x[:, 0] > 0.0)
    model.export(tmp_path / "m.onnx")
    assert (tmp_path / "m.onnx").stat().st_size < 5e6
