r"""A full covariance, learnt in blocks of rows by matrix products: `members.full_member` for many features.

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
from typing import Any, NamedTuple

import numpy as np
from numba import types
from scipy.linalg.blas import dsymm, dsyrk, dtrsm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.kernels.bank.members import (
    MATRIX,
    ROUNDING,
    VECTOR,
    Batch,
    Member,
    Said,
    learn_label,
    mean_kappa,
)
from rosenblatt.kernels.compiler import named_tuple_type, specialise, summing

BLOCK = 32


class Products(NamedTuple):
    """What the sequential part needs of the rows z of a block: z_t.Cz_r, z_t.Vz_r, z_t.Vz_t and z_t.m, at its start.

    Without drift ``inner`` is not asked for.
    """

    gram: np.ndarray
    inner: np.ndarray
    before: np.ndarray
    start: np.ndarray


class Solution(NamedTuple):
    """What the sequential part fills: z_r.u_t at [t, r], the system of blocked.3, and the factors of bank.3 of rows."""

    seen: np.ndarray
    lower: np.ndarray
    steps: np.ndarray
    shares: np.ndarray


@summing
def block_rows(products, batch, member, said, solution):
    """Do the sequential part: fill ``solution`` and what is said of the rows."""
    gram, inner, before, start = products
    seen, lower, steps, shares = solution
    offsets, keep = batch.offsets, 1.0 - member.drift
    size = offsets.size
    kappa = mean_kappa(member.kappas, member.grid)
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
        said.fields[t], said.noises[t] = h / root, kappa
        said.cleans[t], step, share, kappa = learn_label(
            h / root, batch.labels[t], batch.weights[t], kappa, member.kappas, member.grid
        )
        known = seen[t, t] > ROUNDING * before[t]  # bank.5
        steps[t], shares[t] = step / root if known else 0.0, share / total if known else 0.0


@cache
def _kernel() -> Any:
    signature = types.void(
        named_tuple_type(Products, MATRIX, MATRIX, VECTOR, VECTOR),
        named_tuple_type(Batch, MATRIX, VECTOR, VECTOR, VECTOR),
        named_tuple_type(Member, types.float64, VECTOR, VECTOR, MATRIX, VECTOR, VECTOR),
        named_tuple_type(Said, VECTOR, VECTOR, VECTOR),
        named_tuple_type(Solution, MATRIX, MATRIX, VECTOR, VECTOR),
    )
    return specialise(block_rows, "blocked", signature, {})


def learn_by_blocks(batch: Batch, member: Member, said: Said) -> None:
    """Let one member learn some rows; what is filled and changed is that of `members.full_member`."""
    batch = _writable(batch)
    for start in range(0, len(batch.x), BLOCK):
        rows = slice(start, start + BLOCK)
        _learn_block(Batch(*(part[rows] for part in batch)), member, Said(*(part[rows] for part in said)))


def _writable(batch: Batch) -> Batch:
    """Return a batch with copies of its read-only arrays.

    Loops do not write to a batch; but in a named tuple, Numba takes an array only as the signature has it.
    """
    return Batch(*(part if part.flags.writeable else part.copy() for part in batch))


def _learn_block(batch: Batch, member: Member, said: Said) -> None:
    z, mean, covariance, prior, keep = batch.x, member.mean, member.spread, member.prior, 1.0 - member.drift
    size = len(z)
    # BLAS counts by columns: the lower triangle is the upper one of the transposed matrix.
    product = dsymm(1.0, covariance.T, z.T, lower=0).T
    gram = product @ z.T
    moved = z * prior
    before = np.einsum("ij,ij->i", moved, z)
    inner = moved @ z.T if keep < 1.0 else gram
    solution = Solution(np.zeros((size, size)), np.zeros((size, size)), np.zeros(size), np.zeros(size))
    _kernel()(Products(gram, inner, before, z @ mean), batch, member, said, solution)
    kept = keep ** np.arange(1.0, size + 1.0)
    if keep < 1.0:
        product = kept[:, None] ** 2 * product + (1.0 - kept[:, None] ** 2) * moved
    u = dtrsm(1.0, solution.lower.T, product.T, side=1, lower=0, diag=1, overwrite_b=1).T  # blocked.3
    left = kept[::-1] / keep  # f^{b-1-s}
    mean *= kept[-1]
    mean += (left * solution.steps) @ u
    taken, faded = solution.shares * left**2, kept[-1] ** 2
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
