r"""Priors of a weight: what remains unknown of it, seen through a Gaussian of signal-to-noise ratio A.

A weight w of second moment 1 is seen as y = sqrt(A) w + z, z ~ N(0, 1). The *deficit* is the variance that is
left, 1 - q, on average over y. For a mixture of points and Gaussians, p(w) = sum_k p_k N(w; mu_k, v_k), with
l_k(y) = ln(p_k N(y; sqrt(A) mu_k, 1 + A v_k)) and m_k(y) = (mu_k + v_k sqrt(A) y)/(1 + A v_k):

    priors.1   1 - q = sum_k p_k v_k/(1 + A v_k) + sum_{i<j} int dy (m_i - m_j)^2 exp(l_i + l_j)/sum_k exp(l_k)
    priors.2   binary:    1 - q = exp(-A/2) (2 pi A)^(-1/2) int du exp(-u^2/(2 A)) sech(u)
    priors.3   Gaussian:  1 - q = 1/(1 + A)

The signs of a student J = R B + R_perp C, C normal, make an angle with the teacher that depends on its law:

    priors.4   cos = sum_k p_k ( mu_k (2 Phi(u_k) - 1) + 2 v_k R phi(u_k)/s_k ),  s_k^2 = R^2 v_k + R_perp^2,
               u_k = R mu_k/s_k
    priors.5   binary:    cos = 2 Phi(R/R_perp) - 1:  P(sgn J_i = B_i) = Phi(R/R_perp)
    priors.6   Gaussian:  cos = sqrt(2/pi) R/sqrt(Q):  B_i and J_i are jointly Gaussian
    priors.7   binary, weights read through tanh(J_i/(1 - Q)), R = Q:  sin^2 = (2) at A = (R/R_perp)^2  (SW sec. 5)

What message passing asks for is the posterior of a weight under p(w) exp(r w - A w^2/2), where r = sqrt(A) y:

    priors.8   mixture:   sum_k P_k N((mu_k + v_k r)/(1 + A v_k), v_k/(1 + A v_k)),
               ln P_k = ln p_k - ln(1 + A v_k)/2 + (mu_k r - A mu_k^2/2 + v_k r^2/2)/(1 + A v_k) + constant
    priors.9   binary:    mean tanh(r), variance sech^2(r);    Gaussian:  r/(1 + A), 1/(1 + A)

Nothing is subtracted, so that deficits of 1e-300 keep their digits.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import checks, gaussian

PART, FAR_PARTS = 0.5, 27  # of a standard deviation; so many of them beyond which nothing is left
STEEPER = 1.0  # of the slope of a logarithm: then it changes faster than a part
STEEP = 45.0  # of a logarithm: exp(-45) is below the last digit
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(6)
PRECISE = 1e14  # of A: a weight that is not fixed is seen to its last digit but one


@dataclass(frozen=True)
class Prior(ABC):
    """The law of a weight, of mean square 1; ``name`` is what descriptions call it.

    A prior of your own gives ``deficit``, for learning curves. Message passing on data asks for ``posterior`` besides,
    `rosenblatt.scenario.teachers.IndependentTeacher` for ``draw``, the clipped readout for ``clipped_angle``.
    """

    name: ClassVar[str] = "own"

    @abstractmethod
    def deficit(self, a: ArrayLike) -> np.ndarray:
        """Return 1 - q at each signal-to-noise ratio."""

    def posterior(self, r: np.ndarray, a: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean and the variance of each weight under p(w) exp(r w - A w^2/2).  (priors.8)"""
        raise self._lacks("posterior", "message passing")

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return n independent weights."""
        raise self._lacks("draw", "a teacher")

    def clipped_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle between the teacher and the signs of a student.  (priors.4)"""
        raise self._lacks("clipped_angle", "the readout 'clipped'")

    def _lacks(self, method: str, purpose: str) -> NotImplementedError:
        return NotImplementedError(
            f"prior must have the method {method!r} for {purpose}; got {type(self).__name__}, which has none. Add it."
        )

    def binarised_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle between the teacher and a student's weights read through tanh.  (priors.7)"""
        raise ValueError("teacher must be 'binary' for the readout 'binarised'; got another. Use 'mean' or 'clipped'.")

    @property
    def entropy(self) -> float:
        """The entropy of a weight with finitely many values; infinite for others."""
        return math.inf

    @property
    def continuous_share(self) -> float:
        """The probability that a weight is none of finitely many values: the limit of A (1 - q)."""
        return float(PRECISE * self.deficit(PRECISE)[0])


@dataclass(frozen=True)
class GaussianPrior(Prior):
    """Weights N(0, 1); for large N the uniform law on the sphere."""

    name = "Gaussian"

    def deficit(self, a: ArrayLike) -> np.ndarray:
        """Return 1 - q.  (priors.3)"""
        return 1.0 / (1.0 + np.atleast_1d(np.asarray(a, dtype=float)))

    def clipped_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle.  (priors.6)"""
        return np.arccos(gaussian.SQRT_2_OVER_PI * np.cos(np.arctan2(r_perp, r)))

    def posterior(self, r: np.ndarray, a: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean and the variance of each weight.  (priors.9)"""
        left = 1.0 / (1.0 + np.asarray(a, dtype=float))
        return r * left, np.broadcast_to(left, np.shape(r)).copy()

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return normal numbers."""
        return random.standard_normal(n)

    @property
    def continuous_share(self) -> float:
        """All."""
        return 1.0


@dataclass(frozen=True)
class BinaryPrior(Prior):
    """Weights +1 and -1."""

    name = "binary"

    def deficit(self, a: ArrayLike) -> np.ndarray:
        """Return 1 - q.  (priors.2)"""
        return gaussian.binary_deficit(a)

    def clipped_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle.  (priors.5)"""
        return 2.0 * np.arcsin(np.sqrt(gaussian.cdf(-r / r_perp)))

    def binarised_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle.  (priors.7)"""
        return np.arcsin(np.sqrt(gaussian.binary_deficit(np.square(r / r_perp))))

    def posterior(self, r: np.ndarray, a: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean and the variance of each weight.  (priors.9)"""
        mean = np.tanh(r)
        return mean, (1.0 - mean) * (1.0 + mean)

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return signs."""
        return np.where(random.random(n) < 0.5, 1.0, -1.0)

    @property
    def continuous_share(self) -> float:
        """None."""
        return 0.0

    @property
    def entropy(self) -> float:
        """ln 2."""
        return math.log(2.0)


@dataclass(frozen=True)
class MixturePrior(Prior):
    """Any mixture of points (variance 0) and Gaussians, of mean square 1."""

    name = "mixture"

    weights: tuple[float, ...]
    means: tuple[float, ...]
    variances: tuple[float, ...]

    def __post_init__(self) -> None:
        for name in ("weights", "means", "variances"):
            values = np.atleast_1d(np.asarray(getattr(self, name), dtype=float))
            object.__setattr__(self, name, tuple(values.tolist()))
            if not np.isfinite(values).all():
                raise ValueError(f"{name} must be finite numbers; got {values.tolist()}. Give one for each part.")
        if not len(self.weights) == len(self.means) == len(self.variances) >= 1:
            raise ValueError(
                f"weights, means and variances must have one number for each part; got {len(self.weights)}, "
                f"{len(self.means)} and {len(self.variances)}. Give as many of each."
            )
        for weight, variance in zip(self.weights, self.variances, strict=True):
            checks.positive("weights", weight, "Leave out a part that is never taken.")
            checks.not_negative("variances", variance, "A point has variance 0.")
        square = sum(p * (m * m + v) for p, m, v in zip(self.weights, self.means, self.variances, strict=True))
        if abs(sum(self.weights) - 1.0) > 1e-9 or abs(square - 1.0) > 1e-9:
            raise ValueError(
                f"weights must add up to 1 and the mean square be 1; got {sum(self.weights):g} and {square:g}. "
                "Scale them: labels do not tell the length of a teacher."
            )

    def deficit(self, a: ArrayLike) -> np.ndarray:
        """Return 1 - q.  (priors.1)"""
        return np.array([self._deficit(float(one)) for one in np.atleast_1d(np.asarray(a, dtype=float))])

    def clipped_angle(self, r: np.ndarray, r_perp: np.ndarray) -> np.ndarray:
        """Return the angle.  (priors.4)"""
        cosine = np.zeros(np.broadcast_shapes(np.shape(r), np.shape(r_perp)))
        for weight, mean, variance in zip(self.weights, self.means, self.variances, strict=True):
            spread = np.sqrt(np.square(r) * variance + np.square(r_perp))
            u = r * mean / spread
            cosine += weight * (mean * (2.0 * gaussian.cdf(u) - 1.0) + 2.0 * variance * r * gaussian.pdf(u) / spread)
        return np.arccos(np.clip(cosine, -1.0, 1.0))

    def posterior(self, r: np.ndarray, a: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean and the variance of each weight.  (priors.8)"""
        weights, means, variances = (np.array(part)[:, None] for part in (self.weights, self.means, self.variances))
        r, a = np.asarray(r, dtype=float)[None, :], np.asarray(a, dtype=float)
        spread = 1.0 + a * variances
        logs = np.log(weights) - 0.5 * np.log(spread) + (means * r + 0.5 * (variances * r * r - a * means**2)) / spread
        shares = np.exp(logs - logs.max(axis=0))
        shares /= shares.sum(axis=0)
        inside = (means + variances * r) / spread
        mean = (shares * inside).sum(axis=0)
        return mean, (shares * (variances / spread + (inside - mean) ** 2)).sum(axis=0)

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return numbers of the mixture."""
        part = random.choice(len(self.weights), size=n, p=self.weights)
        return np.array(self.means)[part] + np.sqrt(self.variances)[part] * random.standard_normal(n)

    @property
    def continuous_share(self) -> float:
        """The weight of the Gaussian parts."""
        return sum(weight for weight, variance in zip(self.weights, self.variances, strict=True) if variance > 0.0)

    def _deficit(self, a: float) -> float:
        weights, means, variances = (np.array(part)[:, None] for part in (self.weights, self.means, self.variances))
        root, spread = math.sqrt(a), 1.0 + a * variances
        left = float((weights * variances / spread).sum())
        if len(self.weights) == 1:
            return left
        y, measure = self._grid(root, spread[:, 0])
        logs = np.log(weights) - 0.5 * np.log(2.0 * math.pi * spread) - 0.5 * (y - root * means) ** 2 / spread
        highest = logs.max(axis=0)
        inside, parts = (means + variances * root * y) / spread, np.exp(logs - highest)
        measure = measure * np.exp(highest) / parts.sum(axis=0)
        for i, j in itertools.combinations(range(len(weights)), 2):
            left += float((measure * parts[i]) @ (parts[j] * (inside[i] - inside[j]) ** 2))
        return left

    def _grid(self, root: float, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return nodes that see every part at its own scale, and every change from one part to another."""
        edges = []
        for mean, width in zip(self.means, np.sqrt(spread).tolist(), strict=True):
            middle = round(root * mean / (PART * width))  # parts of one width have their ends in common
            edges.append(PART * width * np.arange(middle - FAR_PARTS, middle + FAR_PARTS + 1))
        low, high = min(part[0] for part in edges), max(part[-1] for part in edges)
        for i, j in itertools.combinations(range(len(self.means)), 2):
            change = root * abs(self.means[i] - self.means[j])
            if change > STEEPER:
                place = 0.5 * root * (self.means[i] + self.means[j]) + np.linspace(-STEEP, STEEP, 91) / change
                edges.append(place[(place > low) & (place < high)])
        ends = np.unique(np.concatenate(edges))
        half = 0.5 * np.diff(ends)[:, None]
        return (0.5 * (ends[1:] + ends[:-1])[:, None] + half * _NODES).ravel(), (half * _WEIGHTS).ravel()

    @property
    def entropy(self) -> float:
        """The entropy, if all parts are points."""
        if any(self.variances):
            return math.inf
        shares: dict[float, float] = {}
        for mean, weight in zip(self.means, self.weights, strict=True):
            shares[mean] = shares.get(mean, 0.0) + weight
        return -sum(p * math.log(p) for p in shares.values())


def ternary(density: float) -> MixturePrior:
    """Return weights 0 with probability 1 - density, else plus or minus one length.

    >>> ternary(0.25).means
    (-2.0, 0.0, 2.0)
    """
    density = checks.fraction("density", density, "At 1 it is the binary prior.")
    length = 1.0 / math.sqrt(density)
    return MixturePrior((density / 2.0, 1.0 - density, density / 2.0), (-length, 0.0, length), (0.0, 0.0, 0.0))


def gauss_bernoulli(density: float) -> MixturePrior:
    """Return weights 0 with probability 1 - density, else Gaussian.

    >>> gauss_bernoulli(0.25).variances
    (0.0, 4.0)
    """
    density = checks.fraction("density", density, "At 1 it is the Gaussian prior.")
    return MixturePrior((1.0 - density, density), (0.0, 0.0), (0.0, 1.0 / density))
