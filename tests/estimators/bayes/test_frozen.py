"""A frozen model says the same for ever, to any number of threads, and does not learn."""

from __future__ import annotations

import pickle
import threading
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.frozen import LEARNING


@pytest.fixture
def model(stream):
    return BayesClassifier().partial_fit(stream[0][:400], stream[1][:400])


def test_it_stays_as_it_was_while_the_model_learns(model, stream):
    x, y = stream
    frozen, before = model.freeze(), model.predict_proba(x)
    for rows in (slice(400, 401), slice(401, 1500)):  # in place, and on a copy
        model.partial_fit(x[rows], y[rows])
        assert np.array_equal(frozen.predict_proba(x), before)
    assert not np.array_equal(model.predict_proba(x), before)
    assert np.array_equal(frozen.predict(x), frozen.classes_[before.argmax(axis=1)])
    assert frozen.predict_one(x[3]) == frozen.predict(x[3:4])[0]
    assert frozen.predict_proba_one(x[3]) == pytest.approx({"no": before[3, 0], "yes": before[3, 1]})
    assert frozen.n_examples_ == 400
    assert np.array_equal(pickle.loads(pickle.dumps(frozen)).predict_proba(x), before)


def test_it_shares_no_array_that_changes(model):
    own, theirs = model.state_.arrays(), model.freeze()._model.state_.arrays()
    constant = ("drifts", "priors", "grid", "shares", "cells.edges", "waves.frequencies", "waves.phases")
    changing = [name for name in own if not name.endswith(constant)]
    assert changing
    assert not any(np.shares_memory(own[name], theirs[name]) for name in changing)


@pytest.mark.parametrize("name", LEARNING)
def test_it_does_not_learn(name, model):
    with pytest.raises(AttributeError, match=f"^a frozen model must not learn; got {name}. Let the original learn"):
        getattr(model.freeze(), name)


def test_nothing_of_it_can_be_set(model):
    frozen = model.freeze()
    with pytest.raises(FrozenInstanceError):
        frozen._model = None
    frozen.classes_[0] = "other"
    assert frozen.classes_.tolist() == ["no", "yes"]
    with pytest.raises(AttributeError, match="no attribute 'coef'"):
        _ = frozen.coef
    with pytest.raises(NotFittedError):
        BayesClassifier().freeze()


def test_threads_ask_while_the_model_learns(model, stream):
    x, y = stream
    frozen, expected, wrong, stop = model.freeze(), model.predict_proba(x[:50]), [], threading.Event()

    def ask():
        while not stop.is_set():
            if not np.array_equal(frozen.predict_proba(x[:50]), expected):
                wrong.append("another answer")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for k in range(60):
        model.partial_fit(x[k : k + 1], y[k : k + 1])
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong
