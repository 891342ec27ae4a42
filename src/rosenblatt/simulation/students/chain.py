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
from rosenblatt.simulation.students.student import Kernel, Measures, Student, channel_of, needs_single_weights


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
        self.student = first_student(experiment, np.random.default_rng(seed.spawn(1)[0]))

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return needs_single_weights(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return chain_kernel(rule, experiment.scenario.channel.as_student_sees)

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.rule
        world = (float(self.experiment.n), *channel_of(scenario), scenario.drift)
        return self.kernel(steps, *world, rule.weight_decay, self.state, self.urn, self.student, rule.own)

    def measure(self) -> Measures:
        r, r_perp = float(self.student[R]), float(self.student[R_PERP])
        if r == r_perp == 0.0:
            return 0.0, 0.0, 0.0, 0.5
        angle = math.atan2(r_perp, r)
        return r, r * r + r_perp * r_perp, math.cos(angle), angle / math.pi


def first_student(experiment: Experiment, random: np.random.Generator) -> np.ndarray:
    """Return a student of the chain that has learnt nothing; one of fixed length has a random direction."""
    rule: Any = experiment.rule
    if rule.normalised and experiment.scenario.start is None:
        return random_student(experiment.n, random)
    return new_student(experiment.scenario.start)
