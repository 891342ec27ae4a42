"""The chain of Hebbian students that ask, against theory and against all weights."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law

WIDE = rb.QueryDensity(lambda x: np.exp(-0.1 * x * x))
CASES = [
    (rb.Hebb(), {"queries": "orthogonal", "noise": 0.1}),
    (rb.Rosenblatt(), {"queries": rb.Queries(0.5), "noise": 0.1}),
    (rb.Rosenblatt(weight_decay=0.5), {"queries": WIDE, "drift": 0.1}),
    (rb.Normalised(), {"queries": rb.Queries([-1.0, 0.2], [0.3, 0.7]), "noise": 0.1}),
    (rb.Hebb(), {"queries": rb.ShrinkingQueries(1.0), "start": (0.6, 1.5)}),
]


@pytest.mark.parametrize(("rule", "how"), CASES)
def test_the_chain_follows_theory(rule, how, seed):
    n, alpha = 20_000, [1.0, 4.0]
    result = rb.simulate(rule, n=n, alpha=alpha, runs=40, seed=seed, **how)
    theory = rb.learning_curve(rule, alpha, **how).frame
    assert result.method == "chain"
    spread = Z_LIMIT * result.frame["overlap_sem"] + 2.0 / n
    assert ((result.frame["overlap"] - theory["overlap"]).abs() < spread).all()


@pytest.mark.parametrize(("rule", "how"), CASES)
def test_the_chain_has_the_law_of_the_vectors(rule, how, seed):
    both = dict(n=20, alpha=[0.5, 2.0, 8.0], runs=1500, **how)
    vector = rb.simulate(rule, method="vector", seed=seed, **both)
    assert_same_law(vector, rb.simulate(rule, method="chain", seed=seed + 1000, **both))


def test_the_length_of_a_student_asked_at_a_tie_has_one_degree_of_freedom_less(seed):
    n = 50
    frame = rb.simulate("hebb", n=n, alpha=[10.0], runs=4000, queries="orthogonal", seed=seed).frame
    first = 1.0 / n  # an input as it comes, to a student without a direction
    expected = 10.0 * (1.0 - 1.0 / n) + first / n
    assert abs(frame["q_norm"][0] - expected) < Z_LIMIT * frame["q_norm_sem"][0]
    assert abs(frame["q_norm"][0] - 10.0) > 3.0 * Z_LIMIT * frame["q_norm_sem"][0]


@pytest.mark.parametrize(
    ("rule", "how", "reason"),
    [
        ("hebb", {"queries": rb.ShrinkingQueries(1.0)}, "start must have r > 0"),
        ("rosenblatt", {"queries": "orthogonal", "method": "events"}, "queries are not known for 'rosenblatt' here"),
        ("hebb", {"queries": "orthogonal", "inputs": "binary"}, "binary inputs are not rotation-invariant"),
        ("hebb", {"queries": "orthogonal", "method": "chain", "readout": "clipped"}, "Use method='vector'"),
        ("bayes-hebb", {"queries": "orthogonal", "method": "chain"}, "Use method='vector'"),
        ("bayes-binary", {"queries": "orthogonal"}, "queries are not known for 'bayes-binary' here"),
        ("bayes-hebb", {"queries": "orthogonal", "start": 0.5}, "a start with given R and Q is not known"),
    ],
)
def test_what_cannot_be_followed_says_why(rule, how, reason):
    with pytest.raises(ValueError, match=reason):
        rb.simulate(rule, n=10, alpha=1.0, runs=2, **how)
