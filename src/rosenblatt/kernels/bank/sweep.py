r"""One pass over the lower triangle of a covariance a row: what the last row taught, the drift, and the product Cx.

The equations are those of `members`. The upper triangle is never looked at, so that C is symmetric whatever the
rounding. Two things keep the pass short, of three products and sums an entry:

    sweep.1   of C the drift is kept apart,  C = c C':  C' <- C' - c G/(1 + lambda) C'x (C'x)' of the last row,
              c <- f^2 c, and on the diagonal  C' <- C' + (1 - f^2)/c V
    sweep.2   the row x, the last C'x and the present one lie in one array, at distances that the compiler knows. It
              need not find out then, for each row of C, whether they overlap
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import inlined, pasted, summing

WIDEST = 520  # inputs that there may be; 512 would put three numbers that are needed together into one set of the cache
ROW, SEEN, FRESH = 0, WIDEST, 2 * WIDEST  # where parts of the array start: x, the last C'x, the present one
ROOM = 3 * WIDEST
LEAST_SCALE = 1e-3  # of c: from there on it is multiplied out


@pasted
def start_sweeps(size, room):
    """Get ready for the first row, before which nothing was taught; return c."""
    for i in range(size):
        room[FRESH + i] = 0.0
    return 1.0


@inlined
@summing
def sweep(covariance, prior, keep, share, scale, x, room):
    """Learn the last row, drift, and put C'x into ``room``; return c.  (bank.3, bank.1, sweep.1)"""
    size, square = prior.size, keep * keep
    if scale * square < LEAST_SCALE and scale < 1.0:
        for i in range(size):
            row = covariance[i]
            for j in range(i + 1):
                row[j] *= scale
            room[FRESH + i] *= scale
        scale = 1.0
    for i in range(size):
        room[SEEN + i], room[ROW + i] = room[FRESH + i], x[i]
    share *= scale
    scale *= square
    gained = (1.0 - keep) * (1.0 + keep) / scale
    for i in range(size):
        row, part, value, total = covariance[i], share * room[SEEN + i], room[ROW + i], 0.0
        for j in range(i):
            entry = row[j] - part * room[SEEN + j]
            row[j] = entry
            total += entry * room[ROW + j]
            room[FRESH + j] += entry * value
        entry = row[i] - part * room[SEEN + i] + gained * prior[i]
        row[i] = entry
        room[FRESH + i] = total + entry * value
    return scale


@inlined
@summing
def end_sweeps(covariance, share, scale, room):
    """Learn the last row of all, and multiply c out."""
    for i in range(covariance.shape[0]):
        part, entries = share * scale * room[FRESH + i], covariance[i]
        for j in range(i + 1):
            entries[j] = scale * (entries[j] - part * room[FRESH + j])


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
