r"""Crowds of students in which rare ones are common: sequential importance sampling of the exact chain.

A crowd is led by a tilt beta and the coordinate v of `rosenblatt.studies.foresight`, from stage to stage: students
learn by the chain, as it is; at each stage they are resampled in proportion to w, so that those who are on the way to a
large v (a small one for beta < 0) multiply.

    tilted-crowd.1   w = exp(beta (v - v at the last stage)),   Z = the product over the stages of the mean of w
    tilted-crowd.2   <f> = <Z mean of f exp(-beta v)> over crowds, without bias, for every f of the last student
    tilted-crowd.3   <f> = sum over beta of <Z exp(-beta^2/2) mean of f/S>,  S = sum over beta of exp(beta v - beta^2/2)

(3) is (2) for f times exp(beta v - beta^2/2)/S, which add up to f; if v is normal, all its weights are nearly equal.
Crowds of one tilt differ by chance alone, so that their scatter gives the standard error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.crowd import crowd_kernel
from rosenblatt.kernels.random import new_urn, seed_state
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import first_student
from rosenblatt.simulation.students.student import channel_of
from rosenblatt.studies.foresight import Foresight, last_y


@dataclass(frozen=True)
class Crowds:
    """What all crowds of a study have in common."""

    experiment: Experiment
    foresight: Foresight
    tilts: np.ndarray
    kernel: Any

    def lead(self, tilt: float, size: int, seed: np.random.SeedSequence) -> tuple[np.ndarray, np.ndarray]:
        """Return y of the last students of a crowd, and their weights by (3)."""
        state, random, urn = seed_state(seed), np.random.default_rng(seed.spawn(1)[0]), new_urn()
        students = np.array([first_student(self.experiment, random) for _ in range(size)])
        before, seen, log_z = np.zeros(size), 0, 0.0
        for stage, examples in enumerate(self.foresight.stages.tolist()):
            self._learn(examples - seen, state, urn, students)
            seen, v = examples, self.foresight.at(stage, students)
            exponent = tilt * (v - before)
            highest = float(exponent.max())
            weights = np.exp(exponent - highest)
            log_z += highest + math.log(weights.mean())
            chosen = resampled(weights, random)
            students, before = np.ascontiguousarray(students[chosen]), v[chosen]
        density = np.exp(np.multiply.outer(before, self.tilts) - 0.5 * self.tilts**2).sum(axis=1)
        return last_y(students), math.exp(log_z - 0.5 * tilt * tilt) / size / density

    def _learn(self, steps: int, state: np.ndarray, urn: np.ndarray, students: np.ndarray) -> None:
        """Let all students learn so many examples."""
        scenario, rule = self.experiment.scenario, self.experiment.rule
        assert isinstance(rule, HebbianRule)
        world = (float(self.experiment.n), *channel_of(scenario), scenario.drift, rule.weight_decay)
        if self.kernel(steps, *world, state, urn, students, rule.own) >= 0:
            raise ValueError(
                f"modulation of {rule.name!r} must return a finite number; got NaN or infinity at "
                f"alpha <= {float(students[0, 2]) / self.experiment.n:.4g}. Guard that case in the function."
            )


def crowds(experiment: Experiment, foresight: Foresight, tilts: np.ndarray) -> Crowds:
    """Return the crowds of an experiment that the chain can follow."""
    rule = experiment.rule
    assert isinstance(rule, HebbianRule)
    return Crowds(experiment, foresight, tilts, crowd_kernel(rule, experiment.scenario.channel.as_student_sees))


def resampled(weights: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return who is taken how often: each in proportion to its weight on average, and within one of it.

    >>> resampled(np.array([1.0, 0.0, 3.0]), np.random.default_rng(0)).tolist()
    [0, 2, 2]
    """
    places = (random.random() + np.arange(len(weights))) / len(weights)
    upto = np.cumsum(weights)
    return np.minimum(np.searchsorted(upto / upto[-1], places, side="right"), len(weights) - 1)
