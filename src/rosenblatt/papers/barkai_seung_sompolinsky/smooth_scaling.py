"""How the error of the rule 'smooth' scales with its rate and with time, by experiment (BSS sec. 4).

    scaling.1   at a constant rate, clean labels:          d_infinity ~ eta
    scaling.2   at eta ~ 1/n, clean labels:                d ~ 1/n
    scaling.3   at eta ~ n^(-z), z < 1, clean labels:      d ~ n^(-z)
    scaling.4   at a constant rate, flipped labels, smooth.2 or smooth.3:  d ~ sqrt(eta)

Many students learn one target side by side, from inputs N(0, 1) of their own. Their disagreements with the clean
target are counted as they learn: no other inputs are needed.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.kinds.cell import Cells
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.smooth import Smooth

KNOWN = 200_000  # examples, from which a shift is known well enough
NUMBERS = 100_000  # of inputs that are drawn together


@dataclass
class Crowd:
    """Students of one target that learn side by side."""

    rule: Smooth
    target: np.ndarray
    n: int
    noise: float
    random: np.random.Generator
    synapses: np.ndarray
    cells: Cells

    @classmethod
    def near_target(
        cls, rule: Smooth, target: np.ndarray, n: int, noise: float, students: int, seed: int, spread: float
    ) -> Crowd:
        """Return students whose weights are off the target's by normals of deviation ``spread``."""
        _, cells = rule.start_students(students, n)
        if len(target) != rule.function.count(n):
            raise ValueError(
                f"target must have {rule.function.count(n)} weights for {n} inputs; got {len(target)}. "
                "Draw it by the function's draw."
            )
        random = np.random.default_rng([checks.seed(seed), len(target)])
        synapses = np.zeros((students, 2, len(target)))
        synapses[:, 0] = target + spread * random.standard_normal((students, len(target)))
        return cls(rule, np.asarray(target), n, checks.noise(noise), random, synapses, cells)

    def know_averages(self, examples: int) -> None:
        """Let the students begin with the averages of so many examples, seen at the target."""
        inputs = self.random.standard_normal((examples, self.n))
        labels = np.where(self.rule.function.value(inputs, self.target) > 0.0, 1.0, -1.0)
        labels *= 1.0 - 2.0 * self.noise  # their mean over flips
        self.synapses[:, 1] = labels @ self.rule.function.gradient(inputs, self.target)
        self.cells.count, self.cells.labels = examples, labels.sum()

    def learn(self, steps: int) -> np.ndarray:
        """Learn from so many examples; return the share of these on which each student disagreed with the target."""
        students = len(self.cells)
        disagreed, together = np.zeros(students), max(1, NUMBERS // (students * self.n))
        for begin in range(0, steps, together):
            inputs = self.random.standard_normal((min(together, steps - begin), students, self.n))
            clean = np.where(self.rule.function.value(inputs, self.target) > 0.0, 1.0, -1.0)
            flips = self.random.random(clean.shape) < self.noise
            for examples, labels, flipped in zip(inputs, np.where(flips, -clean, clean), flips, strict=True):
                disagreed += self.rule.learn(examples, labels, 1.0, self.synapses, self.cells) ^ flipped
        return disagreed / steps


def residual(
    rule: Smooth,
    target: np.ndarray,
    n: int,
    etas: Sequence[float],
    *,
    noise: float = 0.0,
    students: int = 400,
    settle: float = 20.0,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Return where the disagreement stays at each constant rate, and standard errors.  (scaling.1, scaling.4)

    Students learn for ``settle``/eta examples and are watched for as many. They begin near where they stay: off the
    target by eta with clean labels, by sqrt(eta noise)/2 with flipped ones, and with averages of KNOWN examples.
    """
    means, errors = [], []
    for eta in etas:
        steps = math.ceil(settle / checks.positive("etas", eta, "A student that never learns has no residual error."))
        spread = 0.5 * math.sqrt(noise * eta) if noise > 0.0 else eta
        crowd = Crowd.near_target(dataclasses.replace(rule, eta=eta), target, n, noise, students, seed, spread=spread)
        if noise > 0.0:
            crowd.know_averages(KNOWN)
        crowd.learn(steps)
        shares = crowd.learn(steps)
        means.append(float(shares.mean()))
        errors.append(float(shares.std(ddof=1)) / math.sqrt(students))
    return np.array(means), np.array(errors)


def mean_time(before: float, after: float, z: float) -> float:
    """Return the time at which n^(-z) has its mean between two times.

    >>> round(mean_time(1.0, math.e, 1.0), 3), mean_time(1.0, 9.0, 0.5)
    (1.718, 4.0)
    """
    if z == 1.0:
        return (after - before) / math.log(after / before)
    return ((after ** (1.0 - z) - before ** (1.0 - z)) / ((1.0 - z) * (after - before))) ** (-1.0 / z)


def decay(
    rule: Smooth,
    target: np.ndarray,
    n: int,
    schedule: PowerLaw,
    marks: Sequence[int],
    *,
    students: int = 400,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return times, the disagreement around each, and standard errors, at a rate that falls.  (scaling.2, scaling.3)

    Disagreements are counted between two ``marks``, numbers of examples; the time is that at which the law n^(-z) has
    its mean over them. Students begin off the target by the first rate.
    """
    scheduled = dataclasses.replace(rule, eta=schedule)
    crowd = Crowd.near_target(scheduled, target, n, 0.0, students, seed, spread=schedule(1.0))
    crowd.learn(int(marks[0]))
    times, means, errors = [], [], []
    for before, after in itertools.pairwise(marks):
        shares = crowd.learn(int(after - before))
        times.append(mean_time(before, after, schedule.z))
        means.append(float(shares.mean()))
        errors.append(float(shares.std(ddof=1)) / math.sqrt(students))
    return np.array(times), np.array(means), np.array(errors)
