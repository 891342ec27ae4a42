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
from rosenblatt.kernels.compiler import Slot, inlined, named_tuple_type, pasted, specialise, summing, template
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


@template
def mean_kappa(member):
    """Return the mean of kappa."""
    kappas, grid, mean = member.kappas, member.grid, 0.0
    for k in range(grid.size):
        mean += kappas[k] * grid[k]
    return mean


@template
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


@inlined
@summing
def learn_label(row, h, total, kappa, batch, member, said):
    """Say what is to be said of a row with the mean field h and total = 1 + lambda, and learn kappa from its label.

    Return the factor of Cx in bank.3, that of Cx (Cx)', and the new mean of kappa.
    """
    label, weight = batch.labels[row], batch.weights[row]
    root = math.sqrt(total)
    said.fields[row], said.noises[row] = h / root, kappa
    u = label * h / root
    g, taken = surprise(u, kappa)  # bank.2
    g, taken = weighted(g, taken, weight)
    clean = scalar_cdf(u)
    said.cleans[row] = clean if label > 0.0 else 1.0 - clean
    return label * g / root, taken / total, learn_kappa(member.kappas, member.grid, clean, weight)


# What a target teaches is that of labels, or of numbers: see `numbers`.
learn_target, first_noise = Slot("learn_target"), Slot("first_noise")
OF_LABELS = {"learn_target": learn_label, "first_noise": mean_kappa}


@summing
def longest(x):
    """Return the largest sum of squares of a row."""
    found = 0.0
    for row in range(x.shape[0]):
        total = 0.0
        for i in range(x.shape[1]):
            total += x[row, i] * x[row, i]
        found = max(found, total)
    return found


@summing
def prior_variance(prior, x):
    """Return x.Vx."""
    total = 0.0
    for i in range(x.size):
        total += prior[i] * x[i] * x[i]
    return total


@inlined
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
def full_member(batch, member, said):
    """Let one member with a full covariance learn some rows."""
    x, offsets, mean, covariance, prior = batch.x, batch.offsets, member.mean, member.spread, member.prior
    size = mean.size
    keep = 1.0 - member.drift
    seen, fresh, restored = np.zeros(size), np.empty(size), (1.0 - keep * keep) * prior
    share, noise, low = 0.0, first_noise(member), ROUNDING * prior.max() * longest(x)
    for row in range(x.shape[0]):
        sweep(covariance, keep * keep, share, seen, x[row], restored, fresh)
        h, variance = offsets[row], 0.0
        for i in range(size):
            seen[i] = fresh[i]
            mean[i] *= keep
            h += mean[i] * x[row, i]
            variance += fresh[i] * x[row, i]
        step, share, noise = learn_target(row, h, 1.0 + max(variance, 0.0), noise, batch, member, said)
        if variance <= low and variance <= ROUNDING * prior_variance(prior, x[row]):  # bank.5
            step, share = 0.0, 0.0
        for i in range(size):
            mean[i] += step * seen[i]  # bank.3
    for i in range(size):  # what the last row taught
        part = share * seen[i]
        for j in range(i + 1):
            covariance[i, j] -= part * seen[j]


@summing
def diagonal_member(batch, member, said):
    """Let one member that keeps the diagonal of C learn some rows."""
    x, offsets, mean, variances, prior = batch.x, batch.offsets, member.mean, member.spread, member.prior
    size, drift = mean.size, member.drift
    keep = 1.0 - drift
    square, gained = keep * keep, (1.0 - keep) * (1.0 + keep)
    noise = first_noise(member)
    for row in range(x.shape[0]):
        h, variance = offsets[row], 0.0
        if drift > 0.0:
            for i in range(size):
                met = x[row, i] != 0.0
                mean[i] *= keep if met else 1.0
                variances[i] = (square if met else 1.0) * variances[i] + (gained * prior[i] if met else 0.0)
        for i in range(size):
            h += mean[i] * x[row, i]
            variance += variances[i] * x[row, i] * x[row, i]
        step, share, noise = learn_target(row, h, 1.0 + variance, noise, batch, member, said)
        for i in range(size):
            seen = variances[i] * x[row, i]
            mean[i] += step * seen
            variances[i] = max(variances[i] - share * seen * seen, TINIEST)


@summing
def sparse_member(batch, member, said):
    """The same for sparse rows, whose intercept is the last weight."""
    values, columns, starts, offsets = batch.values, batch.columns, batch.starts, batch.offsets
    mean, variances, prior, drift = member.mean, member.spread, member.prior, member.drift
    last, keep = mean.size - 1, 1.0 - drift
    square, gained = keep * keep, (1.0 - keep) * (1.0 + keep)
    noise = first_noise(member)
    for row in range(offsets.size):
        first, end = starts[row], starts[row + 1]
        mean[last] *= keep
        variances[last] = square * variances[last] + gained * prior[last]
        h, variance = offsets[row] + mean[last], variances[last]
        for k in range(first, end):
            i, value = columns[k], values[k]
            if drift > 0.0 and value != 0.0:
                mean[i] *= keep
                variances[i] = square * variances[i] + gained * prior[i]
            h += mean[i] * value
            variance += variances[i] * value * value
        step, share, noise = learn_target(row, h, 1.0 + variance, noise, batch, member, said)
        for k in range(first, end):
            i = columns[k]
            seen = variances[i] * values[k]
            mean[i] += step * seen
            variances[i] = max(variances[i] - share * seen * seen, TINIEST)
        mean[last] += step * variances[last]
        variances[last] = max(variances[last] - share * variances[last] * variances[last], TINIEST)


@pasted
def member_of(stack, k):
    """Return one member of several; its arrays are those of the stack."""
    return Member(stack.drifts[k], stack.priors[k], stack.means[k], stack.spreads[k], stack.kappas[k], stack.grids[k])


@pasted
def said_by(said, k):
    """Return where one member of several writes."""
    return Said(said.fields[k], said.noises[k], said.cleans[k])


learn_member = Slot("learn_member")


@template
def learn_members(batch, stack, said):
    for k in range(stack.drifts.size):
        learn_member(batch, member_of(stack, k), said_by(said, k))


VECTOR, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
ROWS = {
    Batch: named_tuple_type(Batch, MATRIX, VECTOR, VECTOR, VECTOR),
    SparseBatch: named_tuple_type(SparseBatch, VECTOR, types.uint64[::1], types.int64[::1], VECTOR, VECTOR, VECTOR),
}
_SAID = named_tuple_type(Said, MATRIX, MATRIX, MATRIX)
LOOPS = {(Batch, 3): full_member, (Batch, 2): diagonal_member, (SparseBatch, 2): sparse_member}


@cache
def _kernel(rows: type, axes: int) -> Any:
    stack = named_tuple_type(Stack, VECTOR, MATRIX, MATRIX, CUBE if axes == 3 else MATRIX, MATRIX, MATRIX)
    loop = LOOPS[rows, axes]
    fillings = {"learn_member": loop, **OF_LABELS}
    return specialise(learn_members, loop.__name__, types.void(ROWS[rows], stack, _SAID), fillings)


def writable(batch: Any) -> Any:
    """Return a batch with copies of its read-only arrays.

    Loops do not write to a batch; but in a named tuple, Numba takes an array only as the signature has it.
    """
    if all(part.flags.writeable for part in batch):
        return batch
    return type(batch)(*(part if part.flags.writeable else part.copy() for part in batch))


def learn_batch(batch: Batch | SparseBatch, stack: Stack, said: Said) -> None:
    """Let members learn some rows, with the covariances or diagonals that they have, and fill ``said``."""
    _kernel(type(batch), stack.spreads.ndim)(writable(batch), stack, said)
