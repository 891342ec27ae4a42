"""Students of a Hebbian rule that learn in batches: by the exact chain of R and R_perp, or by all weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.kernels.mini_batches import batch_chain_kernel, batch_vectors_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.parts.updates import Batches
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.hebbian_vector import HebbianVectorStudent
from rosenblatt.simulation.students.student import Kernel, needs_plain_examples


class BatchChainStudent(ChainStudent):
    """Follows two numbers, example by example, and moves them after each batch; it learns whole batches only."""

    updates = (Batches,)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.size = examples_in_batch(experiment)
        self.piece = self.size * max(1, ChainStudent.piece // self.size)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return needs_plain_examples(experiment) or super().further_obstacle(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return batch_chain_kernel(rule, experiment.scenario.channel)

    def advance(self, steps: int) -> int:
        world = (
            float(self.experiment.n),
            self.experiment.scenario.channel.kernel_numbers,
            self.rule.weight_decay,
            self.state,
        )
        return self.kernel(steps // self.size, self.size, *world, self.student, self.rule.own)


class BatchVectorStudent(HebbianVectorStudent):
    """Follows all N weights; it learns whole batches only."""

    updates = (Batches,)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.size = examples_in_batch(experiment)
        self.piece = self.size * max(1, self.piece // self.size)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return batch_vectors_kernel(rule, experiment.scenario)

    def advance(self, steps: int) -> int:
        world = (
            self.experiment.scenario.channel.kernel_numbers,
            self.rule.weight_decay,
            self.teacher,
            self.law,
            self.state,
        )
        return self.kernel(steps // self.size, self.size, *world, self.weights, self.seen, self.rule.own)


def examples_in_batch(experiment: Experiment) -> int:
    """Return how many examples a batch of the experiment has, or raise if a batch of weight decay leaves nothing."""
    update, rule, n = experiment.update, experiment.rule, experiment.n
    assert isinstance(update, Batches)
    assert isinstance(rule, HebbianRule)
    size = update.examples(n)
    update.check_decay(rule.weight_decay)
    return size
