r"""Ridge regression in closed form, for any label: only c = <label b> and v = <label^2> - c^2 matter.

k is the penalty as the examples leave it, and g a share of each eigenvalue lambda, with w and m as in fixed.3:

    ridge.1   alpha = df_1 + penalty/k,   df_1 = sum w g,  df_2 = sum w g^2,   g = lambda/(k + lambda)
    ridge.2   R = c sum m g,   E = (v + c^2 sum m (1 - g)^2)/(1 - df_2/alpha), the mean square of what is missed,
              Q - R^2 = c^2 (sum m g^2 - (sum m g)^2) + E df_2/alpha
    ridge.3   on the examples learnt what is missed is smaller by the factor 1 - df_1/alpha = 1/(1 + V)
    ridge.4   one eigenvalue:  the best penalty is sigma^2 = v/c^2 times it, the same for every alpha, and then
              rho^2 = q,  q (1 - q + sigma^2) = alpha (1 - q)
    ridge.5   penalty -> 0: the pseudo-inverse;  k = 0 beyond alpha = the share of what varies, and there E = infinity

No flips: sigma^2 = pi/2 - 1. A teacher with a threshold, which the student does not know, is one such label, and any
function of the teacher's field with noise: rho -> 1 all the same, and the error keeps what the sign of b misses.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.optimize import brentq

from rosenblatt.batch.convex_risk import Ridge
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import CentredInputs, Covariance, Scenario, SignChannel
from rosenblatt.theory.best_penalty import BestPenalty
from rosenblatt.theory.convex_rates import rate_of
from rosenblatt.theory.convex_risk import convex_obstacle
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.label_margins import LabelMargins, Margins
from rosenblatt.theory.pseudo_inverse import moments
from rosenblatt.theory.registry import Theory, theory
from rosenblatt.theory.student_world import UNKNOWN, Solution, StudentWorld, frame_of_solutions

STEP = 1e-4  # of ln(penalty), for the slope of the angle
TINY = 1e-7  # of a penalty in units of the mean eigenvalue, to see whether any helps


@theory
class RidgeTheory(Theory):
    """By the first two moments of a label and a spectrum."""

    learners = (Ridge,)
    inputs = (CentredInputs, Covariance)

    def further_obstacle(self, learner: Ridge, scenario: Scenario) -> str:
        """Return what is not known."""
        return convex_obstacle(learner, scenario)

    def beginning(self, learner: Ridge, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return a coin, of whose losses nothing is known."""
        return {**super().beginning(learner, scenario, readout), **UNKNOWN}

    def curve(self, learner: Ridge, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        student = RidgeStudent.of(StudentWorld.of(scenario))
        if isinstance(learner.penalty, str):
            penalties = student.best_penalties(alpha)
        else:
            penalties = np.full(len(alpha), learner.strength)
        solutions = [student.at(*place) for place in zip(alpha.tolist(), penalties.tolist(), strict=True)]
        frame = frame_of_solutions(learner, scenario, solutions)
        return Curve(learner, scenario, readout.name, frame, "two moments of a label", rate_of(learner, scenario))


class RidgeStudent:
    """Ridge regression in its world."""

    def __init__(self, world: StudentWorld, c: float, left: float, margins: Margins | None) -> None:
        """Begin with c, v, and the law of margins; None for numbers."""
        self.world, self.spectrum, self.c, self.left, self.margins = world, world.spectrum, c, left, margins
        along = self.spectrum.values * self.spectrum.powers
        self.along = along / along.sum()
        self.trace = float(self.spectrum.values @ self.spectrum.shares)

    @classmethod
    def of(cls, world: StudentWorld) -> RidgeStudent:
        """Return the student of a channel."""
        margins = LabelMargins(world.channel) if isinstance(world.channel, SignChannel) else None
        return cls(world, *moments(world.channel), margins)

    def gains(self, k: float) -> np.ndarray:
        """Return g.  (ridge.1)"""
        values = self.spectrum.values
        return np.divide(values, k + values, out=np.zeros(len(values)), where=values > 0.0)

    def effective(self, alpha: float, penalty: float) -> float:
        """Return k.  (ridge.1)"""
        values, shares, varying = self.spectrum.values, self.spectrum.shares, self.world.varying
        if penalty == 0.0 and alpha >= varying:
            return 0.0  # ridge.5
        least = float(values[values > 0.0].min())
        low = max(penalty / alpha, least * (varying / alpha - 1.0))
        high = (self.trace + penalty) / alpha

        def rest(log_k: float) -> float:
            k = math.exp(log_k)
            return math.log((float(shares @ self.gains(k)) + penalty / k) / alpha)

        ends = math.log(low) - 1e-9, math.log(high) + 1e-9
        return math.exp(float(brentq(rest, *ends, xtol=1e-15, rtol=1e-14)))  # pyright: ignore[reportArgumentType]

    def fields(self, alpha: float, penalty: float) -> tuple[np.ndarray, float, float, float, float]:
        """Return g, R, Q - R^2, E and alpha - df_1.  (ridge.2)"""
        k = self.effective(alpha, penalty)
        g, shares = self.gains(k), self.spectrum.shares
        unlearnt = penalty / k if penalty > 0.0 else max(alpha - self.world.varying, 0.0)  # alpha - df_1
        mean, df_2 = float(self.along @ g), float(shares @ (g * g))
        left = float(shares @ (g * (1.0 - g))) + unlearnt  # alpha - df_2
        missing = self.left + self.c**2 * float(self.along @ (1.0 - g) ** 2)
        missed = alpha * missing / left if left > 0.0 else (math.inf if missing > 0.0 else 0.0)
        across = self.c**2 * float(self.along @ (g - mean) ** 2) + missed * df_2 / alpha
        return g, self.c * mean, across, missed, unlearnt

    def at(self, alpha: float, penalty: float) -> Solution:
        """Return the student."""
        g, along, across, missed, unlearnt = self.fields(alpha, penalty)
        r, q_norm = self.world.vectors(g, self.c, missed / alpha)
        shrunk = unlearnt / alpha  # ridge.3
        train_loss = 0.5 * missed * shrunk**2 if shrunk > 0.0 else 0.0
        return Solution(
            alpha=alpha,
            along=along,
            across=math.sqrt(across),
            r=r,
            q_norm=q_norm,
            train_error=train_loss if self.margins is None else self._mistakes(along, across, g, unlearnt),
            train_loss=train_loss,
            test_loss=0.5 * missed,
            penalty=penalty,
        )

    def _mistakes(self, along: float, across: float, g: np.ndarray, unlearnt: float) -> float:
        """Return the training error: a margin w becomes (w + V)/(1 + V),  V = df_1/(alpha - df_1)."""
        assert self.margins is not None
        if unlearnt == 0.0 or across == 0.0:
            return 0.0
        v = float(self.spectrum.shares @ g) / unlearnt
        return self.margins.below(-v / math.sqrt(along * along + across), along / math.sqrt(across))

    def best_penalties(self, alpha: np.ndarray) -> np.ndarray:
        """Return the best penalty at each alpha; warn where it is an end of the range."""
        search = BestPenalty(self.trace)
        if len(self.spectrum.values) == 1:  # ridge.4
            best = float(self.spectrum.values[0]) * self.left / self.c**2
            if best == 0.0:
                for one in alpha.tolist():
                    search.tell(one, 0.0)
            search.warn(Ridge.name)
            return np.full(len(alpha), best)

        def slope(now: float, logarithm: float) -> float:
            ahead, behind = (self._angle(now, math.exp(logarithm + step)) for step in (STEP, -STEP))
            return (ahead - behind) / (2.0 * STEP)

        def none_is_best(now: float) -> bool:
            return self._angle(now, TINY * self.trace) <= self._angle(now, 0.0)

        found = search.follow(alpha.tolist(), slope, none_is_best)
        search.warn(Ridge.name)
        return np.array(found)

    def _angle(self, alpha: float, penalty: float) -> float:
        """Return ln(gamma)."""
        _, along, across, *_ = self.fields(alpha, penalty)
        return math.log(along) - 0.5 * math.log(across)
