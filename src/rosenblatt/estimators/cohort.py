"""Students that learn the same rows side by side, one for each class, and what is shared by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.rows import dense_kernel, learn_rows
from rosenblatt.kernels.standardise import standardise_dense, standardise_sparse
from rosenblatt.rules.base import Rule


@dataclass
class Cohort:
    """Stacked students of one rule.

    Attributes
    ----------
    synapses, memory : shapes (students, numbers per synapse, inputs) and (students, memory).
    """

    rule: Rule
    synapses: np.ndarray
    memory: np.ndarray

    @classmethod
    def new(cls, rule: Rule, students: int, inputs: int) -> Cohort:
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

    cohort: Cohort
    kernel: Any
    features: int
    targets: dict[Any, np.ndarray]

    @classmethod
    def bind(cls, cohort: Cohort, features: int, targets: dict[Any, np.ndarray] | None) -> OneRow | None:
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


@dataclass
class Scaler:
    """Running means and deviations of the features; see `rosenblatt.kernels.standardise`."""

    count: float
    mean: np.ndarray
    spread: np.ndarray

    @classmethod
    def new(cls, features: int) -> Scaler:
        """Return a scaler that has seen nothing."""
        return cls(0.0, np.zeros(features), np.zeros(features))

    def copy(self) -> Scaler:
        """Return a copy that can go its own way."""
        return Scaler(self.count, self.mean.copy(), self.spread.copy())

    def learn_and_scale(self, x: Any, weights: np.ndarray) -> Any:
        """Return the rows, each seen through the statistics up to itself, and remember these."""
        if isinstance(x, np.ndarray):
            out = np.empty(x.shape)
            self.count = standardise_dense(x, weights, self.count, self.mean, self.spread, out)
            return out
        scaled = x.astype(np.float64, copy=True)
        self.count = standardise_sparse(x.data, x.indices, x.indptr, weights, self.count, self.spread, scaled.data)
        return scaled

    def learn_units(self, y: np.ndarray, weights: np.ndarray, rows: int) -> np.ndarray:
        """Return one column of targets, seen through statistics that no longer change once they know so many rows.

        So the units of what is learnt do not move under the learner. A column that has not varied yet is waited for.
        """
        last = max(rows - int(self.count), 0)
        if self.spread[0] == 0.0:
            known = self.mean[0] if self.count else y[0]
            varied = np.flatnonzero(y != known)
            last = max(last, int(varied[0]) + 1 if varied.size else len(y))
        counted = np.where(np.arange(len(y)) < last, weights, 0.0)
        return self.learn_and_scale(np.ascontiguousarray(y)[:, None], counted)[:, 0]

    def deviation(self) -> np.ndarray:
        """Return the deviations; of sparse rows the roots of the mean squares."""
        return np.sqrt(self.spread / max(self.count, 1.0))

    def factor(self) -> np.ndarray:
        """Return by what deviations from the mean are multiplied; 0 where nothing has varied."""
        deviation = self.deviation()
        return np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0.0)

    def scale(self, x: Any) -> Any:
        """Return the rows seen through the present statistics."""
        if isinstance(x, np.ndarray):
            return (x - self.mean) * self.factor()
        return x.multiply(self.factor()).tocsr()
