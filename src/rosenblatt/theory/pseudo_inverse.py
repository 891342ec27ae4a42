r"""The pseudo-inverse, J = X^+ y with X = S/sqrt(N): the shortest weights that fit all labels, or fit best.

Only the first two moments of a label matter: c = E[y b], and what is left of it, v = E[y^2] - c^2.

    pseudo_inverse.1   signs, flipped with probability kappa:  c = (1 - 2 kappa) sqrt(2/pi),  v = 1 - c^2
    pseudo_inverse.2   numbers, noise of variance s^2:         c = 1,  v = s^2
    pseudo_inverse.3   alpha < 1:  R = c alpha,  Q = c^2 alpha + v alpha/(1 - alpha)
    pseudo_inverse.4   alpha > 1:  R = c,        Q = c^2 + v/(alpha - 1)

At alpha = 1 noise is amplified without bound, and d = 1/2. Clean numbers: rho = sqrt(alpha), KC's optimal student.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.gaussian import SQRT_2_OVER_PI
from rosenblatt.references import Reference
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Channel, Flips, GaussianNoise, Scenario
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.offline import OfflineLearner
from rosenblatt.theory.registry import Theory, theory


@dataclass(frozen=True)
class PseudoInverse(OfflineLearner):
    """The least squares of the labels, without a penalty."""

    name = "pseudo-inverse"

    @property
    def reference(self) -> Reference:
        """KC, for clean numbers."""
        return Reference("kinouchi-caticha-1995", "section 4.3")

    def accepts(self, channel: Channel) -> bool:
        """Return whether the two moments of a label are known."""
        return isinstance(channel, (Flips, GaussianNoise))


def moments(channel: Channel) -> tuple[float, float]:
    """Return c and v.  (pseudo_inverse.1, pseudo_inverse.2)"""
    if isinstance(channel, GaussianNoise):
        return 1.0, channel.variance
    c = (1.0 - 2.0 * channel.level) * SQRT_2_OVER_PI
    return c, 1.0 - c * c


@theory
class PseudoInverseTheory(Theory):
    """By the first two moments of a label."""

    learners = (PseudoInverse,)

    def further_obstacle(self, learner: PseudoInverse, scenario: Scenario) -> str:
        """Return that the teacher must stay where it is."""
        return f"teacher must not drift for {learner.name!r}; got {scenario.teacher!r}" if scenario.drift > 0.0 else ""

    def curve(self, learner: PseudoInverse, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        c, left = moments(scenario.channel)
        r = c * np.minimum(alpha, 1.0)
        apart = np.abs(alpha - 1.0)
        amplified = np.divide(
            left * np.minimum(alpha, 1.0), apart, out=np.full(len(alpha), math.inf), where=apart > 0.0
        )
        across = r * (c - r) + (amplified if left > 0.0 else 0.0)  # Q - R^2: pseudo_inverse.3, pseudo_inverse.4
        angle = np.where(np.isinf(across), math.pi / 2.0, np.arctan2(np.sqrt(across), r))
        frame = frame_of(alpha, r, r * r + across, angle, scenario.channel.student_error)
        return Curve(learner, scenario, readout.name, frame, "two moments of a label")
