"""Members that keep the diagonal of C and see sparse rows, all at once: the equations are those of `members`.

All members meet the same few inputs of a row. So the numbers of one input lie side by side, in arrays of shape (inputs,
members), and the inner loops run over members. The prior variance of a member is the same for all inputs but the
intercept's, which is the last.

What belongs to a member alone is a column of a small table whose width the compiler knows. It need not find out then,
for each input of each row, whether two of its rows overlap, which takes as long as the arithmetic.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.bank.members import (
    MATRIX,
    TINIEST,
    VECTOR,
    Said,
    SparseBatch,
    Stack,
    learn_label,
    mean_kappa,
)
from rosenblatt.kernels.compiler import machine_code, numeric, pasted, specialise, summing

TOGETHER = 64  # the width of the table, the most members that there may be
# Where its rows start: 1 - delta and its square, field and variance of a row, the factors of bank.3 and the mean kappa;
# last what the drift adds to the variance of a weight, and to that of the intercept.
KEEP, SQUARE, FIELD, VARIANCE, STEP, SHARE, KAPPA, GAINED, GAINED_LAST = range(0, 9 * TOGETHER, TOGETHER)
TOUCHED = 9 * TOGETHER
OWN = TOUCHED + 1  # the size of the table


@pasted
def look(value, gained, means, variances, count, own):
    """Add an input to the fields of members, as it is after the drift.  (bank.1)"""
    square = value * value
    for k in range(count):
        own[FIELD + k] += own[KEEP + k] * means[k] * value
        own[VARIANCE + k] += (own[SQUARE + k] * variances[k] + own[gained + k]) * square


@pasted
def drift_and_look(value, gained, means, variances, count, own):
    """Let the weights of an input drift, and add it to the fields of members.  (bank.1)"""
    square = value * value
    for k in range(count):
        mean = own[KEEP + k] * means[k]
        variance = own[SQUARE + k] * variances[k] + own[gained + k]
        means[k], variances[k] = mean, variance
        own[FIELD + k] += mean * value
        own[VARIANCE + k] += variance * square


@pasted
def learn_input(value, means, variances, count, own):
    """Let the weights of an input learn the label of a row.  (bank.3)"""
    for k in range(count):
        seen = variances[k] * value
        means[k] += own[STEP + k] * seen
        variances[k] = max(variances[k] - own[SHARE + k] * seen * seen, TINIEST)


@numeric
@summing
def ask_sparse_members(
    learn, labels, weights, values, columns, starts, offsets,
    drifts, priors, means, variances, kappas, grids, place, fields, noises, cleans, own,
):  # fmt: skip
    """Let members say what they say of rows, from ``place`` on and, if they are to ``learn``, learn each then.

    ``priors`` are of shape (members, inputs), ``means`` and ``variances`` (inputs, members).
    """
    count, last = drifts.size, means.shape[0] - 1
    for k in range(count):
        keep = 1.0 - drifts[k]
        own[KEEP + k], own[SQUARE + k] = keep, keep * keep
        own[GAINED + k] = (1.0 - keep) * (1.0 + keep) * priors[k, 0]
        own[GAINED_LAST + k] = (1.0 - keep) * (1.0 + keep) * priors[k, last]
        own[KAPPA + k] = mean_kappa(kappas[k], grids[k])
    for row in range(labels.size):
        for k in range(count):
            own[FIELD + k], own[VARIANCE + k] = 0.0, 0.0
        end = starts[row + 1]
        touched = 0.0
        for at in range(starts[row], end):  # nothing waits for another here: memory is asked for all of it at once
            touched += means[columns[at], 0] + variances[columns[at], 0]
        own[TOUCHED] = touched
        for at in range(starts[row], end + 1):  # the last input is the intercept's, which is not stored
            i, value, gained = (columns[at], values[at], GAINED) if at < end else (np.uint64(last), 1.0, GAINED_LAST)
            if value == 0.0:
                continue
            if learn:
                drift_and_look(value, gained, means[i], variances[i], count, own)
            else:
                look(value, gained, means[i], variances[i], count, own)
        for k in range(count):
            here = place + k
            total = 1.0 + max(own[VARIANCE + k], 0.0)
            root = math.sqrt(total)
            field = (offsets[row] + own[FIELD + k]) / root
            fields[here, row], noises[here, row] = field, own[KAPPA + k]
            if not learn:
                cleans[here, row] = scalar_cdf(field)
                continue
            cleans[here, row], step, share, own[KAPPA + k] = learn_label(
                field, labels[row], weights[row], own[KAPPA + k], kappas[k], grids[k]
            )
            own[STEP + k], own[SHARE + k] = step / root, share / total
        if learn:
            for at in range(starts[row], end + 1):
                i, value = (columns[at], values[at]) if at < end else (np.uint64(last), 1.0)
                learn_input(value, means[i], variances[i], count, own)


@cache
def sparse_members_kernel() -> Any:
    """Return the compiled `ask_sparse_members`."""
    rows = (VECTOR, types.uint64[::1], types.int64[::1], VECTOR)
    stack = (VECTOR, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX)
    signature = types.void(types.boolean, VECTOR, VECTOR, *rows, *stack, types.int64, MATRIX, MATRIX, MATRIX, VECTOR)
    return specialise(ask_sparse_members, "bank", signature, {})


def learn_sparse_batch(batch: SparseBatch, stack: Stack, said: Said) -> None:
    """Let members learn some rows and fill ``said``.

    Means and diagonals are those of a ``stack``, (members, inputs): arrays in Fortran's order are not copied.
    """
    values, columns, starts, offsets, labels, weights = batch
    own = [np.ascontiguousarray(part.T) for part in (stack.means, stack.spreads)]
    rest = (stack.drifts, stack.priors, *own, stack.kappas, stack.grids, 0, *said, np.empty(OWN))
    machine_code(sparse_members_kernel())(True, labels, weights, values, columns, starts, offsets, *rest)
    for part, learnt in zip((stack.means, stack.spreads), own, strict=True):
        if not np.shares_memory(part, learnt):
            part[:] = learnt.T
