r"""A student by the exact chain, and what chance did to it, to first order: control variates of mean exactly 0.

    shadowed-student.1   control of x = (dx/dR) z1 + (dx/dR_perp) z2 at the path, (z1, z2) that of `linear_shadow`
    shadowed-student.2   the mean of x - (control of x) over runs estimates <x> without bias, at every N

The controls are further measures, so that a simulation has a column for each. Coefficients are 1, not fitted: each run
is corrected by what it saw itself, and its corrected number is the same however many runs there are.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels import linear_shadow as shadow
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.student import Kernel, channel_of
from rosenblatt.studies.linear_path import LinearPath

CONTROLLED = ("r", "q_norm", "overlap", "disagreement", "error")
STEP = 1e-5  # of what an error depends on, for its derivatives


class ShadowedStudent(ChainStudent):
    """Follows two numbers exactly, and beside them the two of its linear shadow."""

    method = "chain with control variates"
    further_measures = tuple(f"{name}_control" for name in CONTROLLED)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.loop, self.path = kernel
        super().__init__(experiment, seed, self.loop)
        self.shadow, self.seen = np.zeros(2), 0

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        rule: Any = experiment.rule
        return super().further_obstacle(experiment) or LinearPath.obstacle(rule, experiment.scenario)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        loop = shadow.shadowed_chain_kernel(rule, experiment.scenario.channel.as_student_sees)
        return loop, LinearPath(rule, experiment.scenario, experiment.n)

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.rule
        world = (float(self.experiment.n), *channel_of(scenario), scenario.drift, rule.weight_decay)
        done = 0
        while done < steps:
            rows = self.path.chunk(self.seen)
            part = min(steps - done, int(rows[-1, shadow.UNTIL]) - self.seen)
            stopped = self.loop(part, *world, rows, self.shadow, self.state, self.urn, self.student, rule.own)
            if stopped >= 0:
                return done + stopped
            done, self.seen = done + part, self.seen + part
        return -1

    def measure_further(self) -> tuple[float, ...]:
        if not self.seen:
            return (0.0,) * len(CONTROLLED)
        rows = self.path.chunk(self.seen - 1)
        now = rows[np.searchsorted(rows[:, shadow.UNTIL], self.seen)]
        gradients = measure_gradients(self.experiment, now[shadow.AT_R], now[shadow.AT_R_PERP])
        return tuple((gradients @ self.shadow).tolist())


def measure_gradients(experiment: Experiment, r: float, r_perp: float) -> np.ndarray:
    """Return the derivatives of what is measured by R and R_perp, a row for each of ``CONTROLLED``."""
    q_norm = r * r + r_perp * r_perp
    of_q = np.array([2.0 * r, 2.0 * r_perp])
    of_angle = np.array([-r_perp, r]) / q_norm
    of_d = of_angle / math.pi
    measures = np.array([r, q_norm, math.atan2(r_perp, r) / math.pi])
    of_error = sum(
        _error_slope(experiment, measures, k) * gradient
        for k, gradient in enumerate((np.array([1.0, 0.0]), of_q, of_d))
    )
    return np.array([[1.0, 0.0], of_q, -r_perp / math.sqrt(q_norm) * of_angle, of_d, of_error])


def _error_slope(experiment: Experiment, measures: np.ndarray, k: int) -> float:
    """Return the derivative of the error by R, Q or the disagreement."""
    step = np.zeros(3)
    step[k] = STEP * max(abs(float(measures[k])), 1e-12)
    rule, channel = experiment.rule, experiment.scenario.channel
    high, low = (float(rule.error(y[0], y[1], y[2], channel)) for y in (measures + step, measures - step))
    return (high - low) / (2.0 * step[k])
