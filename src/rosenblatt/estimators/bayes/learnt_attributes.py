"""What a user may ask of a `BayesClassifier` that has learnt: its attributes, made of its state when they are read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.coefficients import coefficients
from rosenblatt.estimators.bayes.state import BankState
from rosenblatt.estimators.common.features.encoding import Encoder
from rosenblatt.estimators.common.saved_states import SavedState


class LearntAttributes(SavedState):
    """Attributes of a classifier that has a state, and a layout of its columns."""

    state_: BankState

    @property
    def classes_(self) -> np.ndarray:
        """The classes seen or declared."""
        return self._learnt().classes.labels

    @property
    def banks_(self) -> list[Bank]:
        """The banks, one for each binary subproblem; of undeclared classes, the first stands for all others."""
        return self._learnt().banks

    @property
    def coef_(self) -> np.ndarray:
        """The mean weights, in the units of the data."""
        return self._learnt().weights()[:, :-1]

    @property
    def coefficients_(self) -> pd.DataFrame:
        """A table of the mean weights and their standard errors, in the units of the data and for a deviation."""
        return coefficients(self._learnt(), Encoder.of(self).known_layout().names())

    @property
    def intercept_(self) -> np.ndarray:
        """The mean intercepts, in the units of the data."""
        return self._learnt().weights()[:, -1]

    @property
    def covariance_(self) -> np.ndarray:
        """The mean covariance over the bank, in the units of the data, intercept last; or the variances."""
        return _only_or_all(np.stack(self._learnt().covariances()))

    @property
    def bank_weights_(self) -> np.ndarray:
        """The weights of the members; a row for each binary subproblem, if there are several."""
        return _only_or_all(np.stack([bank.mixture.mean() for bank in self._learnt().chosen()]))

    @property
    def bank_(self) -> pd.DataFrame:
        """A table of the members: kind, prior variance, drift, their estimate of the noise, and weight."""
        return self._learnt().table()

    @property
    def noise_(self) -> Any:
        """The posterior mean of the probability that a label is flipped."""
        return self._average("noises")

    @property
    def drift_(self) -> Any:
        """The posterior mean of the drift per row."""
        return self._average("drifts")

    @property
    def expected_error_(self) -> float:
        """How often the model expects its prediction of the observed label to be wrong, over the last rows."""
        return float(self._learnt().expected_error[0])

    @property
    def n_examples_(self) -> int:
        """Rows learnt."""
        return self._learnt().rows

    def _average(self, name: str) -> Any:
        """Return the mean of a property of the members over each bank; a float, if there is one."""
        values = np.array([bank.average(name) for bank in self._learnt().chosen()])
        return float(values[0]) if len(values) == 1 else values


def _only_or_all(values: np.ndarray) -> np.ndarray:
    """Return what belongs to the binary subproblems, or to the only one."""
    return values[0] if len(values) == 1 else values
