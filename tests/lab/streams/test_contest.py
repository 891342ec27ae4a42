from __future__ import annotations

import threading

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.lab.streams.contest import OURS, contest, model_texts, numbers, offered_peers
from rosenblatt.lab.streams.settings import StreamSettings
from rosenblatt.lab.streams.sources import ExampleSource
from rosenblatt.streams.contenders import contender

WINE = StreamSettings(source="wine", peer="hebb")


@pytest.fixture(scope="module")
def last():
    return list(contest(WINE, ExampleSource("wine"), threading.Event()))[-1]


def test_each_model_says_what_it_says_alone(last):
    x, y = ExampleSource("wine").x, ExampleSource("wine").y
    assert (last.rows, last.total, list(last.evaluations)) == (178, 178, list(model_texts(WINE)))
    for name, text in model_texts(WINE).items():
        alone = rb.evaluate(contender(text), x if name == OURS else x.to_numpy(), y, progress=False)
        assert last.evaluations[name].accuracy == pytest.approx(alone.accuracy, abs=1e-12)


def test_it_tells_who_speaks_and_what_matters(last):
    assert 0.9 < last.members["weight"].sum() <= 1.0 + 1e-12
    assert last.members["weight"].is_monotonic_decreasing
    sizes = last.features["weight_per_deviation"].abs()
    assert set(last.features.index) <= set(ExampleSource("wine").x.columns)
    assert sizes.is_monotonic_decreasing


def test_it_stops_when_it_is_asked_to():
    stop = threading.Event()
    coming = contest(StreamSettings(source="noisy", peer="hebb"), ExampleSource("noisy"), stop)
    assert next(coming).rows == 250
    stop.set()
    assert list(coming) == []


def test_no_more_rows_are_learnt_than_are_asked_for():
    settings = StreamSettings(source="wine", peer="hebb", rows=100)
    assert list(contest(settings, ExampleSource("wine"), threading.Event()))[-1].rows == 100


def test_all_that_is_offered_can_learn():
    rows = np.array([[0.5, -1.0], [1.0, 0.3], [-0.2, 0.1]])
    for name in ("rosenblatt", "adatron", "river"):
        assert name in offered_peers()
        contender(model_texts(StreamSettings(peer=name)).popitem()[1])
    assert "adaline" not in offered_peers()  # it learns numbers
    assert "bounded" not in offered_peers()  # it takes no negative inputs
    assert numbers(pd.DataFrame(rows)).tolist() == rows.tolist()


def test_peers_get_the_numbers_alone():
    frame = pd.DataFrame({"a": [1.0, np.nan], "b": ["x", "y"], "c": [True, False]})
    assert numbers(frame).tolist() == [[1.0, 1.0], [0.0, 0.0]]
    with pytest.raises(ValueError, match="file must have a column of numbers"):
        numbers(frame[["b"]])
