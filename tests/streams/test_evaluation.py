"""Predict, then learn: against single rows, scikit-learn's metrics, and models of other kinds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

import rosenblatt as rb
from rosenblatt.streams.evaluation import Evaluation


@pytest.fixture
def stream(random):
    x = random.standard_normal((300, 3))
    return x, np.where(x[:, 0] + random.standard_normal(300) > 0.0, "b", "a")


class Slow:
    """A model without predict_then_learn."""

    def __init__(self):
        self.model = rb.BayesClassifier()

    def partial_fit(self, x, y, classes=None):
        self.model.partial_fit(x, y, classes=classes)
        self.classes_ = self.model.classes_

    def predict_proba(self, x):
        return self.model.predict_proba(x)

    def predict(self, x):
        return self.classes_[self.predict_proba(x).argmax(axis=1)]


def test_blocks_equal_single_rows(stream):
    fast, slow = rb.evaluate(rb.BayesClassifier(), *stream), rb.evaluate(Slow(), *stream)
    assert fast.probabilities[1:] == pytest.approx(slow.probabilities[1:], abs=1e-12)
    assert np.array_equal(fast.predictions[1:], slow.predictions[1:])


def test_the_metrics_are_scikit_learns(stream):
    result = rb.evaluate(rb.BayesClassifier(), *stream)
    p, y = result.probabilities[:, 1], (stream[1] == "b").astype(int)
    assert result.log_loss == pytest.approx(log_loss(y, p))
    assert result.auc == pytest.approx(roc_auc_score(y, p))
    assert result.brier == pytest.approx(brier_score_loss(y, p))
    assert result.accuracy == pytest.approx(np.mean((p > 0.5) == y))
    assert result.frame["log_loss"].iloc[-1] == pytest.approx(result.log_loss)
    assert result.frame["rows"].iloc[-1] == 300
    parts = result.frame["recent_accuracy"] * np.diff(np.concatenate([[0], result.frame["rows"]]))
    assert parts.sum() / 300.0 == pytest.approx(result.accuracy)
    assert "300 rows: accuracy" in str(result)


def test_calibration_error_by_hand():
    p = np.concatenate([np.full(15, 0.2), np.full(15, 0.9)])
    labels = np.concatenate([np.arange(15) < 6, np.arange(15) < 12]).astype(int)
    result = Evaluation(np.array([0, 1]), labels, np.column_stack([1 - p, p]), p, (p > 0.5).astype(int), 1.0)
    bins = [abs(p[k : k + 2].mean() - labels[k : k + 2].mean()) for k in range(0, 30, 2)]
    assert result.calibration_error == pytest.approx(np.mean(bins))


def test_models_of_other_kinds(stream):
    frame = pd.DataFrame(stream[0], columns=list("uvw"))
    for model in (Perceptron(), rb.OnlineClassifier(), SGDClassifier(loss="log_loss")):
        result = rb.evaluate(model, frame, stream[1], progress=False)
        assert result.accuracy > 0.6
        assert result.auc > 0.6
    assert result.log_loss < 10.0
    with pytest.raises(AttributeError, match="no predict_proba"):
        _ = rb.evaluate(rb.OnlineClassifier(), *stream).log_loss
    many = rb.evaluate(rb.BayesClassifier(), *load_iris(return_X_y=True))
    assert np.isnan(many.auc) and many.brier < 2.0


DENSE = ["rosenblatt", "arow", "scw", "bayes-diagonal", "bayes-hebb", "hebb", rb.Hebb(weight_decay=0.3)]
SPARSE = ["rosenblatt", "arow", "bayes-hebb"]  # one of each kind: a modulation, a variance a synapse, one for all


@pytest.mark.parametrize(
    ("form", "rule"), [*((np.asarray, rule) for rule in DENSE), *((sp.csr_matrix, rule) for rule in SPARSE)]
)
def test_rules_decide_in_one_loop_as_row_by_row(rule, form, stream):
    x, y = form(stream[0]), stream[1]
    fast = rb.evaluate(rb.OnlineClassifier(rule), x, y)
    model, slow = rb.OnlineClassifier(rule), np.zeros(300)
    for k in range(300):
        if k:
            slow[k] = model.decision_function(x[k : k + 1])[0]
        model.partial_fit(x[k : k + 1], y[k : k + 1], classes=["a", "b"])
    assert fast.scores == pytest.approx(slow, rel=1e-9, abs=1e-12)
    iris, kinds = load_iris(return_X_y=True)
    many = rb.OnlineClassifier(rule)
    assert rb.evaluate(many, form(iris), kinds).predictions.shape == (150,)
    # Two loops are compiled, with and without fields, and may add up in another order.
    plain = rb.OnlineClassifier(rule).partial_fit(form(iris), kinds, classes=[0, 1, 2])
    assert many.coef_ == pytest.approx(plain.coef_, rel=1e-11, abs=1e-13)


def test_noisy_labels_are_scored_against_the_truth(stream, random):
    x, truth = stream
    flipped = np.where(random.random(300) < 0.2, np.where(truth == "a", "b", "a"), truth)
    clean = rb.evaluate(rb.BayesClassifier(), x, flipped, truth=truth, proba="clean")
    assert np.array_equal(clean.labels, (truth == "b").astype(int))
    observed = rb.evaluate(rb.BayesClassifier(), x, flipped, truth=truth)
    bolder = np.abs(clean.probabilities[:, 1] - 0.5) - np.abs(observed.probabilities[:, 1] - 0.5)
    assert bolder.mean() > 0.02
    with pytest.raises(ValueError, match="truth must have"):
        rb.evaluate(rb.BayesClassifier(), x, flipped, truth=truth[:5])


def test_it_goes_on_and_draws(stream):
    model = rb.BayesClassifier()
    rb.evaluate(model, stream[0][:100], stream[1][:100])
    again = rb.evaluate(model, stream[0][100:], stream[1][100:])
    whole = rb.evaluate(rb.BayesClassifier(), *stream)
    assert again.probabilities == pytest.approx(whole.probabilities[100:], abs=1e-12)
    from rosenblatt import plots

    _, ax = plots.new_figure()
    assert whole.plot(ax).get_ylabel() == "log loss"
    assert len(whole.plot().axes) == 5
    assert len(rb.evaluate(rb.OnlineClassifier(), *stream).plot().axes) == 1


def test_the_history_is_that_of_the_model(stream):
    x, y = stream
    frame = rb.evaluate(rb.BayesClassifier(), x, y).frame
    assert len(frame) == 100
    for line in (0, 40, 99):
        rows = frame["rows"][line]
        model = rb.BayesClassifier().partial_fit(x[:rows], y[:rows], classes=["a", "b"])
        for name in ("drift_", "noise_", "expected_error_"):
            assert frame[name][line] == pytest.approx(getattr(model, name), rel=1e-9)
    assert "drift_" not in rb.evaluate(rb.OnlineClassifier(), x, y).frame
    slow = Slow()
    type(slow).drift_ = property(lambda self: self.model.drift_)
    assert rb.evaluate(slow, x, y).frame["drift_"].to_numpy() == pytest.approx(frame["drift_"].to_numpy(), rel=1e-9)
    del Slow.drift_
    iris = load_iris(return_X_y=True)
    many = rb.BayesClassifier()
    assert rb.evaluate(many, *iris).frame["drift_"].iloc[-1] == pytest.approx(np.mean(many.drift_))


@pytest.mark.parametrize("make", [rb.BayesClassifier, rb.OnlineClassifier, lambda: SGDClassifier(loss="log_loss")])
def test_progress_is_shown_for_every_model_and_changes_no_bit(make, stream, capfd):
    shown, silent = make(), make()
    for model in (shown, silent):
        model.random_state = 0
    one = rb.evaluate(shown, *stream, progress=True)
    assert type(shown).__name__ in capfd.readouterr().err
    two = rb.evaluate(silent, *stream, progress=False)
    assert capfd.readouterr().err == ""
    assert np.array_equal(one.predictions, two.predictions)
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(shown.coef_, silent.coef_)


def test_the_bar_moves_while_rows_are_learnt(stream, monkeypatch):
    from contextlib import contextmanager

    from rosenblatt.streams import evaluation

    told = []

    @contextmanager
    def bar(title, total, show):
        yield told.append

    monkeypatch.setattr(evaluation, "progress_bar", bar)
    for model in (rb.BayesClassifier(), rb.OnlineClassifier(), Slow()):
        told.clear()
        rb.evaluate(model, *stream)
        assert sum(told) == pytest.approx(300.0)
        assert len(told) >= (1 if isinstance(model, rb.OnlineClassifier) else 5)


def test_reliability_by_hand():
    p = np.concatenate([np.full(15, 0.2), np.full(15, 0.9)])
    labels = np.concatenate([np.arange(15) < 6, np.arange(15) < 12]).astype(int)
    result = Evaluation(np.array([0, 1]), labels, np.column_stack([1 - p, p]), p, (p > 0.5).astype(int), 1.0)
    table = result.reliability
    assert table["said"].to_numpy() == pytest.approx([p[k : k + 2].mean() for k in range(0, 30, 2)])
    assert table["happened"].to_numpy() == pytest.approx([labels[k : k + 2].mean() for k in range(0, 30, 2)])
    assert table["standard_error"][0] == pytest.approx(np.sqrt(0.2 * 0.8 / 2.0))
    many = np.array([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])
    three = Evaluation(np.arange(3), np.array([0, 1]), many, None, np.array([0, 2]), 1.0).reliability
    assert three["said"].tolist() == [0.5, 0.8]
    assert three["happened"].tolist() == [1.0, 0.0]


def test_a_notebook_shows_the_summary(stream):
    x, y = stream
    result = rb.evaluate(rb.BayesClassifier(), x, np.where(y == "a", "<script>", "b & c"))
    shown = result._repr_html_()
    assert "<script>" not in shown
    assert "<th>classes</th><td>&lt;script&gt;, b &amp; c</td>" in shown
    assert f"<th>accuracy</th><td>{result.accuracy:.4f}</td>" in shown
    assert f"<th>log-loss</th><td>{result.log_loss:.4f}</td>" in shown
    assert "<th>changes</th><td>none</td>" in shown
    assert "http" not in shown
    plain = rb.evaluate(rb.OnlineClassifier(), x, y)._repr_html_()
    assert "log-loss" not in plain and "drift" not in plain
    numbers = np.arange(300) % 20
    assert "<th>classes</th><td>20</td>" in rb.evaluate(rb.OnlineClassifier(), x, numbers)._repr_html_()


def test_classes_that_the_model_has_not_met(stream):
    x, y = stream
    for make in (rb.BayesClassifier, rb.OnlineClassifier, lambda: SGDClassifier(loss="log_loss")):
        plain = rb.evaluate(make().fit(x[:50], y[:50]), x[50:], y[50:])
        more = rb.evaluate(make().fit(x[:50], y[:50]), x[50:], y[50:], classes=["A", "a", "b"])
        assert more.accuracy == pytest.approx(plain.accuracy, abs=0.1)
        assert more.predictions.max() == 2
    assert more.brier < 1.0
    for model in (rb.BayesClassifier(), rb.OnlineClassifier("arow")):
        assert rb.evaluate(model, x, np.zeros(300, dtype=int)).accuracy == 1.0


def test_mistakes_are_answered_before_anything_is_learnt(stream):
    x, y = stream
    model = rb.BayesClassifier().fit(x, y)
    for wrong, message in (
        (lambda: rb.evaluate(model, x[:-1], y), "as many rows"),
        (lambda: rb.evaluate(model, x[:0], y[:0]), "at least one"),
        (lambda: rb.evaluate(model, x, y, proba="claen"), "proba must be one of"),
        (lambda: model.predict_then_learn(x, y, proba="claen"), "proba must be one of"),
        (lambda: rb.evaluate(rb.OnlineClassifier(), x, y, proba="clean"), "proba must be left out"),
        (lambda: rb.evaluate(rb.BayesClassifier(), x, y, classes=["a"]), "y must have one of the classes"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    assert model.n_examples_ == 300
    with pytest.raises(TypeError, match="learns in one go"):
        rb.evaluate(LogisticRegression(), x, y)
