"""A student of a Hebbian rule with N weights, kept as J itself and updated otherwise than after each example."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, needs_plain_examples
from rosenblatt.simulation.students.vector import VectorStudent


class HebbianVectorStudent(VectorStudent):
    """Holds J in one array, and how many examples were seen."""

    rules = (HebbianRule,)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.rule: Any = experiment.rule
        self.weights, self.seen = self.rule.weights(self.synapses, self.cell).copy(), np.zeros(1)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return needs_plain_examples(experiment) or super().further_obstacle(experiment)

    def measure(self) -> Measures:
        self.synapses[0] = self.weights / self.cell.gain
        return super().measure()
