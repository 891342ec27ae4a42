"""Rules that keep the covariance of all weights: a step costs O(N^2).

    covariance.1   seen = C S,  h = w.S,  V = S.C S, inputs in the theory's units
    covariance.2   step, share = respond(label, h, V, sample weight, *parameters)
    covariance.3   w <- w + step C S,   C <- C - share C S (C S)^T

A student keeps w and C as the rows of one array. Where V is 0 there is nothing to learn, and ``respond`` is not asked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.rule import DenseRule


@dataclass(frozen=True)
class CovarianceRule(DenseRule):
    """Gives ``respond`` as a static method; it is compiled, and uses ``math`` and `rosenblatt.gaussian` only."""

    calls = frozenset({"respond"})

    @staticmethod
    @abstractmethod
    def respond(*arguments: Any, **keywords: Any) -> Any:
        """Return by how much of C S the mean moves, and which share of its square the covariance loses.

        Its arguments are ``(label, field, variance, sample_weight, *parameters)``.  (covariance.2)
        """
        raise NotImplementedError

    @property
    def response(self) -> Callable[..., tuple[float, float]]:
        """What the loops call for ``respond``."""
        return type(self).respond

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return w = 0 and C = 1 as the rows of one array, and the cell."""
        _, cell = super().start(n, scale)
        return np.vstack([np.zeros(n), np.eye(n)]), cell

    def student_size(self, n: int) -> int:
        """Return the number of entries of the covariance."""
        return n * n

    def weights(self, synapses: np.ndarray, cell: Cell) -> np.ndarray:
        """Return the mean weights."""
        return synapses[0].copy()

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the covariance, and the mean variance across the direction of the mean weights.

        Labels do not tell the length of w: its variance stays, and says nothing of what has been learnt.
        """
        weights, covariance = synapses[0], synapses[1:]
        square, n = float(weights @ weights), len(weights)
        along = float(weights @ covariance @ weights) / square if square > 0.0 else 0.0
        variance = (float(np.trace(covariance)) - along) / max(n - (square > 0.0), 1)
        return {"covariance": covariance.copy(), "variance": variance}
