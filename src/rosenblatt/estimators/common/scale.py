"""How learners of all rows at once see them: centred, of unit variance, divided by sqrt(N)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Scale:
    """How rows are seen: centred, each feature of unit variance, an input that is always 1 added, by sqrt(N)."""

    centre: np.ndarray
    factor: np.ndarray
    intercept: bool

    @classmethod
    def of(cls, x: np.ndarray, *, centre: bool, constant: bool) -> Scale:
        """Return the scale of some rows; a feature that never changes is left out."""
        intercept = centre and constant
        middle = x.mean(axis=0) if centre else np.zeros(x.shape[1])
        largest = np.abs(x - middle).max(axis=0)  # squares of very large or small features are not finite
        unit = np.divide(1.0, largest, out=np.zeros_like(largest), where=largest > 0.0)
        spread = np.sqrt(np.mean(((x - middle) * unit) ** 2, axis=0))
        return cls(middle, np.divide(unit, spread, out=np.zeros_like(spread), where=spread > 0.0), intercept)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return the rows as they are learnt from."""
        seen = (x - self.centre) * self.factor
        seen = np.hstack([seen, np.ones((len(x), 1))]) if self.intercept else seen
        return seen / math.sqrt(seen.shape[1])

    def weights(self, mean: np.ndarray) -> tuple[np.ndarray, float]:
        """Return weights of the features and an intercept that give the same fields."""
        mean = mean / math.sqrt(len(mean))
        weights = self.factor * (mean[:-1] if self.intercept else mean)
        return weights, (float(mean[-1]) if self.intercept else 0.0) - float(self.centre @ weights)
