"""Bayesian members, compiled, in blocks and sparse, against the plain loop; ten million rows; curves and products."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.kernels.bank import block_update as blocked
from rosenblatt.kernels.bank.feature_products import fill_products
from rosenblatt.kernels.bank.hat_functions import KNOTS, REACH, STEP, fill_hats
from rosenblatt.kernels.bank.members import KAPPAS, bank_kernel
from rosenblatt.kernels.bank.mixture import mixture_kernel, new_weights
from rosenblatt.kernels.specification import bank_member

CASES = [
    (0.0, KAPPAS),
    (1e-3, KAPPAS),
    (0.05, KAPPAS),
    (0.0, np.array([0.0])),
    (0.01, np.array([0.2])),
    (1e-3, np.zeros(5)),
]


@pytest.fixture
def rows(random):
    x = np.column_stack([random.standard_normal((150, 11)), np.ones(150)])
    labels = np.where(x @ random.standard_normal(12) + random.standard_normal(150) > 0.0, 1.0, -1.0)
    prior = random.choice([0.1, 1.0, 50.0], 12)
    return x, labels, random.choice([0.5, 1.0, 1.0, 3.0], 150), prior


def empty(members, rows):
    return [np.empty((members, rows)) for _ in range(3)]


def start(prior, grid, *, full):
    spread = np.diag(prior)[None].copy() if full else prior[None].copy()
    return np.zeros((1, len(prior))), spread, np.full((1, len(grid)), 1.0 / len(grid))


@pytest.mark.parametrize(("drift", "grid"), CASES)
@pytest.mark.parametrize("by_blocks", [False, True])
def test_a_full_covariance(drift, grid, by_blocks, rows, random):
    x, labels, weights, prior = rows
    offsets = 0.1 * random.standard_normal(len(x))
    mean, covariance, kappas = start(prior, grid, full=True)
    said = empty(1, len(x))
    if by_blocks:
        head = (x, offsets, labels, weights, drift, prior, mean[0], covariance[0], kappas[0], grid)
        blocked.blocked_member(*head, *(a[0] for a in said))
    else:
        head = (x, offsets, labels, weights, np.array([drift]), prior[None], mean, covariance, kappas, grid[None])
        bank_kernel("full")(*head, *said)
    exact = bank_member(x, labels, weights, drift, prior, grid, offsets=offsets)
    assert mean[0] == pytest.approx(exact[0], rel=1e-12, abs=1e-12)
    assert np.tril(covariance[0]) == pytest.approx(np.tril(exact[1]), rel=1e-12, abs=1e-12)
    assert kappas[0] == pytest.approx(exact[2], rel=1e-11)
    assert said[0][0] == pytest.approx(exact[3], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("drift", [0.0, 1e-4])
def test_blocks_are_the_loop_for_many_features(drift, random):
    d = 300
    x = random.standard_normal((200, d))
    labels = np.where(random.random(200) < 0.5, 1.0, -1.0)
    prior, nothing, weights = np.full(d, 2.0), np.zeros(200), np.ones(200)
    both = []
    for by_blocks in (False, True):
        mean, covariance, kappas = start(prior, KAPPAS, full=True)
        said = empty(1, 200)
        if by_blocks:
            head = (x, nothing, labels, weights, drift, prior, mean[0], covariance[0], kappas[0], KAPPAS)
            blocked.blocked_member(*head, *(a[0] for a in said))
        else:
            head = (x, nothing, labels, weights, np.array([drift]), prior[None], mean, covariance, kappas, KAPPAS[None])
            bank_kernel("full")(*head, *said)
        both.append((mean[0], np.tril(covariance[0]), said[0][0], said[2][0]))
    for one, other in zip(*both, strict=True):
        assert one == pytest.approx(other, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("drift", "grid"), CASES)
def test_a_diagonal_dense_and_sparse(drift, grid, rows, random):
    x, labels, weights, prior = rows
    x = np.where(random.random(x.shape) < 0.4, x, 0.0)
    x[:, -1] = 1.0
    exact = bank_member(x, labels, weights, drift, prior, grid, full=False)
    mean, variances, kappas = start(prior, grid, full=False)
    said = empty(1, len(x))
    head = (labels, weights, np.array([drift]), prior[None], mean, variances, kappas, grid[None])
    bank_kernel("diagonal")(x, *head, *said)
    assert mean[0] == pytest.approx(exact[0], rel=1e-11, abs=1e-13)
    assert variances[0] == pytest.approx(np.diag(exact[1]), rel=1e-11)
    assert said[0][0] == pytest.approx(exact[3], rel=1e-11, abs=1e-13)
    stored = sp.csr_matrix(np.where(x[:, :-1] == 0.0, 1.0, x[:, :-1]))
    stored.data[(x[:, :-1] == 0.0).ravel()] = 0.0  # zeros that are stored are zeros
    mean, variances, kappas = start(prior, grid, full=False)
    index = (stored.indices.astype(np.uint64), stored.indptr.astype(np.int64))
    state = (np.array([drift]), prior[None], mean, variances, kappas, grid[None])
    bank_kernel("sparse")(stored.data, *index, labels, weights, *state, *said)
    assert mean[0] == pytest.approx(exact[0], rel=1e-10, abs=1e-13)
    assert variances[0] == pytest.approx(np.diag(exact[1]), rel=1e-10)
    assert said[0][0] == pytest.approx(exact[3], rel=1e-10, abs=1e-13)


@pytest.mark.parametrize("drift", [0.0, 1e-5])
def test_a_covariance_stays_positive_after_ten_million_rows(drift, random):
    # Inputs that nearly repeat each other, a wide prior: what is known spans thirteen decades.
    base = random.standard_normal((10_000, 2))
    x = np.column_stack([base, base[:, 0] + 1e-3 * random.standard_normal(10_000), np.ones(10_000)])
    labels = np.where(x[:, 0] + random.standard_normal(10_000) > 0.0, 1.0, -1.0)
    prior = np.full(4, 100.0)
    mean, covariance, kappas = start(prior, KAPPAS, full=True)
    state = (np.array([drift]), prior[None], mean, covariance, kappas, KAPPAS[None])
    said, nothing, weights = empty(1, 10_000), np.zeros(10_000), np.ones(10_000)
    for _ in range(1000):
        bank_kernel("full")(x, nothing, labels, weights, *state, *said)
    whole = np.tril(covariance[0]) + np.tril(covariance[0], -1).T
    assert np.isfinite(mean).all()
    assert np.linalg.eigvalsh(whole).min() > 0.0


def test_the_mixture(random):
    shares = np.array([1e-4, 1e-2])
    observed, others = random.random((3, 200)), random.random((2, 3, 200))
    labels = np.where(random.random(200) < observed[1], 1.0, -1.0)
    weights, of_shares = new_weights(shares, 3)
    mixed, mixed_others = np.empty(200), np.empty((2, 200))
    state = (labels, np.ones(200), shares, weights, of_shares, True, mixed, mixed_others)
    mixture_kernel()(observed, others, *state)
    w, v = np.full((2, 3), 1.0 / 3.0), np.full(2, 0.5)
    for t in range(200):
        assert mixed[t] == pytest.approx(v @ w @ observed[:, t], rel=1e-12)
        assert mixed_others[:, t] == pytest.approx(others[:, :, t] @ (v @ w), rel=1e-12)
        likely = observed[:, t] if labels[t] > 0.0 else 1.0 - observed[:, t]
        v = v * (w @ likely)
        v = (1.0 - 1e-4) * v / v.sum() + 1e-4 / 2.0
        w = w * likely
        w = (1.0 - shares[:, None]) * w / w.sum(axis=1, keepdims=True) + shares[:, None] / 3.0
    assert weights == pytest.approx(w, rel=1e-11)
    assert of_shares == pytest.approx(v, rel=1e-11)
    assert weights[0].argmax() == 1  # who was right


def test_each_member_has_its_own_doubts(rows):
    x, labels, weights, prior = rows
    grid = np.stack([KAPPAS, np.zeros(len(KAPPAS))])
    means, spreads, kappas = np.zeros((2, 12)), np.stack([prior, prior]), np.full(grid.shape, 0.2)
    said = empty(2, len(x))
    bank_kernel("diagonal")(
        x, labels, weights, np.zeros(2), np.stack([prior, prior]), means, spreads, kappas, grid, *said
    )
    for k in range(2):
        exact = bank_member(x, labels, weights, 0.0, prior, grid[k], full=False)
        assert means[k] == pytest.approx(exact[0], rel=1e-11, abs=1e-13)
        assert said[0][k] == pytest.approx(exact[3], rel=1e-11, abs=1e-13)
    assert not said[1][1].any()


def test_hats_are_those_of_the_definition(random):
    z = random.standard_normal((50, 4)) * 2.0
    z[0] = [0.0, 0.5, -REACH, REACH]  # nothing, a knot, both ends
    z[1] = [-100.0, 1e300, 1e-300, -1e-300]
    room = 2 * z.size
    values, columns, starts = np.empty(room), np.empty(room, dtype=np.uint64), np.zeros(51, dtype=np.int64)
    count = fill_hats(z, values, columns, starts)
    assert starts[-1] == count
    hats = sp.csr_matrix((values[:count], columns[:count].astype(int), starts), shape=(50, 4 * KNOTS)).toarray()
    knots = STEP * np.arange(KNOTS) - REACH
    inside = np.clip(z, -REACH, REACH)[:, :, None]
    exact = np.maximum(0.0, 1.0 - np.abs(inside - knots) / STEP) * (z != 0.0)[:, :, None]
    assert hats.reshape(50, 4, KNOTS) == pytest.approx(exact, abs=1e-14)
    # Two hats add up to 1, and a sum of hats weighted by the knots is the value itself.
    assert (hats.reshape(50, 4, KNOTS) @ knots)[2:] == pytest.approx(inside[2:, :, 0], abs=1e-13)
    assert starts[1] == 3  # hats that are 0 are not stored


def test_products_are_all_pairs_all_features_and_a_one(random):
    z = 2.0 * random.standard_normal((20, 5))
    out = np.full((20, 5 * 4 // 2 + 5 + 1), np.nan)
    fill_products(z, out)
    inside = np.clip(z, -3.0, 3.0)
    pairs = [inside[:, i] * inside[:, j] for i in range(5) for j in range(i + 1, 5)]
    assert np.array_equal(out, np.column_stack([*pairs, inside, np.ones(20)]))
