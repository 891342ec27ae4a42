r"""Bayesian members that learn the same rows with other priors: one posterior N(m, C) over the weights each.

The field of a row x, intercept included, has mean h = m.x and variance lambda = x.Cx; the label is +1 with probability
Phi(h/sqrt(1 + lambda)), flipped with probability kappa (the 1 is the probit's own noise). A member has a prior variance
for each weight, V, and a drift per row, delta, with f = 1 - delta:

    bank.1   before each row  m <- f m,  C <- f^2 C + (1 - f^2) V; of a diagonal only where the row is not 0: what is
             not met teaches nothing, and is not forgotten either
    bank.2   u = tau h/sqrt(1 + lambda);   g, G of `rosenblatt.rules.parts.evidence` at the mean of kappa
    bank.3   m <- m + tau g/sqrt(1 + lambda) Cx,   C <- C - G/(1 + lambda) Cx (Cx)'
    bank.4   kappa has weights on a grid, which the row multiplies by kappa + (1 - 2 kappa) Phi(u); a small share of
             them is dealt out anew after each row; a member whose grid is all 0 assumes no noise
    bank.5   a row with lambda at most 1e-12 of x.Vx teaches a full C nothing: rounding has made as much of it, Cx is
             noise, and what it takes from C in its direction can make C negative, and then infinite

`sweep` does bank.3 of the last row, bank.1 and the product Cx of the present one in a single pass over the lower
triangle of C; the upper one is never looked at, so that C is symmetric whatever the rounding. Rows of sample weight w
count as w factors (evidence.3). A member writes what it says of each row before it learns it.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.compiler import machine_code, numeric, pasted, specialise, summing, template
from rosenblatt.rules.parts.evidence import surprise, weighted

KAPPAS = np.array([0.0, 0.05, 0.1, 0.2, 0.3])  # where kappa is looked for; the first is never quite believed
KAPPA_SHARE = 1e-4
TINIEST = 1e-300  # of variances: rounding must not make them negative
ROUNDING = 1e-12  # of the prior variance of a field: less is not known of it
UNLIKELIEST = 1e-290  # of likelihoods: what cannot be divided by is no evidence


class Batch(NamedTuple):
    """Dense rows, the last input the intercept's 1, what is added to their fields, labels and sample weights."""

    x: np.ndarray
    offsets: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


class SparseBatch(NamedTuple):
    """The same for rows in CSR, without their intercept.

    Columns are unsigned: an index that may be negative is slower.
    """

    values: np.ndarray
    columns: np.ndarray
    starts: np.ndarray
    offsets: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


class Member(NamedTuple):
    """One member: delta, V, m, C or its diagonal, the weights of kappa, and the grid that they are on."""

    drift: float
    prior: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    kappas: np.ndarray
    grid: np.ndarray


class Stack(NamedTuple):
    """Several members: each array has one more axis than that of a `Member`, the first."""

    drifts: np.ndarray
    priors: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    kappas: np.ndarray
    grids: np.ndarray


class Said(NamedTuple):
    """What is said of each row before it is learnt: u for tau = 1, the mean kappa, and Phi(u), P(+1) without flips.

    Of a `Stack` each array has one more axis, the first.
    """

    fields: np.ndarray
    noises: np.ndarray
    cleans: np.ndarray


@pasted
def mean_kappa(kappas, grid):
    """Return the mean of kappa."""
    mean = 0.0
    for k in range(grid.size):
        mean += kappas[k] * grid[k]
    return mean


@pasted
def learn_kappa(kappas, grid, clean, weight):
    """Multiply the weights of kappa by the likelihood of a label and return the new mean.  (bank.4)"""
    total, mean = 0.0, 0.0
    for k in range(grid.size):
        likelihood = grid[k] + (1.0 - 2.0 * grid[k]) * clean
        kappas[k] *= max(likelihood if weight == 1.0 else likelihood**weight, UNLIKELIEST)
        total += kappas[k]
    share = KAPPA_SHARE / grid.size
    for k in range(grid.size):
        kappas[k] = (1.0 - KAPPA_SHARE) * kappas[k] / total + share
        mean += kappas[k] * grid[k]
    return mean


@numeric
@template
def learn_label(field, label, weight, kappa, kappas, grid):
    """Learn kappa from the label of a row with the field u for tau = 1.

    Return Phi(u) for tau = 1, tau g, G, and the new mean of kappa.  (bank.2, bank.4)
    """
    u = label * field
    g, taken = surprise(u, kappa)
    g, taken = weighted(g, taken, weight)
    clean = scalar_cdf(u)
    kappa = learn_kappa(kappas, grid, clean, weight)
    return clean if label > 0.0 else 1.0 - clean, label * g, taken, kappa


@pasted
def look_full(k, z, stack, keep, share, room, learn):
    """Return m.z, z.Cz and z.Vz after the drift; C is left so if it is to learn, with what the last row taught.

    ``room`` has Cz of the last row, and is filled with that of this one.  (bank.1, bank.3)
    """
    priors, means, spreads = stack
    square, gained, size = keep * keep, (1.0 - keep) * (1.0 + keep), means.shape[1]
    h, variance, before = 0.0, 0.0, 0.0
    for i in range(size):
        room[1, i] = 0.0
    for i in range(size):
        part, value, total = share * room[0, i], z[i], 0.0
        for j in range(i):
            entry = square * (spreads[k, i, j] - part * room[0, j])
            if learn:
                spreads[k, i, j] = entry
            total += entry * z[j]
            room[1, j] += entry * value
        entry = square * (spreads[k, i, i] - part * room[0, i]) + gained * priors[k, i]
        if learn:
            spreads[k, i, i] = entry
        room[1, i] += total + entry * value
    for i in range(size):
        h += keep * means[k, i] * z[i]
        variance += room[1, i] * z[i]
        before += priors[k, i] * z[i] * z[i]
    return h, variance, before


@pasted
def look_diagonal(k, z, stack, keep, room):
    """Return m.z and z.Cz after the drift, and fill ``room`` with m and C after it.  (bank.1)"""
    priors, means, spreads = stack
    square, gained = keep * keep, (1.0 - keep) * (1.0 + keep)
    h, variance = 0.0, 0.0
    for i in range(means.shape[1]):
        met = z[i] != 0.0
        room[0, i] = (keep if met else 1.0) * means[k, i]
        room[1, i] = (square if met else 1.0) * spreads[k, 0, i] + (gained * priors[k, i] if met else 0.0)
        h += room[0, i] * z[i]
        variance += room[1, i] * z[i] * z[i]
    return h, variance


@pasted
def look_sparse(k, there, stored, stack, keep, room):
    """The same for a sparse row, of whose weights the last one is the intercept's."""
    (first, end), (values, columns) = there, stored
    priors, means, spreads = stack
    square, gained, last = keep * keep, (1.0 - keep) * (1.0 + keep), means.shape[1] - 1
    room[0, last] = keep * means[k, last]
    room[1, last] = square * spreads[k, 0, last] + gained * priors[k, last]
    h, variance = room[0, last], room[1, last]
    for place in range(first, end):
        i, value = columns[place], values[place]
        met = value != 0.0
        room[0, i] = (keep if met else 1.0) * means[k, i]
        room[1, i] = (square if met else 1.0) * spreads[k, 0, i] + (gained * priors[k, i] if met else 0.0)
        h += room[0, i] * value
        variance += room[1, i] * value * value
    return h, variance


@pasted
def learn_weight(k, i, value, means, spreads, step, share, room):
    """Learn one weight of a member that keeps a diagonal.  (bank.3)"""
    seen = room[1, i] * value
    means[k, i] = room[0, i] + step * seen
    spreads[k, 0, i] = max(room[1, i] - share * seen * seen, TINIEST)


@numeric
@summing
def ask_members(
    learn, labels, weights, x, values, columns, starts, offsets,
    kind, drifts, priors, means, spreads, kappas, grids, first, fields, noises, cleans, room,
):  # fmt: skip
    """Let members say what they say of rows, from place ``first`` on and, if they are to ``learn``, learn each then."""
    stack, stored, last = (priors, means, spreads), (values, columns), means.shape[1] - 1
    for k in range(drifts.size):
        keep, mine, grid = 1.0 - drifts[k], kappas[k], grids[k]
        share, kappa, before = 0.0, mean_kappa(mine, grid), 0.0
        for i in range(last + 1):
            room[0, i] = 0.0
        for row in range(labels.size):
            if kind == FULL:
                h, variance, before = look_full(k, x[row], stack, keep, share, room, learn)
            elif kind == DIAGONAL:
                h, variance = look_diagonal(k, x[row], stack, keep, room)
            else:
                h, variance = look_sparse(k, (starts[row], starts[row + 1]), stored, stack, keep, room)
            total = 1.0 + max(variance, 0.0)
            root = math.sqrt(total)
            field = (offsets[row] + h) / root
            fields[first + k, row], noises[first + k, row] = field, kappa
            if not learn:
                cleans[first + k, row] = scalar_cdf(field)
                continue
            clean, step, share, kappa = learn_label(field, labels[row], weights[row], kappa, mine, grid)
            cleans[first + k, row] = clean
            step, share = step / root, share / total
            if kind == FULL:
                if not variance > ROUNDING * before:  # bank.5
                    step, share = 0.0, 0.0
                for i in range(last + 1):
                    room[0, i] = room[1, i]
                    means[k, i] = keep * means[k, i] + step * room[1, i]  # bank.3
            elif kind == DIAGONAL:
                for i in range(last + 1):
                    learn_weight(k, i, x[row, i], means, spreads, step, share, room)
            else:
                for place in range(starts[row], starts[row + 1]):
                    learn_weight(k, columns[place], values[place], means, spreads, step, share, room)
                learn_weight(k, last, 1.0, means, spreads, step, share, room)
        if kind == FULL and learn:  # what the last row taught
            for i in range(last + 1):
                part = share * room[0, i]
                for j in range(i + 1):
                    spreads[k, i, j] -= part * room[0, j]


def member_of(stack: Stack, k: int) -> Member:
    """Return one member of several; its arrays are those of the stack."""
    return Member(stack.drifts[k], stack.priors[k], stack.means[k], stack.spreads[k], stack.kappas[k], stack.grids[k])


def said_by(said: Said, k: int) -> Said:
    """Return where one member of several writes."""
    return Said(said.fields[k], said.noises[k], said.cleans[k])


VECTOR, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
FULL, DIAGONAL, SPARSE = 0, 1, 2
NO_ROWS = np.empty((0, 0))
NOT_STORED = (np.empty(0), np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))  # of rows that are not sparse


@cache
def members_kernel() -> Any:
    """Return the compiled `ask_members`."""
    rows = (MATRIX, VECTOR, types.uint64[::1], types.int64[::1], VECTOR)
    stack = (VECTOR, MATRIX, MATRIX, CUBE, MATRIX, MATRIX)
    rest = (types.int64, MATRIX, MATRIX, MATRIX, MATRIX)
    signature = types.void(types.boolean, VECTOR, VECTOR, *rows, types.int64, *stack, *rest)
    return specialise(ask_members, "bank", signature, {})


def learn_batch(batch: Batch | SparseBatch, stack: Stack, said: Said) -> None:
    """Let members learn some rows, with the covariances or diagonals that they have, and fill ``said``."""
    dense, full = isinstance(batch, Batch), stack.spreads.ndim == 3
    rows = (batch.x, *NOT_STORED) if isinstance(batch, Batch) else (NO_ROWS, *batch[:3])
    spreads = stack.spreads if full else stack.spreads[:, None, :]
    room = np.empty((2, stack.means.shape[1]))
    kind = (FULL if full else DIAGONAL) if dense else SPARSE
    call = (*rows, batch.offsets, kind, *stack._replace(spreads=spreads), 0, *said, room)
    machine_code(members_kernel())(True, batch.labels, batch.weights, *call)
