"""The loop over rows of data, dense or sparse (CSR)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels import synapses as tuples
from rosenblatt.kernels.compiler import specialise, summing, template
from rosenblatt.kernels.covariance import covariance_rows_kernel
from rosenblatt.kernels.example import learn_dense, learn_sparse
from rosenblatt.rules.base import GAIN, Rule

_FLOATS = {np.dtype(np.float32): types.float32, np.dtype(np.float64): types.float64}
_INTEGERS = {np.dtype(np.int32): types.int32, np.dtype(np.int64): types.int64}


@template
def dense_rows(x, labels, weights, synapses, memory, parameters):
    for student in range(labels.shape[0]):
        for row in range(x.shape[0]):
            if weights[row] != 0.0 and not learn_dense(
                x[row], labels[student, row], weights[row], synapses[student], memory[student], parameters
            ):
                return row
    return -1


@template
def sparse_rows(values, columns, starts, intercept, labels, weights, synapses, memory, parameters):
    for student in range(labels.shape[0]):
        for row in range(labels.shape[1]):
            first, last = starts[row], starts[row + 1]
            if weights[row] != 0.0 and not learn_sparse(
                values[first:last],
                columns[first:last],
                intercept,
                labels[student, row],
                weights[row],
                synapses[student],
                memory[student],
                parameters,
            ):
                return row
    return -1


@template
def dense_rows_with_fields(x, labels, weights, synapses, memory, parameters, fields):
    """The loop over dense rows that also writes the field of each row before it is learnt."""
    for student in range(labels.shape[0]):
        for row in range(x.shape[0]):
            fields[student, row] = memory[student, GAIN] * dense_field(x[row], synapses[student])
            if not learn_dense(
                x[row], labels[student, row], weights[row], synapses[student], memory[student], parameters
            ):
                return row
    return -1


@template
def sparse_rows_with_fields(values, columns, starts, intercept, labels, weights, synapses, memory, parameters, fields):
    """The same for the rows of a CSR matrix."""
    for student in range(labels.shape[0]):
        for row in range(labels.shape[1]):
            first, last = starts[row], starts[row + 1]
            field = sparse_field(values[first:last], columns[first:last], intercept, synapses[student])
            fields[student, row] = memory[student, GAIN] * field
            if not learn_sparse(
                values[first:last],
                columns[first:last],
                intercept,
                labels[student, row],
                weights[row],
                synapses[student],
                memory[student],
                parameters,
            ):
                return row
    return -1


@summing
def dense_field(x, synapses):
    total = synapses[0, x.size] if synapses.shape[1] > x.size else 0.0
    for i in range(x.size):
        total += synapses[0, i] * np.float64(x[i])
    return total


@summing
def sparse_field(values, columns, intercept, synapses):
    total = synapses[0, synapses.shape[1] - 1] if intercept else 0.0
    for k in range(values.size):
        total += synapses[0, columns[k]] * np.float64(values[k])
    return total


def learn_rows(
    rule: Rule,
    x: Any,
    labels: np.ndarray,
    synapses: np.ndarray,
    memory: np.ndarray,
    weights: np.ndarray | None = None,
    kernel: Any = None,
) -> None:
    """Let students learn the rows of ``x`` in their order; ``synapses`` and ``memory`` change in place.

    Parameters
    ----------
    x : a C-contiguous array of float32 or float64, or a SciPy CSR matrix of these.
    labels : +1 or -1, float64, shape (students, rows).
    synapses, memory : the students, each of ``rule.start``, stacked; one synapse more than ``x`` has
        columns is an intercept.
    weights : of the rows; a row of weight 0 is not there.
    kernel : the one of `rows_kernel`, for who calls often and has kept it.
    """
    weights = np.ones(x.shape[0]) if weights is None else weights
    _check(rule, x, labels, synapses, memory, weights)
    before = synapses.copy(), memory.copy()
    stopped = _learn(rule, x, labels, synapses, memory, weights, kernel)
    if stopped < 0 and not np.isfinite(synapses).all():
        stopped = x.shape[0] - 1
    if stopped >= 0:
        synapses[:], memory[:] = before
        raise FloatingPointError(
            f"rule {rule.name!r} must give finite signals and weights; got NaN or infinity by row {stopped}. "
            "Check the modulation there, or the scale of the rows."
        )


def _learn(
    rule: Rule,
    x: Any,
    labels: np.ndarray,
    synapses: np.ndarray,
    memory: np.ndarray,
    weights: np.ndarray,
    kernel: Any,
) -> int:
    """Learn all rows; return -1, or the row at which the rule's signal was no number."""
    if rule.covariance:
        return covariance_rows_kernel(x.dtype)(x, labels, weights, synapses, memory, rule.parameters[0])
    if not rule.synaptic:
        return _learn_plainly(rule, x, labels, synapses, memory, weights)
    kernel = rows_kernel(rule, x) if kernel is None else kernel
    if isinstance(x, np.ndarray):
        return kernel(x, labels, weights, synapses, memory, rule.parameters)
    intercept = synapses.shape[2] > x.shape[1]
    return kernel(x.data, x.indices, x.indptr, intercept, labels, weights, synapses, memory, rule.parameters)


def _learn_plainly(
    rule: Rule, x: np.ndarray, labels: np.ndarray, synapses: np.ndarray, memory: np.ndarray, weights: np.ndarray
) -> int:
    """Learn row by row with the rule's own ``learn``, uncompiled."""
    for row in np.flatnonzero(weights).tolist():
        with np.errstate(over="ignore", invalid="ignore"):  # looked at below
            rule.learn(np.asarray(x[row], dtype=float), labels[:, row], float(weights[row]), synapses, memory)
        if not np.isfinite(synapses).all():
            return row
    return -1


def _check(
    rule: Rule, x: Any, labels: np.ndarray, synapses: np.ndarray, memory: np.ndarray, weights: np.ndarray
) -> None:
    """Raise if compiled code, which does not look, would read or write what is not there."""
    students, numbers, inputs = synapses.shape
    if x.dtype not in _FLOATS:
        raise TypeError(f"x must be of float32 or float64; got {x.dtype}. Convert it.")
    if isinstance(x, np.ndarray):
        if not x.flags.c_contiguous:
            raise ValueError("x must be C-contiguous; got another order. Use numpy.ascontiguousarray.")
    elif getattr(x, "format", None) != "csr":
        raise TypeError(f"x must be an array or a CSR matrix; got {type(x).__name__}. Use its tocsr().")
    expected = {
        "labels": (labels.shape, (students, x.shape[0])),
        "weights": (weights.shape, (x.shape[0],)),
        "numbers per synapse": (numbers, 1 + inputs if rule.covariance else len(rule.synapse)),
    }
    if rule.synaptic:
        expected["memory"] = (memory.shape, (students, len(rule.start(1)[1])))
    if rule.synaptic or rule.covariance:
        expected["inputs of x and synapses"] = (inputs - x.shape[1] in (0, 1), True)
    for name, (got, wanted) in expected.items():
        if got != wanted:
            raise ValueError(f"{name} must be {wanted}; got {got}. Take synapses and memory from rule.start.")


def _students(rule: Rule) -> tuple[Any, ...]:
    """Return the types of labels, weights, synapses, memory and parameters; read-only data need no others."""
    return (
        types.Array(types.float64, 2, "C", readonly=True),
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64[:, :, ::1],
        types.float64[:, ::1],
        types.UniTuple(types.float64, len(rule.parameters)),
    )


def learn_rows_with_fields(
    rule: Rule, x: Any, labels: np.ndarray, synapses: np.ndarray, memory: np.ndarray
) -> np.ndarray:
    """Let students learn rows and return their fields, (students, rows), each before its row was learnt.

    The rule must be synaptic, and its weights the first numbers of its synapses, times the gain.
    """
    weights, fields = np.ones(x.shape[0]), np.empty(labels.shape)
    _check(rule, x, labels, synapses, memory, weights)
    before = synapses.copy(), memory.copy()
    tail = (*_students(rule), types.float64[:, ::1])
    state = (labels, weights, synapses, memory, rule.parameters, fields)
    if isinstance(x, np.ndarray):
        data: tuple[Any, ...] = (types.Array(_FLOATS[x.dtype], 2, "C", readonly=True),)
        kernel = specialise(dense_rows_with_fields, rule.name, types.int64(*data, *tail), tuples.fillings(rule))
        stopped = kernel(x, *state)
    else:
        index = types.Array(_INTEGERS[x.indices.dtype], 1, "C", readonly=True)
        data = (types.Array(_FLOATS[x.dtype], 1, "C", readonly=True), index, index, types.boolean)
        kernel = specialise(sparse_rows_with_fields, rule.name, types.int64(*data, *tail), tuples.fillings(rule))
        stopped = kernel(x.data, x.indices, x.indptr, synapses.shape[2] > x.shape[1], *state)
    if stopped >= 0 or not np.isfinite(synapses).all():
        synapses[:], memory[:] = before
        raise FloatingPointError(
            f"rule {rule.name!r} must give finite signals and weights; got NaN or infinity by row {stopped}. "
            "Check the modulation there, or the scale of the rows."
        )
    return fields


def rows_kernel(rule: Rule, x: Any) -> Any:
    """Return the compiled loop over rows of this type."""
    if isinstance(x, np.ndarray):
        return dense_kernel(rule, x.dtype)
    return sparse_kernel(rule, x.dtype, x.indices.dtype)


def dense_kernel(rule: Rule, values: np.dtype) -> Any:
    """Return the compiled loop over dense rows, called with (x, labels, weights, synapses, memory, parameters)."""
    data = types.Array(_FLOATS[values], 2, "C", readonly=True)
    return specialise(dense_rows, rule.name, types.int64(data, *_students(rule)), tuples.fillings(rule))


def sparse_kernel(rule: Rule, values: np.dtype, indices: np.dtype) -> Any:
    """Return the compiled loop over the rows of a CSR matrix."""
    index = types.Array(_INTEGERS[indices], 1, "C", readonly=True)
    data = (types.Array(_FLOATS[values], 1, "C", readonly=True), index, index, types.boolean)
    return specialise(sparse_rows, rule.name, types.int64(*data, *_students(rule)), tuples.fillings(rule))
