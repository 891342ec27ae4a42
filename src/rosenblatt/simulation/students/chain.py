"""A student of a Hebbian rule with Gaussian inputs, by the exact chain of R and R_perp."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.chain import R_PERP, R, chain_kernel, new_student, random_student
from rosenblatt.kernels.random import new_urn, seed_state
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import GaussianInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, Student, needs_single_weights


class ChainStudent(Student):
    """Follows two numbers, example by example, at a cost that does not grow with N."""

    method = "chain"
    rules = (HebbianRule,)
    inputs = (GaussianInputs,)
    piece = 10_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        self.rule: Any = experiment.rule
        self.state, self.urn = seed_state(seed), new_urn()
        self.student = new_student(experiment.scenario.start)
        if self.rule.normalised and experiment.scenario.start is None:
            self.student = random_student(experiment.n, np.random.default_rng(seed.spawn(1)[0]))

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return needs_single_weights(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return chain_kernel(rule, experiment.scenario.channel)

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.rule
        world = (float(self.experiment.n), scenario.noise, scenario.drift)
        return self.kernel(steps, *world, rule.weight_decay, self.state, self.urn, self.student, rule.own)

    def measure(self) -> Measures:
        r, r_perp = float(self.student[R]), float(self.student[R_PERP])
        if r == r_perp == 0.0:
            return 0.0, 0.0, 0.0, 0.5
        angle = math.atan2(r_perp, r)
        return r, r * r + r_perp * r_perp, math.cos(angle), angle / math.pi
