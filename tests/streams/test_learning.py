"""Predict, then learn: the three ways are one."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.streams import learning
from rosenblatt.streams.learning import predict_then_learn

CLASSES = np.array(["a", "b"])


@pytest.fixture
def stream(random):
    x = random.standard_normal((200, 3))
    return x, np.where(x[:, 0] + random.standard_normal(200) > 0.0, "b", "a")


def test_blocks_equal_single_rows(stream):
    x, y = stream
    fast = predict_then_learn(rb.BayesClassifier(effort="fast"), x, y, CLASSES)
    slow = learning._row_by_row(rb.BayesClassifier(effort="fast"), x, y, CLASSES, lambda rows: None, {100, 200})
    assert fast.probabilities[1:] == pytest.approx(slow.probabilities[1:], abs=1e-12)
    assert slow.history["noise_"].to_numpy() == pytest.approx(fast.beliefs(np.array([100, 200]))["noise_"], rel=1e-9)
    fields = predict_then_learn(rb.OnlineClassifier("rosenblatt"), x, y, CLASSES)
    single = learning._row_by_row(rb.OnlineClassifier("rosenblatt"), x, y, CLASSES, lambda rows: None, ())
    assert np.array_equal(fields.predictions[1:], single.predictions[1:])
    assert fields.scores[1:] == pytest.approx(single.scores[1:], abs=1e-12)


def test_a_class_that_nobody_has_met_has_no_probability(stream):
    x, y = stream
    said = predict_then_learn(rb.BayesClassifier(effort="fast"), x, y, np.array(["a", "b", "c"]), declared=False)
    assert said.probabilities.shape == (200, 3)
    assert not said.probabilities[:, 2].any()


def test_rows_are_reported(stream):
    done = []
    predict_then_learn(rb.OnlineClassifier("hebb", standardise=True), *stream, CLASSES, report=done.append)
    assert sum(done) == 200.0
