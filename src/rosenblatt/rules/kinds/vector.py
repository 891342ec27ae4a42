"""Rules on whole vectors: NumPy functions, uncompiled, for what is not a matter of single synapses."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from rosenblatt.rules.kinds.cell import Cells
from rosenblatt.rules.kinds.rule import DenseRule, Rule
from rosenblatt.scenario import Teacher


@dataclass(frozen=True)
class VectorRule(DenseRule):
    """Gives ``learn`` and ``fields``; the first row of a student's synapses is its weights.

    >>> class Plain(VectorRule):
    ...     name = "plain"
    ...
    ...     def learn(self, inputs, labels, sample_weight, synapses, cells):
    ...         wrong = labels * self.fields(inputs, synapses[:, 0]) <= 0.0
    ...         synapses[:, 0] += sample_weight * np.where(wrong, labels, 0.0)[:, None] * inputs
    ...         cells.examples += 1.0
    ...         return wrong
    """

    calls = frozenset({"learn", "fields"})

    @abstractmethod
    def learn(
        self, inputs: np.ndarray, labels: np.ndarray, sample_weight: float, synapses: np.ndarray, cells: Cells
    ) -> np.ndarray:
        """Let each of several students learn one example, in place; return which of them were wrong.

        Students are the first axis of ``labels``, ``synapses`` (students, numbers per weight, weights) and ``cells``;
        ``inputs`` are one row for all or one for each. ``cells.examples`` is to be counted here.
        """

    def fields(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return what has the sign of the label; inputs and weights may have axes in front, which broadcast."""
        return np.einsum("...n,...n->...", inputs, weights)

    def target(self, n: int, teacher: Teacher, random: np.random.Generator) -> np.ndarray:
        """Return the weights of a rule to be learnt from n inputs."""
        return teacher.draw(n, random)

    def random_start(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return the weights with which a simulated student starts."""
        return self.start(n)[0][0]

    def with_intercept(self) -> tuple[Rule, int]:
        """Return the rule itself: what thresholds it has is a matter of its ``fields``."""
        return self, 0
