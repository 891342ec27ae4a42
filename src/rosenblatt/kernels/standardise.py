"""Running standardisation of rows: each row is seen through the means and deviations up to itself.

standardise.1   count, mean and sum of squared deviations by Welford's recursion, the row included; a value farther than
                thirty deviations counts as just that far, so that one wild value does not silence its column
standardise.2   z = (x - mean)/deviation; 0 where nothing has varied yet; |z| at most 8, or a value that far out, or the
                first after a long silence, would outweigh all others
standardise.3   columns may be kept raw for as long as they hold nothing but 0 and 1
standardise.4   counts: z = log(1 + |x|/s) with the sign of x, s = 1 if stored values of the column have a mean size
                between 0.01 and 100, else that size

A column is looked at in units of a power of two near its usual size, which changes no digit: squares of 1e200 are
numbers then.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import cached_njit

FARTHEST, WILD = 8.0, 30.0
FIRST = 1e100  # that far a column may go, in its units, before it is known what is wild; and never farther
CONSTANT = 1e-24  # squared: a deviation that is so small a part of the mean is rounding
USUAL_SIZES = (0.01, 100.0)


@cached_njit(error_model="numpy")
def standardise_dense(x, weights, count, mean, spread, units, raw, farthest, out):
    """Fill ``out`` with the rows of ``x`` as they come; ``mean``, ``spread`` and ``raw`` change; return the new count.

    ``units`` are what the columns are multiplied by; ``mean`` and ``spread`` are in these units. ``raw`` is 1 for
    columns that have held only 0 and 1 and are to be kept.
    """
    bounds, kept = np.empty(mean.size), raw.max() > 0.0 if raw.size else False
    for i in range(mean.size):
        bounds[i] = min(WILD * math.sqrt(spread[i] / max(count, 1.0)), FIRST) if spread[i] > 0.0 else FIRST
    for row in range(x.shape[0]):
        there = weights[row] != 0.0
        count += there
        part, share = there / max(count, 1.0), 1.0 / max(count, 1.0)
        for i in range(x.shape[1]):  # no branches, so that several columns go at once
            inner = np.float64(x[row, i]) * units[i]
            off = min(max(inner - mean[i], -bounds[i]), bounds[i])
            centre = mean[i] + off * part
            total = spread[i] + there * off * (mean[i] + off - centre)  # standardise.1
            mean[i], spread[i] = centre, total
            root = math.sqrt(total * share)
            bounds[i] = min(WILD * root, FIRST) if total > 0.0 else FIRST
            z = (inner - centre) / root
            varied = total * share > CONSTANT * centre * centre
            out[row, i] = min(max(z, -farthest), farthest) if varied else 0.0  # standardise.2
        if kept:
            for i in range(x.shape[1]):
                value = np.float64(x[row, i])
                raw[i] = raw[i] if value == 0.0 or value == 1.0 else 0.0
                out[row, i] = value if raw[i] > 0.0 else out[row, i]  # standardise.3
    return count


@cached_njit()
def compress_counts(values, columns, numbers, sizes, learn, out):
    """Fill ``out`` with the logarithms of stored values; if ``learn``, ``numbers`` and ``sizes`` of columns change."""
    for k in range(values.size):
        i, size = columns[k], abs(np.float64(values[k]))
        usual = sizes[i] + (size - sizes[i]) / (numbers[i] + 1.0) if size > 0.0 else sizes[i]
        if learn and size > 0.0:
            numbers[i] += 1.0
            sizes[i] = usual
        plain = usual == 0.0 or USUAL_SIZES[0] <= usual <= USUAL_SIZES[1]
        out[k] = math.copysign(math.log1p(size if plain else size / usual), np.float64(values[k]))  # standardise.4
