"""Students of a Hebbian rule with momentum: by the exact chain of five numbers, or by all weights and velocities."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.kernels.chain import R_PERP, R
from rosenblatt.kernels.momentum import C_V, ENTRIES, R_V, W_R, momentum_chain_kernel, momentum_vectors_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.parts.updates import VELOCITY, WithVelocity
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.hebbian_vector import HebbianVectorStudent
from rosenblatt.simulation.students.student import Kernel, needs_plain_examples

FEWEST_WEIGHTS = 4


class MomentumChainStudent(ChainStudent):
    """Follows five numbers, at a cost that does not grow with N."""

    updates = (WithVelocity,)
    further_measures = VELOCITY

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.forces = _forces(experiment)
        at_rest = np.zeros(ENTRIES)
        at_rest[: R_PERP + 1] = self.student[: R_PERP + 1]
        self.student = at_rest

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        if experiment.n < FEWEST_WEIGHTS:
            return f"this chain needs n = {FEWEST_WEIGHTS} or more"
        return needs_plain_examples(experiment) or super().further_obstacle(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return momentum_chain_kernel(rule, experiment.scenario.channel)

    def advance(self, steps: int) -> int:
        world = (float(self.experiment.n), self.experiment.scenario.channel.kernel_numbers)
        return self.kernel(steps, *world, *self.forces, self.state, self.student, self.rule.own)

    def measure_further(self) -> tuple[float, ...]:
        r, r_perp, r_v, c_v, w_r = (float(self.student[entry]) for entry in (R, R_PERP, R_V, C_V, W_R))
        return r_v, r * r_v + r_perp * c_v, r_v * r_v + c_v * c_v + w_r * w_r


class MomentumVectorStudent(HebbianVectorStudent):
    """Follows all N weights and their velocities."""

    updates = (WithVelocity,)
    further_measures = VELOCITY

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.forces = _forces(experiment)
        self.velocity = np.zeros(experiment.n)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return momentum_vectors_kernel(rule, experiment.scenario)

    def advance(self, steps: int) -> int:
        world = (self.experiment.scenario.channel.kernel_numbers, *self.forces, self.teacher, self.law, self.state)
        return self.kernel(steps, *world, self.weights, self.velocity, self.seen, self.rule.own)

    def measure_further(self) -> tuple[float, ...]:
        others = (self.teacher, self.weights, self.velocity)
        return tuple(float(self.velocity @ other) / self.experiment.n for other in others)


def _forces(experiment: Experiment) -> tuple[float, float, float]:
    """Return the part of V that is kept, the part of it that is added to J, and the weight decay."""
    update, rule, n = experiment.update, experiment.rule, experiment.n
    assert isinstance(update, WithVelocity)
    assert isinstance(rule, HebbianRule)
    return update.kept(n), update.step(n), rule.weight_decay
