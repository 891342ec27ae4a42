"""Examples that are numbers alone, and all others."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt import BayesClassifier
from rosenblatt.estimators.common.features.plain_rows import PlainRows


@pytest.mark.parametrize(
    "x",
    [
        {"a": 1.0},
        {"a": 1.0, "c": 2.0},
        {"a": 1.0, "b": None},
        {"a": 1.0, "b": "2"},
        {"a": 1.0, "b": np.nan},
        {"a": 1.0, "b": np.inf},
        {"a": 1.0, "b": 10**400},
        {"a": 1.0, "b": 1e200},
        {"a": 1.0, "b": [2.0]},
        np.zeros(3),
        np.zeros((1, 2)),
        np.zeros(2, dtype=np.float32),
        [1.0, 2.0],
    ],
    ids=str,
)
def test_what_is_not_plain_is_left_to_others(x):
    assert PlainRows(("a", "b"), None).read(x) is None


def test_rows_are_contiguous():
    row = PlainRows(("a", "b"), None).read(np.arange(4.0)[::2])
    assert row.tolist() == [0.0, 2.0]
    assert row.flags.c_contiguous


def test_examples_one_by_one_are_the_rows_of_a_table(stream):
    x, y = stream
    frame = pd.DataFrame(x[:300], columns=list("abcdef"))
    one, rows, table = BayesClassifier(), BayesClassifier(), BayesClassifier()
    for k, (record, label) in enumerate(zip(frame.to_dict("records"), y[:300].tolist(), strict=True)):
        if k:
            assert one.predict_one(record) in one.classes_.tolist()
        one.learn_one(record, label)
        rows.learn_one(x[k], label)
    table.partial_fit(frame, y[:300])
    expected = table.predict_proba(frame)
    found = [list(one.predict_proba_one(record).values()) for record in frame.to_dict("records")]
    assert np.array(found) == pytest.approx(expected, abs=1e-11)
    assert rows.predict_proba(x[:300]) == pytest.approx(expected, abs=1e-11)
    assert one.n_examples_ == rows.n_examples_ == 300
    assert one.expected_error_ == pytest.approx(table.expected_error_, abs=1e-12)


def test_a_reader_is_made_anew_for_new_columns(stream):
    x, y = stream
    model = BayesClassifier().partial_fit(x, y)
    model.learn_one(x[0], y[0])
    model.fit(pd.DataFrame(x[:, :2], columns=["p", "q"]), y)
    assert model.predict_one({"p": 1.0, "q": 2.0}) in model.classes_.tolist()
    assert model._plain_row(x[0]) is None
