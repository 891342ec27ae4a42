"""Members of numbers, dense, sparse and by blocks, against a plain loop and the posterior of all rows at once."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.stats import t as student

from rosenblatt.kernels.bank.block_update import learn_by_blocks
from rosenblatt.kernels.bank.members import Batch, SparseBatch
from rosenblatt.kernels.bank.numbers import (
    NumbersSaid,
    NumberStack,
    learn_numbers,
    log_gamma_ratio,
    number_block_kernel,
    number_member_of,
    numbers_said_by,
)

CASES = [(0.0, 0.0, 0.0), (0.0, 0.02, 0.25), (1e-3, 0.0, 0.1), (0.05, 0.1, 0.4)]  # drift, forgetting, tail


@pytest.fixture
def numbers(batch, random):
    """Rows whose targets are numbers, one of them wild."""
    targets = batch.x @ random.standard_normal(batch.x.shape[1]) + random.standard_normal(len(batch.x))
    targets[70] = 500.0
    return batch._replace(labels=targets)


def new_stack(prior, cases, *, full):
    drifts, forgettings, tails = np.array(cases, dtype=float).T.copy()
    k = len(cases)
    spreads = np.stack([np.diag(prior) if full else prior] * k)
    starts = np.full(k, 3.0)
    noise = (starts, forgettings, tails, np.full((k, 1), 3.0), np.full((k, 1), 0.3))
    return NumberStack(drifts, np.tile(prior, (k, 1)), np.zeros((k, len(prior))), spreads, *noise)


def new_said(members, rows):
    return NumbersSaid(*np.full((4, members, rows), np.nan))


def plain(batch, stack, k):
    """Return mean, spread, degrees and squares of a member after some rows, and what it said of each.  (numbers.1-5)"""
    drift, forgetting, tail = stack.drifts[k], stack.forgettings[k], stack.tails[k]
    prior, mean, spread, start = stack.priors[k], stack.means[k], stack.spreads[k], stack.starts[k]
    n, squares, full, said = float(stack.degrees[k, 0]), float(stack.squares[k, 0]), spread.ndim == 2, []
    covariance, keep = spread if full else np.diag(spread), 1.0 - drift
    for z, offset, y, weight in zip(batch.x, *(part.tolist() for part in batch[1:]), strict=True):
        kept = np.where(full | (z != 0.0), keep, 1.0)
        mean, covariance = kept * mean, np.outer(kept, kept) * covariance + np.diag((1.0 - kept**2) * prior)
        forgotten = start + (1.0 - forgetting) * (n - start)
        n, squares = forgotten, squares * forgotten / n
        seen = covariance @ z
        spreading = float(z @ seen)
        h, scale = offset + float(mean @ z), math.sqrt(squares / n * (1.0 + spreading))
        freedom = min(n, 1.0 / tail) if tail > 0.0 else n
        said.append((h, scale, freedom, student.logpdf(y, freedom, h, scale)))
        omega = weight * (1.0 + tail) / (1.0 + tail * ((y - h) / scale) ** 2)
        share = omega / (1.0 + omega * spreading)
        mean, covariance = mean + share * (y - h) * seen, covariance - share * np.outer(seen, seen)
        covariance = covariance if full else np.diag(np.diag(covariance))
        n, squares = n + weight, squares + share * (y - h) ** 2
    return mean, covariance if full else np.diag(covariance), n, squares, np.array(said).T


def check(stack, said, k, exact, rel=1e-9):
    mean, spread, degrees, squares, exactly_said = exact
    lower = np.tril if spread.ndim == 2 else np.asarray
    assert stack.means[k] == pytest.approx(mean, rel=rel, abs=1e-11)
    assert lower(stack.spreads[k]) == pytest.approx(lower(spread), rel=rel, abs=1e-12)
    assert (stack.degrees[k, 0], stack.squares[k, 0]) == pytest.approx((degrees, squares), rel=rel)
    for ours, theirs in zip((part[k] for part in said), exactly_said, strict=True):
        assert ours == pytest.approx(theirs, rel=rel, abs=1e-10)


@pytest.mark.parametrize("full", [True, False])
def test_members_are_those_of_the_plain_loop(full, numbers, prior):
    stack, said = new_stack(prior, CASES, full=full), new_said(len(CASES), len(numbers.x))
    exact = [plain(numbers, stack, k) for k in range(len(CASES))]
    learn_numbers(numbers, stack, said)
    for k in range(len(CASES)):
        check(stack, said, k, exact[k])


def test_sparse_rows(numbers, prior, random):
    x = np.where(random.random(numbers.x.shape) < 0.4, numbers.x, 0.0)
    x[:, -1] = 1.0
    stack, said = new_stack(prior, CASES, full=False), new_said(len(CASES), len(x))
    exact = [plain(numbers._replace(x=x), stack, k) for k in range(len(CASES))]
    stored = sp.csr_matrix(x[:, :-1])
    index = (stored.indices.astype(np.uint64), stored.indptr.astype(np.int64))
    learn_numbers(SparseBatch(stored.data, *index, *numbers[1:]), stack, said)
    for k in range(len(CASES)):
        check(stack, said, k, exact[k])


def test_blocks(numbers, prior):
    stack, said = new_stack(prior, CASES, full=True), new_said(len(CASES), len(numbers.x))
    exact = [plain(numbers, stack, k) for k in range(len(CASES))]
    for k in range(len(CASES)):
        learn_by_blocks(numbers, number_member_of(stack, k), numbers_said_by(said, k), number_block_kernel())
        check(stack, said, k, exact[k], rel=1e-8)


def test_without_drift_it_is_the_posterior_of_all_rows_at_once(numbers, prior):
    # Conjugate linear regression: row i counts as often as its weight.
    stack, said = new_stack(prior, [(0.0, 0.0, 0.0)], full=True), new_said(1, len(numbers.x))
    learn_numbers(numbers, stack, said)
    x, targets, weights = numbers.x, numbers.labels - numbers.offsets, numbers.weights
    precision = np.diag(1.0 / prior) + (weights * x.T) @ x
    mean = np.linalg.solve(precision, (weights * targets) @ x)
    squares = 0.3 + weights @ targets**2 - mean @ precision @ mean
    assert stack.means[0] == pytest.approx(mean, rel=1e-10)
    covariance = np.tril(stack.spreads[0]) + np.tril(stack.spreads[0], -1).T
    assert covariance == pytest.approx(np.linalg.inv(precision), rel=1e-9, abs=1e-12)
    assert stack.squares[0, 0] == pytest.approx(squares, rel=1e-10)
    assert stack.degrees[0, 0] == pytest.approx(3.0 + weights.sum())


def test_a_wild_target_moves_heavy_tails_less(random):
    x = np.column_stack([random.standard_normal((400, 2)), np.ones(400)])
    targets = x @ [1.0, -1.0, 0.0] + 0.1 * random.standard_normal(400)
    targets[-1] += 1000.0
    stack, said = new_stack(np.full(3, 10.0), [(0.0, 0.0, 0.0), (0.0, 0.0, 0.25)], full=True), new_said(2, 400)
    learn_numbers(Batch(x, np.zeros(400), targets, np.ones(400)), stack, said)
    noises = np.sqrt(stack.squares / stack.degrees)[:, 0]
    assert noises[0] > 40.0 and noises[1] < 0.15
    assert np.abs(stack.means[1] - [1.0, -1.0, 0.0]).max() < 0.05 < np.abs(stack.means[0] - [1.0, -1.0, 0.0]).max()


def test_the_ratio_of_gamma_functions_has_no_seam():
    for half in (1e4 * (1.0 - 1e-12), 1e4 * (1.0 + 1e-12), 1e6):
        exact = math.lgamma(half + 0.5) - math.lgamma(half)
        assert log_gamma_ratio(half) == pytest.approx(exact, abs=1e-9)
