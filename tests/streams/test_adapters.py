"""River's models and Pipelines, against their own ways of learning."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from river import linear_model, metrics, naive_bayes
from river.evaluate import progressive_val_score
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, PolynomialFeatures, StandardScaler

import rosenblatt as rb
from rosenblatt.streams.adapters import ScikitRows, adapted


@pytest.fixture
def stream(random):
    x = pd.DataFrame(random.standard_normal((150, 2)) * [1.0, 50.0] + [0.0, 10.0], columns=["a", "b"])
    return x, np.where(x["a"] > 0.0, "p", "q")


def test_a_model_of_river_scores_as_river_says(stream):
    x, y = stream
    rows = zip(x.to_dict("records"), (label == "q" for label in y), strict=True)
    wanted = progressive_val_score(rows, linear_model.LogisticRegression(), metrics.Accuracy()).get()
    found = rb.evaluate(linear_model.LogisticRegression(), x, y).accuracy
    assert found == pytest.approx(wanted, abs=1.5 / len(y))  # of the first row, nothing is known


def test_river_is_given_what_is_there(stream):
    model = adapted(naive_bayes.GaussianNB())
    rows = model.rows_of(pd.DataFrame({"a": [1.0, np.nan], "s": [None, "u"]}))
    assert rows == [{"a": 1.0}, {"s": "u"}]
    assert model.rows_of(sp.csr_matrix([[0.0, 2.0], [3.0, 0.0]])) == [{1: 2.0}, {0: 3.0}]
    model.partial_fit(rows[:0], np.array([]), classes=["p", "q"])
    assert model.predict_proba(rows[:1]).tolist() == [[0.5, 0.5]]


def test_the_steps_of_a_pipeline_learn_each_row_before_it_is_predicted(stream):
    x, y = stream
    pipeline = make_pipeline(StandardScaler(), FunctionTransformer(np.tanh), SGDClassifier(loss="log_loss"))
    found = rb.evaluate(pipeline, x, y, classes=["p", "q"])
    scaler, last, said = StandardScaler(), SGDClassifier(loss="log_loss"), [0.5]
    for k in range(len(y)):
        row = np.tanh(scaler.partial_fit(x[k : k + 1]).transform(x[k : k + 1]))
        if k:
            said.append(last.predict_proba(row)[0, 1])
        last.partial_fit(row, y[k : k + 1], classes=["p", "q"])
    assert found.probabilities[:, 1] == pytest.approx(said, abs=1e-12)


def test_what_cannot_learn_in_pieces_is_refused(stream):
    with pytest.raises(TypeError, match="got LogisticRegression, which has no partial_fit"):
        rb.evaluate(make_pipeline(StandardScaler(), LogisticRegression()), *stream)
    with pytest.raises(ValueError, match="got PolynomialFeatures, which is neither. Fit it to some rows first"):
        rb.evaluate(make_pipeline(PolynomialFeatures(), SGDClassifier()), *stream)


def test_scikit_learn_is_given_numbers():
    model = ScikitRows(SGDClassifier())
    assert model.rows_of(pd.DataFrame({"a": [1.0, np.nan]})).tolist() == [[1.0], [0.0]]
    assert sp.issparse(model.rows_of(pd.DataFrame({"a": [1.0], "s": ["u"]})))
    assert not hasattr(model, "predict_proba")  # its hinge has none
    assert hasattr(model, "decision_function")
