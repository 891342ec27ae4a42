"""Running standardisation of rows: each row is seen through the means and deviations up to itself.

standardise.1   count, mean and sum of squared deviations by Welford's recursion, the row included; a value farther than
                thirty deviations counts as just that far, so that one wild value does not silence its column
standardise.2   z = (x - mean)/deviation; 0 where nothing has varied yet; |z| at most 8, or a value that far out, or the
                first after a long silence, would outweigh all others
standardise.3   columns may be kept raw for as long as they hold nothing but 0 and 1
standardise.4   counts: z = log(1 + |x|/s) with the sign of x, s = 1 if stored values of the column have a mean size
                between 0.01 and 100, else that size
standardise.5   a missing value (NaN) is seen as the mean of its column, and teaches nothing of it

A column is looked at in units of a power of two near its usual size, which changes no digit: squares of 1e200 are
numbers then.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import cached_njit

FARTHEST, WILD = 8.0, 30.0
SURELY_TAME = 0.999 * WILD**2  # squared deviations: rounding does not make it wild
FIRST = 1e100  # that far a column may go, in its units, before it is known what is wild; and never farther
CONSTANT = 1e-24  # squared: a deviation that is so small a part of the mean is rounding
LARGEST_UNIT = 2.0**400  # of a unit: beyond it squares get near the largest number
TINIEST = 2.0**-600  # of units that are still 0
USUAL_SIZES = (0.01, 100.0)


@cached_njit()
def _all_are_equal(numbers):
    """Whether there are numbers, and all are equal."""
    equal = numbers.size > 0
    for i in range(numbers.size):
        equal = equal and numbers[i] == numbers[0]
    return equal


@cached_njit(error_model="numpy")
def standardise_dense(x, weights, known, units, farthest, learn, out):
    """Fill ``out`` with the rows of ``x`` as they come; ``known`` changes, unless each row is to be seen as the next.

    ``known`` are, for each column: how many values it has had, mean and spread in its units, and whether it is kept raw
    for having held only 0 and 1. ``units`` are what columns are multiplied by.

    Most rows are plain: they count, lack no value, have no wild one, and all columns have had equally many. Then half
    of the roots and quotients need not be taken, and no bit is another.
    """
    numbers, mean, spread, raw = known
    kept, even = False, _all_are_equal(numbers)
    for i in range(mean.size):
        kept = kept or raw[i] > 0.0
    for row in range(x.shape[0]):
        counted = weights[row] != 0.0
        strange = np.int64(0 if even and counted else 1)
        if strange == 0:
            for i in range(x.shape[1]):
                off = np.float64(x[row, i]) * units[i] - mean[i]
                strange |= 0 if off * off * numbers[0] <= SURELY_TAME * spread[i] else 1
        if strange == 0:
            number = numbers[0] + 1.0
            share = 1.0 / number
            for i in range(x.shape[1]):
                inner = np.float64(x[row, i]) * units[i]
                off = inner - mean[i]
                centre = mean[i] + off * share
                total = spread[i] + off * (mean[i] + off - centre)  # standardise.1
                z = (inner - centre) / math.sqrt(total * share)
                varied = total * share > CONSTANT * centre * centre
                out[row, i] = min(max(z, -farthest), farthest) if varied else 0.0  # standardise.2
                if learn:
                    numbers[i], mean[i], spread[i] = number, centre, total
        else:
            for i in range(x.shape[1]):  # no branches, so that several columns go at once
                value = np.float64(x[row, i])
                here = value == value
                there = 1.0 if counted and here else 0.0
                inner = (value if here else 0.0) * units[i]
                number = numbers[i] + there
                share = 1.0 / max(number, 1.0)
                deviation = math.sqrt(spread[i] / max(numbers[i], 1.0))
                bound = min(WILD * deviation, FIRST) if spread[i] > 0.0 else FIRST
                off = min(max(inner - mean[i], -bound), bound)
                centre = mean[i] + off * (there * share)
                total = spread[i] + there * off * (mean[i] + off - centre)  # standardise.1
                root = math.sqrt(total * share)
                z = (inner - centre) / root
                varied = here and total * share > CONSTANT * centre * centre
                out[row, i] = min(max(z, -farthest), farthest) if varied else 0.0  # standardise.2, standardise.5
                if learn:
                    numbers[i], mean[i], spread[i] = number, centre, total
            even = even and _all_are_equal(numbers)
        if kept:
            for i in range(x.shape[1]):
                value = np.float64(x[row, i])
                usual = mean[i] / units[i] if units[i] > 0.0 else 0.0
                still = raw[i] > 0.0 and (value == 0.0 or value == 1.0 or value != value)
                out[row, i] = (usual if value != value else value) if still else out[row, i]  # standardise.3
                if learn:
                    raw[i] = 1.0 if still else 0.0


@cache
def dense_standardiser() -> Any:
    """Return the machine code of `standardise_dense` for rows of float64 that may be written to."""
    rows, vector = types.float64[:, ::1], types.float64[::1]
    signature = (rows, vector, types.UniTuple(vector, 4), vector, types.float64, types.boolean, rows)
    return standardise_dense.compile(signature)


@cached_njit(error_model="numpy")
def fits_units(row, spread, units):
    """Whether a row has no infinite value, and none that asks for another unit of a column that has not varied yet."""
    for i in range(row.size):
        if abs(row[i]) == np.inf:
            return False
    for i in range(spread.size):
        size = abs(row[i])
        if spread[i] == 0.0 and size > 0.0 and (units[i] == 0.0 or size > LARGEST_UNIT / max(units[i], TINIEST)):
            return False
    return True


@cache
def unit_check() -> Any:
    """Return the machine code of `fits_units` for a row of float64, which it only reads."""
    vector = types.float64[::1]
    return fits_units.compile((vector, vector, vector))


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
