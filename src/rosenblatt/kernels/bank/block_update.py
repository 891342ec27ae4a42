r"""A full covariance, learnt in blocks of rows by matrix products: `members.full_member` for many features.

Over a block all that C gains or loses lies in the span of Cz_j and, with drift, Vz_j. With keep = f, row t = 0, 1, ...
of a block, u_t = C_t z_t at its time and c_st = G_s/(1 + lambda_s) f^{2(t-s)}:

    blocked.1   z_r.u_t = f^{2(t+1)} z_r.Cz_t + (1 - f^{2(t+1)}) z_r.Vz_t - sum_{s<t} c_st (u_s.z_t) (u_s.z_r)
    blocked.2   z_t.m_t = f^{t+1} z_t.m + sum_{s<t} f^{t-s} step_s z_t.u_s
    blocked.3   u_t     = f^{2(t+1)} Cz_t + (1 - f^{2(t+1)}) Vz_t - sum_{s<t} c_st (u_s.z_t) u_s: a triangular system
    blocked.4   C <- f^{2b} C + (1 - f^{2b}) V - sum_s c_s,b-1 u_s u_s',   m <- f^b m + sum_s f^{b-1-s} step_s u_s

so that the sequential part works on b x b numbers, and the rest are two products with C: 3 d^2 multiplications a row,
because only a triangle of C is kept.

    tiled.1     of C only tiles along the diagonal may be kept, each of as many inputs that follow each other: what is
                between two tiles is taken for 0. All of the above is then done for each tile, with z, V, u and m those
                of its inputs; the field of a row and its lambda are sums over the tiles
    tiled.2     bank.5 is asked of each tile by itself

A whole covariance is a single tile, a diagonal would be tiles of one input each.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from scipy.linalg.blas import dsymm, dsyrk, dtrsm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.kernels.bank.members import CUBE, MATRIX, ROUNDING, VECTOR, Batch, Member, Said, learn_label, mean_kappa
from rosenblatt.kernels.bank.number_loops import first_noise, learn_target, writable
from rosenblatt.kernels.compiler import named_tuple_type, specialise, summing, template

BLOCK = 64


class Labels(NamedTuple):
    """What a `Batch` has beside its rows."""

    offsets: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


class Products(NamedTuple):
    """What the sequential part needs of the rows z of a block: z_t.Cz_r, z_t.Vz_r, z_t.Vz_t and z_t.m, at its start.

    All but the last for each tile. Without drift ``inner`` is not asked for.
    """

    gram: np.ndarray
    inner: np.ndarray
    before: np.ndarray
    start: np.ndarray


class Solution(NamedTuple):
    """What the sequential part fills for each tile: z_r.u_t at [t, r], the system of blocked.3, and the factors of
    bank.3 of rows."""

    seen: np.ndarray
    lower: np.ndarray
    steps: np.ndarray
    shares: np.ndarray


class Change(NamedTuple):
    """What a block does to tiles, rows last: f^{t+1}, factors of u_s in the mean and of -u_s u_s' in the covariance,
    and f^{2b}."""

    kept: np.ndarray
    steps: np.ndarray
    taken: np.ndarray
    faded: Any


@summing
def block_rows(products, batch, member, said, solution):
    """Do the sequential part: fill ``solution`` and what is said of the rows."""
    gram, inner, before, start = products
    seen, lower, steps, shares = solution
    offsets, keep = batch.offsets, 1.0 - member.drift
    tiles, size = before.shape
    noise = first_noise(member)
    for t in range(size):
        kept = keep ** (t + 1)
        square = kept * kept
        h, variance = offsets[t] + kept * start[t], 0.0
        for i in range(tiles):
            for r in range(t, size):
                seen[i, t, r] = square * gram[i, t, r] + (1.0 - square) * inner[i, t, r]
            since = 1.0
            for s in range(t - 1, -1, -1):
                since *= keep
                part = shares[i, s] * since * since * seen[i, s, t]
                lower[i, t, s] = part
                h += since * steps[i, s] * seen[i, s, t]  # blocked.2
                for r in range(t, size):
                    seen[i, t, r] -= part * seen[i, s, r]  # blocked.1
            variance += seen[i, t, t]  # tiled.1
        step, share, noise = learn_target(t, h, 1.0 + max(variance, 0.0), noise, batch, member, said)
        for i in range(tiles):
            known = seen[i, t, t] > ROUNDING * before[i, t]  # bank.5, tiled.2
            steps[i, t], shares[i, t] = (step, share) if known else (0.0, 0.0)


def block_kernel(title: str, member: Any, said: Any, fillings: dict[str, Any]) -> Any:
    """Return the compiled `block_rows` for members of a type, with tiles, what they say, and what a target teaches."""
    signature = types.void(
        named_tuple_type(Products, CUBE, CUBE, MATRIX, VECTOR),
        named_tuple_type(Labels, VECTOR, VECTOR, VECTOR),
        member,
        said,
        named_tuple_type(Solution, CUBE, CUBE, MATRIX, MATRIX),
    )
    return specialise(block_rows, title, signature, fillings)


@template
def learn_label_of_row(row, h, total, kappa, batch, member, said):
    """Let a member learn the label of a row whose field is h, with variance total - 1; say what it said before."""
    root = math.sqrt(total)
    said.fields[row], said.noises[row] = h / root, kappa
    clean, step, share, kappa = learn_label(
        h / root, batch.labels[row], batch.weights[row], kappa, member.kappas, member.grid
    )
    said.cleans[row] = clean
    return step / root, share / total, kappa


@template
def kappa_of(member):
    """Return the mean kappa of a member before the first row."""
    return mean_kappa(member.kappas, member.grid)


OF_LABELS: dict[str, Any] = {"learn_target": learn_label_of_row, "first_noise": kappa_of}


@cache
def label_block_kernel() -> Any:
    """Return the kernel that teaches a member labels."""
    member = named_tuple_type(Member, types.float64, MATRIX, MATRIX, CUBE, VECTOR, VECTOR)
    return block_kernel("blocked", member, named_tuple_type(Said, VECTOR, VECTOR, VECTOR), OF_LABELS)


def learn_by_blocks(batch: Batch, member: Any, said: Any, kernel: Any = None) -> None:
    """Let one member learn some rows; what is filled and changed is that of `members.ask_members`.

    ``kernel`` is the `block_kernel` of the member; defaults to that of labels.
    """
    whole = member._replace(prior=member.prior[None], mean=member.mean[None], spread=member.spread[None])
    learn_tiles_by_blocks(batch._replace(x=batch.x[None]), whole, said, kernel)


def learn_tiles_by_blocks(batch: Batch, member: Any, said: Any, kernel: Any = None) -> None:
    """Let one member that keeps tiles of its covariance learn some rows.

    Its prior and mean are of shape (tiles, width), its spread (tiles, width, width), the rows (tiles, rows, width).
    """
    x, labels, kernel = batch.x, writable(Labels(*batch[1:])), kernel or label_block_kernel()
    for start in range(0, x.shape[1], BLOCK):
        rows = slice(start, start + BLOCK)
        near = Labels(*(part[rows] for part in labels))
        _learn_block(x[:, rows], near, member, type(said)(*(part[rows] for part in said)), kernel)


def _learn_block(x: np.ndarray, labels: Labels, member: Any, said: Any, kernel: Any) -> None:
    keep, (tiles, size, _) = 1.0 - member.drift, x.shape
    gram, inner = np.empty((2, tiles, size, size))
    products = Products(gram, inner if keep < 1.0 else gram, np.empty((tiles, size)), np.zeros(size))
    widened, moved = [], []  # Cz and Vz of each tile
    for i, (z, prior, covariance) in enumerate(zip(x, member.prior, member.spread, strict=True)):
        # BLAS counts by columns: the lower triangle is the upper one of the transposed matrix.
        widened.append(dsymm(1.0, covariance.T, z.T, lower=0).T)
        moved.append(z * prior)
        np.matmul(widened[i], z.T, out=gram[i])
        np.einsum("ij,ij->i", moved[i], z, out=products.before[i])
        if keep < 1.0:
            np.matmul(moved[i], z.T, out=inner[i])
        products.start[:] += z @ member.mean[i]
    seen, lower = np.zeros((2, tiles, size, size))
    steps, shares = np.zeros((2, tiles, size))
    solution = Solution(seen, lower, steps, shares)
    kernel(products, labels, member, said, solution)
    for i in range(tiles):
        tile = member._replace(prior=member.prior[i], mean=member.mean[i], spread=member.spread[i])
        _learn_tile(widened[i], moved[i], Solution(*(part[i] for part in solution)), tile)


def change_of(steps: np.ndarray, shares: np.ndarray, keep: Any) -> Change:
    """Return what the factors of a `Solution` change, with these shares of what is kept at a row.  (blocked.4)"""
    kept = np.power.outer(keep, np.arange(1.0, steps.shape[-1] + 1.0))
    left = kept[..., ::-1] / np.asarray(keep)[..., None]  # f^{b-1-s}
    return Change(kept, left * steps, shares * left**2, kept[..., -1] ** 2)


def _learn_tile(product: np.ndarray, moved: np.ndarray, solution: Solution, member: Any) -> None:
    """Change the mean and the covariance of a tile after a block of rows; ``product`` is not kept."""
    mean, covariance, prior, keep = member.mean, member.spread, member.prior, 1.0 - member.drift
    kept, steps, taken, faded = change_of(solution.steps, solution.shares, keep)
    if keep < 1.0:
        product = kept[:, None] ** 2 * product + (1.0 - kept[:, None] ** 2) * moved
    u = dtrsm(1.0, solution.lower.T, product.T, side=1, lower=0, diag=1, overwrite_b=1).T  # blocked.3
    mean *= kept[-1]
    mean += steps @ u
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
