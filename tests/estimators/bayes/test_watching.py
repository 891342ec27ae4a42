"""A model that is watched learns the same, bit for bit, and tells what it has at each row."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.watching import LIVELY, Watch
from tests.estimators.conftest import text

KINDS = {"bank": {}, "diagonal": {"covariance": "diagonal"}, "alone": {"drift": 0.01, "prior": 1.0}}


def arrays(model):
    return {**model.state_.arrays(), "expected": model.state_.expected_error}


@pytest.mark.parametrize("kind", [*KINDS, "sparse", "three classes"])
def test_to_be_watched_changes_no_bit_and_every_row_is_reported(kind, stream, random):
    x, y = {"sparse": lambda: text(random), "three classes": lambda: load_iris(return_X_y=True)}.get(
        kind, lambda: stream
    )()
    done: list[float] = []
    plain, watched = BayesClassifier(**KINDS.get(kind, {})), BayesClassifier(**KINDS.get(kind, {}))
    for rows in (slice(0, 130), slice(130, 1500)):  # the second batch may be learnt on a copy, or in place
        expected = plain.predict_then_learn(x[rows], y[rows])
        assert np.array_equal(watched.predict_then_learn(x[rows], y[rows], watch=Watch(done.append)), expected)
    assert sum(done) == pytest.approx(x.shape[0])
    assert len(done) > 1
    one, two = arrays(plain), arrays(watched)
    assert all(np.array_equal(one[name], two[name]) for name in one)


def test_beliefs_are_those_of_the_model_after_the_rows_before(stream):
    x, y = stream[0][:70], stream[1][:70]
    watch = Watch(lambda rows: None)
    BayesClassifier().partial_fit(x[:10], y[:10], classes=["no", "yes"]).predict_then_learn(x[10:], y[10:], watch=watch)
    model = BayesClassifier().partial_fit(x[:10], y[:10], classes=["no", "yes"])
    for k in range(60):
        assert watch.drifts[k] == pytest.approx(model.drift_, rel=1e-9)
        assert watch.noises[k] == pytest.approx(model.noise_, rel=1e-9)
        row = slice(10 + k, 11 + k)
        table = model.bank_
        bank, seen = model.banks_[-1], model.state_.feature_scaling.look(x[row])
        said = np.concatenate([own.predict(view(seen)).observed()[:, 0] for _, own, view in bank.groups()])
        for kind, told in (((table["drift"] >= LIVELY), watch.lively), ((table["drift"] < LIVELY), watch.staying)):
            expected = np.average(said[kind], weights=table["weight"][kind])
            assert told[k, 1] == pytest.approx(expected, rel=1e-9)
        model.partial_fit(x[row], y[row])
        assert watch.expected_errors(np.array([k + 1]))[0] == pytest.approx(model.expected_error_, rel=1e-9)


def test_a_bank_without_one_of_the_kinds_says_so(stream):
    watch = Watch(lambda rows: None)
    BayesClassifier(drift=0.0).predict_then_learn(*stream, watch=watch)
    assert np.isnan(watch.lively).all()
    assert np.isfinite(watch.staying).all()
