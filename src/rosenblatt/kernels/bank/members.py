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

A full C is gone over once a row, see `sweep`. Rows of sample weight w count as w factors (evidence.3). A member writes
what it says of each row before it learns it.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.gaussian import SQRT_2, SQRT_2PI, scalar_cdf
from rosenblatt.kernels.bank.sweep import FRESH, end_sweeps, glance, room_for, start_sweeps, sweep
from rosenblatt.kernels.compiler import inlined, machine_code, numeric, pasted, specialise, summing, template
from rosenblatt.rules.parts.evidence import surprise, weighted

KAPPAS = np.array([0.0, 0.05, 0.1, 0.2, 0.3])  # where kappa is looked for; the first is never quite believed
KAPPA_SHARE = 1e-4
TINIEST = 1e-300  # of variances: rounding must not make them negative
ROUNDING = 1e-12  # of the prior variance of a field: less is not known of it
FARTHEST_MISTAKE = 1e50  # what is farther off teaches no more: no mean that a file may have grows beyond what it may
NEAR = 4.0  # the fields at which rounding costs phi no digits but the last
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


@inlined
@numeric
@template
def learn_label(field, label, weight, kappa, kappas, grid):
    """Learn kappa from the label of a row with the field u for tau = 1.

    Return Phi(u) for tau = 1, tau g, G, and the new mean of kappa.  (bank.2, bank.4)
    """
    u = label * field
    if abs(u) < NEAR:
        clean = 0.5 * math.erfc(-u / SQRT_2)
        g = (1.0 - 2.0 * kappa) * math.exp(-0.5 * u * u) / (SQRT_2PI * (kappa + (1.0 - 2.0 * kappa) * clean))
        taken = g * (g + u)
    else:
        clean = scalar_cdf(u)
        g, taken = surprise(-FARTHEST_MISTAKE if u < -FARTHEST_MISTAKE else u, kappa)
    g, taken = weighted(g, taken, weight)
    kappa = learn_kappa(kappas, grid, clean, weight)
    return clean if label > 0.0 else 1.0 - clean, label * g, taken, kappa


@pasted
def after_drift(value, keep, prior, mean, variance):
    """Return mean and variance of a weight of a diagonal after the drift, if its input is not 0.  (bank.1)"""
    met = value != 0.0
    gained = (1.0 - keep) * (1.0 + keep) * prior if met else 0.0
    return (keep if met else 1.0) * mean, (keep * keep if met else 1.0) * variance + gained


@pasted
def after_label(value, mean, variance, step, share):
    """Return a weight of a diagonal after a label.  (bank.3)"""
    seen = variance * value
    return mean + step * seen, max(variance - share * seen * seen, TINIEST)


@numeric
@summing
def ask_members(
    learn, labels, weights, x, offsets, full,
    drifts, priors, means, spreads, kappas, grids, first, fields, noises, cleans, room,
):  # fmt: skip
    """Let members say what they say of rows, from place ``first`` on and, if they are to ``learn``, learn each then."""
    last = means.shape[1] - 1
    for k in range(drifts.size):
        keep, prior, mean, covariance, mine, grid = (
            1.0 - drifts[k],
            priors[k],
            means[k],
            spreads[k],
            kappas[k],
            grids[k],
        )
        variances = covariance[0]
        share, kappa, before = 0.0, mean_kappa(mine, grid), 0.0
        if full:
            start_sweeps(last + 1, room)
        for row in range(labels.size):
            z, h, variance = x[row], 0.0, 0.0
            if full:
                before = 0.0
                if learn:
                    sweep(covariance, prior, keep, share, z, room)
                else:
                    glance(covariance, z, room)
                for i in range(last + 1):
                    h += keep * mean[i] * z[i]
                    variance += room[FRESH + i] * z[i]
                    before += prior[i] * z[i] * z[i]
                if not learn:  # the drift
                    variance = keep * keep * variance + (1.0 - keep) * (1.0 + keep) * before
            elif keep == 1.0:
                for i in range(last + 1):
                    h += mean[i] * z[i]
                    variance += variances[i] * z[i] * z[i]
            else:
                for i in range(last + 1):
                    m, v = after_drift(z[i], keep, prior[i], mean[i], variances[i])
                    h += m * z[i]
                    variance += v * z[i] * z[i]
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
            if full:
                if not variance > ROUNDING * before:  # bank.5
                    step, share = 0.0, 0.0
                for i in range(last + 1):
                    mean[i] = keep * mean[i] + step * room[FRESH + i]  # bank.3
            elif keep == 1.0:
                for i in range(last + 1):
                    mean[i], variances[i] = after_label(z[i], mean[i], variances[i], step, share)
            else:
                for i in range(last + 1):
                    m, v = after_drift(z[i], keep, prior[i], mean[i], variances[i])
                    mean[i], variances[i] = after_label(z[i], m, v, step, share)
        if full and learn:
            end_sweeps(mean, covariance, share, room)


def member_of(stack: Stack, k: int) -> Member:
    """Return one member of several; its arrays are those of the stack."""
    return Member(stack.drifts[k], stack.priors[k], stack.means[k], stack.spreads[k], stack.kappas[k], stack.grids[k])


def said_by(said: Said, k: int) -> Said:
    """Return where one member of several writes."""
    return Said(said.fields[k], said.noises[k], said.cleans[k])


VECTOR, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
NO_ROWS = np.empty((0, 0))
NOT_STORED = (np.empty(0), np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))  # of rows that are not sparse


@cache
def members_kernel() -> Any:
    """Return the compiled `ask_members`."""
    stack = (VECTOR, MATRIX, MATRIX, CUBE, MATRIX, MATRIX)
    rest = (types.int64, MATRIX, MATRIX, MATRIX, VECTOR)
    signature = types.void(types.boolean, VECTOR, VECTOR, MATRIX, VECTOR, types.boolean, *stack, *rest)
    return specialise(ask_members, "bank", signature, {})


def learn_batch(batch: Batch, stack: Stack, said: Said) -> None:
    """Let members learn some rows, with the covariances or diagonals that they have, and fill ``said``."""
    full = stack.spreads.ndim == 3
    stack = stack._replace(spreads=stack.spreads if full else stack.spreads[:, None, :])
    room = room_for(stack.means.shape[1]) if full else np.empty(0)
    machine_code(members_kernel())(
        True, batch.labels, batch.weights, batch.x, batch.offsets, full, *stack, 0, *said, room
    )
