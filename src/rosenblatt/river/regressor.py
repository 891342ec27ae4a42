"""`BayesRegressor` for River."""

from __future__ import annotations

from typing import Any

import pandas as pd

from rosenblatt.estimators.numbers import BayesRegressor as Learner
from rosenblatt.river.in_order import columns_in_order, in_order
from rosenblatt.river.memory import learnt_bytes
from rosenblatt.river.needed import base


class BayesRegressor(base.MiniBatchRegressor):
    """The streaming Bayesian regression of this package, with River's interface.

    Features come and go as dictionaries have them, and may be numbers, texts, truth values, dates, or missing. A model
    that has learnt nothing predicts 0.

    Parameters
    ----------
    drift, prior, covariance, standardise, linear, runs, memory : as in `rosenblatt.BayesRegressor`.

    Attributes
    ----------
    learner : the `rosenblatt.BayesRegressor` that learns; it saves, merges, and has intervals.

    >>> from river import datasets, evaluate, metrics
    >>> evaluate.progressive_val_score(datasets.TrumpApproval(), BayesRegressor(), metrics.MAE()).get() < 1.0
    True
    """

    def __init__(
        self,
        drift: float | None = None,
        prior: float | None = None,
        covariance: str = "auto",
        standardise: bool = True,
        linear: bool = False,
        runs: bool = True,
        memory: float = 2**28,
    ) -> None:
        self.drift = drift
        self.prior = prior
        self.covariance = covariance
        self.standardise = standardise
        self.linear = linear
        self.runs = runs
        self.memory = memory
        self.learner = Learner(
            drift=drift,
            prior=prior,
            covariance=covariance,
            standardise=standardise,
            linear=linear,
            runs=runs,
            memory=memory,
            features="open",
        )

    def learn_one(self, x: dict[Any, Any], y: float) -> None:
        """Learn one example."""
        self.learner.learn_one(in_order(x), y)

    def predict_one(self, x: dict[Any, Any]) -> float:
        """Return the mean of the target."""
        return self.learner.predict_one(x) if self._has_learnt else 0.0

    def learn_many(self, X: pd.DataFrame, y: pd.Series) -> None:
        """Learn the rows of a frame, one after the other."""
        self.learner.partial_fit(columns_in_order(X), y)

    def predict_many(self, X: pd.DataFrame) -> pd.Series:
        """Return the mean of the target of each row."""
        said = self.learner.predict(columns_in_order(X)) if self._has_learnt else 0.0
        return pd.Series(said, index=X.index, dtype=float)

    @property
    def _has_learnt(self) -> bool:
        return hasattr(self.learner, "state_")

    @property
    def _raw_memory_usage(self) -> int:
        return learnt_bytes(self.learner)
