"""Counting ones by class, in one pass over the rows.

counts.1   ones[k, i] += 1  for every row of class k with x_i = 1

A byte holds a count of up to 255, and 32 or 64 of them are added at once. So counts are kept in
bytes for 255 rows, which stay in the cache, and then added to the large ones. Rows are read once.
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import cached_njit

ROWS_IN_A_BYTE = 255  # as many as a byte can count
ZERO, MINUS = 1, 2  # what a column has had besides 1: 0, -1, or both


@cached_njit()
def count_booleans(x, classes, ones):
    """Add to ``ones`` (classes, columns) from rows of bytes that are 0 or 1.  (counts.1)"""
    rows, columns = x.shape
    partial = np.zeros((ones.shape[0], columns), dtype=np.uint8)
    for first in range(0, rows, ROWS_IN_A_BYTE):
        for row in range(first, min(first + ROWS_IN_A_BYTE, rows)):
            into = partial[classes[row]]
            for i in range(columns):
                into[i] += x[row, i]
        _flush(partial, ones)


@cached_njit()
def count_values(x, classes, ones, low):
    """Do the same for rows of 1 and 0 or -1 of any type, and remember in ``low`` which of these a column had.

    Return -1, or the row of the first value that is none of them; ``ones`` is then not to be used.
    """
    rows, columns = x.shape
    partial = np.zeros((ones.shape[0], columns), dtype=np.uint8)
    strange = np.zeros(columns, dtype=np.uint8)
    for first in range(0, rows, ROWS_IN_A_BYTE):
        last = min(first + ROWS_IN_A_BYTE, rows)
        for row in range(first, last):
            into = partial[classes[row]]
            for i in range(columns):
                value = x[row, i]
                one, zero, minus = np.uint8(value == 1), np.uint8(value == 0), np.uint8(value == -1)
                into[i] += one
                low[i] |= zero | (minus << np.uint8(1))
                strange[i] |= np.uint8(1) ^ (one | zero | minus)
        _flush(partial, ones)
        if strange.any():
            for row in range(first, last):
                for i in range(columns):
                    if x[row, i] != 1 and x[row, i] != 0 and x[row, i] != -1:
                        return row
    return -1


@cached_njit()
def count_weighted(x, classes, weights, ones):
    """Add to ``ones`` the weights of the rows whose x_i is 1."""
    for row in range(x.shape[0]):
        into, weight = ones[classes[row]], weights[row]
        for i in range(x.shape[1]):
            into[i] += weight * (x[row, i] == 1)


@cached_njit()
def _flush(partial, ones):
    for k in range(partial.shape[0]):
        for i in range(partial.shape[1]):
            ones[k, i] += partial[k, i]
            partial[k, i] = 0


def count_ones(
    x: np.ndarray, classes: np.ndarray, number: int, weights: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the counts (classes, columns), what each column had besides 1, and the first strange row or -1.

    Parameters
    ----------
    x : rows of booleans, or of numbers that should be 1 and 0 or -1.
    classes : the class of each row, from 0 to ``number`` - 1.
    weights : of the rows, if they are not all 1.
    """
    rows, columns = x.shape
    if classes.shape != (rows,) or (rows and not 0 <= classes.min() <= classes.max() < number):
        raise ValueError(
            f"classes must be {rows} numbers from 0 to {number - 1}; got shape {classes.shape}. Give one for each row."
        )
    ones, low, stopped = np.zeros((number, columns), dtype=np.int64), np.zeros(columns, dtype=np.uint8), -1
    if x.dtype == bool:
        low[:] = ZERO
        count_booleans(x.view(np.uint8), classes, ones)
    else:
        stopped = count_values(x, classes, ones, low)
    if weights is None or stopped >= 0:
        return ones.astype(float), low, stopped
    weighted = np.zeros((number, columns))
    count_weighted(x, classes, weights, weighted)
    return weighted, low, stopped
