r"""What a student's present says of its end: the coordinate along which rare students are looked for.

With y = ln tan(theta/2), theta the angle to the teacher, a pilot of plain runs gives at each of some stages the best
linear guess of the last y, from R and R_perp at that stage:

    foresight.1   v = (a + b R + c R_perp - mean of the last y)/(its deviation);   at the end v is y itself, scaled
    foresight.2   stages are where the share of the last variance that is known grows by equal steps

Any v is right. Linear in R and R_perp, as small fluctuations are, it leads well to both tails; linear in y and the
logarithm of the length, which vary wildly among the first examples, it misses half of the best students.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt.kernels.chain import R_PERP, R
from rosenblatt.simulation.simulation import Simulation

SMALLEST = 1e-300  # of what a logarithm is taken


@dataclass(frozen=True)
class Foresight:
    """Stages as numbers of examples, the coefficients of v at all but the last; mean and deviation of the last y."""

    stages: np.ndarray
    coefficients: np.ndarray
    mean: float
    deviation: float

    def at(self, stage: int, students: np.ndarray) -> np.ndarray:
        """Return v of students at a stage.  (foresight.1)"""
        if stage == len(self.stages) - 1:
            return (last_y(students) - self.mean) / self.deviation
        return _features(students[:, R], students[:, R_PERP]) @ self.coefficients[stage]


def last_y(students: np.ndarray) -> np.ndarray:
    """Return y = ln tan(theta/2) of students of the chain; 0, a right angle, for those that have learnt nothing."""
    r, r_perp = students[:, R], students[:, R_PERP]
    far = np.hypot(r, r_perp) + np.abs(r)
    size = np.log(np.maximum(r_perp, SMALLEST) / np.maximum(far, SMALLEST))
    return np.where(far > 0.0, np.where(r >= 0.0, size, -size), 0.0)


def foresight_of(pilot: Simulation, most: int) -> Foresight:
    """Return what a pilot tells, with at most so many stages."""
    d, length = pilot.samples["disagreement"], np.sqrt(pilot.samples["q_norm"])
    r, r_perp = length * np.cos(np.pi * d), length * np.sin(np.pi * d)
    end = np.log(np.maximum(np.tan(0.5 * np.pi * d[:, -1]), SMALLEST))
    examples = pilot.frame["examples"].to_numpy()
    mean, deviation = float(end.mean()), float(end.std())
    if deviation == 0.0:
        raise ValueError(
            f"alpha must be where students differ; got {pilot.frame['alpha'].iloc[-1]:g}, at which all have the same "
            "overlap. Take another."
        )
    target, known, fits = (end - mean) / deviation, [], []
    for k in range(len(examples)):
        features = _features(r[:, k], r_perp[:, k])
        fit = np.linalg.lstsq(features, target, rcond=1e-10)[0]
        fits.append(fit)
        known.append(1.0 - np.var(target - features @ fit))
    share = np.maximum.accumulate(known)
    steps = np.searchsorted(share, share[0] + (share[-1] - share[0]) * np.arange(1, most) / most)
    chosen = np.unique(np.append(steps[steps < len(share) - 1], len(share) - 1))
    return Foresight(examples[chosen], np.array(fits)[chosen[:-1]], mean, deviation)


def _features(r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
    return np.column_stack([np.ones_like(r), r, r_perp])
