"""A student of an isotropic rule, Gaussian inputs around a centre or 0: a few weights stand for all."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.gram_chain import chain_weights, gram_chain_kernel
from rosenblatt.kernels.random import seed_state
from rosenblatt.rules.kinds.synaptic import IsotropicRule
from rosenblatt.scenario import GaussianInputs, ShiftedInputs, Start
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.shifted_chain import centre_of, chain_obstacle
from rosenblatt.simulation.students.student import Kernel, Measures, Student, channel_of, needs_known_start
from rosenblatt.simulation.students.vector import measured


class GramChainStudent(Student):
    """Follows the Gram matrix of the rule's vectors."""

    method = "chain"
    rules = (IsotropicRule,)
    inputs = (GaussianInputs, ShiftedInputs)
    piece = 2_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel, self.state = experiment, kernel, seed_state(seed)
        rule: Any = experiment.rule
        n, axes = experiment.n, chain_weights(rule)
        self.synapses, self.cell = rule.start(axes, scale=1.0 / math.sqrt(n))
        self.cell.n = n
        self.teacher, self.mean = np.zeros(axes), np.zeros(axes)
        self.teacher[0] = math.sqrt(n)
        random = np.random.default_rng(seed.spawn(1)[0])
        start = experiment.scenario.start
        if start is not None:
            rule.begin_at(start, _started(start, n, axes, random), self.synapses, self.cell)
        elif self.synapses[0].any():
            self.synapses[0] = _direction(n, axes, random) / self.cell.gain
        self.mean[:2] = centre_of(experiment)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        rule: Any = experiment.rule
        return chain_obstacle(experiment, chain_weights(rule)) or needs_known_start(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return gram_chain_kernel(rule, experiment.scenario.channel.as_student_sees)

    def advance(self, steps: int) -> int:
        scenario, (q0, v) = self.experiment.scenario, self.mean[:2].tolist()
        world = (float(self.experiment.n), *channel_of(scenario), scenario.drift, (q0, v), self.state)
        return self.kernel(steps, *world, self.synapses, self.cell, self.experiment.rule.parameters)

    def measure(self) -> Measures:
        return measured(self.experiment, self.teacher, self.mean, self.synapses, self.cell)


def _started(start: Start, n: int, axes: int, random: np.random.Generator) -> np.ndarray:
    """Return a vector with the R and Q of a start, random otherwise; the rest of it along the third axis."""
    weights = np.zeros(axes)
    weights[1:3] = random.standard_normal(), math.sqrt(random.chisquare(n - 2))
    weights *= math.sqrt(max(start.q_norm - start.r * start.r, 0.0)) / np.linalg.norm(weights)
    weights[0] = start.r
    return weights * math.sqrt(n)


def _direction(n: int, axes: int, random: np.random.Generator) -> np.ndarray:
    """Return a random vector of length sqrt(n), the rest of it along the third axis."""
    direction = np.zeros(axes)
    direction[:3] = *random.standard_normal(2), math.sqrt(random.chisquare(n - 2))
    return direction * (math.sqrt(n) / np.linalg.norm(direction))
