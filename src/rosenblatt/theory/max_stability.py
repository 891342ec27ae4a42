r"""Maximal stability: of all weights of a length, those that have every example right by the largest margin K.

With |J|^2 = N the margin is K = min label J.S/sqrt(N). The student has the overlap rho with the teacher,
s^2 = 1 - rho^2, k = K/s, B = k Phi(k) + phi(k); labels are flipped with probability kappa, and with
c = (1 - 2 kappa) sqrt(2/pi), t = label times field of an example that the student has not seen has the density p:

    max_stability.1   p(t) = 2 phi(t) [kappa + (1 - 2 kappa) Phi(t rho/s)]
    max_stability.2   1/alpha = min over rho of A/s^2,   A = int_{t < K} p(t) (K - t)^2 dt          (OKKN, clean labels)
    max_stability.3   its minimum:  rho/s = alpha c B,   alpha A/s^2 = 1
    max_stability.4   examples with t < K in this sense end exactly at the margin: they are support vectors, of which
                      there are alpha int_{t < K} p(t) dt for each weight
    max_stability.5   K = 0 at alpha_sep: above it no weights are right, see `rosenblatt.theory.separability`
    max_stability.6   clean labels, alpha -> infinity:  alpha d -> 1/(sqrt(2 pi) B),  alpha K -> k sqrt(pi/2)/B,  where
                      k^3 Phi(k) + (k^2 - 1) phi(k) = 0

rho/s is explicit in k, so that one equation for k is left, whose solution stays of order 1 however large alpha is. With
t = s y the clean part of A/s^2 is s int 2 phi(s y) Phi(rho y) (k - y)^2 dy, which keeps its digits as s -> 0.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy import special
from scipy.optimize import brentq

from rosenblatt import gaussian
from rosenblatt.batch.max_stability import MaxStability
from rosenblatt.gaussian import LEGENDRE_NODES, LEGENDRE_WEIGHTS, REACH, SQRT_2_OVER_PI
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Flips, Scenario
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.registry import Theory, theory
from rosenblatt.theory.separability import separable_alpha

BISECTIONS = 70


class Stability(NamedTuple):
    """Overlap over what is missing, rho/s; the margin, and the support vectors for each weight."""

    cotangent: np.ndarray
    margin: np.ndarray
    support_vectors: np.ndarray


@theory
class MaxStabilityTheory(Theory):
    """Up to where labels are separable."""

    learners = (MaxStability,)

    def further_obstacle(self, learner: MaxStability, scenario: Scenario) -> str:
        """Return that the teacher must stay where it is."""
        return f"teacher must not drift for {learner.name!r}; got {scenario.teacher!r}" if scenario.drift > 0.0 else ""

    def first_length(self, learner: MaxStability) -> float:
        """Return the length in whose units margins are."""
        return 1.0

    def beginning(
        self, learner: MaxStability, scenario: Scenario, readout: Readout, **options: Any
    ) -> dict[str, float]:
        """Return a coin, whose margin is that of a single example."""
        return {**super().beginning(learner, scenario, readout), "margin": math.inf, "support_vectors": 0.0}

    def curve(self, learner: MaxStability, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve, with columns ``margin`` and ``support_vectors`` (for each weight)."""
        noise = scenario.channel.level
        most = separable_alpha(Flips(noise))
        if alpha.max() >= most:
            raise ValueError(
                f"alpha must be below {most:.6g} with noise {noise:g} for {learner.name!r}; got {alpha.max():g}. "
                "Beyond it no weights have all labels right: take a smaller alpha, or a learner that allows for errors."
            )
        found = solve(alpha, noise)
        angle = np.arctan2(1.0, found.cotangent)
        overlap = found.cotangent / np.hypot(1.0, found.cotangent)
        frame = frame_of(alpha, overlap, np.ones(len(alpha)), angle, scenario.channel.student_error)
        frame["margin"], frame["support_vectors"] = found.margin, found.support_vectors
        decay = (clean_law()[0], -1.0) if noise == 0.0 else None
        return Curve(learner, scenario, readout.name, frame, "largest margin, one equation for K/s", decay)


def solve(alpha: np.ndarray, noise: float) -> Stability:
    """Return the student of largest margin, by bisection of k for all alphas at once.  (max_stability.3)"""
    low, high = np.zeros(len(alpha)), 10.0 + 2.0 / np.sqrt(alpha)
    for _ in range(BISECTIONS):
        k = 0.5 * (low + high)
        beyond = alpha * _moments(k, _cotangent(alpha, k, noise), noise)[1] > 1.0
        low, high = np.where(beyond, low, k), np.where(beyond, k, high)
    k = 0.5 * (low + high)
    cotangent = _cotangent(alpha, k, noise)
    margin = k / np.hypot(1.0, cotangent)
    return Stability(cotangent, margin, alpha * _moments(k, cotangent, noise)[0])


def _cotangent(alpha: np.ndarray, k: np.ndarray, noise: float) -> np.ndarray:
    """Return rho/s.  (max_stability.3)"""
    return alpha * (1.0 - 2.0 * noise) * SQRT_2_OVER_PI * (k * special.ndtr(k) + gaussian.pdf(k))


def _moments(k: np.ndarray, cotangent: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return int_{t < K} p(t) dt and A/s^2.  (max_stability.1, max_stability.2)"""
    s = 1.0 / np.hypot(1.0, cotangent)
    rho = cotangent * s
    clean = 1.0 - 2.0 * noise
    y, weights = _below(k, s, rho)
    density = weights * 2.0 * gaussian.pdf(s[:, None] * y) * special.ndtr(rho[:, None] * y) * s[:, None]
    shares, squares = clean * density.sum(axis=1), clean * np.sum(density * (k[:, None] - y) ** 2, axis=1)
    margin = k * s
    flipped = (1.0 + margin * margin) * special.ndtr(margin) + margin * gaussian.pdf(margin)
    return shares + 2.0 * noise * special.ndtr(margin), squares + 2.0 * noise * flipped / (s * s)


def _below(k: np.ndarray, s: np.ndarray, rho: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights in y < k, on panels on which phi(s y) and Phi(rho y) are smooth."""
    with np.errstate(divide="ignore"):
        far, risen = REACH / s, 0.5 * REACH / rho
    left = -np.minimum(far, 2.0 * risen)
    last = np.minimum(k, far)
    first = np.minimum(last, risen)
    edges = np.stack([left, 0.5 * left, 0.0 * k, 0.5 * first, first, 0.5 * (first + last), last], axis=1)
    half, middle = 0.5 * np.diff(edges, axis=1)[:, :, None], 0.5 * (edges[:, 1:] + edges[:, :-1])[:, :, None]
    return (middle + half * LEGENDRE_NODES).reshape(len(k), -1), (half * LEGENDRE_WEIGHTS).reshape(len(k), -1)


@cache
def clean_law() -> tuple[float, float]:
    """Return the limits of alpha d and alpha K for clean labels.  (max_stability.6)

    >>> [round(limit, 6) for limit in clean_law()]
    [0.500489, 1.004458]
    """

    def balance(k: float) -> float:
        return k**3 * gaussian.scalar_cdf(k) + (k * k - 1.0) * gaussian.scalar_pdf(k)

    k: float = brentq(balance, 0.0, 1.0, xtol=1e-15)  # pyright: ignore[reportAssignmentType]
    b = k * gaussian.scalar_cdf(k) + gaussian.scalar_pdf(k)
    return 1.0 / (gaussian.SQRT_2PI * b), k / (SQRT_2_OVER_PI * b)
