"""Columns of a table as the rows of an array."""

from __future__ import annotations

from rosenblatt.kernels.compiler import cached_njit

TOGETHER = 8  # numbers of a column that are near each other: a line of the cache has as many


@cached_njit()
def rows_of_columns(columns, out):
    """Fill ``out``, (rows, columns), from the same numbers as (columns, rows)."""
    width, rows = columns.shape
    whole = rows - rows % TOGETHER
    for start in range(0, whole, TOGETHER):
        for i in range(width):
            for k in range(TOGETHER):
                out[start + k, i] = columns[i, start + k]
    for row in range(whole, rows):
        for i in range(width):
            out[row, i] = columns[i, row]
