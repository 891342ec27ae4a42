"""The memory of a cell: numbers that belong to the whole student, by name.

Every cell has

``gain``            by which the stored weights are meant to be multiplied
``scale``           by which inputs are multiplied in the theory's units: 1/sqrt(N), or 1 on data taken as they come
``examples``        examples seen, the present one included
``n``               N, the number of weights
``sample_weight``   that of the present example: one of 2 teaches twice as much

and then whatever is the rule's own, in the order in which it declares it. A cell is a NumPy record, so that
``cell.gain`` reads and writes it in plain Python and in compiled code alike; the cells of several students are a record
array, in which ``cells.gain`` is an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

COMMON = ("gain", "scale", "examples", "n", "sample_weight")

Cell = Any  # a NumPy record: type checkers do not know its names
Cells = Any  # a NumPy record array


def cell_type(own: Mapping[str, float]) -> np.dtype:
    """Return the type of a cell with a rule's own numbers.

    >>> cell_type({"variance": 1.0}).names
    ('gain', 'scale', 'examples', 'n', 'sample_weight', 'variance')
    """
    return np.dtype([(name, np.float64) for name in (*COMMON, *own)])


def new_cell(n: int, scale: float, gain: float, own: Mapping[str, float]) -> Cell:
    """Return the memory of a student that has seen nothing."""
    cells = np.recarray(1, cell_type(own))
    cells[0] = (gain, scale, 0.0, float(n), 1.0, *own.values())
    return cells[0]


def stacked(cell: Cell, students: int) -> Cells:
    """Return the cells of several students that all start like this one."""
    cells = np.recarray(students, cell.dtype)
    cells[:] = cell
    return cells


def for_kernels(cells: Cells) -> np.ndarray:
    """Return the same cells as compiled code takes them fastest: a plain array of records, in the same memory."""
    return cells.view(np.ndarray)


def numbers_of(cells: Cells) -> np.ndarray:
    """Return all numbers of some cells, (students, numbers), in the same memory: to be copied, and written back.

    >>> numbers_of(stacked(new_cell(3, 0.5, 1.0, {}), 2)).tolist()
    [[1.0, 0.5, 0.0, 3.0, 1.0], [1.0, 0.5, 0.0, 3.0, 1.0]]
    """
    return np.ndarray((len(cells), len(cells.dtype.names)), np.float64, buffer=for_kernels(cells))
