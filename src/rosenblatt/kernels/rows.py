"""The loop over rows of data, dense or sparse (CSR)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels import synapses as tuples
from rosenblatt.kernels.compiler import specialise, template
from rosenblatt.kernels.example import learn_dense, learn_sparse
from rosenblatt.rules.base import Rule

_FLOATS = {np.dtype(np.float32): types.float32, np.dtype(np.float64): types.float64}
_INTEGERS = {np.dtype(np.int32): types.int32, np.dtype(np.int64): types.int64}


@template
def dense_rows(x, labels, synapses, memory, parameters):
    for row in range(x.shape[0]):
        if not learn_dense(x[row], labels[row], synapses, memory, parameters):
            return row
    return -1


@template
def sparse_rows(values, columns, starts, labels, synapses, memory, parameters):
    for row in range(labels.size):
        first, last = starts[row], starts[row + 1]
        if not learn_sparse(values[first:last], columns[first:last], labels[row], synapses, memory, parameters):
            return row
    return -1


def learn_rows(rule: Rule, x: Any, labels: np.ndarray, synapses: np.ndarray, memory: np.ndarray) -> None:
    """Let a student learn the rows of ``x`` in their order; ``synapses`` and ``memory`` change in place.

    Parameters
    ----------
    x : a C-contiguous array of float32 or float64, or a SciPy CSR matrix of these.
    labels : +1 or -1 for each row, float64.
    synapses, memory : a student, of ``rule.start``.
    """
    sparse = not isinstance(x, np.ndarray)
    kernel = _kernel(rule, x.dtype, x.indices.dtype if sparse else None)
    data = (x.data, x.indices, x.indptr) if sparse else (x,)
    stopped = kernel(*data, labels, synapses, memory, rule.parameters)
    if stopped >= 0:
        raise FloatingPointError(
            f"rule {rule.name!r} must give finite signals; got NaN or infinity at row {stopped}. "
            "Check the modulation there, or the scale of that row."
        )


@lru_cache(maxsize=256)
def _kernel(rule: Rule, values: np.dtype, indices: np.dtype | None) -> Any:
    """Return the compiled loop for a rule and a kind of data; read-only data use the same one."""
    student = (
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64[:, ::1],
        types.float64[::1],
        types.UniTuple(types.float64, len(rule.parameters)),
    )
    if indices is None:
        data = (types.Array(_FLOATS[values], 2, "C", readonly=True),)
        loop = dense_rows
    else:
        index = types.Array(_INTEGERS[indices], 1, "C", readonly=True)
        data = (types.Array(_FLOATS[values], 1, "C", readonly=True), index, index)
        loop = sparse_rows
    return specialise(loop, rule.name, types.int64(*data, *student), tuples.fillings(rule))
