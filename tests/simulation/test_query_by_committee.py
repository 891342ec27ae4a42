"""Committees of two in the version cone: the free test, and theory."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT

ALPHA = [1.0, 2.0]


@pytest.fixture(scope="module")
def pairs():
    """Committees of two sizes."""
    sizes = {8: 160, 16: 50}
    return {n: rb.simulate_query_by_committee(n=n, alpha=ALPHA, runs=runs, seed=n) for n, runs in sizes.items()}


def test_the_other_student_is_like_the_teacher(pairs):
    for found in pairs.values():
        apart = found.samples["disagreement"] - found.samples["mutual"]
        assert (np.abs(apart.mean(axis=0)) < Z_LIMIT * apart.std(axis=0) / math.sqrt(len(apart))).all()


def test_students_that_have_not_forgotten_fail_it():
    found = rb.simulate_query_by_committee(n=8, alpha=[2.0], runs=100, steps=1)
    apart = found.samples["disagreement"] - found.samples["mutual"]
    assert abs(apart.mean()) > Z_LIMIT * apart.std() / 10.0


def test_they_follow_theory(pairs):
    exact = rb.learning_curve("query-by-committee", ALPHA, queries="pair").frame
    small, large = (found.frame for found in pairs.values())
    for name in ("disagreement", "mutual"):
        limit = 2.0 * large[name] - small[name]  # linear in 1/N
        error = np.hypot(2.0 * large[f"{name}_sem"], small[f"{name}_sem"])
        assert (np.abs(limit - exact["disagreement"]) < Z_LIMIT * error + 1.0 / 16**2).all()


def test_queries_with_zero_field():
    found = rb.simulate_query_by_committee(n=8, alpha=[1.5], runs=60, queries="zero-field", seed=2)
    apart = found.samples["disagreement"] - found.samples["mutual"]
    assert abs(apart.mean()) < Z_LIMIT * apart.std() / math.sqrt(60)
    exact = rb.learning_curve("query-by-committee", [1.5], queries="zero-field").frame["disagreement"][0]
    row = found.frame.iloc[0]
    assert abs(row["disagreement"] - exact) < Z_LIMIT * row["disagreement_sem"] + 0.4 / 8
    assert row["disagreement_bayes"] < row["disagreement"]


def test_seeds_threads_and_what_it_refuses():
    how = dict(n=5, alpha=[1.0, 0.4], runs=4)
    one, other = (rb.simulate_query_by_committee(**how, threads=threads) for threads in (1, 2))
    assert one.frame.equals(other.frame)
    assert one.frame["alpha"].tolist() == [1.0, 0.4]
    assert "query by committee, pair queries, 4 runs of N = 5" in repr(one)
    for wrong, reason in (
        (dict(queries=rb.Queries(0.5)), "queries must be 'pair' or 'zero-field' to be simulated"),
        (dict(queries=None), "queries must be 'pair' or 'zero-field'"),
        (dict(n=1000), "n must be at most 200; got 1000"),
        (dict(runs=1), "runs must be"),
        (dict(steps=0), "steps must be"),
    ):
        with pytest.raises(ValueError, match=reason):
            rb.simulate_query_by_committee(**{**how, **wrong})
