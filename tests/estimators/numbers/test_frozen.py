"""A frozen regressor says the same for ever, and does not learn."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from rosenblatt import BayesRegressor
from rosenblatt.estimators.bayes.frozen import LEARNING


@pytest.fixture
def stream(random):
    x = random.standard_normal((900, 3))
    return x, x[:, 0] + 0.1 * random.standard_normal(900)


def test_it_stays_as_it_was_while_the_model_learns(stream):
    x, y = stream
    model = BayesRegressor().partial_fit(x[:200], y[:200])
    frozen, before, interval = model.freeze(), model.predict(x, return_std=True), model.predict_interval(x, 0.5)
    own, theirs = model.state_.arrays(), frozen._model.state_.arrays()
    assert not any(np.shares_memory(own[k], theirs[k]) for k in own if k.endswith(("means", "spreads", "squares")))
    for rows in (slice(200, 201), slice(201, 900)):  # in place, and on a copy
        model.partial_fit(x[rows], -y[rows])
        assert np.array_equal(frozen.predict(x), before[0])
        assert np.array_equal(frozen.predict(x, return_std=True), before)
        assert np.array_equal(frozen.predict_interval(x, 0.5), interval)
    assert not np.array_equal(model.predict(x), before[0])
    assert frozen.predict_one(x[3]) == pytest.approx(before[0][3])
    assert frozen.n_examples_ == 200
    assert repr(frozen) == "FrozenRegressor(BayesRegressor(), after 200 rows)"
    assert np.array_equal(pickle.loads(pickle.dumps(frozen)).predict(x), before[0])


@pytest.mark.parametrize("name", LEARNING)
def test_it_does_not_learn(name, stream):
    with pytest.raises(AttributeError, match=f"^a frozen model must not learn; got {name}. Let the original learn"):
        getattr(BayesRegressor().fit(*stream).freeze(), name)


def test_nothing_of_it_can_be_set(stream):
    with pytest.raises(FrozenInstanceError):
        BayesRegressor().fit(*stream).freeze().other = 1


def test_nothing_is_frozen_before_it_has_learnt():
    with pytest.raises(NotFittedError):
        BayesRegressor().freeze()
