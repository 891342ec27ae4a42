"""Numbers learnt from tables of any columns; labels are in `test_encoding`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt import BayesClassifier, BayesRegressor


@pytest.fixture
def table(random):
    frame = pd.DataFrame(
        {
            "number": random.standard_normal(400),
            "text": random.choice(["u", "v", "w"], 400),
            "date": pd.date_range("2024-01-01", periods=400, freq="7h"),
        }
    )
    y = 3.0 * frame["number"] + 5.0 * (frame["text"] == "u") + random.standard_normal(400)
    for name in ("number", "text"):
        frame.loc[(random.random(400) < 0.1) & (frame.index > 0), name] = None
    return frame, y.to_numpy()


@pytest.mark.parametrize("size", [1, 37])
def test_pieces_change_nothing(size, table):
    x, y = table
    whole, pieces = BayesRegressor().partial_fit(x, y), BayesRegressor()
    for k in range(0, 400, size):
        pieces.partial_fit(x[k : k + size], y[k : k + size])
    assert pieces.predict(x) == pytest.approx(whole.predict(x), rel=1e-8, abs=1e-8)
    assert pieces.features_.equals(whole.features_)
    assert whole.score(x, y) > 0.7 > BayesRegressor().fit(x[["number"]], y).score(x[["number"]], y)


def test_files_keep_the_columns(table, tmp_path):
    x, y = table
    model = BayesRegressor(features="open").partial_fit(x, y)
    model.save(tmp_path / "model")
    again = rb.load(tmp_path / "model")
    assert again.features_.equals(model.features_)
    for one in (model, again):
        one.partial_fit(x[["text"]].assign(more=1.0), y)
    assert np.array_equal(again.predict(x), model.predict(x))


def test_merged_models_have_the_inputs_of_both(table):
    x, y = table
    one, two = BayesRegressor().partial_fit(x[:200].assign(text="here"), y[:200]), BayesRegressor()
    one.merge(two.partial_fit(x[200:], y[200:]))
    assert one.n_examples_ == 400
    assert {"text = here", "text = u"} <= set(one.features_["input"])
    assert one.score(x[200:], y[200:]) > 0.6


def test_dictionaries_are_open(table):
    x, y = table
    model = BayesRegressor()
    for row, target in zip(x.to_dict("records"), y.tolist(), strict=True):
        model.learn_one(row, target)
    assert model.predict(x) == pytest.approx(BayesRegressor().partial_fit(x, y).predict(x), rel=1e-8, abs=1e-8)
    assert isinstance(model.predict_one({"number": 1.0, "new": "x"}), float)


@pytest.mark.parametrize("kind", [BayesClassifier, BayesRegressor])
def test_a_failed_call_leaves_the_columns_as_they_were(kind, table):
    x, y = table
    y = (y > 0.0).astype(int)
    model = kind(features="open").partial_fit(x, y)
    names, before = model.features_, model.predict(x)
    bad = x.assign(new=np.where(np.arange(400) == 9, np.inf, 1.0))
    with pytest.raises(ValueError, match="got infinity in row 9, column 'new'"):
        model.partial_fit(bad, y)
    assert model.features_.equals(names)
    assert np.array_equal(model.predict(x), before)
