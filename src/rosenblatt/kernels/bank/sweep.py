r"""One pass over the lower triangle of a covariance a row: what the last row taught, the drift, and the product Cx.

The equations are those of `members`. The upper triangle is never looked at, so that C is symmetric whatever the
rounding. The row x, the last Cx and the present one lie in one array, at distances that the compiler knows: it need not
find out then, for each row of C, whether they overlap. Rows may be learnt in blocks of any
size, with the same numbers.
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import inlined, pasted, summing

WIDEST = 520  # inputs that there may be; 512 would put three numbers that are needed together into one set of the cache
ROW, SEEN, FRESH = 0, WIDEST, 2 * WIDEST  # where parts of the array start: x, the last Cx, the present one
ROOM = 3 * WIDEST
NOTHING = 1e-150  # what drifts on towards 0 gets below 1e-308, where processors take a hundred times as long


@pasted
def start_sweeps(size, room):
    """Get ready for the first row, before which nothing was taught."""
    for i in range(size):
        room[FRESH + i] = 0.0


@inlined
@summing
def sweep(covariance, prior, keep, share, x, room):
    """Learn the last row, drift, and put Cx into ``room``.  (bank.3, bank.1)"""
    size, square, gained = prior.size, keep * keep, (1.0 - keep) * (1.0 + keep)
    for i in range(size):
        room[SEEN + i], room[ROW + i] = room[FRESH + i], x[i]
    for i in range(size):
        row, part, value, total = covariance[i], share * room[SEEN + i], room[ROW + i], 0.0
        for j in range(i):
            entry = square * (row[j] - part * room[SEEN + j])
            row[j] = entry
            total += entry * room[ROW + j]
            room[FRESH + j] += entry * value
        entry = square * (row[i] - part * room[SEEN + i]) + gained * prior[i]
        row[i] = entry
        room[FRESH + i] = total + entry * value


@pasted
def end_sweeps(mean, covariance, share, room):
    """Learn the last row of all; what has drifted to nearly nothing becomes nothing."""
    for i in range(covariance.shape[0]):
        part, entries = share * room[FRESH + i], covariance[i]
        if abs(mean[i]) < NOTHING:
            mean[i] = 0.0
        for j in range(i + 1):
            entry = entries[j] - part * room[FRESH + j]
            entries[j] = entry if abs(entry) > NOTHING else 0.0


@inlined
@summing
def glance(covariance, x, room):
    """Put Cx into ``room``; rows may have more inputs than there are."""
    size = covariance.shape[0]
    for i in range(size):
        room[ROW + i] = x[i]
    for i in range(size):
        row, value, total = covariance[i], room[ROW + i], 0.0
        for j in range(i):
            total += row[j] * room[ROW + j]
            room[FRESH + j] += row[j] * value
        room[FRESH + i] = total + row[i] * value


def room_for(inputs: int) -> np.ndarray:
    """Return room for sweeps over so many inputs."""
    assert inputs <= WIDEST
    return np.empty(ROOM)
