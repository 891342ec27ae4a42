"""A student of a Hebbian rule with inputs around a centre, by the exact chain of three numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.shifted_chain import new_shifted_student, shifted_chain_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import (
    Kernel,
    Measures,
    Student,
    channel_of,
    needs_own_start,
    needs_single_weights,
)

FEWEST_WEIGHTS = 4


class ShiftedChainStudent(Student):
    """Follows the components along the teacher, along the centre, and the rest."""

    method = "chain"
    rules = (HebbianRule,)
    inputs = (ShiftedInputs,)
    piece = 5_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        self.rule: Any = experiment.rule
        self.q0, self.across = centre_of(experiment)
        self.state = seed_state(seed)
        self.student = new_shifted_student(self.rule, experiment.n, np.random.default_rng(seed.spawn(1)[0]))

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return chain_obstacle(experiment, FEWEST_WEIGHTS) or needs_own_start(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return shifted_chain_kernel(rule, experiment.scenario.channel)

    def advance(self, steps: int) -> int:
        rule, (channel, _) = self.rule, channel_of(self.experiment.scenario)
        world = (float(self.experiment.n), channel, rule.weight_decay, self.q0, self.across)
        return self.kernel(steps, *world, self.state, self.student, rule.own)

    def measure(self) -> Measures:
        r, across, rest = (float(value) for value in self.student[:3])
        length = math.sqrt(r * r + across * across + rest * rest)
        if length == 0.0:
            return 0.0, 0.0, 0.0, float(gaussian.sign_disagreement(math.pi / 2.0, 0.0, self.q0))
        angle = math.atan2(math.hypot(across, rest), r)
        centre = (r * self.q0 + across * self.across) / length
        return r, length * length, math.cos(angle), float(gaussian.sign_disagreement(angle, centre, self.q0))


def centre_of(experiment: Experiment) -> tuple[float, float]:
    """Return the centre of the inputs along the teacher and across it."""
    inputs = experiment.inputs
    return (float(inputs.q0), inputs.across) if isinstance(inputs, ShiftedInputs) else (0.0, 0.0)


def chain_obstacle(experiment: Experiment, fewest: int) -> str:
    """Return what prevents a chain that needs so many weights, and that the centre stays; empty if nothing does."""
    if experiment.scenario.drift > 0.0 and isinstance(experiment.inputs, ShiftedInputs):
        return "a drifting teacher moves away from the centre of the inputs"
    if experiment.n < fewest:
        return f"this chain needs n = {fewest} or more"
    return needs_single_weights(experiment)
