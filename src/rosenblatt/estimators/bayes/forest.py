"""A member of a bank of labels that is no posterior: trees over the last rows, whose sum is the log odds of +1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.grown_trees import GrownTrees
from rosenblatt.estimators.bayes.members import Predicted
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.bank.label_trees import label_trees_kernel


@dataclass
class Forest(GrownTrees):
    """Trees whose sum is the log odds of +1; targets are 0 or 1."""

    kind = "forest"
    full = False
    largest = 1e6
    kernel = staticmethod(label_trees_kernel)

    @classmethod
    def check_targets(cls, name: str, targets: np.ndarray) -> None:
        """Raise if targets of a saved window are none."""
        model_file_checks.within(name, targets, 0.0, 1.0)
        if not np.array_equal(targets, np.floor(targets)):
            raise Damaged(f"{name} must be whole numbers")

    def __len__(self) -> int:
        return 1

    @property
    def drifts(self) -> np.ndarray:
        """No drift is assumed: rows fall out of the window."""
        return np.zeros(1)

    @property
    def noises(self) -> np.ndarray:
        """No label is thought to be flipped."""
        return np.zeros(1)

    @property
    def priors(self) -> np.ndarray:
        """There is none."""
        return np.full((1, 1), np.nan)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return dense rows as they are."""
        return x

    def learn(self, x: Any, labels: np.ndarray, weights: np.ndarray) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt."""
        return Predicted(*self.ask(x, labels, weights, learn=True))

    def predict(self, x: Any) -> Predicted:
        """Return what is said of rows that come next."""
        nothing = np.zeros(len(x))
        return Predicted(*self.ask(x, nothing, nothing, learn=False))

    def check_covariances(self, name: str) -> None:
        """There are none."""
