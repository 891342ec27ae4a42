"""Adaline: its closed forms, noisy labels, and what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT

ALPHA = np.array([0.05, 0.5, 2.0, 8.0])


def test_closed_forms_of_kinouchi_and_caticha():
    fixed = rb.learning_curve(rb.Adaline(constrained=True), ALPHA).frame
    assert fixed["overlap"].to_numpy() == pytest.approx(-np.expm1(-ALPHA), rel=1e-6)
    free = rb.learning_curve("adaline", ALPHA).frame
    assert free["overlap"].to_numpy() == pytest.approx(np.sqrt(-np.expm1(-ALPHA)), rel=1e-8)
    assert free["q_norm"].to_numpy() == pytest.approx(-np.expm1(-ALPHA), rel=1e-8)
    assert free["error"].to_numpy() == pytest.approx(0.5 * np.exp(-ALPHA), rel=1e-6)
    other = rb.learning_curve(rb.Adaline(ratio=3.0, constrained=True), [50.0]).frame
    assert other["overlap"][0] == pytest.approx(2.0 * math.sqrt(3.0) / 4.0, rel=1e-9)
    assert other["error"][0] == pytest.approx((3.0 - 1.0) ** 2 / (2.0 * 4.0), rel=1e-9)


def test_noisy_labels(seed):
    how = dict(alpha=[1.0, 4.0], noise=0.5)  # a variance: it may be 0.5, and more
    theory = rb.learning_curve(rb.Adaline(eta=0.4), **how).frame
    frame = rb.simulate(rb.Adaline(eta=0.4), n=2000, runs=40, seed=seed, **how).frame
    for column in ("r", "q_norm", "error"):
        assert (np.abs(frame[column] - theory[column]) <= Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 2000).all()
    with pytest.raises(ValueError, match="variance"):
        rb.simulate("adaline", n=10, alpha=[1], noise=-0.1)


def test_a_teacher_without_length_is_refused():
    with pytest.raises(ValueError, match="ratio must be above 0"):
        rb.Adaline(ratio=0.0)


def test_a_length_that_no_data_tell_is_refused_on_data():
    assert rb.Adaline().on_data() == rb.Adaline()
    with pytest.raises(ValueError, match="ratio must be 1 on data; got 2.0"):
        rb.OnlineRegressor(rb.Adaline(ratio=2.0)).fit(np.eye(3), [1.0, 2.0, 3.0])


def test_the_rule_is_the_error_and_its_length_may_be_kept():
    assert rb.Adaline.modulation(2.0, 0.5, 0.1, 4.0) == pytest.approx(0.1 * (2.0 * 2.0 - 0.5))
    assert rb.Adaline(constrained=True).normalised
    assert not rb.Adaline().normalised
