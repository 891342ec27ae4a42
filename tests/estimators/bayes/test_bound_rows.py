"""Single rows on their short path: what a batch says and learns, or nothing at all."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import deepcopy

import numpy as np
import pytest

import rosenblatt as rb
from torture.learnt import difference, snapshot
from torture.trials.interrupts import _interrupt_at, _lines


@pytest.fixture
def stream(random):
    x = random.standard_normal((190, 4)) * [1.0, 100.0, 1e-3, 1.0] + [0.0, 5.0, 0.0, 0.0]
    x[:, 3] = x[:, 3] > 0.0
    x[random.random(x.shape) < 0.1] = np.nan
    return x, np.digitize(np.nan_to_num(x[:, 0]), [-0.5, 0.5])


def begun(x, y, classes, **how):
    return rb.BayesClassifier(**how).partial_fit(np.nan_to_num(x[:80]), np.minimum(y[:80], len(classes) - 1), classes)


@pytest.mark.parametrize("classes", [[0, 1], [0, 1, 2]])
@pytest.mark.parametrize("how", [{}, {"standardise": False}, {"covariance": "diagonal"}, {"drift": 0.0, "prior": 1.0}])
def test_rows_say_and_learn_what_a_batch_does(classes, how, stream):
    x, y = stream[0], np.minimum(stream[1], len(classes) - 1)
    batch = begun(x, y, classes, **how).state_
    single, weights = deepcopy(batch), np.tile([0.5, 1.0], 55)
    said = batch.learn(x[80:], y[80:], weights)
    for row, label, weight, expected in zip(
        x[80:], y[80:].tolist(), weights.tolist(), said.swapaxes(0, 1), strict=True
    ):
        assert single.predict_row(row) == pytest.approx(expected, abs=1e-12)
        assert single.learn_row(row, label, weight)
    assert (single.rows, single.header()["count"]) == (batch.rows, batch.header()["count"])
    assert single.expected_error == pytest.approx(batch.expected_error, rel=1e-12)
    theirs = batch.arrays()
    for name, array in single.arrays().items():
        assert array == pytest.approx(theirs[name], rel=1e-9, abs=1e-12), name


def test_first_rows_go_the_usual_way(stream):
    x, y = np.nan_to_num(stream[0]), np.minimum(stream[1], 1)
    model = rb.BayesClassifier().partial_fit(x[:60], y[:60])
    for k in range(60, 64):  # what members look at is not known yet
        assert model.state_.predict_row(x[k]) is None
        model.learn_one(x[k], int(y[k]))
    assert model.state_.predict_row(x[64]) == pytest.approx(model.state_.predict(x[64:65])[:, 0], abs=1e-13)


def test_single_rows_find_room_in_the_window_of_trees(random):
    x = random.standard_normal((600, 2))
    y = (x[:, 0] * x[:, 1] > 0.0).astype(int)
    batch, single = (rb.BayesClassifier().partial_fit(x[:80], y[:80], classes=[0, 1]) for _ in range(2))
    for row, label in zip(x[80:], y[80:].tolist(), strict=True):
        single.learn_one(row, label)
    batch.partial_fit(x[80:], y[80:])
    one, many = (model.banks_[0].forest for model in (single, batch))
    assert one.filled == many.filled == 600
    assert one.predict(np.column_stack([x, np.ones(600)])).clean == pytest.approx(
        many.predict(np.column_stack([x, np.ones(600)])).clean, abs=1e-9
    )


def test_what_the_short_path_does_not_take(stream):
    model = begun(*stream, [0, 1])
    state, before = model.state_, {name: array.copy() for name, array in model.state_.arrays().items()}
    row = np.ones(4)
    for other in (np.ones(3), np.ones(4, dtype=np.float32), np.array([1.0, np.inf, 1.0, 1.0])):
        assert state.predict_row(other) is None
        assert not state.learn_row(other, 1)
    assert not state.learn_row(row, 2)
    assert not state.learn_row(row, 1, 0.0)
    assert not state.learn_row(row, 1, np.nan)
    assert all(np.array_equal(array, before[name]) for name, array in state.arrays().items())
    assert state.rows == 80
    wide = rb.BayesClassifier(covariance="full", drift=0.0, prior=1.0).partial_fit(np.eye(3, 400), [0, 1, 0])
    assert wide.state_.predict_row(np.ones(400)) is None


def test_the_first_value_of_a_column_goes_the_usual_way(stream):
    x, y = np.nan_to_num(stream[0]), np.minimum(stream[1], 1)
    x[:100, 2], x[100, 2] = 0.0, 1e-3
    state = begun(x, y, [0, 1]).state_
    assert state.learn_row(x[50], 1)
    assert state.predict_row(x[100]) is None
    state.learn(x[100:102], y[100:102], np.ones(2), in_place=True)
    assert state.learn_row(x[102], 1)


def test_a_class_that_comes_late_and_copies_are_bound_anew(stream):
    x, y = np.nan_to_num(stream[0]), stream[1]
    model = rb.BayesClassifier().partial_fit(x[:80], np.minimum(y[:80], 1))
    assert model.state_.predict_row(x[0]).shape == (2, 2)
    assert not model.state_.learn_row(x[0], 2)
    others = [deepcopy(model), pickle.loads(pickle.dumps(model))]
    model.partial_fit(x[:3], [0, 1, 2])
    assert model.state_.predict_row(x[0]) == pytest.approx(model.state_.predict(x[:1])[:, 0], abs=1e-13)
    for other in others:
        before = model.state_.predict(x[:1])
        assert other.state_.learn_row(x[0], 1)
        assert other.n_examples_ == 81
        assert np.array_equal(model.state_.predict(x[:1]), before)


def test_threads_may_ask_at_the_same_time(stream):
    x = np.nan_to_num(stream[0])
    state = begun(*stream, [0, 1]).state_
    expected = [state.predict_row(row) for row in x]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert all(np.array_equal(a, b) for a, b in zip(pool.map(state.predict_row, x), expected, strict=True))


@pytest.mark.parametrize("classes", [[0], [0, 1], [0, 1, 2], None])
@pytest.mark.parametrize("how", [{}, {"drift": 0.0, "prior": 1.0}])
def test_a_row_that_is_interrupted_is_learnt_whole_or_not_at_all(classes, how, stream):
    x, y = np.nan_to_num(stream[0]), np.minimum(stream[1], 1 if classes is None else len(classes) - 1)
    before = rb.BayesClassifier(**how).partial_fit(x[:80], y[:80], classes)
    before.learn_one(x[80], int(y[80]))
    after = deepcopy(before).learn_one(x[81], int(y[81]))
    lines = _lines(deepcopy(before), lambda model: model.learn_one(x[81], int(y[81])))
    known, seen = [snapshot(model) for model in (before, after)], set()
    for line in [*range(1, lines - 40, 37), *range(max(lines - 40, 1), lines + 1)]:
        model = deepcopy(before)
        with _interrupt_at(line), suppress(KeyboardInterrupt):
            model.learn_one(x[81], int(y[81]))
        found = snapshot(model)
        same = [not difference(one, found) for one in known]
        assert any(same), (line, difference(known[1], found))
        seen.add(same[1])
    assert seen == {False, True}
