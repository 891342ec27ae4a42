"""Trees and their window: copies, features that come, files, and what must not be loaded."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.grown_trees import LEAST_ROWS, MOST_ROWS
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.bank.forest import CHANCE, SEEN


@pytest.fixture
def world(random):
    x = np.column_stack([random.standard_normal((400, 3)), np.ones(400)])
    return x, np.where(x[:, 0] * x[:, 1] > 0.0, 1.0, -1.0), np.ones(400)


@pytest.fixture
def grown(world):
    forest = Forest.new(3, 256)
    forest.learn(*world)
    return forest


def test_windows_are_as_long_as_memory_allows():
    lengths = [Forest.new(features).length for features in (1, 256, 1024, 10**5)]
    assert lengths == [MOST_ROWS, MOST_ROWS, 2048, LEAST_ROWS]


def test_room_is_made_as_rows_come(world):
    x, labels, weights = world
    one, many = Forest.new(3, 300), Forest.new(3, 300)
    many.learn(*world)
    for k in range(400):
        assert one.make_room(1) != one.has_room or k == 0 or len(one.rows) == 300
        one.learn(x[k : k + 1], labels[k : k + 1], weights[k : k + 1])
    assert len(one.rows) == len(many.rows) == 300
    assert one.predict(x).clean.tolist() == many.predict(x).clean.tolist()
    assert Forest.new(3).nbytes < 200_000


def test_a_copy_is_independent(grown, world):
    other = grown.copy()
    before = {name: np.copy(array) for name, array in vars(other).items()}
    grown.learn(*world)
    assert all(np.array_equal(array, before[name]) for name, array in vars(other).items())
    other.learn(*world)
    assert other.predict(world[0]).clean.tolist() == grown.predict(world[0]).clean.tolist()


def test_features_that_come_and_move_change_nothing(grown, world):
    x = world[0]
    moved = grown.with_inputs(np.array([2, -1, 0, 1]))
    seen = np.column_stack([x[:, 2], np.zeros(400), x[:, 0], x[:, 1], x[:, 3]])
    assert moved.predict(seen).clean.tolist() == grown.predict(x).clean.tolist()
    assert np.array_equal(moved.bins_of(moved.rows), moved.codes)


@pytest.mark.parametrize("rows", [5, 100, 400])
def test_arrays_and_back(rows, world):
    x, labels, weights = (part[:rows] for part in world)
    one = Forest.new(3, 256)
    one.learn(x, labels, weights)
    two = Forest.of_arrays("f", one.arrays(), 3)
    said = [forest.learn(*world).clean.tolist() for forest in (one, two)]
    assert said[0] == said[1]
    assert all(np.array_equal(array, getattr(two, name)) for name, array in vars(one).items() if name != "leaves")


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("children", lambda a: a + 61.0, "children"),
        ("children", lambda a: np.where(np.arange(a.shape[1]) == 2, 1.0, a), "must come after their nodes"),
        ("features", lambda a: a + 3.0, "features"),
        ("features", lambda a: 0.0 * a + 0.5, "whole numbers"),
        ("bins", lambda a: a[:, ::-1], "in order"),
        ("counts", lambda a: np.where(np.arange(5) == CHANCE, 0.0, a), "counts"),
        ("counts", lambda a: np.where(np.arange(5) == SEEN, 12.0, a), "shape"),
        ("counts", lambda a: a + 0.5, "whole numbers"),
        ("values", lambda a: a * np.nan, "values"),
        ("labels", lambda a: a + 0.5, "labels"),
        ("weights", lambda a: a - 2.0, "weights"),
        ("weights", lambda a: a + 1e99, "weights"),
        ("odds", lambda a: np.array([a[0], -1e9]), "credit"),
    ],
)
def test_what_is_no_forest_is_not_loaded(name, change, message, grown):
    arrays = grown.arrays()
    with pytest.raises(Damaged, match=message):
        Forest.of_arrays("f", {**arrays, name: change(arrays[name])}, 3)
