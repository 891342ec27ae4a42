r"""The Gaussian online rule with its full covariance: the theory that SW say is not available.

Write C^-1 = 1 + (1/N) sum_mu d_mu s_mu s_mu^T and assume that the rule stays calibrated, R = q = 1 - lambda with
lambda = tr C/N. For large N the trace is that of a sample covariance with weights, so that

    second-order.1   1/lambda(alpha) = 1 + int_0^alpha da E_a[ D/(1 + D lambda(alpha)) ],  D = G/((1 - G) lambda(a))

G at time a has the law of `rosenblatt.theory.precision_law`, of the channel of the labels, at lambda(a).

With y = -ln(lambda) as the clock and v = d alpha/dy, the derivative of (1) is a linear Volterra equation of the second
kind with a smooth kernel, which is solved on panels with Gauss-Legendre nodes:

    second-order.2   v(y) E_y[G] = 1 - int_0^y dy' v(y') E_y'[ (G x/(1 - G + G x))^2 ],   x = exp(y' - y)
    second-order.3   clean labels, alpha -> inf:  alpha d -> sqrt(2 pi)/(pi int du Phi(u) (-ln(1 - G(u)))) = 0.59716
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.scenario import Flips, SignChannel
from rosenblatt.theory.panel_clock import NODES, TO_SERIES, WIDTH, PanelClock, W, X
from rosenblatt.theory.precision_law import precision_law

LONGEST = 80.0  # of y: lambda = 1e-35
_INTEGRALS = np.polynomial.legendre.legint(TO_SERIES, lbnd=-1)
_UP_TO_NODE = np.polynomial.legendre.legval(X, _INTEGRALS).T  # row: node up to which, column: node of the value
_U, _DU = np.polynomial.legendre.leggauss(24)
CLEAN = Flips()


@dataclass(frozen=True)
class SecondOrder(PanelClock):
    """The solution along y = -ln(lambda), for one channel."""

    channel: SignChannel
    longest: float

    @cached_property
    def speed(self) -> np.ndarray:
        """v = d alpha/dy at the nodes.  (second-order.2)"""
        y = self.nodes
        parts = [precision_law(self.channel, math.exp(-one)) for one in y.ravel().tolist()]
        g, rest, weight = (np.array([part[k] for part in parts]) for k in range(3))
        now = np.einsum("iu,iu->i", weight, g).reshape(y.shape)
        v = np.zeros(y.shape)
        for panel in range(len(y)):
            past = slice(0, panel * NODES)
            known = (0.5 * WIDTH * np.tile(W, panel)) * v[:panel].ravel()
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
        """Return the 1 of second-order.2: the share of the directions of which something is left to learn."""
        return np.ones(len(y))

    @staticmethod
    def _kernel(g: np.ndarray, rest: np.ndarray, weight: np.ndarray, past: np.ndarray, now: np.ndarray) -> np.ndarray:
        """Return E[(G x/(1 - G + G x))^2], a row for each of ``now`` and a column for each of ``past``."""
        x = np.exp(past[None, :] - now[:, None])[..., None]
        return np.einsum("pu,npu->np", weight, (g * x / (rest + g * x)) ** 2)


@lru_cache(maxsize=16)
def _solution(channel: SignChannel, longest: float) -> SecondOrder:
    return SecondOrder(channel, longest)


def deficit(alpha: np.ndarray, channel: SignChannel = CLEAN) -> np.ndarray:
    """Return lambda = 1 - q of the rule 'bayes-gaussian' at each alpha, for a channel as the student sees it.

    >>> (1.0 - deficit(np.array([1.0, 2.0, 5.0]))).round(4).tolist()
    [0.4833, 0.7168, 0.9165]
    """
    return deficit_by(lambda longest: _solution(channel, longest), checks.alpha_grid(alpha))


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
    return np.exp(-solution(longest).learnt(alpha))


def asymptote() -> float:
    """Return the limit of alpha d for clean labels.  (second-order.3)

    >>> round(asymptote(), 5)
    0.59716
    """
    edges = np.linspace(-40.0, 12.0, 105)
    half = 0.5 * np.diff(edges)[:, None]
    u = (0.5 * (edges[1:] + edges[:-1])[:, None] + half * _U).ravel()
    _, rest = gaussian.squared_surprise(u)
    return math.sqrt(2.0 * math.pi) / (math.pi * float((half * _DU).ravel() @ (gaussian.cdf(u) * -np.log(rest))))
