"""Single examples: rows, and dictionaries of features by name or by number."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt import InfluenceClassifier, OnlineClassifier


def test_dictionaries(two):
    x, y = two
    names = [f"f{k}" for k in range(9)]
    named, placed = OnlineClassifier(), OnlineClassifier()
    for row, label in zip(x[:60], y[:60], strict=True):
        items = list(zip(names, row, strict=True))
        named.learn_one(dict(items if len(items) % 2 else items[::-1]), label)
        placed.learn_one(row, label)
    assert np.array_equal(named.coef_, placed.coef_)
    assert named.predict_one(dict(zip(names[::-1], x[70][::-1], strict=True))) == placed.predict_one(x[70])
    with pytest.raises(ValueError, match=r"got missing \['f0'\] and unknown \['g'\]"):
        named.learn_one({**dict(zip(names[1:], x[0][1:], strict=True)), "g": 1.0}, "yes")


def test_single_examples_by_number():
    model = InfluenceClassifier().learn_one({0: 1, 1: 0}, "u").learn_one({1: 0, 0: 1}, "u")
    assert model.feature_count_.tolist() == [[2.0, 0.0]]
    assert model.predict_one({1: 0, 0: 1}) == "u"
    with pytest.raises(ValueError, match="has learnt rows without names"):
        model.predict_one({"a": 1, "b": 0})
    with pytest.raises(ValueError, match=r"got missing \[1\]"):
        model.learn_one({0: 1}, "u")
    with pytest.raises(ValueError, match="x must be one example; got 2 rows"):
        model.predict_one(pd.DataFrame([[1, 0], [0, 1]]))


def test_a_row_may_be_a_list_or_a_series(two):
    x, y = two
    names = [f"f{k}" for k in range(9)]
    model = OnlineClassifier().fit(pd.DataFrame(x, columns=names), y)
    row = pd.Series(x[3], index=names)
    assert model.predict_one(row) == model.predict_one(row[::-1]) == model.predict(pd.DataFrame([row]))[0]
    plain = OnlineClassifier().fit(x, y)
    assert plain.predict_one(x[3].tolist()) == plain.predict(x[3:4])[0]
