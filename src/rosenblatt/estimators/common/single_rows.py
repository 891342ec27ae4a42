"""Single rows that go straight to the compiled kernel: nothing is looked up or made but what must be.

A row is learnt by a copy of the students, in arrays that are kept for it; then the arrays change places. So a row that
cannot be learnt, and an interrupt at whatever moment, leaves the students as they were before it or after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg.blas import ddot  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.estimators.common.students import Students
from rosenblatt.estimators.common.uninterrupted import make_calls
from rosenblatt.kernels.compiler import machine_code
from rosenblatt.kernels.rows import LARGEST_SQUARE, NO_FIELDS, dense_kernel
from rosenblatt.kernels.standardise import FARTHEST, dense_standardiser, fits_units
from rosenblatt.rules.kinds.cell import for_kernels, numbers_of
from rosenblatt.rules.kinds.compiled import CompiledRule

_ONE = np.ones(1)
_LARGE = 1e200


_NUMBERS = {float, int, bool, np.float64}


class _Arrays:
    """What students have learnt, ``own``, and the same memory as the kernel takes it, and as it is copied.

    So for the scaler, if there is one, with ``of_scaler``: its arrays are rows of ``scales``.
    """

    def __init__(self, students: Students, scaler: RunningScaler | None) -> None:
        self.own = vars(students)
        self.synapses, self.flat = students.synapses, students.synapses.ravel()
        self.cells, self.numbers = for_kernels(students.cells), numbers_of(students.cells)
        if scaler is not None:
            self.of_scaler = vars(scaler)
            names = [name for name in self.of_scaler if name != "count"]
            self.scales = np.stack([self.of_scaler[name] for name in names])
            self.of_scaler.update(zip(names, self.scales, strict=True))
            self.known = (scaler.known(), scaler.units, FARTHEST, True)


@dataclass
class SingleRows:
    """The kernel of some students, ready for single rows.

    Attributes
    ----------
    names : of the features, as dictionaries have them.
    targets : the labels of the students, of shape (students, 1), for each class.
    present, spare : the arrays that the students and their scaler have, and others of the same shapes.
    """

    students: Students
    scaler: RunningScaler | None
    kernel: Any
    names: tuple[Any, ...]
    targets: dict[Any, np.ndarray]
    present: _Arrays
    spare: _Arrays

    @classmethod
    def bind(
        cls, students: Students, names: tuple[Any, ...], targets: dict[Any, np.ndarray], scaler: RunningScaler | None
    ) -> SingleRows | None:
        """Return the kernel bound to some students, or None if rows need more than it."""
        if not isinstance(students.rule, CompiledRule):
            return None
        code = machine_code(dense_kernel(students.rule, np.dtype(np.float64)))
        present, spare = _Arrays(students, scaler), _Arrays(students.copy(), scaler and scaler.copy())
        return cls(students, scaler, code, names, targets, present, spare)

    def learn(self, x: Any, y: Any) -> bool:
        """Learn a row of float64, or a dictionary of numbers, and a known class.

        Return False, with nothing done, for anything else.
        """
        labels, x = self.targets.get(y), self._row(x) if type(x) is dict else x
        if labels is None or type(x) is not np.ndarray or x.dtype != np.float64 or x.shape != (len(self.names),):
            return False
        students, scaler = self.students, self.scaler
        if not ddot(x, x) < _LARGE:  # NaN, infinite, or so large that weights may overflow: the usual way says it
            return False
        if vars(students) is not self.present.own:  # interrupted before the last line
            self.present, self.spare = self.spare, self.present
        present, spare = self.present, self.spare
        row = np.ascontiguousarray(x).reshape(1, -1)
        if scaler is not None:
            if not fits_units(x, scaler.spread, scaler.units):
                return False
            row, seen = np.array(row), np.empty_like(row)
            spare.scales[:], spare.of_scaler["count"] = present.scales, scaler.count + 1.0
            dense_standardiser()(row, _ONE, *spare.known, seen)
            row = seen
        students.check_rows(row, _ONE)
        spare.flat[:], spare.numbers[:] = present.flat, present.numbers
        if self.kernel(row, labels, _ONE, spare.synapses, spare.cells, NO_FIELDS, students.rule.parameters) >= 0:
            return False
        if not ddot(spare.flat, spare.flat) < LARGEST_SQUARE:
            return False
        if scaler is None:
            students.__dict__ = spare.own
        else:
            make_calls(((setattr, students, "__dict__", spare.own), (setattr, scaler, "__dict__", spare.of_scaler)))
        self.present, self.spare = spare, present
        return True

    def _row(self, x: dict[Any, Any]) -> np.ndarray | None:
        """Return the numbers of a dictionary; None if it has other names, or something that is no number."""
        values = [x.get(name) for name in self.names]
        if len(x) != len(values) or not _NUMBERS.issuperset(map(type, values)):
            return None
        return np.array(values, dtype=np.float64)
