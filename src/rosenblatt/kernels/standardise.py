"""Running standardisation of rows: each row is seen through the means and deviations up to itself.

standardise.1   count, mean and sum of squared deviations by Welford's recursion, the row included
standardise.2   z = (x - mean)/deviation; 0 where nothing has varied yet
standardise.3   sparse rows are scaled and not centred: z = x/sqrt(mean of x^2), zeros counted
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit


@njit(nogil=True, cache=True, error_model="numpy")
def standardise_dense(x, weights, count, mean, spread, out):
    """Fill ``out`` with the rows of ``x`` as they come; ``mean`` and ``spread`` change; return the new count."""
    for row in range(x.shape[0]):
        there = weights[row] != 0.0
        count += there
        part, share = there / max(count, 1.0), 1.0 / max(count, 1.0)
        for i in range(x.shape[1]):  # no branches, so that several columns go at once
            value = np.float64(x[row, i])
            off = value - mean[i]
            centre = mean[i] + off * part
            total = spread[i] + there * off * (value - centre)  # standardise.1
            mean[i], spread[i] = centre, total
            z = (value - centre) / math.sqrt(total * share)
            out[row, i] = z if total > 0.0 else 0.0  # standardise.2
    return count


@njit(nogil=True, cache=True)
def standardise_sparse(values, columns, starts, weights, count, squares, out):
    """Fill ``out`` with the scaled values of a CSR matrix; ``squares`` changes; return the new count."""
    for row in range(weights.size):
        first, last = starts[row], starts[row + 1]
        if weights[row] != 0.0:
            count += 1.0
            for k in range(first, last):
                squares[columns[k]] += np.float64(values[k]) ** 2
        for k in range(first, last):
            scale = math.sqrt(squares[columns[k]] / max(count, 1.0))
            out[k] = np.float64(values[k]) / scale if scale > 0.0 else 0.0  # standardise.3
    return count
