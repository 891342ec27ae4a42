"""The Bayesian classifier in River's hands."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from river import checks, compose, datasets, evaluate, metrics, preprocessing

import rosenblatt as rb


@pytest.mark.parametrize("check", [*checks.yield_checks(rb.river.BayesClassifier())], ids=lambda check: check.__name__)
def test_rivers_own_checks(check):
    check(rb.river.BayesClassifier())


def test_it_works_in_pipelines_and_scores():
    stream = list(datasets.Phishing().take(300))
    plain = evaluate.progressive_val_score(stream, rb.river.BayesClassifier(), metrics.LogLoss())
    pipeline = compose.Pipeline(preprocessing.StandardScaler(), rb.river.BayesClassifier())
    scaled = evaluate.progressive_val_score(stream, pipeline, metrics.LogLoss())
    assert max(plain.get(), scaled.get()) < 0.45


def test_it_is_the_classifier_of_this_package():
    stream = list(datasets.Phishing().take(200))
    model = rb.river.BayesClassifier()
    for x, y in stream:
        model.learn_one(x, y)
    frame = pd.DataFrame([x for x, _ in stream]).sort_index(axis=1)  # in which order they come is all the same
    labels = np.array([y for _, y in stream])
    expected = rb.BayesClassifier().partial_fit(frame, labels).predict_proba(frame)
    found = [[model.predict_proba_one(x)[c] for c in (False, True)] for x, _ in stream]
    assert np.array(found) == pytest.approx(expected, abs=1e-11)
    many = rb.river.BayesClassifier()
    many.learn_many(frame, pd.Series(labels))
    assert many.predict_proba_many(frame).to_numpy() == pytest.approx(expected, abs=1e-11)
    assert many.predict_many(frame).tolist() == (expected[:, 1] > 0.5).tolist()


def test_nothing_learnt_is_no_opinion():
    model = rb.river.BayesClassifier()
    assert model.predict_proba_one({"a": 1.0}) == {}
    assert model.predict_one({"a": 1.0}) is None
    assert model.predict_proba_many(pd.DataFrame({"a": [1.0]})).shape == (1, 0)
    declared = rb.river.BayesClassifier(classes=("x", "y"))
    assert declared.predict_proba_one({"a": 1.0}) == {"x": 0.5, "y": 0.5}
    declared.learn_one({"a": 1.0}, "x")
    assert set(declared.predict_proba_one({"a": 1.0})) == {"x", "y"}
    with pytest.raises(ValueError, match="declared classes"):
        declared.learn_one({"a": 1.0}, "z")


@pytest.mark.parametrize(("label", "rest"), [(True, False), ("spam", None)])
def test_one_class_is_no_certainty(label, rest):
    model = rb.river.BayesClassifier()
    for _ in range(3):
        model.learn_one({"a": 1.0}, label)
    said = model.predict_proba_one({"a": 1.0})
    assert 0.5 < said[label] < 0.95
    assert said[rest] == pytest.approx(1.0 - said[label])
    many = model.predict_proba_many(pd.DataFrame({"a": [1.0]}))
    assert many.iloc[0].tolist() == pytest.approx(list(said.values()))
    assert json.loads(json.dumps([model.predict_one({"a": 1.0})])) == [label]
