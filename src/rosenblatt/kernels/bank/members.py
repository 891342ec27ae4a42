r"""Bayesian members that learn the same rows with other priors: one posterior N(m, C) over the weights each.

The field of a row x, intercept included, has mean h = m.x and variance lambda = x.Cx; the label is +1 with probability
Phi(h/sqrt(1 + lambda)), flipped with probability kappa (the 1 is the probit's own noise). A member has a prior variance
for each weight, V, and a drift per row, delta, with f = 1 - delta:

    bank.1   before each row  m <- f m,  C <- f^2 C + (1 - f^2) V; of a diagonal only where the row is not 0: what is
             not met teaches nothing, and is not forgotten either
    bank.2   u = tau h/sqrt(1 + lambda);   g, G of `rosenblatt.rules.evidence` at the mean of kappa
    bank.3   m <- m + tau g/sqrt(1 + lambda) Cx,   C <- C - G/(1 + lambda) Cx (Cx)'
    bank.4   kappa has weights on a grid, which the row multiplies by kappa + (1 - 2 kappa) Phi(u); a small share of
             them is dealt out anew after each row; a member whose grid is all 0 is sure that labels are right

`sweep` does bank.3 of the last row, bank.1 and the product Cx of the present one in a single pass over the lower
triangle of C; the upper one is never looked at, so that C is symmetric whatever the rounding. Rows of weight w count as
w factors (evidence.3). ``offsets`` are added to the fields of rows. A member writes, for each row and before it learns
it, its u for tau = 1, its mean kappa, and the probability of +1 without flips.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.compiler import specialise, summing, template
from rosenblatt.rules.evidence import surprise, weighted

KAPPAS = np.array([0.0, 0.05, 0.1, 0.2, 0.3])  # where kappa is looked for; the first is never quite believed
KAPPA_SHARE = 1e-4
TINIEST = 1e-300  # of variances: rounding must not make them negative
UNLIKELIEST = 1e-290  # of likelihoods: what cannot be divided by is no evidence


@template
def learn_kappa(weights, grid, clean, emphasis):
    """Multiply the weights of kappa by the likelihood of a label and return the new mean.  (bank.4)"""
    total, mean = 0.0, 0.0
    for k in range(grid.size):
        likelihood = grid[k] + (1.0 - 2.0 * grid[k]) * clean
        weights[k] *= max(likelihood if emphasis == 1.0 else likelihood**emphasis, UNLIKELIEST)
        total += weights[k]
    share = KAPPA_SHARE / grid.size
    for k in range(grid.size):
        weights[k] = (1.0 - KAPPA_SHARE) * weights[k] / total + share
        mean += weights[k] * grid[k]
    return mean


@summing
def sweep(covariance, keep, share, seen, x, restored, fresh):
    """Learn the last row, drift, and fill ``fresh`` with C x.  (bank.3, bank.1)"""
    size = x.size
    for i in range(size):
        fresh[i] = 0.0
    for i in range(size):
        row, part, value, total = covariance[i], share * seen[i], x[i], 0.0
        for j in range(i):
            entry = keep * (row[j] - part * seen[j])
            row[j] = entry
            total += entry * x[j]
            fresh[j] += entry * value
        entry = keep * (row[i] - part * seen[i]) + restored[i]
        row[i] = entry
        fresh[i] += total + entry * value


@summing
def full_member(x, offsets, labels, weights, drift, prior, mean, covariance, kappas, grid, fields, noises, cleans):
    """Let one member with a full covariance learn some rows."""
    size = mean.size
    keep = 1.0 - drift
    seen, fresh, restored = np.zeros(size), np.empty(size), (1.0 - keep * keep) * prior
    share, kappa = 0.0, mean_of(kappas, grid)
    for row in range(x.shape[0]):
        sweep(covariance, keep * keep, share, seen, x[row], restored, fresh)
        h, variance = offsets[row], 0.0
        for i in range(size):
            seen[i] = fresh[i]
            mean[i] *= keep
            h += mean[i] * x[row, i]
            variance += fresh[i] * x[row, i]
        total = 1.0 + max(variance, 0.0)
        root = math.sqrt(total)
        fields[row], noises[row] = h / root, kappa
        u = labels[row] * h / root
        g, taken = surprise(u, kappa)  # bank.2
        g, taken = weighted(g, taken, weights[row])
        step, share = labels[row] * g / root, taken / total
        for i in range(size):
            mean[i] += step * seen[i]  # bank.3
        clean = scalar_cdf(u)
        cleans[row] = clean if labels[row] > 0.0 else 1.0 - clean
        kappa = learn_kappa(kappas, grid, clean, weights[row])
    for i in range(size):  # what the last row taught
        part = share * seen[i]
        for j in range(i + 1):
            covariance[i, j] -= part * seen[j]


@summing
def diagonal_member(x, labels, weights, drift, prior, mean, variances, kappas, grid, fields, noises, cleans):
    """Let one member that keeps the diagonal of C learn some rows."""
    size = mean.size
    keep = 1.0 - drift
    square, gained = keep * keep, (1.0 - keep) * (1.0 + keep)
    kappa = mean_of(kappas, grid)
    for row in range(x.shape[0]):
        h, variance = 0.0, 0.0
        if drift > 0.0:
            for i in range(size):
                met = x[row, i] != 0.0
                mean[i] *= keep if met else 1.0
                variances[i] = (square if met else 1.0) * variances[i] + (gained * prior[i] if met else 0.0)
        for i in range(size):
            h += mean[i] * x[row, i]
            variance += variances[i] * x[row, i] * x[row, i]
        root = math.sqrt(1.0 + variance)
        fields[row], noises[row] = h / root, kappa
        u = labels[row] * h / root
        g, taken = surprise(u, kappa)
        g, taken = weighted(g, taken, weights[row])
        step, share = labels[row] * g / root, taken / (1.0 + variance)
        for i in range(size):
            seen = variances[i] * x[row, i]
            mean[i] += step * seen
            variances[i] = max(variances[i] - share * seen * seen, TINIEST)
        clean = scalar_cdf(u)
        cleans[row] = clean if labels[row] > 0.0 else 1.0 - clean
        kappa = learn_kappa(kappas, grid, clean, weights[row])


@summing
def sparse_member(
    values, columns, starts, labels, weights, drift, prior, mean, variances, kappas, grid, fields, noises, cleans
):
    """The same for sparse rows, whose intercept is the last weight."""
    last, keep = mean.size - 1, 1.0 - drift
    square, gained = keep * keep, (1.0 - keep) * (1.0 + keep)
    kappa = mean_of(kappas, grid)
    for row in range(labels.size):
        first, end = starts[row], starts[row + 1]
        mean[last] *= keep
        variances[last] = square * variances[last] + gained * prior[last]
        h, variance = mean[last], variances[last]
        for k in range(first, end):
            i, value = columns[k], values[k]
            if drift > 0.0 and value != 0.0:
                mean[i] *= keep
                variances[i] = square * variances[i] + gained * prior[i]
            h += mean[i] * value
            variance += variances[i] * value * value
        root = math.sqrt(1.0 + variance)
        fields[row], noises[row] = h / root, kappa
        u = labels[row] * h / root
        g, taken = surprise(u, kappa)
        g, taken = weighted(g, taken, weights[row])
        step, share = labels[row] * g / root, taken / (1.0 + variance)
        for k in range(first, end):
            i = columns[k]
            seen = variances[i] * values[k]
            mean[i] += step * seen
            variances[i] = max(variances[i] - share * seen * seen, TINIEST)
        mean[last] += step * variances[last]
        variances[last] = max(variances[last] - share * variances[last] * variances[last], TINIEST)
        clean = scalar_cdf(u)
        cleans[row] = clean if labels[row] > 0.0 else 1.0 - clean
        kappa = learn_kappa(kappas, grid, clean, weights[row])


@template
def mean_of(weights, grid):
    """Return the mean kappa."""
    mean = 0.0
    for k in range(grid.size):
        mean += weights[k] * grid[k]
    return mean


@template
def full_bank(x, offsets, labels, weights, drifts, priors, means, covariances, kappas, grid, fields, noises, cleans):
    for k in range(drifts.size):
        full_member(
            x, offsets, labels, weights, drifts[k], priors[k], means[k], covariances[k], kappas[k], grid[k], fields[k],
            noises[k], cleans[k],
        )  # fmt: skip


@template
def diagonal_bank(x, labels, weights, drifts, priors, means, variances, kappas, grid, fields, noises, cleans):
    for k in range(drifts.size):
        diagonal_member(
            x, labels, weights, drifts[k], priors[k], means[k], variances[k], kappas[k], grid[k], fields[k], noises[k],
            cleans[k],
        )  # fmt: skip


@template
def sparse_bank(
    values, columns, starts, labels, weights, drifts, priors, means, variances, kappas, grid, fields, noises, cleans
):
    for k in range(drifts.size):
        sparse_member(
            values, columns, starts, labels, weights, drifts[k], priors[k], means[k], variances[k], kappas[k], grid[k],
            fields[k], noises[k], cleans[k],
        )  # fmt: skip


_DATA = types.Array(types.float64, 1, "C", readonly=True)
_ROWS = types.Array(types.float64, 2, "C", readonly=True)
_MATRIX = types.float64[:, ::1]
_INDEX = types.Array(types.int64, 1, "C", readonly=True)
_COLUMNS = types.Array(types.uint64, 1, "C", readonly=True)  # unsigned: an index that may be negative is slower


@cache
def bank_kernel(kind: str) -> Any:
    """Return the compiled loop over members: "full", "diagonal", or "sparse" (rows in CSR, diagonal).

    Arrays have a row for each member, ``grid`` among them.
    """
    tail = (_MATRIX, _ROWS, _MATRIX, _MATRIX, _MATRIX)  # kappas, grid, fields, noises, cleans
    if kind == "sparse":
        signature = types.void(_DATA, _COLUMNS, _INDEX, _DATA, _DATA, _DATA, _ROWS, _MATRIX, _MATRIX, *tail)
        return specialise(sparse_bank, "bank", signature, {})
    if kind == "full":
        signature = types.void(_ROWS, _DATA, _DATA, _DATA, _DATA, _ROWS, _MATRIX, types.float64[:, :, ::1], *tail)
        return specialise(full_bank, "bank", signature, {})
    signature = types.void(_ROWS, _DATA, _DATA, _DATA, _ROWS, _MATRIX, _MATRIX, *tail)
    return specialise(diagonal_bank, "bank", signature, {})
