"""Bounds on the largest margin by shares, and when an algorithm is stopped."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import sparse

from rosenblatt.batch import margin_certificate
from rosenblatt.batch.margin_certificate import NotSeparable, SignedRows, watched
from rosenblatt.batch.maximal_margin import find_best_separator


def best_margin(x, labels, intercept):
    """Return the largest margin, by an exact program; with an intercept on all pairs."""
    if intercept:
        x = np.array([p - m for p in x[labels > 0] for m in x[labels < 0]]) / 2.0
        labels = np.ones(len(x))
    return float(np.min(labels * (x @ find_best_separator(x, labels))))


def examples(random, intercept):
    x, w = random.standard_normal((14, 3)), random.standard_normal(3)
    fields = x @ w
    return x, np.where(fields > (np.median(fields) if intercept else 0.0), 1.0, -1.0)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix], ids=["dense", "sparse"])
def test_the_largest_margin_is_between_the_bounds_of_any_shares(intercept, form, random):
    x, labels = examples(random, intercept)
    rows, exact = SignedRows(form(x), labels, intercept), best_margin(x, labels, intercept)
    for _ in range(50):
        shares = random.random(len(x)) * (random.random(len(x)) < 0.5)
        plane = rows.plane(shares)
        assert plane.margin <= exact * (1.0 + 1e-12) and exact <= plane.most * (1.0 + 1e-12)
        fields = x @ plane.weights + plane.intercept
        assert np.min(labels * fields) / np.linalg.norm(plane.weights) == pytest.approx(plane.margin)
    assert rows.squares == pytest.approx((x * x).sum(axis=1))
    assert rows.dense(np.array([2, 5])).tolist() == x[[2, 5]].tolist()


def corner(intercept=False):
    """Return a set whose best plane is known: x + y = 0, margin sqrt(2), shares 1/4 each, and a far example."""
    x = np.array([[2.0, 0.0], [0.0, 2.0], [9.0, 9.0]])
    x, labels = np.vstack([x, -x]), np.array([1.0] * 3 + [-1.0] * 3)
    return SignedRows(x, labels, intercept), np.array([1.0, 1.0, 0.0] * 2)


@pytest.mark.parametrize("intercept", [False, True])
def test_it_stops_when_the_bounds_meet(intercept):
    rows, shares = corner(intercept)
    steps = itertools.chain([np.array([1.0, 2.0, 0.0] * 2), shares], itertools.repeat(np.zeros(6)))
    found = watched(rows, steps, 1e-9, 10)
    assert found.separable and found.converged and found.rounds == 2
    assert found.plane.margin == pytest.approx(2**0.5) == pytest.approx(found.plane.most)
    assert found.plane.weights.tolist() == pytest.approx([0.5, 0.5])  # the nearest have the field 1
    assert found.shares.tolist() == pytest.approx([0.125, 0.125, 0.0] * 2)
    assert found.shares.sum() == pytest.approx(found.plane.margin**-2)


def test_it_says_how_much_may_be_missing_at_the_cap():
    rows, _ = corner()
    found = watched(rows, itertools.repeat(np.array([1.0, 2.0, 0.0] * 2)), 1e-3, 4)
    assert found.separable and not found.converged and found.rounds == 4
    assert "Separated, but after 4 rounds the margin may still be 40 % below the largest" in found.statement


def test_it_stops_with_a_proof():
    x, labels = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0, 1.0])
    rows = SignedRows(x, labels, False)
    found = watched(rows, itertools.repeat(np.array([1.0, 1.0, 0.0])), 1e-3, 9)
    assert found.separable is False and found.rounds == 1 and found.plane.most == 0.0
    assert "two points of the hulls of the classes coincide" in found.statement

    def proving():
        yield np.ones(3)
        raise NotSeparable("seen")

    assert watched(rows, proving(), 1e-3, 9).statement == "Not linearly separable: seen."


@pytest.mark.parametrize("intercept", [False, True])
def test_a_linear_program_is_asked_of_the_hardest_examples(intercept, random, monkeypatch):
    x = random.standard_normal((300, 3))
    labels = np.where(random.random(300) < 0.5, 1.0, -1.0)
    rows, shares = SignedRows(x, labels, intercept), random.random(300)
    monkeypatch.setattr(margin_certificate, "LARGEST_PROGRAM", 200)  # fifty rows
    found = watched(rows, itertools.repeat(shares), 1e-3, 100)
    assert found.separable is False and found.rounds == margin_certificate.PATIENCE
    assert found.statement == "Not linearly separable: proved by a linear program."
    assert watched(rows, itertools.repeat(shares), 1e-3, 5).statement.startswith("Not separated within the cap of 5")
    # The saboteur: separable examples are not called inseparable however bad the shares are.
    taught = SignedRows(x, np.sign(x[:, 0]), intercept)
    bad = np.where(np.sign(x[:, 0]) * x[:, 0] < 0.3, 1.0, 0.0)
    assert watched(taught, itertools.repeat(bad * random.random(300)), 1e-9, 40).separable is not False


def test_the_least_upper_bound_is_kept():
    rows, shares = corner()
    good, loose = shares + [0.0, 0.01, 0.0] * 2, np.array([1.0, 0.0, 5.0] * 2)
    found = watched(rows, itertools.chain([good], itertools.repeat(loose)), 1e-9, 5)
    assert rows.plane(good).most < rows.plane(loose).most and rows.plane(good).margin > rows.plane(loose).margin
    assert [found.plane.most, found.plane.margin] == pytest.approx([rows.plane(good).most, rows.plane(good).margin])


def test_few_hard_examples_are_proof_enough(random, monkeypatch):
    x, labels = random.standard_normal((300, 3)), np.ones(300)
    labels[:] = np.sign(x[:, 0])
    labels[-20:] *= -1.0
    monkeypatch.setattr(margin_certificate, "LARGEST_PROGRAM", 160)  # forty rows
    shares = np.where(np.arange(300) < 260, 0.1, 1.0)
    found = watched(SignedRows(x, labels, False), itertools.repeat(shares), 1e-3, 100)
    assert found.statement == "Not linearly separable: proved by a linear program."
