"""One run of the rule 'smooth': a target f(S; W_0) and a student that learns it, whole vectors at a time."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.rules.smooth import Smooth
from rosenblatt.simulation.experiment import Experiment

PROBES = 20_000  # inputs on which target and student are compared
BLOCK = 1000


class FunctionStudent:
    """A student of a smooth function; R and Q are those of all weights of the function."""

    piece = 20_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: None) -> None:
        assert isinstance(experiment.rule, Smooth)
        self.experiment, self.rule = experiment, experiment.rule
        self.random = np.random.default_rng(seed)
        n = experiment.n
        self.target = self.rule.function.draw(n, self.random)
        self.mean = experiment.inputs.mean(experiment.teacher.draw(n, self.random), self.random)
        synapses, memory = self.rule.start(n)
        synapses[0] = self.rule.function.draw(n, self.random)
        self.synapses, self.memory = synapses[None], memory[None]
        self.probes = experiment.inputs.draw(self.mean, PROBES, self.random)

    @staticmethod
    def compile(experiment: Experiment) -> None:
        """There is nothing to compile."""

    def advance(self, steps: int) -> int:
        parts = self.experiment
        for begin in range(0, steps, BLOCK):
            inputs = parts.inputs.draw(self.mean, min(BLOCK, steps - begin), self.random)
            flips = self.random.random(len(inputs)) < parts.noise
            labels = np.where((self.rule.function.value(inputs, self.target) > 0.0) ^ flips, 1.0, -1.0)
            for row, label in enumerate(labels):
                self.rule.learn(inputs[row], np.array([label]), 1.0, self.synapses, self.memory)
            if not np.isfinite(self.synapses).all():
                return begin + len(inputs) - 1
        return -1

    def measure(self) -> tuple[float, float, float, float]:
        weights, target = self.synapses[0, 0], self.target
        r, q_norm = float(weights @ target) / len(target), float(weights @ weights) / len(target)
        overlap = r / math.sqrt(q_norm * float(target @ target) / len(target)) if q_norm > 0.0 else 0.0
        value = self.rule.function.value
        wrong = (value(self.probes, weights) > 0.0) != (value(self.probes, target) > 0.0)
        return r, q_norm, overlap, float(wrong.mean())
