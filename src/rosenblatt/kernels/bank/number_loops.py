"""Loops in which one member learns the targets of rows; what a target teaches fills the slot ``learn_target``.

Members and rows are named tuples with the fields of `members.Member` and `members.Batch` that the loops name. The
equations are those of `members`, whose loops for labels ask many members and rows of any kind in one function.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.bank.members import (
    MATRIX,
    ROUNDING,
    VECTOR,
    Batch,
    SparseBatch,
    after_drift,
    after_label,
)
from rosenblatt.kernels.bank.sweep import FRESH, ROOM, end_sweeps, start_sweeps, sweep
from rosenblatt.kernels.compiler import Slot, named_tuple_type, summing

learn_target, first_noise = Slot("learn_target"), Slot("first_noise")


@summing
def full_member(batch, member, said):
    """Let one member with a full covariance learn some rows."""
    x, mean, covariance, prior = batch.x, member.mean, member.spread, member.prior
    size, keep = mean.size, 1.0 - member.drift
    room, share, noise = np.empty(ROOM), 0.0, first_noise(member)
    start_sweeps(size, room)
    for row in range(x.shape[0]):
        sweep(covariance, prior, keep, share, x[row], room)
        h, variance, before = batch.offsets[row], 0.0, 0.0
        for i in range(size):
            mean[i] *= keep
            h += mean[i] * x[row, i]
            variance += room[FRESH + i] * x[row, i]
            before += prior[i] * x[row, i] * x[row, i]
        step, share, noise = learn_target(row, h, 1.0 + max(variance, 0.0), noise, batch, member, said)
        if not variance > ROUNDING * before:  # bank.5
            step, share = 0.0, 0.0
        for i in range(size):
            mean[i] += step * room[FRESH + i]  # bank.3
    end_sweeps(mean, covariance, share, room)


@summing
def diagonal_member(batch, member, said):
    """Let one member that keeps the diagonal of C learn some rows."""
    x, mean, variances, prior = batch.x, member.mean, member.spread, member.prior
    keep, noise = 1.0 - member.drift, first_noise(member)
    for row in range(x.shape[0]):
        h, variance = batch.offsets[row], 0.0
        for i in range(mean.size):
            mean[i], variances[i] = after_drift(x[row, i], keep, prior[i], mean[i], variances[i])
            h += mean[i] * x[row, i]
            variance += variances[i] * x[row, i] * x[row, i]
        step, share, noise = learn_target(row, h, 1.0 + variance, noise, batch, member, said)
        for i in range(mean.size):
            mean[i], variances[i] = after_label(x[row, i], mean[i], variances[i], step, share)


@summing
def sparse_member(batch, member, said):
    """The same for sparse rows, whose intercept is the last weight."""
    values, columns, starts = batch.values, batch.columns, batch.starts
    mean, variances, prior = member.mean, member.spread, member.prior
    last, keep, noise = mean.size - 1, 1.0 - member.drift, first_noise(member)
    for row in range(batch.offsets.size):
        mean[last], variances[last] = after_drift(1.0, keep, prior[last], mean[last], variances[last])
        h, variance = batch.offsets[row] + mean[last], variances[last]
        for place in range(starts[row], starts[row + 1]):
            i, value = columns[place], values[place]
            mean[i], variances[i] = after_drift(value, keep, prior[i], mean[i], variances[i])
            h += mean[i] * value
            variance += variances[i] * value * value
        step, share, noise = learn_target(row, h, 1.0 + variance, noise, batch, member, said)
        for place in range(starts[row], starts[row + 1]):
            i = columns[place]
            mean[i], variances[i] = after_label(values[place], mean[i], variances[i], step, share)
        mean[last], variances[last] = after_label(1.0, mean[last], variances[last], step, share)


ROWS = {
    Batch: named_tuple_type(Batch, MATRIX, VECTOR, VECTOR, VECTOR),
    SparseBatch: named_tuple_type(SparseBatch, VECTOR, types.uint64[::1], types.int64[::1], VECTOR, VECTOR, VECTOR),
}
LOOPS = {(Batch, 3): full_member, (Batch, 2): diagonal_member, (SparseBatch, 2): sparse_member}


def writable(batch: Any) -> Any:
    """Return a batch with copies of its read-only arrays.

    Loops do not write to a batch; but in a named tuple, Numba takes an array only as the signature has it.
    """
    if all(part.flags.writeable for part in batch):
        return batch
    return type(batch)(*(part if part.flags.writeable else part.copy() for part in batch))
