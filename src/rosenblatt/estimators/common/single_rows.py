"""Single rows that go straight to the compiled kernel: nothing is looked up, copied or made but what must be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators.common.students import Students
from rosenblatt.kernels.rows import NO_FIELDS, dense_kernel
from rosenblatt.rules.kinds.cell import restore
from rosenblatt.rules.kinds.compiled import CompiledRule

_ONE = np.ones(1)
_LARGE = 1e200


@dataclass
class SingleRows:
    """The kernel of some students, ready for single rows.

    Attributes
    ----------
    targets : the labels of the students, of shape (students, 1), for each class.
    """

    students: Students
    kernel: Any
    features: int
    targets: dict[Any, np.ndarray]

    @classmethod
    def bind(cls, students: Students, features: int, targets: dict[Any, np.ndarray] | None) -> SingleRows | None:
        """Return the kernel bound to some students, or None if rows need more than it."""
        if targets is None or not isinstance(students.rule, CompiledRule):
            return None
        return cls(students, dense_kernel(students.rule, np.dtype(np.float64)), features, targets)

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
        before = students.synapses.copy(), students.cells.copy()
        state = (students.synapses, students.cells, NO_FIELDS)
        if self.kernel(row, labels, _ONE, *state, students.rule.parameters) >= 0:
            students.synapses[:] = before[0]
            restore(students.cells, before[1])
            return False
        return True
