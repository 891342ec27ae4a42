r"""The path of `rosenblatt.kernels.linear_shadow`: a learning curve, its averages and its slopes, row by row.

In the coordinates (R, R_perp) the equations hebbian-theory.1 and hebbian-theory.2 are

    linear-path.1   f1 = <F b> - (Omega + delta) R,   f2 = <F c> + <F^2>/(2 R_perp) - Omega R_perp + delta R^2/R_perp
    linear-path.2   normalised: only the part of (f1, f2) across (R, R_perp), without decay
    linear-path.3   A = the derivatives of f by R and R_perp, at the path

A row holds for a stretch of examples that is a 32nd of those before it. Rows come in chunks, each three times as long
as all before it, that are made when a student reaches them: a row depends neither on how far students go nor on which
of them comes first. Where an example moves the path by as much as its length, or A turns it by as much, nothing is
linear: there A = -N and no noise is taken up, so that z = 0 after it.
"""

from __future__ import annotations

import math
import threading

import numpy as np

from rosenblatt.kernels import linear_shadow as shadow
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Scenario
from rosenblatt.theory.hebbian import HebbianTheory, averages_method, fine_averages, order_parameters
from rosenblatt.theory.integration import NotFollowed
from rosenblatt.theory.length_and_angle import AveragesOf

FINENESS = 32  # rows in the number of examples so far
FIRST_CHUNK, GROWTH = 256, 4  # examples
STEP = 1e-4  # of R and R_perp, for derivatives

Row = tuple[float, ...]


class LinearPath:
    """The rows for one rule in one scenario at one N; threads may share it."""

    def __init__(self, rule: HebbianRule, scenario: Scenario, n: int) -> None:
        self.rule, self.scenario, self.n = rule, scenario, n
        self._chunks: list[np.ndarray] = []
        self._lock = threading.Lock()

    @staticmethod
    def obstacle(rule: HebbianRule, scenario: Scenario) -> str:
        """Return why there is no path; empty if there is one."""
        found = HebbianTheory().obstacle(rule, scenario)
        return "" if found is None else found.reason

    def chunk(self, seen: int) -> np.ndarray:
        """Return the rows for the example after so many, and for those that follow it."""
        number = 0
        while seen >= chunk_end(number):
            number += 1
        with self._lock:
            while len(self._chunks) <= number:
                self._chunks.append(self._rows(len(self._chunks)))
        rows = self._chunks[number]
        if seen >= rows[-1, shadow.UNTIL]:  # the curve ends before its chunk does: let it say so
            self._order_parameters(np.array([seen, seen + 1]))
        return rows

    def _order_parameters(self, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return alpha, R and R_perp half-way between two ends, before an example is learnt."""
        before = np.maximum(0.5 * (ends[:-1] + ends[1:] - 1), 0.5) / self.n
        method = averages_method(self.rule, self.scenario, "auto")
        return before, *order_parameters(self.rule, before, self.scenario, method)

    def _rows(self, number: int) -> np.ndarray:
        """Return the rows of a chunk, the first of them if its curve cannot be followed to the end."""
        ends = _ends(chunk_end(number - 1) if number else 0, chunk_end(number))
        rule, scenario = self.rule, self.scenario
        while True:
            try:
                before, r, r_perp = self._order_parameters(ends)
                break
            except NotFollowed:
                if len(ends) == 2:
                    raise
                ends = ends[: len(ends) // 2 + 1]
        student = list(zip(r.tolist(), r_perp.tolist(), (before + 0.5 / self.n).tolist(), strict=True))
        averages = fine_averages(rule, scenario, student[:: max(1, len(student) // 8)])
        rows = [
            (float(end), alpha, *self._row(averages, at_r, at_r_perp, alpha))
            for end, (at_r, at_r_perp, alpha) in zip(ends[1:].tolist(), student, strict=True)
        ]
        return np.array(rows)

    def _row(self, averages: AveragesOf, r: float, r_perp: float, alpha: float) -> Row:
        """Return R, R_perp, the averages there, and A."""
        if r_perp <= 0.0:
            raise ValueError(
                f"student of {self.rule.name!r} must be away from the teacher for its noise to be followed; got an "
                f"angle of 0 at alpha={alpha:.4g}. Use method='chain'."
            )
        means, q_norm, n = averages(r, r_perp, alpha), r * r + r_perp * r_perp, float(self.n)
        a = derivatives(self.rule, self.scenario, averages, r, r_perp, alpha)
        linear = means[2] < n * q_norm and max(map(abs, a)) < n
        return (r, r_perp, *means, *(a if linear else (-n, 0.0, 0.0, -n)), float(linear))


def slopes(
    rule: HebbianRule, scenario: Scenario, averages: AveragesOf, r: float, r_perp: float, alpha: float
) -> tuple[float, float]:
    """Return the slopes of R and R_perp.  (linear-path.1, linear-path.2)"""
    toward, across, squared = averages(r, r_perp, alpha)
    drift, decay = scenario.drift, 0.0 if rule.normalised else rule.weight_decay
    f1 = toward - (decay + drift) * r
    f2 = across + 0.5 * squared / r_perp - decay * r_perp + drift * r * r / r_perp
    if rule.normalised:
        along = (r * f1 + r_perp * f2) / (r * r + r_perp * r_perp)
        f1, f2 = f1 - along * r, f2 - along * r_perp
    return f1, f2


def derivatives(
    rule: HebbianRule, scenario: Scenario, averages: AveragesOf, r: float, r_perp: float, alpha: float
) -> Row:
    """Return A, row by row, by central differences.  (linear-path.3)"""
    world = (rule, scenario, averages)
    by_r, by_r_perp = STEP * math.hypot(r, r_perp), STEP * r_perp
    more, less = slopes(*world, r + by_r, r_perp, alpha), slopes(*world, r - by_r, r_perp, alpha)
    wider, narrower = slopes(*world, r, r_perp + by_r_perp, alpha), slopes(*world, r, r_perp - by_r_perp, alpha)
    of_r = [(one - other) / (2.0 * by_r) for one, other in zip(more, less, strict=True)]
    of_r_perp = [(one - other) / (2.0 * by_r_perp) for one, other in zip(wider, narrower, strict=True)]
    return (of_r[0], of_r_perp[0], of_r[1], of_r_perp[1])


def chunk_end(number: int) -> int:
    """Return up to which example a chunk holds."""
    return FIRST_CHUNK * GROWTH**number


def _ends(first: int, last: int) -> np.ndarray:
    """Return where rows begin and end between two numbers of examples."""
    ends = [first]
    while ends[-1] < last:
        ends.append(min(ends[-1] + max(1, ends[-1] // FINENESS), last))
    return np.array(ends)
