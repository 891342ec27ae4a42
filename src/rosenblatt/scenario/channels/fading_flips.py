r"""Flips that get rarer with the distance from the teacher's plane.

fading_flips.1   label = sgn(b), flipped with probability kappa(b) = k_0 exp(-|b|/l)
fading_flips.2   with u = omega/s and E+- = exp(-+ omega/l + s^2/(2 l^2)) Phi(+-u - s/l),
                 Z = Phi(tau u) - tau k_0 (E+ - E-),   D = tau [(1 - 2 k_0) phi(u)/s + (k_0/l)(E+ + E-)],
                 C = tau [-(1 - 2 k_0) u phi(u)/s^2 - (k_0/l^2)(E+ - E-)]
fading_flips.3   E+- = phi(u) Phi(v)/phi(v),  v = +-u - s/l:  no overflow for v << 0
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.gaussian import scalar_cdf, scalar_inverse_mills, scalar_pdf
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel


@dataclass(frozen=True)
class FadingFlips(SignChannel):
    """The sign of the field, flipped with probability ``noise`` exp(-|b|/``length``).  (fading_flips.1)"""

    noise: float = 0.25
    length: float = 1.0
    name = "fading-flips"

    def __post_init__(self) -> None:
        noise = checks.number("noise", self.noise)
        if not 0.0 <= noise <= 0.5:
            raise ValueError(
                f"noise must be in [0, 0.5], the probability of a flip at the teacher's plane; got {noise!r}. "
                "Beyond it swap the labels."
            )
        checks.positive("length", self.length, "It is the distance at which flips are rarer by a factor e.")
        checks.moderate("length", self.length, 1e-5, 1e5)

    @property
    def sharp(self) -> bool:
        """Whether labels jump at the plane."""
        return self.noise < 0.5

    @property
    def numbers(self) -> tuple[float, ...]:
        """The noise and the length."""
        return float(self.noise), float(self.length)

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """The edge, and the flips around it."""
        return ((0.0, 0.0), (0.0, float(self.length)))

    @staticmethod
    def chance(field: float, numbers: Any) -> float:
        """Return the probability of +1."""
        flip = numbers[0] * math.exp(-abs(field) / numbers[1])
        return 1.0 - flip if field > 0.0 else flip

    @staticmethod
    def likelihood(known: float, spread: float, numbers: Any) -> Likelihood:
        """Return Z(+1), Z(-1), D and C.  (fading_flips.2)"""
        noise, length = numbers[0], numbers[1]
        u = known / spread
        density = (1.0 - 2.0 * noise) * scalar_pdf(u) / spread
        above, below = _faded(u, spread / length), _faded(-u, spread / length)
        lean = noise * (above - below)
        slope = density + noise / length * (above + below)
        bend = -u * density / spread - lean / length**2
        return scalar_cdf(u) - lean, scalar_cdf(-u) + lean, slope, bend

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1."""
        field = np.asarray(field, dtype=float)
        flip = self.noise * np.exp(-np.abs(field) / self.length)
        return np.where(field > 0.0, 1.0 - flip, flip)

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (fading_flips.2)"""
        spread = max(spread, 1e-300)
        u = np.asarray(known, dtype=float) / spread
        above, below = _faded_array(u, spread / self.length), _faded_array(-u, spread / self.length)
        slope = (1.0 - 2.0 * self.noise) * gaussian.pdf(u) / spread + self.noise / self.length * (above + below)
        return np.clip(gaussian.cdf(u) - self.noise * (above - below), 0.0, 1.0), slope


def _faded_array(u: np.ndarray, ratio: float) -> np.ndarray:
    """Return the same as `_faded` for an array.  (fading_flips.3)"""
    v = u - ratio
    found = np.empty_like(v)
    near = v > -5.0
    found[near] = np.exp(-ratio * (v[near] + 0.5 * ratio)) * gaussian.cdf(v[near])
    found[~near] = gaussian.pdf(u[~near]) / gaussian.inverse_mills(v[~near])
    return found


def _faded(u: float, ratio: float) -> float:
    """Return E+ at u, for s/l = ``ratio``; E- is that at -u.  (fading_flips.3)"""
    v = u - ratio
    if v > -5.0:
        return math.exp(ratio * (0.5 * ratio - u)) * scalar_cdf(v)
    return scalar_pdf(u) / scalar_inverse_mills(v)
