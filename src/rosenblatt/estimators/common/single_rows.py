"""Single rows that go straight to the compiled kernel: nothing is looked up, copied or made but what must be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators.common.students import Students
from rosenblatt.kernels.rows import NO_FIELDS, dense_kernel
from rosenblatt.rules.kinds.cell import for_kernels, numbers_of
from rosenblatt.rules.kinds.compiled import CompiledRule

_ONE = np.ones(1)
_LARGE = 1e200


@dataclass
class SingleRows:
    """The kernel of some students, ready for single rows.

    Attributes
    ----------
    targets : the labels of the students, of shape (students, 1), for each class.
    cells, numbers : the students' cells as the kernel takes them, and as plain numbers, both in their memory.
    """

    students: Students
    kernel: Any
    features: int
    targets: dict[Any, np.ndarray]
    cells: np.ndarray
    numbers: np.ndarray

    @classmethod
    def bind(cls, students: Students, features: int, targets: dict[Any, np.ndarray] | None) -> SingleRows | None:
        """Return the kernel bound to some students, or None if rows need more than it."""
        if targets is None or not isinstance(students.rule, CompiledRule):
            return None
        kernel = dense_kernel(students.rule, np.dtype(np.float64))
        # The machine code itself: `learn` has looked at what it hands over, so that its types need not be found again.
        code = kernel.get_overload(kernel.signatures[0])
        return cls(students, code, features, targets, for_kernels(students.cells), numbers_of(students.cells))

    def learn(self, x: Any, y: Any) -> bool:
        """Learn a row of float64 and a known class; return False, with nothing done, for anything else."""
        labels = self.targets.get(y)
        if labels is None or type(x) is not np.ndarray or x.dtype != np.float64 or x.shape != (self.features,):
            return False
        students = self.students
        if not x @ x < _LARGE:  # NaN, infinite, or so large that weights may overflow: the usual way says what is wrong
            return False
        row = np.ascontiguousarray(x).reshape(1, self.features)
        students.check_rows(row, _ONE)
        before = students.synapses.copy(), self.numbers.copy()
        if self.kernel(row, labels, _ONE, students.synapses, self.cells, NO_FIELDS, students.rule.parameters) >= 0:
            students.synapses[:], self.numbers[:] = before
            return False
        return True
