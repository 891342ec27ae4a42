"""The logarithm of what is not known as the clock of learning: y = -ln(lambda), on panels with Gauss-Legendre nodes.

Of a law of learning whose speed v = d alpha/dy is known at the nodes, this is alpha as a function of y, and back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np

WIDTH, NODES = 0.5, 10
X, W = np.polynomial.legendre.leggauss(NODES)
TO_SERIES = np.linalg.inv(np.polynomial.legendre.legvander(X, NODES - 1))
HALVINGS = 60


class PanelClock(ABC):
    """Alpha and y, up to y = ``longest``."""

    longest: float

    @cached_property
    def nodes(self) -> np.ndarray:
        """The nodes of all panels in y."""
        starts = np.arange(0.0, self.longest, WIDTH)[:, None]
        return starts + 0.5 * WIDTH * (X + 1.0)

    @cached_property
    @abstractmethod
    def speed(self) -> np.ndarray:
        """v = d alpha/dy at the nodes."""

    @cached_property
    def alpha_edges(self) -> np.ndarray:
        """Alpha at the ends of the panels."""
        return np.concatenate([[0.0], np.cumsum(0.5 * WIDTH * self.speed @ W)])

    def learnt(self, alpha: np.ndarray) -> np.ndarray:
        """Return y at each alpha."""
        panel = np.clip(np.searchsorted(self.alpha_edges, alpha, side="right") - 1, 0, len(self.nodes) - 1)
        series = np.polynomial.legendre.legint(0.5 * WIDTH * TO_SERIES @ self.speed[panel].T, lbnd=-1)
        rest, low, high = alpha - self.alpha_edges[panel], -np.ones(len(alpha)), np.ones(len(alpha))
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            below = np.polynomial.legendre.legval(middle, series, tensor=False) < rest
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return WIDTH * (panel + 0.5 * (low + 1.0))
