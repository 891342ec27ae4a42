"""Students that learn the same rows side by side, one for each class, and what is shared by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.rows import dense_kernel, learn_rows
from rosenblatt.rules.base import Rule


@dataclass
class Students:
    """Stacked students of one rule.

    Attributes
    ----------
    synapses, memory : shapes (students, numbers per synapse, inputs) and (students, memory).
    """

    rule: Rule
    synapses: np.ndarray
    memory: np.ndarray

    @classmethod
    def new(cls, rule: Rule, students: int, inputs: int) -> Students:
        """Return students that know nothing."""
        synapses, memory = rule.start(inputs, rule.scale_on_data(inputs))
        return cls(rule, np.stack([synapses] * students), np.stack([memory] * students))

    def add_copy_of(self, student: int) -> None:
        """Add a student that has learnt what another one has."""
        self.synapses = np.concatenate([self.synapses, self.synapses[student : student + 1]])
        self.memory = np.concatenate([self.memory, self.memory[student : student + 1]])

    def learn(self, x: Any, labels: np.ndarray, weights: np.ndarray, kernel: Any = None) -> None:
        """Learn the rows of ``x``; labels have shape (students, rows). A failure leaves all as it was."""
        learn_rows(self.rule, x, labels, self.synapses, self.memory, weights, kernel)

    def check_inputs(self, x: Any, weights: np.ndarray) -> None:
        """Raise if the rule cannot learn from these rows."""
        if self.rule.dense and not isinstance(x, np.ndarray):
            raise ValueError(
                f"X must be dense for {self.rule.name!r}, which changes all weights at each row; got a sparse matrix. "
                "Use toarray()."
            )
        if not self.rule.non_negative or 0 in x.shape:
            return
        heaviest = float(weights.max())
        low, high = float(x.min()), float(x.max())
        intercept = self.synapses.shape[2] > x.shape[1]
        self.rule.check_inputs(low, heaviest * max(high, 1.0 if intercept else 0.0))

    def offsets(self) -> np.ndarray:
        """Return what is added to the field of each student."""
        return np.array([self.rule.offset(memory) for memory in self.memory])

    def fields(self, x: np.ndarray, readout: str | None) -> np.ndarray:
        """Return the field of each row and student, of a rule that is no matter of synapses."""
        return np.stack([self.rule.fields(x, weights) for weights in self.weights(readout)], axis=1)

    def weights(self, readout: str | None) -> np.ndarray:
        """Return the weights of each student as a row, intercept last."""
        apply = self.rule.readout(readout).apply
        pairs = zip(self.synapses, self.memory, strict=True)
        return np.array([apply(self.rule.weights(synapses, memory)) for synapses, memory in pairs])


@dataclass
class OneRow:
    """A cohort's kernel, ready for single rows: nothing is looked up, copied or made but what must be."""

    cohort: Students
    kernel: Any
    features: int
    targets: dict[Any, np.ndarray]

    @classmethod
    def bind(cls, cohort: Students, features: int, targets: dict[Any, np.ndarray] | None) -> OneRow | None:
        """Return the kernel bound to a cohort, or None if rows need more than the kernel."""
        if targets is None or cohort.rule.non_negative or not cohort.rule.synaptic:
            return None
        return cls(cohort, dense_kernel(cohort.rule, np.dtype(np.float64)), features, targets)

    def learn(self, x: Any, y: Any) -> bool:
        """Learn a row of float64 and a known class; return False, with nothing done, for anything else."""
        labels = self.targets.get(y)
        if labels is None or type(x) is not np.ndarray or x.dtype != np.float64 or x.shape != (self.features,):
            return False
        cohort = self.cohort
        if not x @ x < _LARGE:  # NaN, infinite, or so large that weights may overflow: the slow way looks closer
            return False
        before = cohort.synapses.copy(), cohort.memory.copy()
        row = np.ascontiguousarray(x).reshape(1, self.features)
        if self.kernel(row, labels, _ONE, cohort.synapses, cohort.memory, cohort.rule.parameters) >= 0:
            cohort.synapses[:], cohort.memory[:] = before
            return False
        return True


_ONE = np.ones(1)
_LARGE = 1e200
