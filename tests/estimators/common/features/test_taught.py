"""Which rows teach something."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from rosenblatt import BayesClassifier, BayesRegressor
from rosenblatt.estimators.common.features.taught import (
    labels_and_gaps,
    rows_of,
    runs_of,
    taught,
    with_targets,
)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_rows_without_a_label_teach_nothing(missing):
    x = np.arange(6.0).reshape(3, 2)
    rows, labels, weights = taught(x, pd.Series(["a", missing, "b"], dtype=object), None, None)
    assert rows.tolist() == [[0.0, 1.0], [4.0, 5.0]]
    assert labels.tolist() == ["a", "b"]
    assert weights.tolist() == [1.0, 1.0]


def test_rows_without_a_weight_teach_nothing():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
    rows, labels, weights = taught(frame, [1, 0, np.nan], [2.0, 0.0, 1.0], None)
    assert rows["a"].tolist() == [1.0]
    assert (labels.tolist(), weights.tolist()) == ([1.0], [2.0])


def test_rows_of_any_table():
    table = pa.table({"a": [1, 2, 3]})
    assert rows_of(table, np.array([2])).to_numpy().tolist() == [[3]]
    assert rows_of([[1], [2]], np.array([1])) == [[2]]


def test_sizes_must_agree():
    with pytest.raises(ValueError, match="one label for each of the 2 rows of X; got 1"):
        taught(np.zeros((2, 1)), [1], None, None)
    with pytest.raises(ValueError, match="requires y"):
        labels_and_gaps(None)


def test_runs_cover_all_rows(random):
    labelled = random.random(50) < 0.6
    runs = list(runs_of(labelled))
    assert np.concatenate([labelled[rows] for rows, _ in runs]).tolist() == labelled.tolist()
    assert all((labelled[rows] == there).all() for rows, there in runs)
    assert all(one[1] != two[1] for one, two in itertools.pairwise(runs))


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_rows_without_a_target_teach_nothing(missing):
    x, y, weights = with_targets(np.arange(6.0).reshape(3, 2), [1.5, missing, 2], [1.0, 2.0, 3.0])
    assert x.tolist() == [[0.0, 1.0], [4.0, 5.0]]
    assert (y.tolist(), weights.tolist()) == ([1.5, 2.0], [1.0, 3.0])
    assert with_targets({"a": 1.0}, [missing], None) is None
    model = BayesRegressor().partial_fit(x, y)
    said = model.predict(x)
    model.learn_one([1.0, 2.0], missing)
    assert model.predict(x).tolist() == said.tolist()
    with pytest.raises(ValueError, match="y must have a target; got none"):
        model.fit(x, [missing, missing])


def test_nullable_labels_stay_what_they_are():
    model = BayesClassifier().partial_fit(np.eye(3), pd.Series([True, None, False], dtype="boolean"))
    assert model.classes_.tolist() == [False, True]
    assert model.classes_.dtype.kind == "b"
    assert BayesClassifier().partial_fit(np.eye(3), pd.Series([1, None, 2], dtype="Int64")).classes_.dtype.kind == "i"


def test_declared_classes_are_remembered_until_there_is_a_label():
    model = BayesClassifier().partial_fit(np.ones((1, 2)), [None], classes=["a", "b"])
    assert model.partial_fit(np.ones((1, 2)), ["a"]).classes_.tolist() == ["a", "b"]


def test_whole_numbers_are_labels_as_they_come_and_all_of_them_are_there():
    labels = np.array([3, 1, 3])
    found, there = labels_and_gaps(labels)
    assert found is labels
    assert there.tolist() == [True] * 3
    with pytest.raises(ValueError, match="1d array"):
        labels_and_gaps(np.zeros((2, 2), dtype=int))
