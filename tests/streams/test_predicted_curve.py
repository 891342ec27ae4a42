"""Predicted learning curves: right where the picture is, and refusals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

import rosenblatt as rb
from rosenblatt.plots import new_figure

WIDROW_HOFF = rb.rule(lambda label, field, eta=0.1: eta * (label - field), name="widrow-hoff")()


def gaussian_data(random, rows=6000, columns=60):
    """Return rows with a spectrum, and labels of a teacher with a threshold and noise."""
    x = random.standard_normal((rows, columns)) * np.linspace(0.2, 2.0, columns) + 5.0
    turned = (x - 5.0) @ np.linalg.qr(random.standard_normal((columns, columns)))[0]
    field = turned @ random.standard_normal(columns)
    return turned + 5.0, field / field.std() + 0.3 + 0.3 * random.standard_normal(rows) > 0.0


@pytest.mark.parametrize("rule", ["hebb", "rosenblatt", WIDROW_HOFF], ids=str)
def test_a_prediction_is_right_where_inputs_are_normal(rule, random, seed):
    curve = rb.predict_curve(*gaussian_data(random), rule, rows=[30, 200, 1500], orders=8, seed=seed)
    frame = curve.frame
    assert frame["alpha"].tolist() == pytest.approx([30 / 61, 200 / 61, 1500 / 61])
    for column in ("predicted", "gaussian"):
        assert (np.abs(frame[column] - frame["measured"]) < 4.0 * frame["measured_sem"] + 0.02).all(), column
    assert curve.deviation < 0.12


def test_a_field_that_is_not_normal_is_predicted_by_its_own_law(random, seed):
    # Two clusters that are far apart along the teacher: a normal field has more examples near its boundary.
    labels = random.random(4000) < 0.5
    x = random.standard_normal((4000, 40))
    x[:, 0] = np.where(labels, 2.0, -2.0) + 0.3 * x[:, 0]
    frame = rb.predict_curve(x, labels, "hebb", rows=[100, 1000], seed=seed).frame
    assert (np.abs(frame["predicted"] - frame["measured"]) < 4.0 * frame["measured_sem"] + 0.01).all()
    assert (frame["gaussian"] > frame["predicted"]).all()


def test_sparse_rows_and_other_teachers(random):
    x, y = gaussian_data(random, rows=400, columns=10)
    how = dict(rows=[20, 50], orders=2, train=200, test=100)
    dense, stored = (rb.predict_curve(one, y, "hebb", **how).frame for one in (x, sparse.csr_matrix(x)))
    assert dense.to_numpy() == pytest.approx(stored.to_numpy())
    logistic = rb.predict_curve(x, y, "hebb", teacher=LogisticRegression(fit_intercept=False), **how)
    assert logistic.frame["measured"].tolist() == dense["measured"].tolist()
    assert logistic.frame["predicted"].tolist() != dense["predicted"].tolist()


def test_it_prints_and_plots_like_the_others(random):
    curve = rb.predict_curve(*gaussian_data(random, 200, 5), "hebb", orders=2)
    assert repr(curve).startswith("hebb, predicted and measured, ")
    assert "more rows in .frame" in repr(curve)
    _, ax = new_figure()
    curve.plot(ax)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["hebb, predicted", "hebb, measured"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (dict(rule="adaline"), "rule must be a modulation of signs for a curve on data to be predicted; got 'adaline'"),
        (dict(rule="bayes-hebb"), "rule must be a modulation of signs"),
        (dict(rule="normalised"), "rule must not depend on its length"),
        (dict(rule=lambda label, field: 1.0 if label > 0.0 else -0.5), "must change its sign with label and field"),
        (dict(y=np.arange(100) % 3), "y must have two classes for a curve to be predicted; got 3"),
        (dict(train=0.9, test=0.2), "train and test must leave rows to learn; got 90 and 20 of 100"),
        (dict(train=1.5), "train must"),
        (dict(rows=[1000]), "rows must be at most 30, as many as are left to learn; got 1000"),
        (dict(orders=1), "orders must"),
        (dict(y=np.arange(100) < 2), "train must have 5 rows or more of each class"),
        (dict(X=np.ones((100, 3))), "X must have a column that varies"),
        (dict(X=np.ones((10, 3)), y=np.arange(10) % 2), "X must have 20 rows or more; got 10"),
    ],
)
def test_what_cannot_be_predicted_says_why(changes, message, random):
    given = dict(X=random.standard_normal((100, 3)), y=np.arange(100) % 2, rule="hebb") | changes
    with pytest.raises(ValueError, match=message):
        rb.predict_curve(given.pop("X"), given.pop("y"), given.pop("rule"), **given)
