"""What a student looks like from outside, by whatever method it is followed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from rosenblatt.obstacles import DETAIL, WRONG_INPUTS, WRONG_LEARNER, Obstacle
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Inputs
from rosenblatt.simulation.experiment import Experiment

Kernel = Any
# r, q_norm, overlap, disagreement; for inputs with a covariance then R^, Q^ and M^, those of the fields
Measures = tuple[float, ...]


class Student(ABC):
    """A student that is followed by some method.

    ``compile`` makes the kernel that all runs share, ``advance(steps)`` learns, ``measure()`` returns R, Q, the overlap
    and the disagreement, and what the error depends on besides. ``rules`` and ``inputs`` are the kinds that the class
    can follow; ``further_obstacle`` says what else prevents it.
    """

    method: ClassVar[str]
    rules: ClassVar[tuple[type[Rule], ...]]
    inputs: ClassVar[tuple[type[Inputs], ...]]

    piece: int  # steps that take some tenths of a second: between two pieces a run can be stopped

    @abstractmethod
    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        """Draw the teacher, and a student that has learnt nothing."""

    @classmethod
    def obstacle(cls, experiment: Experiment) -> Obstacle | None:
        """Return what prevents the class from following an experiment; None if it can."""
        if not isinstance(experiment.rule, cls.rules):
            return Obstacle(f"{experiment.rule.name!r} is more than a modulation", WRONG_LEARNER)
        if not isinstance(experiment.inputs, cls.inputs):
            return Obstacle(f"{experiment.inputs.name} inputs are not rotation-invariant", WRONG_INPUTS)
        reason = cls.further_obstacle(experiment)
        return Obstacle(reason, DETAIL) if reason else None

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return what prevents it although rule and inputs fit; empty if nothing does."""
        return ""

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        """Return the kernel that all runs share."""
        return None

    @abstractmethod
    def advance(self, steps: int) -> int:
        """Learn; return -1, or the step at which the rule's signal is not finite."""

    @abstractmethod
    def measure(self) -> Measures:
        """Return R, Q, overlap and disagreement; then R^, Q^ and M^ of the fields for inputs with a covariance."""


def needs_single_weights(experiment: Experiment) -> str:
    """Return what prevents a chain, which has no single weights, from reading them; empty if nothing does."""
    if experiment.readout == "mean":
        return ""
    return f"the {experiment.readout} readout depends on single weights"


def needs_own_start(experiment: Experiment) -> str:
    """Return what prevents a student that starts by its rule's own way; empty if it is not asked for another."""
    if experiment.scenario.start is None:
        return ""
    return f"a start with given R and Q is not known for {experiment.rule.name!r} here"
