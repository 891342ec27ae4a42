r"""The Gaussian online rule with its full covariance: the theory that SW say is not available.

Write C^-1 = 1 + (1/N) sum_mu d_mu s_mu s_mu^T and assume that the rule stays calibrated, R = q = 1 - lambda with
lambda = tr C/N. For large N the trace is that of a sample covariance with weights, so that

    second-order.1   1/lambda(alpha) = 1 + int_0^alpha da E_a[ D/(1 + D lambda(alpha)) ],  D = G/((1 - G) lambda(a))
    second-order.2   G = g (g + u),  g = (1 - 2 kappa) phi(u)/(kappa + (1 - 2 kappa) Phi(u))
    second-order.3   u has the density 2 N(u; 0, (1 - lambda)/lambda) (kappa + (1 - 2 kappa) Phi(u)) at time a

With y = -ln(lambda) as the clock and v = d alpha/dy, the derivative of (1) is a linear Volterra equation of the second
kind with a smooth kernel, which is solved on panels with Gauss-Legendre nodes:

    second-order.4   v(y) E_y[G] = 1 - int_0^y dy' v(y') E_y'[ (G x/(1 - G + G x))^2 ],   x = exp(y' - y)
    second-order.5   kappa = 0, alpha -> infinity:  alpha d -> sqrt(2 pi)/(pi int du Phi(u) (-ln(1 - G(u)))) = 0.59716
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from rosenblatt import checks, gaussian

WIDTH, NODES = 0.5, 10
LONGEST = 80.0  # of y: lambda = 1e-35
_X, _W = np.polynomial.legendre.leggauss(NODES)
_TO_SERIES = np.linalg.inv(np.polynomial.legendre.legvander(_X, NODES - 1))
_INTEGRALS = np.polynomial.legendre.legint(_TO_SERIES, lbnd=-1)
_UP_TO_NODE = np.polynomial.legendre.legval(_X, _INTEGRALS).T  # row: node up to which, column: node of the value
_U, _DU = np.polynomial.legendre.leggauss(24)
_PANELS = np.linspace(-1.0, 1.0, 9)


def surprise(u: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return G and 1 - G, each to the last digits.  (second-order.2)"""
    u = np.asarray(u, dtype=float)
    if noise > 0.0:
        clean = 1.0 - 2.0 * noise
        g = clean * gaussian.pdf(u) / (noise + clean * gaussian.cdf(u))
        return g * (g + u), 1.0 - g * (g + u)
    return gaussian.squared_surprise(u)


@dataclass(frozen=True)
class SecondOrder:
    """The solution along y = -ln(lambda), for one noise."""

    noise: float
    longest: float

    @cached_property
    def nodes(self) -> np.ndarray:
        """The nodes of all panels in y."""
        starts = np.arange(0.0, self.longest, WIDTH)[:, None]
        return starts + 0.5 * WIDTH * (_X + 1.0)

    @cached_property
    def speed(self) -> np.ndarray:
        """v = d alpha/dy at the nodes.  (second-order.4)"""
        y = self.nodes
        parts = [self._law(float(one)) for one in y.ravel()]
        g, rest, weight = (np.array([part[k] for part in parts]) for k in range(3))
        now = np.einsum("iu,iu->i", weight, g).reshape(y.shape)
        v = np.zeros(y.shape)
        for panel in range(len(y)):
            past = slice(0, panel * NODES)
            known = (0.5 * WIDTH * np.tile(_W, panel)) * v[:panel].ravel()
            right = (
                self.source(y[panel])
                - self._kernel(g[past], rest[past], weight[past], y.ravel()[past], y[panel]) @ known
            )
            here = slice(panel * NODES, (panel + 1) * NODES)
            kernel = self._kernel(g[here], rest[here], weight[here], y[panel], y[panel])
            system = np.diag(now[panel]) + 0.5 * WIDTH * _UP_TO_NODE * kernel
            v[panel] = np.linalg.solve(system, right)
        return v

    def source(self, y: np.ndarray) -> np.ndarray:
        """Return the 1 of second-order.4: the share of the directions of which something is left to learn."""
        return np.ones(len(y))

    def _law(self, y: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return G, 1 - G and the weights of u at time y.  (second-order.3)"""
        variance = math.expm1(y)
        reach = min(12.0, 12.0 * math.sqrt(variance))
        edges = reach * _PANELS
        half = 0.5 * np.diff(edges)[:, None]
        u = (0.5 * (edges[1:] + edges[:-1])[:, None] + half * _U).ravel()
        density = np.exp(-0.5 * u * u / variance) / math.sqrt(2.0 * math.pi * variance)
        likely = self.noise + (1.0 - 2.0 * self.noise) * gaussian.cdf(u)
        g, rest = surprise(u, self.noise)
        return g, rest, 2.0 * (half * _DU).ravel() * density * likely

    @staticmethod
    def _kernel(g: np.ndarray, rest: np.ndarray, weight: np.ndarray, past: np.ndarray, now: np.ndarray) -> np.ndarray:
        """Return E[(G x/(1 - G + G x))^2], a row for each of ``now`` and a column for each of ``past``."""
        x = np.exp(past[None, :] - now[:, None])[..., None]
        return np.einsum("pu,npu->np", weight, (g * x / (rest + g * x)) ** 2)

    @cached_property
    def alpha_edges(self) -> np.ndarray:
        """Alpha at the ends of the panels."""
        return np.concatenate([[0.0], np.cumsum(0.5 * WIDTH * self.speed @ _W)])

    def deficit(self, alpha: np.ndarray) -> np.ndarray:
        """Return lambda at each alpha."""
        panel = np.clip(np.searchsorted(self.alpha_edges, alpha, side="right") - 1, 0, len(self.nodes) - 1)
        series = np.polynomial.legendre.legint(0.5 * WIDTH * _TO_SERIES @ self.speed[panel].T, lbnd=-1)
        rest, low, high = alpha - self.alpha_edges[panel], -np.ones(len(alpha)), np.ones(len(alpha))
        for _ in range(60):
            middle = 0.5 * (low + high)
            below = np.polynomial.legendre.legval(middle, series, tensor=False) < rest
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return np.exp(-WIDTH * (panel + 0.5 * (low + 1.0)))


@lru_cache(maxsize=16)
def _solution(noise: float, longest: float) -> SecondOrder:
    return SecondOrder(noise, longest)


def deficit(alpha: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return lambda = 1 - q of the rule 'bayes-gaussian' at each alpha.

    >>> (1.0 - deficit(np.array([1.0, 2.0, 5.0]))).round(4).tolist()
    [0.4833, 0.7168, 0.9165]
    """
    alpha, noise = checks.alpha_grid(alpha), checks.noise(noise)
    return deficit_by(lambda longest: _solution(noise, longest), alpha)


def deficit_by(solution: Callable[[float], SecondOrder], alpha: np.ndarray) -> np.ndarray:
    """Return lambda at each alpha by a solution that is long enough: ``solution(longest)`` reaches y = longest."""
    longest = 4.0
    while solution(longest).alpha_edges[-1] <= alpha.max():
        if longest >= LONGEST:
            raise ValueError(
                f"alpha must be below {solution(longest).alpha_edges[-1]:.3g} for 'bayes-gaussian'; got "
                f"{alpha.max():g}. Beyond it use the asymptote."
            )
        longest = min(2.0 * longest, LONGEST)
    return solution(longest).deficit(alpha)


def asymptote() -> float:
    """Return the limit of alpha d for clean labels.  (second-order.5)

    >>> round(asymptote(), 5)
    0.59716
    """
    edges = np.linspace(-40.0, 12.0, 105)
    half = 0.5 * np.diff(edges)[:, None]
    u = (0.5 * (edges[1:] + edges[:-1])[:, None] + half * _U).ravel()
    _, rest = surprise(u, 0.0)
    return math.sqrt(2.0 * math.pi) / (math.pi * float((half * _DU).ravel() @ (gaussian.cdf(u) * -np.log(rest))))
