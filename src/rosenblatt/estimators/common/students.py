"""Students of one rule that learn the same rows side by side, one for each binary subproblem or output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.rows import learn_rows
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
        """Return students that have learnt nothing."""
        synapses, memory = rule.start(inputs, rule.scale_on_data(inputs))
        return cls(rule, np.stack([synapses] * students), np.stack([memory] * students))

    def copy(self) -> Students:
        """Return an independent copy."""
        return Students(self.rule, self.synapses.copy(), self.memory.copy())

    def with_copies_of_first(self, number: int) -> Students:
        """Return these students, themselves untouched, and so many more that have learnt what the first has."""
        which = [*range(len(self.memory)), *[0] * number]
        return Students(self.rule, self.synapses[which], self.memory[which])

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
        """Return the field of each row and student, of a rule that is not linear in the features."""
        return np.stack([self.rule.fields(x, weights) for weights in self.weights(readout)], axis=1)

    def weights(self, readout: str | None) -> np.ndarray:
        """Return the weights of each student as a row, intercept last."""
        apply = self.rule.readout(readout).apply
        pairs = zip(self.synapses, self.memory, strict=True)
        return np.array([apply(self.rule.weights(synapses, memory)) for synapses, memory in pairs])

    def reports(self) -> list[dict[str, Any]]:
        """Return what the rule reports of each student."""
        return [self.rule.report(synapses, memory) for synapses, memory in zip(self.synapses, self.memory, strict=True)]
