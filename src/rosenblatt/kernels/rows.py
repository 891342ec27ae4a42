"""The loop over rows of data, dense or sparse (CSR)."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import Slot, specialise, template
from rosenblatt.kernels.slots import cell_record, learning_slots, parameter_tuple
from rosenblatt.kernels.squares import sum_of_squares
from rosenblatt.rules.kinds.cell import Cells, for_kernels, numbers_of
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.vector import VectorRule

learn, learn_stored, scratch_for = Slot("learn"), Slot("learn_stored"), Slot("scratch_for")
note = Slot("note")

_FLOATS = {np.dtype(np.float32): types.float32, np.dtype(np.float64): types.float64}
_INTEGERS = {np.dtype(np.int32): types.int32, np.dtype(np.int64): types.int64}


NO_FIELDS = np.empty((0, 0))  # room for fields that nobody asks for
LARGEST_SQUARE = 1e300  # of all that is learnt: weights times inputs are finite too


class Examples(NamedTuple):
    """Rows, a label for each student and row, and sample weights; a row of sample weight 0 is ignored."""

    x: Any
    labels: np.ndarray
    sample_weights: np.ndarray


class Students(NamedTuple):
    """Students of a rule side by side, and room for the field of each before each row, empty if nobody asks."""

    synapses: np.ndarray
    cells: Cells
    fields: np.ndarray


@template
def dense_rows(x, labels, sample_weights, synapses, cells, fields, parameters):
    for student in range(labels.shape[0]):
        mine, cell, scratch = synapses[student], cells[student], scratch_for(synapses[student])
        for row in range(x.shape[0]):
            label, sample_weight = labels[student, row], sample_weights[row]
            if sample_weight == 0.0:
                continue
            finite, field = learn(x[row], label, sample_weight, mine, cell, scratch, parameters)
            note(fields, student, row, field)
            if not finite:
                return row
    return -1


@template
def sparse_rows(stored, labels, sample_weights, synapses, cells, fields, parameters, intercept):
    values, columns, starts = stored
    for student in range(labels.shape[0]):
        mine, cell = synapses[student], cells[student]
        for row in range(labels.shape[1]):
            label, sample_weight, there = labels[student, row], sample_weights[row], slice(starts[row], starts[row + 1])
            if sample_weight == 0.0:
                continue
            finite, field = learn_stored(
                values[there], columns[there], intercept, label, sample_weight, mine, cell, parameters
            )
            note(fields, student, row, field)
            if not finite:
                return row
    return -1


def note_field(fields, student, row, field):
    """Write down the field of a row before it is learnt."""
    fields[student, row] = field


def note_nothing(fields, student, row, field):
    """Write nothing down, so that a field that the rule does not need is not computed."""


def learn_rows(
    rule: Rule,
    x: Any,
    labels: np.ndarray,
    synapses: np.ndarray,
    cells: Cells,
    sample_weights: np.ndarray | None = None,
    kernel: Any = None,
) -> None:
    """Let students learn the rows of ``x`` in their order; ``synapses`` and ``cells`` change in place.

    Raise, with both as they were, if the rule gives what is not finite.

    Parameters
    ----------
    x : a C-contiguous array of float32 or float64, or a SciPy CSR matrix of these.
    labels : +1 or -1, or numbers, float64, shape (students, rows).
    synapses, cells : the students, each of ``rule.start``, stacked; one synapse more than ``x`` has
        columns is an intercept.
    sample_weights : of the rows; default to 1. A row of sample weight 0 is ignored.
    kernel : the one of `rows_kernel`, for who calls often and has kept it.
    """
    sample_weights = np.ones(x.shape[0]) if sample_weights is None else sample_weights
    examples, copied = Examples(x, labels, sample_weights), Students(synapses.copy(), cells.copy(), NO_FIELDS)
    learn_all(rule, examples, copied, kernel)
    synapses[:], numbers_of(cells)[:] = copied.synapses, numbers_of(copied.cells)


def fields_then_learn_rows(
    rule: Rule, x: Any, labels: np.ndarray, synapses: np.ndarray, cells: Cells, sample_weights: np.ndarray | None = None
) -> np.ndarray:
    """Let students learn rows as `learn_rows` does, and return the field of each before each row, (students, rows).

    It is 0 for a row of sample weight 0.
    """
    sample_weights = np.ones(x.shape[0]) if sample_weights is None else sample_weights
    copied = Students(synapses.copy(), cells.copy(), np.zeros(labels.shape))
    learn_all(rule, Examples(x, labels, sample_weights), copied, None, note_field)
    synapses[:], numbers_of(cells)[:] = copied.synapses, numbers_of(copied.cells)
    return copied.fields


def learn_all(
    rule: Rule, examples: Examples, students: Students, kernel: Any = None, note: Callable[..., None] = note_nothing
) -> None:
    """Learn all rows in place, or raise; the students are then lost. For who has a copy, and needs no other."""
    _check(rule, examples, students)
    kernel = _kernel(rule, examples.x, note) if kernel is None else kernel
    stopped = _learn(rule, examples, students, kernel)
    if stopped < 0 and not _usable(students):
        stopped = examples.x.shape[0] - 1
    if stopped >= 0:
        raise FloatingPointError(
            f"rule {rule.title!r} must give finite signals and weights; got NaN or infinity by row {stopped}. "
            "Check the modulation there, or the scale of the rows."
        )


def _usable(students: Students) -> bool:
    """Whether all that students have learnt is finite, and so are products of it."""
    parts = students.synapses, numbers_of(students.cells)
    return all(sum_of_squares(part) < LARGEST_SQUARE for part in parts)  # which NaN is not


@singledispatch
def _learn(rule: Rule, examples: Examples, students: Students, kernel: Any) -> int:
    """Learn all rows by the compiled loop; return -1, or the row at which the rule's signal is not finite."""
    x, labels, sample_weights = examples
    state = (students.synapses, for_kernels(students.cells), students.fields, rule.parameters)
    if isinstance(x, np.ndarray):
        return kernel(x, labels, sample_weights, *state)
    intercept = students.synapses.shape[2] > x.shape[1]
    return kernel((x.data, x.indices, x.indptr), labels, sample_weights, *state, intercept)


@_learn.register
def _(rule: VectorRule, examples: Examples, students: Students, kernel: Any) -> int:
    """Learn row by row with the rule's own function, uncompiled."""
    x, labels, sample_weights = examples
    for row in np.flatnonzero(sample_weights).tolist():
        inputs = np.asarray(x[row], dtype=float)
        with np.errstate(over="ignore", invalid="ignore"):  # looked at below
            if students.fields.size:
                students.fields[:, row] = rule.fields(inputs, students.synapses[:, 0])
            rule.learn(inputs, labels[:, row], float(sample_weights[row]), students.synapses, students.cells)
        if not np.isfinite(students.synapses).all():
            return row
    return -1


def _check(rule: Rule, examples: Examples, students: Students) -> None:
    """Raise if compiled code, which does not look, would read or write what is not there."""
    x, labels, sample_weights = examples
    count = len(students.synapses)
    if x.dtype not in _FLOATS:
        raise TypeError(f"x must be of float32 or float64; got {x.dtype}. Convert it.")
    if isinstance(x, np.ndarray):
        if not x.flags.c_contiguous:
            raise ValueError("x must be C-contiguous; got another order. Use numpy.ascontiguousarray.")
    elif getattr(x, "format", None) != "csr":
        raise TypeError(f"x must be an array or a CSR matrix; got {type(x).__name__}. Use its tocsr().")
    expected = {
        "labels": (labels.shape, (count, x.shape[0])),
        "sample_weights": (sample_weights.shape, (x.shape[0],)),
        "cells": ((len(students.cells), students.cells.dtype.names), (count, rule.start(3)[1].dtype.names)),
        **_expected_synapses(rule, students.synapses.shape, x.shape[1]),
    }
    for name, (got, wanted) in expected.items():
        if got != wanted:
            raise ValueError(f"{name} must be {wanted}; got {got}. Take synapses and cells from rule.start.")


@singledispatch
def _expected_synapses(rule: Rule, shape: tuple[int, ...], features: int) -> dict[str, tuple[Any, Any]]:
    return {"numbers per synapse": (shape[1], len(rule.synapse))}


@_expected_synapses.register
def _(rule: CompiledRule, shape: tuple[int, ...], features: int) -> dict[str, tuple[Any, Any]]:
    return {"numbers per synapse": (shape[1], len(rule.synapse)), **_expected_inputs(shape[2], features)}


@_expected_synapses.register
def _(rule: CovarianceRule, shape: tuple[int, ...], features: int) -> dict[str, tuple[Any, Any]]:
    return {"numbers per synapse": (shape[1], 1 + shape[2]), **_expected_inputs(shape[2], features)}


def _expected_inputs(inputs: int, features: int) -> dict[str, tuple[Any, Any]]:
    return {"inputs of x and synapses": (inputs - features in (0, 1), True)}


def rows_kernel(rule: Rule, x: Any) -> Any:
    """Return the compiled loop over rows of this type; None for a rule on vectors, which is not compiled.

    It writes no fields down: for one that does see `noting_kernel`.
    """
    return _kernel(rule, x, note_nothing)


def noting_kernel(rule: Rule, x: Any) -> Any:
    """Return the loop that writes fields down; it must be handed room for them, as `fields_then_learn_rows` does."""
    return _kernel(rule, x, note_field)


def _kernel(rule: Rule, x: Any, note: Callable[..., None]) -> Any:
    if isinstance(rule, VectorRule):
        return None
    if isinstance(x, np.ndarray):
        return dense_kernel(rule, x.dtype, note)
    return sparse_kernel(rule, x.dtype, x.indices.dtype, note)


def _student_types(rule: Rule) -> tuple[Any, ...]:
    """Return the types of labels, sample weights, synapses, cells, fields and parameters; data may be read-only."""
    return (
        types.Array(types.float64, 2, "C", readonly=True),
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64[:, :, ::1],
        types.Array(cell_record(rule), 1, "C"),
        types.float64[:, ::1],
        parameter_tuple(rule),
    )


def dense_kernel(rule: Rule, values: np.dtype, note: Callable[..., None] = note_nothing) -> Any:
    """Return the compiled loop, called with (x, labels, sample_weights, synapses, cells, fields, parameters)."""
    data = types.Array(_FLOATS[values], 2, "C", readonly=True)
    signature = types.int64(data, *_student_types(rule))
    return specialise(dense_rows, rule.kernel_title, signature, {**learning_slots(rule), "note": note})


def sparse_kernel(rule: Rule, values: np.dtype, indices: np.dtype, note: Callable[..., None] = note_nothing) -> Any:
    """Return the compiled loop over the rows of a CSR matrix."""
    index = types.Array(_INTEGERS[indices], 1, "C", readonly=True)
    stored = types.Tuple((types.Array(_FLOATS[values], 1, "C", readonly=True), index, index))
    signature = types.int64(stored, *_student_types(rule), types.boolean)
    return specialise(sparse_rows, rule.kernel_title, signature, {**learning_slots(rule), "note": note})
