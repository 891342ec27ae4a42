r"""A full covariance, learnt in blocks of rows by matrix products: the numbers of `bank.full_member` for many features.

Over a block all that C gains or loses lies in the span of Cz_j and, with drift, Vz_j. With keep = f, row t = 0, 1, ...
of a block, u_t = C_t z_t at its time and c_st = G_s/(1 + lambda_s) f^{2(t-s)}:

    blocked.1   z_r.u_t = f^{2(t+1)} z_r.Cz_t + (1 - f^{2(t+1)}) z_r.Vz_t - sum_{s<t} c_st (u_s.z_t) (u_s.z_r)
    blocked.2   z_t.m_t = f^{t+1} z_t.m + sum_{s<t} f^{t-s} step_s z_t.u_s
    blocked.3   u_t     = f^{2(t+1)} Cz_t + (1 - f^{2(t+1)}) Vz_t - sum_{s<t} c_st (u_s.z_t) u_s: a triangular system
    blocked.4   C <- f^{2b} C + (1 - f^{2b}) V - sum_s c_s,b-1 u_s u_s',   m <- f^b m + sum_s f^{b-1-s} step_s u_s

so that the sequential part works on b x b numbers, and the rest are two products with C: 3 d^2 multiplications a row,
because only a triangle of C is kept.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types
from scipy.linalg.blas import dsymm, dsyrk, dtrsm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.bank.members import learn_kappa, mean_of
from rosenblatt.kernels.compiler import specialise, summing
from rosenblatt.rules.evidence import surprise, weighted

BLOCK = 32


@summing
def block_rows(
    gram, inner, start, offsets, labels, weights, keep, kappas, grid, seen, lower, steps, shares, fields, noises, cleans
):
    """Do the sequential part: fill ``seen``[t, r] = z_r.u_t, ``lower``, the system of blocked.3, steps and shares."""
    size = labels.size
    kappa = mean_of(kappas, grid)
    for t in range(size):
        kept = keep ** (t + 1)
        square = kept * kept
        for r in range(t, size):
            seen[t, r] = square * gram[t, r] + (1.0 - square) * inner[t, r]
        h = offsets[t] + kept * start[t]
        since = 1.0
        for s in range(t - 1, -1, -1):
            since *= keep
            part = shares[s] * since * since * seen[s, t]
            lower[t, s] = part
            h += since * steps[s] * seen[s, t]  # blocked.2
            for r in range(t, size):
                seen[t, r] -= part * seen[s, r]  # blocked.1
        total = 1.0 + max(seen[t, t], 0.0)
        root = math.sqrt(total)
        fields[t], noises[t] = h / root, kappa
        u = labels[t] * h / root
        g, taken = surprise(u, kappa)
        g, taken = weighted(g, taken, weights[t])
        steps[t], shares[t] = labels[t] * g / root, taken / total
        clean = scalar_cdf(u)
        cleans[t] = clean if labels[t] > 0.0 else 1.0 - clean
        kappa = learn_kappa(kappas, grid, clean, weights[t])


@cache
def _kernel() -> Any:
    vector, matrix = types.float64[::1], types.float64[:, ::1]
    data = types.Array(types.float64, 1, "C", readonly=True)
    number = types.float64
    rest = (matrix, matrix, vector, vector, vector, vector, vector)
    signature = types.void(matrix, matrix, vector, data, data, data, number, vector, data, *rest)
    return specialise(block_rows, "blocked", signature, {})


def blocked_member(
    x: np.ndarray,
    offsets: np.ndarray,
    labels: np.ndarray,
    weights: np.ndarray,
    drift: float,
    prior: np.ndarray,
    mean: np.ndarray,
    covariance: np.ndarray,
    kappas: np.ndarray,
    grid: np.ndarray,
    fields: np.ndarray,
    noises: np.ndarray,
    cleans: np.ndarray,
) -> None:
    """Let one member learn some rows; the arguments are those of `bank.full_member`."""
    for start in range(0, len(x), BLOCK):
        rows = slice(start, start + BLOCK)
        _learn_block(
            x[rows], offsets[rows], labels[rows], weights[rows], 1.0 - drift, prior, mean, covariance, kappas, grid,
            fields[rows], noises[rows], cleans[rows],
        )  # fmt: skip


def _learn_block(
    z: np.ndarray,
    offsets: np.ndarray,
    labels: np.ndarray,
    weights: np.ndarray,
    keep: float,
    prior: np.ndarray,
    mean: np.ndarray,
    covariance: np.ndarray,
    kappas: np.ndarray,
    grid: np.ndarray,
    fields: np.ndarray,
    noises: np.ndarray,
    cleans: np.ndarray,
) -> None:
    size = len(z)
    # BLAS counts by columns: the lower triangle is the upper one of the transposed matrix.
    product = dsymm(1.0, covariance.T, z.T, lower=0).T
    gram = product @ z.T
    moved = z * prior if keep < 1.0 else z
    inner = moved @ z.T if keep < 1.0 else gram
    seen, lower = np.zeros((size, size)), np.zeros((size, size))
    steps, shares = np.zeros(size), np.zeros(size)
    _kernel()(
        gram,
        inner,
        z @ mean,
        offsets,
        labels,
        weights,
        keep,
        kappas,
        grid,
        seen,
        lower,
        steps,
        shares,
        fields,
        noises,
        cleans,
    )
    kept = keep ** np.arange(1.0, size + 1.0)
    if keep < 1.0:
        product = kept[:, None] ** 2 * product + (1.0 - kept[:, None] ** 2) * moved
    u = dtrsm(1.0, lower.T, product.T, side=1, lower=0, diag=1, overwrite_b=1).T  # blocked.3
    left = kept[::-1] / keep  # f^{b-1-s}
    mean *= kept[-1]
    mean += (left * steps) @ u
    taken, faded = shares * left**2, kept[-1] ** 2
    for sign in (-1.0, 1.0):  # a label that noise explains can widen C: its share is negative
        those = np.flatnonzero(sign * taken < 0.0)
        if those.size:
            scaled = np.sqrt(np.abs(taken[those]))[:, None] * u[those]
            dsyrk(sign, scaled.T, faded, covariance.T, lower=0, overwrite_c=1)  # blocked.4
            faded = 1.0
    if faded < 1.0:
        covariance *= faded
    if keep < 1.0:
        covariance[np.diag_indices(len(prior))] += (1.0 - kept[-1] ** 2) * prior
