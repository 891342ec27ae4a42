r"""What a student's present says of its end: the coordinate along which rare students are looked for.

With y = ln tan(theta/2), theta the angle to the teacher, a pilot of plain runs gives at each of some stages the best
linear guess of the last y, from y and the logarithm of the length at that stage:

    foresight.1   v = (a + b y + c ln(length) - mean of the last y)/(its deviation);   at the end v is y itself, scaled
    foresight.2   stages are where the share of the last variance that is known grows by equal steps
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt.kernels.chain import R_PERP, R
from rosenblatt.simulation.simulation import Simulation

SMALLEST = 1e-300  # of a length, and of a tangent, whose logarithm is taken


@dataclass(frozen=True)
class Foresight:
    """Stages as numbers of examples, with the coefficients of v at each; and the mean and deviation of the last y."""

    stages: np.ndarray
    coefficients: np.ndarray
    mean: float
    deviation: float

    def at(self, stage: int, students: np.ndarray) -> np.ndarray:
        """Return v of students at a stage.  (foresight.1)"""
        length = np.hypot(students[:, R], students[:, R_PERP])
        return _features(last_y(students), length) @ self.coefficients[stage]


def last_y(students: np.ndarray) -> np.ndarray:
    """Return y = ln tan(theta/2) of students of the chain; 0, a right angle, for those that have learnt nothing."""
    r, r_perp = students[:, R], students[:, R_PERP]
    far = np.hypot(r, r_perp) + np.abs(r)
    size = np.log(np.maximum(r_perp, SMALLEST) / np.maximum(far, SMALLEST))
    return np.where(far > 0.0, np.where(r >= 0.0, size, -size), 0.0)


def foresight_of(pilot: Simulation, most: int) -> Foresight:
    """Return what a pilot tells, with at most so many stages."""
    d, length = pilot.samples["disagreement"], np.sqrt(pilot.samples["q_norm"])
    y = np.log(np.maximum(np.tan(0.5 * np.pi * d), SMALLEST))
    end, examples = y[:, -1], pilot.frame["examples"].to_numpy()
    mean, deviation = float(end.mean()), float(end.std())
    if deviation == 0.0:
        raise ValueError(
            f"alpha must be where students differ; got {pilot.frame['alpha'].iloc[-1]:g}, at which all have the same "
            "overlap. Take another."
        )
    target, known, fits = (end - mean) / deviation, [], []
    for k in range(len(examples)):
        features = _features(y[:, k], length[:, k])
        fit = np.linalg.lstsq(features, target, rcond=1e-10)[0]
        fits.append(fit)
        known.append(1.0 - np.var(target - features @ fit))
    share = np.maximum.accumulate(known)
    steps = np.searchsorted(share, share[0] + (share[-1] - share[0]) * np.arange(1, most) / most)
    chosen = np.unique(np.append(steps[steps < len(share) - 1], len(share) - 1))
    coefficients = np.array(fits)[chosen]
    coefficients[-1] = np.array([-mean, 1.0, 0.0]) / deviation
    return Foresight(examples[chosen], coefficients, mean, deviation)


def _features(y: np.ndarray, length: np.ndarray) -> np.ndarray:
    return np.column_stack([np.ones_like(y), y, np.log(np.maximum(length, SMALLEST))])
