"""What is added up, against an evaluation that keeps every row."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.streams import measures, tally
from rosenblatt.streams.learning import predict_then_learn
from rosenblatt.streams.stream_evaluation import StreamEvaluation
from rosenblatt.streams.tally import Tally

ROWS = 2500


def stream(random, classes):
    x = random.standard_normal((ROWS, 4))
    return x, np.argmax(x @ random.standard_normal((4, classes)) + random.standard_normal((ROWS, classes)), axis=1)


def added(model, x, y, size, *, save=False):
    known, found = np.unique(y), Tally()
    for k in range(0, ROWS, size):
        rows = slice(k, k + size)
        found.add(predict_then_learn(model, x[rows], y[rows], known), y[rows])
        if save:
            facts = json.loads(json.dumps(found.facts()))
            found = Tally.of_arrays(found.arrays(), facts, found.classes)
    return found


def new():
    return rb.BayesClassifier(effort="fast", linear=True)


@pytest.mark.parametrize("classes", [2, 3])
def test_sums_are_those_of_an_evaluation_of_all_rows(classes, random):
    x, y = stream(random, classes)
    exact, found = rb.evaluate(new(), x, y), StreamEvaluation(added(new(), x, y, 700), 1.0)
    assert found.accuracy == exact.accuracy
    assert found.log_loss == pytest.approx(exact.log_loss, abs=1e-12)
    assert found.brier == pytest.approx(exact.brier, abs=1e-12)
    assert found.changes_.equals(exact.changes_)
    if classes == 2:
        assert abs(found.auc - exact.auc) <= found.auc_error
        assert found.calibration_error == pytest.approx(exact.calibration_error, abs=2e-3)
    own, last = found.frame, exact.frame.iloc[-1]
    assert own["rows"].tolist()[:3] == [100, 200, 300]
    assert own.iloc[-1]["log_loss"] == pytest.approx(last["log_loss"])
    assert own.iloc[-1]["noise_"] == pytest.approx(last["noise_"])
    parts = own["recent_accuracy"] * np.diff(own["rows"], prepend=0)
    assert parts.sum() / ROWS == pytest.approx(exact.accuracy)


def test_blocks_and_files_change_no_bit(random):
    x, y = stream(random, 2)
    whole = StreamEvaluation(added(new(), x, y, ROWS), 1.0).as_json()
    for size, save in ((100, False), (333, True)):
        assert StreamEvaluation(added(new(), x, y, size, save=save), 1.0).as_json() == whole


def test_the_history_and_the_window_do_not_grow(random, monkeypatch):
    monkeypatch.setattr(tally, "MOST_LINES", 10)
    monkeypatch.setattr(tally, "WINDOW", 600)
    x, y = stream(random, 2)
    exact, found = rb.evaluate(new(), x, y), added(new(), x, y, 250)
    assert found.step == 400
    assert found.frame()["rows"].tolist() == [400, 800, 1200, 1600, 2000, 2400, 2500]
    recent = found.recent()
    assert recent["rows"] == 600
    assert recent["accuracy"] == np.mean((exact.predictions == exact.labels)[-600:])
    last = exact.probabilities[-600:, 1]
    assert recent["AUC"] == pytest.approx(measures.auc(last, exact.labels[-600:] == 1))


def test_models_without_probabilities_have_accuracy_and_area(random):
    x, y = stream(random, 2)
    model = rb.OnlineClassifier("rosenblatt")
    exact, found = rb.evaluate(rb.OnlineClassifier("rosenblatt"), x, y), StreamEvaluation(added(model, x, y, 500), 1.0)
    assert found.accuracy == exact.accuracy
    assert abs(found.auc - exact.auc) <= found.auc_error
    assert list(found.measures()) == ["accuracy", "AUC"]
    with pytest.raises(AttributeError, match="no predict_proba"):
        _ = found.log_loss
