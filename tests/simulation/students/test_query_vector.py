"""Students with all weights that ask: Bayesian ones against theory."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("bayes-hebb", {"queries": "orthogonal", "noise": 0.1}),
        ("bayes-hebb", {"queries": rb.Queries(0.5), "drift": 0.1}),
        ("bayes-hebb", {"queries": rb.ShrinkingQueries(1.0)}),
        ("bayes-diagonal", {"queries": "orthogonal"}),
    ],
)
def test_bayesian_students_follow_theory(rule, how, seed):
    n, alpha = 400, [1.0, 4.0]
    result = rb.simulate(rule, n=n, alpha=alpha, runs=40, seed=seed, **how)
    theory = rb.learning_curve(rule, alpha, **how).frame
    assert result.method == "vector"
    spread = Z_LIMIT * result.frame["overlap_sem"] + 2.0 / n
    assert ((result.frame["overlap"] - theory["overlap"]).abs() < spread).all()


def test_the_full_covariance_asks_too(seed):
    how = dict(n=30, alpha=[3.0], runs=60, seed=seed)
    asked = rb.simulate("bayes-gaussian", queries="orthogonal", **how).frame
    usual = rb.simulate("bayes-gaussian", **how).frame
    assert asked["disagreement"][0] < 0.8 * usual["disagreement"][0]


def test_a_hebbian_student_is_normalised_and_read_by_its_signs(seed):
    how = dict(n=100, alpha=[0.0, 2.0], runs=5, seed=seed, method="vector", queries=rb.Queries(0.5))
    result = rb.simulate("normalised", start=(0.6, 4.0), **how)
    assert np.allclose(result.samples["q_norm"], 1.0)
    assert result.frame["overlap"][0] == pytest.approx(0.3)
    assert np.allclose(rb.simulate("hebb", readout="clipped", **how).samples["q_norm"][:, 1], 1.0)


def test_a_modulation_that_is_not_finite_is_named():
    def wild(label, field):
        return label if abs(field) < 0.5 else float("inf") - float("inf") if abs(field) > 40.0 else label

    with pytest.raises(ValueError, match="must return a finite number"):
        rb.simulate(wild, n=100, alpha=[50.0], runs=1, method="vector", queries=rb.Queries(8.0))
