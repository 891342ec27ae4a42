"""Students of one rule that learn the same rows side by side, one for each binary subproblem or output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.rows import NO_FIELDS, Examples, learn_all, note_field
from rosenblatt.kernels.rows import Students as Arrays
from rosenblatt.rules.kinds.cell import Cells
from rosenblatt.rules.kinds.rule import Rule


@dataclass
class Students:
    """Stacked students of one rule.

    Attributes
    ----------
    synapses : shape (students, numbers per synapse, inputs).
    cells : the memory of each student, a record array.
    """

    rule: Rule
    synapses: np.ndarray
    cells: Cells

    @classmethod
    def new(cls, rule: Rule, students: int, inputs: int) -> Students:
        """Return students that have learnt nothing."""
        return cls(rule, *rule.start_students(students, inputs, rule.scale_on_data(inputs)))

    def copy(self) -> Students:
        """Return an independent copy."""
        return Students(self.rule, self.synapses.copy(), self.cells.copy())

    def with_copies_of_first(self, number: int) -> Students:
        """Return these students, themselves untouched, and so many more that have learnt what the first has."""
        if number == 0:
            return self.copy()
        which = [*range(len(self.cells)), *[0] * number]
        return Students(self.rule, self.synapses[which], self.cells[which])

    def learn(self, x: Any, labels: np.ndarray, sample_weights: np.ndarray, kernel: Any = None) -> None:
        """Learn the rows of ``x``; labels have shape (students, rows). A failure is the end of them: keep a copy."""
        learn_all(self.rule, Examples(x, labels, sample_weights), Arrays(self.synapses, self.cells, NO_FIELDS), kernel)

    def fields_then_learn(
        self, x: Any, labels: np.ndarray, sample_weights: np.ndarray | None = None, kernel: Any = None
    ) -> np.ndarray:
        """Learn rows, and return the field of each student before each row, (students, rows), 0 for one of weight 0."""
        sample_weights = np.ones(x.shape[0]) if sample_weights is None else sample_weights
        examples, fields = Examples(x, labels, sample_weights), np.zeros(labels.shape)
        learn_all(self.rule, examples, Arrays(self.synapses, self.cells, fields), kernel, note_field)
        return fields

    def check_rows(self, x: Any, sample_weights: np.ndarray) -> None:
        """Raise if the rule cannot learn from these rows."""
        self.rule.check_rows(x, sample_weights, intercept=self.synapses.shape[2] > x.shape[1])

    def offsets(self) -> np.ndarray:
        """Return what is added to the field of each student."""
        return np.array([self.rule.offset(cell) for cell in self.cells])

    def fields(self, x: np.ndarray, readout: str | None) -> np.ndarray:
        """Return the field of each row and student, of a rule on vectors."""
        rule: Any = self.rule
        return np.stack([rule.fields(x, weights) for weights in self.weights(readout)], axis=1)

    def weights(self, readout: str | None) -> np.ndarray:
        """Return the weights of each student as a row, intercept last."""
        apply = self.rule.readout(readout).apply
        pairs = zip(self.synapses, self.cells, strict=True)
        return np.array([apply(self.rule.weights(synapses, cell)) for synapses, cell in pairs])

    def reports(self) -> list[dict[str, Any]]:
        """Return what the rule reports of each student."""
        return [self.rule.report(synapses, cell) for synapses, cell in zip(self.synapses, self.cells, strict=True)]
