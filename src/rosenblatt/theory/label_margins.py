r"""The law of t = label times field, in units of the student's length, for an example that it has not learnt.

margins.1   p(t) = phi(t) [Z(+1; rho t) + Z(-1; -rho t)],   Z(label; omega) as in channels.8, of the deficit 1 - rho^2
margins.2   D(t) = phi(t) [Z'(rho t) + Z'(-rho t)],  Z' = dZ(+1)/d omega, of the force along the teacher, for flips
            (1 - 2 kappa)/(pi s) exp(-t^2/(2 s^2)),  s^2 = 1 - rho^2:  by parts  dp/dt = rho D - t p
margins.3   flips: p(t) = 2 phi(t) [kappa + (1 - 2 kappa) Phi(rho t/s)]
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np

from rosenblatt import gaussian
from rosenblatt.scenario import SignChannel
from rosenblatt.scenario.channels.blurred_probability import STEPS
from rosenblatt.theory.evidence_table import EvidenceTable
from rosenblatt.theory.proximal_losses import distinct, legendre

REACH = gaussian.REACH
PLAIN = np.linspace(-REACH, REACH, 9)
CLOSE = 2.0  # of s: ends of panels that are nearer to each other are one; 16 nodes see what is smooth on that scale
MIRROR = 1e-14  # P(+|b) + P(+|-b) - 1 of a channel that treats both labels alike


class Margins(ABC):
    """A law of t, for each gamma = rho/s of a student."""

    @abstractmethod
    def ends(self, gamma: float) -> np.ndarray:
        """Return ends of panels in t, outside of which there is nothing."""

    @abstractmethod
    def law(self, t: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        """Return p(t) and D(t).  (margins.1, margins.2)"""

    def density(self, t: np.ndarray, gamma: float) -> np.ndarray:
        """Return p(t)."""
        return self.law(t, gamma)[0]

    def below(self, limit: float, gamma: float) -> float:
        """Return the probability of a t below a limit."""
        ends = self.ends(gamma)
        t, weights = legendre(np.clip(ends, ends.min(), np.clip(limit, ends.min(), ends.max())))
        return float(weights @ self.density(t, gamma))


class LabelMargins(Margins):
    """The law of t for the labels of a channel."""

    def __init__(self, channel: SignChannel) -> None:
        self.channel = channel
        fields = np.linspace(0.01, REACH, 1201)
        both = channel.probability(fields) + channel.probability(-fields)
        self.alike = bool(np.max(np.abs(both - 1.0)) < MIRROR)
        self.places, self.widths = np.reshape(channel.features, (-1, 2)).T
        self.evidence = channel.evidence if channel.parametric else EvidenceTable(channel).evidence

    def ends(self, gamma: float) -> np.ndarray:
        rho, s = rho_and_s(gamma)
        steep = (self.places + np.hypot(self.widths, s) * STEPS[:, None]) / rho
        cells = np.concatenate([steep.ravel(), STEPS * s]) / (CLOSE * s)
        farthest = REACH / (CLOSE * s)
        inside = distinct(np.rint(np.minimum(np.maximum(cells, -farthest), farthest))) * (CLOSE * s)
        return np.concatenate([PLAIN, inside, -inside])

    def law(self, t: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
        rho, s = rho_and_s(gamma)
        density = np.exp(-0.5 * t * t) / gaussian.SQRT_2PI
        if self.alike:
            up, slope = self.evidence(rho * t, s)
            return 2.0 * density * up, 2.0 * density * slope
        up, slope = self.evidence(rho * np.concatenate([t, -t]), s)
        both = slope[: len(t)] + slope[len(t) :]
        return density * (up[: len(t)] + 1.0 - up[len(t) :]), density * both


def rho_and_s(gamma: float) -> tuple[float, float]:
    """Return the overlap and what is across it."""
    length = math.hypot(1.0, gamma)
    return gamma / length, 1.0 / length
