"""A regressor as it was at one moment, for others to ask while the original goes on learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.frozen import Frozen


@dataclass(frozen=True, eq=False, repr=False)
class FrozenRegressor(Frozen):
    """What a `BayesRegressor` would have said at the moment of its `freeze`, for ever."""

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """Return the mean of each row; with ``return_std`` also the deviation of the target, its noise included."""
        return self._model.predict(X, return_std)

    def predict_interval(self, X: Any, coverage: float = 0.95) -> np.ndarray:
        """Return the two ends of an interval for the target of each row, (rows, 2), as much on either side of it."""
        return self._model.predict_interval(X, coverage)
