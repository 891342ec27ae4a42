"""Single rows that go straight to the compiled kernel: nothing is looked up or made but what must be.

A row is learnt by a copy of the students, in arrays that are kept for it; then the arrays change places. So a row that
cannot be learnt, and an interrupt at whatever moment, leaves the students as they were before it or after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg.blas import ddot  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.estimators.common.students import Students
from rosenblatt.kernels.rows import LARGEST_SQUARE, NO_FIELDS, dense_kernel
from rosenblatt.rules.kinds.cell import for_kernels, numbers_of
from rosenblatt.rules.kinds.compiled import CompiledRule

_ONE = np.ones(1)
_LARGE = 1e200


class _Arrays:
    """What students have learnt, ``own``, and the same memory as the kernel takes it, and as it is copied."""

    def __init__(self, students: Students) -> None:
        self.own = vars(students)
        self.synapses, self.flat = students.synapses, students.synapses.ravel()
        self.cells, self.numbers = for_kernels(students.cells), numbers_of(students.cells)


@dataclass
class SingleRows:
    """The kernel of some students, ready for single rows.

    Attributes
    ----------
    targets : the labels of the students, of shape (students, 1), for each class.
    present, spare : the arrays that the students have, and others of the same shapes.
    """

    students: Students
    kernel: Any
    features: int
    targets: dict[Any, np.ndarray]
    present: _Arrays
    spare: _Arrays

    @classmethod
    def bind(cls, students: Students, features: int, targets: dict[Any, np.ndarray] | None) -> SingleRows | None:
        """Return the kernel bound to some students, or None if rows need more than it."""
        if targets is None or not isinstance(students.rule, CompiledRule):
            return None
        kernel = dense_kernel(students.rule, np.dtype(np.float64))
        # The machine code itself: `learn` has looked at what it hands over, so that its types need not be found again.
        code = kernel.get_overload(kernel.signatures[0])
        return cls(students, code, features, targets, _Arrays(students), _Arrays(students.copy()))

    def learn(self, x: Any, y: Any) -> bool:
        """Learn a row of float64 and a known class; return False, with nothing done, for anything else."""
        labels = self.targets.get(y)
        if labels is None or type(x) is not np.ndarray or x.dtype != np.float64 or x.shape != (self.features,):
            return False
        students = self.students
        if not ddot(x, x) < _LARGE:  # NaN, infinite, or so large that weights may overflow: the usual way says it
            return False
        row = np.ascontiguousarray(x).reshape(1, self.features)
        students.check_rows(row, _ONE)
        if vars(students) is not self.present.own:  # interrupted between the two assignments below
            self.present, self.spare = self.spare, self.present
        present, spare = self.present, self.spare
        spare.flat[:], spare.numbers[:] = present.flat, present.numbers
        if self.kernel(row, labels, _ONE, spare.synapses, spare.cells, NO_FIELDS, students.rule.parameters) >= 0:
            return False
        if not ddot(spare.flat, spare.flat) < LARGEST_SQUARE:
            return False
        students.__dict__ = spare.own
        self.present, self.spare = spare, present
        return True
