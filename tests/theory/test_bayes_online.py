"""Curves of the online Bayesian rules: known values, perfect learning, and who must know what."""

from __future__ import annotations

import pytest

import rosenblatt as rb


def test_the_values_of_the_equation_book():
    assert rb.learning_curve("bayes", [1, 2, 10]).frame["disagreement"].round(4).tolist() == [
        0.2544,
        0.1745,
        0.0436,
    ]
    assert rb.learning_curve("bayes-hebb", [1, 10]).frame["disagreement"].round(4).tolist() == [0.2711, 0.0712]
    binary = rb.learning_curve("bayes-binary", [1, 2, 3, 5]).frame
    assert binary["disagreement"].round(4).tolist() == [0.2589, 0.1637, 0.0886, 0.0]
    assert (binary["r"] == binary["q_norm"]).all()


def test_repeated_and_unordered_alphas():
    one = rb.learning_curve("bayes-binary", [2.0, 1.0, 2.0]).frame["disagreement"]
    assert one[0] == one[2] < one[1]


def test_refusals():
    with pytest.raises(NotImplementedError, match="noise of 'bayes-hebb'"):
        rb.learning_curve(rb.BayesHebb(noise=0.2), [1], noise=0.1)
    with pytest.raises(NotImplementedError, match="must be left out"):
        rb.learning_curve("bayes", [1], n=10)
    with pytest.raises(NotImplementedError, match="must not drift"):
        rb.learning_curve("bayes", [1], teacher=rb.DriftingTeacher(0.1))
    with pytest.raises(NotImplementedError, match="knows the drift"):
        rb.learning_curve("bayes-diagonal", [1], teacher=rb.DriftingTeacher(0.1))
    with pytest.raises(NotImplementedError, match="'binary'"):
        rb.learning_curve("bayes-binary", [1], teacher="spherical")
    with pytest.raises(ValueError, match="branch must be left out"):
        rb.learning_curve("hebb", [1], branch="metastable")
    with pytest.raises(ValueError, match="branch"):
        rb.learning_curve("bayes", [1], branch="upper")
    with pytest.raises(ValueError, match="readout 'binarised'"):
        rb.learning_curve("bayes-hebb", [1], readout="binarised")
