"""Fits on data are predicted: on normal data as they are measured, and refused where they cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import rosenblatt as rb
from rosenblatt.batch.convex_risk import Logistic
from rosenblatt.streams.predicted_fit import check_learner, fitted_weights
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("name", "penalty"), [("ridge", 0.5), ("logistic", 0.1)])
def test_on_normal_data_the_prediction_is_what_is_measured(name, penalty, random):
    # The teacher is that of 3000 rows, and the test has 3000; N = 31 columns leave some percent.
    x = random.standard_normal((7000, 30)) * 1.2 ** -np.arange(30.0) @ random.standard_normal((30, 30))
    teacher = random.standard_normal(30)
    labels = (x @ teacher + 0.6 * np.std(x @ teacher) * random.standard_normal(len(x))) > 0.0
    how = dict(train=3000, test=3000, rows=[15, 60, 250, 900], orders=6)
    curve = rb.predict_curve(x, labels, name, penalty=penalty, **how)
    assert curve.rule.penalty == penalty
    for column in ("predicted", "gaussian"):
        allowed = Z_LIMIT * curve.frame["measured_sem"] + 0.05 * curve.frame["measured"]
        assert (np.abs(curve.frame[column] - curve.frame["measured"]) < allowed).all(), column


def test_the_penalty_is_that_of_scikit_learn_on_the_columns(random):
    inputs = np.column_stack([random.standard_normal((200, 4)), np.ones(200)])
    labels = np.where(inputs[:, 0] + random.standard_normal(200) > 0.0, 1.0, -1.0)
    weights = fitted_weights(Logistic(0.2), inputs, labels)
    model = LogisticRegression(C=1.0 / (0.2 * 5), fit_intercept=False, tol=1e-10).fit(inputs, labels)
    assert weights / np.sqrt(5) == pytest.approx(model.coef_[0], rel=1e-5)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"penalty": 0.0}, "penalty must be above 0 for the fits of 'logistic' to be predicted; got 0"),
     ({"penalty": "best"}, "penalty must be a number to fit 'logistic' to data; got 'best'")],
)  # fmt: skip
def test_penalties_that_cannot_be_predicted_are_refused(parameters, message, random):
    x = random.standard_normal((40, 3))
    with pytest.raises(ValueError, match=message):
        rb.predict_curve(x, x[:, 0] > 0.0, "logistic", **parameters)
    assert check_learner(Logistic(0.5)) == Logistic(0.5)


def test_other_learners_of_all_examples_are_refused(random):
    x = random.standard_normal((40, 3))
    with pytest.raises(ValueError, match="rule must be a modulation of signs for a curve.*got 'pseudo-inverse'"):
        rb.predict_curve(x, x[:, 0] > 0.0, "pseudo-inverse")
