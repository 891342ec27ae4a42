"""`BayesClassifier` for River."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.estimators.bayes import BayesClassifier as Learner
from rosenblatt.estimators.common.classes import declared_classes
from rosenblatt.river.in_order import columns_in_order, in_order
from rosenblatt.river.memory import learnt_bytes
from rosenblatt.river.needed import base


class BayesClassifier(base.MiniBatchClassifier):
    """The streaming Bayesian classifier of this package, with River's interface.

    Features come and go as dictionaries have them, and may be numbers, texts, truth values, dates, or missing. A model
    that has learnt nothing has no opinion. One that has seen a single class does not claim to be certain: what is left
    is for the other truth value, or, if classes are no truth values, for any other class (``None``).

    Parameters
    ----------
    drift, noise, prior, covariance, standardise, linear, runs, memory, proba : as in `rosenblatt.BayesClassifier`.
    classes : all that there are, if they are known; defaults to those that are met.

    Attributes
    ----------
    learner : the `rosenblatt.BayesClassifier` that learns; it saves, explains, and shows its posterior.

    >>> from river import datasets, evaluate, metrics
    >>> model = BayesClassifier()
    >>> evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy()).get() > 0.88
    True
    """

    def __init__(
        self,
        drift: float | None = None,
        noise: float | None = None,
        prior: float | None = None,
        covariance: str = "auto",
        standardise: bool = True,
        linear: bool = False,
        runs: bool = True,
        memory: float = 2**28,
        proba: str = "observed",
        classes: tuple[Any, ...] | None = None,
    ) -> None:
        self.drift = drift
        self.noise = noise
        self.prior = prior
        self.covariance = covariance
        self.standardise = standardise
        self.linear = linear
        self.runs = runs
        self.memory = memory
        self.proba = proba
        self.classes = classes
        self.learner = Learner(
            drift=drift,
            noise=noise,
            prior=prior,
            covariance=covariance,
            standardise=standardise,
            linear=linear,
            runs=runs,
            memory=memory,
            proba=proba,
            features="open",
        )

    @property
    def _multiclass(self) -> bool:
        return True

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        """Learn one example."""
        if self._has_learnt:
            self.learner.learn_one(in_order(x), y)
        else:
            self.learner.partial_fit(in_order(x), [y], classes=self.classes)

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """Return the probability of each class."""
        if self._has_learnt:
            return _with_the_rest(self.learner.predict_proba_one(x))
        known = declared_classes(self.classes)
        return {} if known is None else dict.fromkeys(known.tolist(), 1.0 / len(known))

    def learn_many(self, X: pd.DataFrame, y: pd.Series) -> None:
        """Learn the rows of a frame, one after the other."""
        self.learner.partial_fit(columns_in_order(X), y, classes=None if self._has_learnt else self.classes)

    def predict_proba_many(self, X: pd.DataFrame) -> pd.DataFrame:
        """Return the probability of each class, for each row."""
        if not self._has_learnt:
            one = self.predict_proba_one({})
            return pd.DataFrame([one] * len(X), index=X.index)
        said = self.learner.predict_proba(columns_in_order(X))
        table = pd.DataFrame(said, columns=self.learner.classes_.tolist(), index=X.index)
        if said.shape[1] == 1:
            (name,) = table.columns
            table[_the_rest_of(name)] = 1.0 - said[:, 0]
        return table

    @property
    def _has_learnt(self) -> bool:
        return hasattr(self.learner, "state_")

    @property
    def _raw_memory_usage(self) -> int:
        return learnt_bytes(self.learner)


def _with_the_rest(said: dict[Any, float]) -> dict[Any, float]:
    """Return probabilities that add up to 1: what a single class leaves is that of another one."""
    if len(said) != 1:
        return said
    ((name, p),) = said.items()
    return {name: p, _the_rest_of(name): 1.0 - p}


def _the_rest_of(name: Any) -> bool | None:
    """Return the class that another one would be, None if it is not known."""
    return not name if isinstance(name, (bool, np.bool_)) else None
