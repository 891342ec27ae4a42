"""MinOver: the plane it comes to, the law of its gap, and the bound on corrections."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import sparse

from rosenblatt.batch import minover
from rosenblatt.batch.margin_certificate import SignedRows, watched
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.minover import correction_bound, minover_rounds


def taught(random, count=60, n=10, shift=0.0):
    x, w = random.standard_normal((count, n)), random.standard_normal(n)
    return x, np.where(x @ w > shift, 1.0, -1.0)


def plain(x, labels, corrections):
    """Return the shares after some corrections, by the definition."""
    shares = np.zeros(len(x))
    for _ in range(corrections):
        shares[int(np.argmin(labels * (x @ (x.T @ (shares * labels)))))] += 1.0
    return shares


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix], ids=["dense", "sparse"])
def test_a_round_is_as_many_corrections_as_examples(form, random, monkeypatch):
    x, labels = taught(random)
    for kept in (minover.MOST_PRODUCTS, 0):  # products of all pairs, or of those that are asked for
        monkeypatch.setattr(minover, "MOST_PRODUCTS", kept)
        rounds = minover_rounds(SignedRows(form(x), labels, False))
        assert list(itertools.islice(rounds, 2))[1].tolist() == plain(x, labels, 2 * len(x)).tolist()


def test_with_an_intercept_it_is_minover_on_pairs(random):
    x, labels = taught(random, count=20, shift=0.5)
    plus, minus = np.flatnonzero(labels > 0), np.flatnonzero(labels < 0)
    pairs = np.array([x[p] - x[m] for p in plus for m in minus])
    of_pairs = plain(pairs, np.ones(len(pairs)), 20).reshape(len(plus), len(minus))
    shares = next(minover_rounds(SignedRows(x, labels, True)))
    assert shares[plus].tolist() == of_pairs.sum(axis=1).tolist()
    assert shares[minus].tolist() == of_pairs.sum(axis=0).tolist()


def test_the_gap_falls_as_1_over_the_corrections(random):
    # 1 - K/K* is about 1/(2 K*^2 M) with |S|^2 = 1; within a factor of 2 at both ends.
    x, labels = taught(random, count=100, n=50)
    x /= math.sqrt(50)
    best = find_best_separator(x, labels)
    largest = float(np.min(labels * (x @ best)))
    rows = SignedRows(x, labels, False)
    for number, shares in enumerate(itertools.islice(minover_rounds(rows), 400), start=1):
        if number in (40, 400):
            gap = 1.0 - rows.plane(shares).margin / largest
            assert 0.5 < gap * 2.0 * largest**2 * number * len(x) < 2.0


@pytest.mark.parametrize("intercept", [False, True])
def test_the_bound_holds_on_every_run_and_can_fail(intercept, random, monkeypatch):
    x, labels = taught(random, shift=0.4 if intercept else 0.0)
    rows = SignedRows(x, labels, intercept)
    found = watched(rows, minover_rounds(rows), 1e-2, 5000)
    assert found.converged
    monkeypatch.setattr(minover, "correction_bound", lambda *given: 0.02 * correction_bound(*given))
    with pytest.raises(AssertionError, match="the theorem of MinOver is violated: .* corrections, bound"):
        watched(rows, minover_rounds(rows), 1e-2, 5000)


def test_the_bound_is_reached_by_orthogonal_examples():
    # Of N orthogonal examples each is corrected in turn: after M = N k corrections at the level k - 1, K*^2 = 1/N.
    n, k = 5, 3
    rows = SignedRows(np.eye(n), np.ones(n), False)
    *_, shares = itertools.islice(minover_rounds(rows), k)
    assert shares.tolist() == [k] * n
    assert n * k <= correction_bound(1.0, k - 1.0, n**-0.5) == pytest.approx(n * (2 * k - 1))
