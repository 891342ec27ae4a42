"""A student of a rule on vectors, by the rule's own functions, uncompiled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.rules.kinds.cell import stacked
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.scenario import Flips, Inputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, Student, bytes_of_vectors, needs_own_start

PROBES = 20_000  # inputs on which target and student are compared
INPUTS_TOGETHER = 1000


class VectorRuleStudent(Student):
    """Follows a student of any function; R and Q are those of all weights of the function."""

    method = "vector"
    rules = (VectorRule,)
    inputs = (Inputs,)
    piece = 20_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.random = experiment, np.random.default_rng(seed)
        self.rule: Any = experiment.rule
        scenario, n = experiment.scenario, experiment.n
        self.target = self.rule.target(n, scenario.teacher, self.random)
        self.mean = scenario.inputs.mean(scenario.teacher.draw(n, self.random), self.random)
        synapses, cell = self.rule.start(n)
        synapses[0] = self.rule.random_start(n, self.random)
        self.synapses, self.cells = synapses[None], stacked(cell, 1)
        self.probes = scenario.inputs.draw(self.mean, PROBES, self.random)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        if not isinstance(experiment.scenario.channel, Flips):
            return "rules on vectors are simulated with flipped labels only"
        if experiment.scenario.drift > 0.0:
            return "rules on vectors are simulated with targets that stay where they are"
        return needs_own_start(experiment)

    @classmethod
    def bytes_of_a_run(cls, experiment: Experiment, examples: int) -> float:
        return bytes_of_vectors(experiment)

    def advance(self, steps: int) -> int:
        scenario = self.experiment.scenario
        for begin in range(0, steps, INPUTS_TOGETHER):
            inputs = scenario.inputs.draw(self.mean, min(INPUTS_TOGETHER, steps - begin), self.random)
            flips = self.random.random(len(inputs)) < scenario.noise
            labels = np.where((self.rule.fields(inputs, self.target) > 0.0) ^ flips, 1.0, -1.0)
            for row, label in enumerate(labels):
                self.rule.learn(inputs[row], np.array([label]), 1.0, self.synapses, self.cells)
            if not np.isfinite(self.synapses).all():
                return begin + len(inputs) - 1
        return -1

    def measure(self) -> Measures:
        rule, target = self.rule, self.target
        weights = rule.readout(self.experiment.readout).apply(rule.weights(self.synapses[0], self.cells[0]))
        r, q_norm = float(weights @ target) / len(target), float(weights @ weights) / len(target)
        overlap = r / math.sqrt(q_norm * float(target @ target) / len(target)) if q_norm > 0.0 else 0.0
        wrong = (rule.fields(self.probes, weights) > 0.0) != (rule.fields(self.probes, target) > 0.0)
        return r, q_norm, overlap, float(wrong.mean())
