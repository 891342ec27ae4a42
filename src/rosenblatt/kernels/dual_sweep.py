"""AdaTron's sweep over examples (dual_ascent.2), compiled, for dense rows and for rows of a CSR matrix."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.batch.margin_certificate import SignedRows
from rosenblatt.kernels.compiler import Slot, specialise, summing, template

field_of, add_row = Slot("field_of"), Slot("add_row")

_ROW = types.Array(types.float64, 1, "C", readonly=True)
_NUMBERS = types.float64[::1]


@template
def sweep(rows, labels, order, rates, shares, weights, offset, constant):
    for row in order:
        label = labels[row]
        slack = 1.0 - label * (field_of(rows, row, weights) + offset[0])
        share = max(0.0, shares[row] + rates[row] * slack)
        change = label * (share - shares[row])
        if change != 0.0:
            shares[row] = share
            add_row(rows, row, change, weights)
            offset[0] += change * constant
            offset[1] += change


@summing
def dense_field(rows, row, weights):
    total = 0.0
    for i in range(len(weights)):
        total += rows[row, i] * weights[i]
    return total


@summing
def add_dense_row(rows, row, change, weights):
    for i in range(len(weights)):
        weights[i] += change * rows[row, i]


@summing
def sparse_field(rows, row, weights):
    values, columns, starts = rows
    total = 0.0
    for i in range(starts[row], starts[row + 1]):
        total += values[i] * weights[columns[i]]
    return total


@summing
def add_sparse_row(rows, row, change, weights):
    values, columns, starts = rows
    for i in range(starts[row], starts[row + 1]):
        weights[columns[i]] += change * values[i]


def compiled_sweep(
    rows: SignedRows,
    order: np.ndarray,
    rates: np.ndarray,
    shares: np.ndarray,
    weights: np.ndarray,
    offset: np.ndarray,
    constant: float,
) -> None:
    """Do what `rosenblatt.batch.dual_ascent.plain_sweep` does, for rows of float64."""
    x: Any = rows.x
    numbers = (rows.labels, order, rates, shares, weights, offset, constant)
    if isinstance(x, np.ndarray):
        _dense_kernel()(x, *numbers)
    else:
        _sparse_kernel(x.indices.dtype.name)((x.data, x.indices, x.indptr), *numbers)


def _signature(rows: Any) -> Any:
    order = types.Array(types.int64, 1, "C", readonly=True)
    return types.void(rows, _ROW, order, _ROW, _NUMBERS, _NUMBERS, _NUMBERS, types.float64)


@cache
def _dense_kernel() -> Any:
    rows = types.Array(types.float64, 2, "C", readonly=True)
    return specialise(sweep, "dense", _signature(rows), {"field_of": dense_field, "add_row": add_dense_row})


@cache
def _sparse_kernel(integers: str) -> Any:
    index = types.Array(types.int32 if integers == "int32" else types.int64, 1, "C", readonly=True)
    rows = types.Tuple((_ROW, index, index))
    return specialise(sweep, integers, _signature(rows), {"field_of": sparse_field, "add_row": add_sparse_row})
