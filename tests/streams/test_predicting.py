"""Rows that are passed on with what a model says."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.streams.predicting import Predictions
from rosenblatt.streams.recipe import Recipe
from tests.helpers.row_files import reader_of


@pytest.fixture
def model(random):
    frame = pd.DataFrame(random.standard_normal((200, 2)), columns=["a", "b"])
    return rb.BayesClassifier(effort="fast").fit(frame, np.where(frame["a"] > 0.0, "p", "q"))


def said(model, path, **how):
    recipe = Recipe.read(path, model)
    reader = reader_of(path, None, kinds=recipe.kinds, **how)
    reader.keep_raw = True
    found, written = Predictions(model, recipe, reader), io.BytesIO()
    found.write(written)
    return written.getvalue(), found


def test_rows_of_csv_are_as_they_came(model, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b'id,b,a\r\n007,0.5,1\r\n"x,y", .5 ,-1\r\n')
    found, _ = said(model, path)
    lines = found.split(b"\r\n")
    assert lines[0] == b"id,b,a,prediction,p_p,p_q"
    assert lines[1].startswith(b"007,0.5,1,p,0.9")
    assert lines[2].startswith(b'"x,y", .5 ,-1,q,0.0')
    p = model.predict_proba(pd.DataFrame({"a": [1.0], "b": [0.5]}))[0]
    assert [float(cell) for cell in lines[1].split(b",")[-2:]] == p.tolist()


def test_bad_rows_are_named_or_counted(model, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b\n1,2\nx,1\n2,1\n")
    with pytest.raises(ValueError, match="row 2 of file"):
        said(model, path)
    found, predictions = said(model, path, skip_bad=True)
    assert (found.count(b"\n"), predictions.skipped) == (3, 1)


def test_a_regressor_says_a_number(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 2.0}\n')
    model = rb.BayesRegressor().fit(pd.DataFrame({"a": [0.0, 1.0, 3.0]}), [1.0, 3.0, 7.0])
    found, _ = said(model, path)
    assert found.startswith(b'{"a": 2.0, "prediction": ')
