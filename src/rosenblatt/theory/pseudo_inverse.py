r"""The pseudo-inverse, J = X^+ y with X = S/sqrt(N): the shortest weights that fit all labels, or fit best.

Only the first two moments of a label matter: c = E[y b], and what is left of it, v = E[y^2] - c^2.

    pseudo_inverse.1   signs:  v = 1 - c^2;  if flipped with probability kappa  c = (1 - 2 kappa) sqrt(2/pi)
    pseudo_inverse.2   numbers, noise of variance s^2:         c = 1,  v = s^2
    pseudo_inverse.3   alpha < 1:  R = c alpha,  Q = c^2 alpha + v alpha/(1 - alpha)
    pseudo_inverse.4   alpha > 1:  R = c,        Q = c^2 + v/(alpha - 1)

At alpha = 1 noise is amplified without bound, and d = 1/2. Clean numbers: rho = sqrt(alpha), KC's optimal student.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.batch.pseudo_inverse_learner import PseudoInverse
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Channel, GaussianNoise, Scenario, SignChannel
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.registry import Theory, theory


def moments(channel: Channel) -> tuple[float, float]:
    """Return c and v.  (pseudo_inverse.1, pseudo_inverse.2)"""
    if isinstance(channel, GaussianNoise):
        return 1.0, channel.variance
    assert isinstance(channel, SignChannel)
    return channel.correlation, 1.0 - channel.correlation**2


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
