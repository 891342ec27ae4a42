"""Every public estimator, found and not listed, in a few variants that are quick."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator

import rosenblatt as rb

# The parameters with which an estimator is tried; one that is not named is tried as it is by default.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "BayesClassifier": [
        {},
        {"covariance": "diagonal", "runs": False},
        {"standardise": False, "linear": True},
        {"drift": 0.0, "prior": 1.0},
    ],
    "BoundedPerceptron": [{"max_passes": 20}],
    "CyclicPerceptron": [{"max_passes": 60}, {"max_passes": 20, "fit_intercept": False}],
    "InfluenceClassifier": [{"binarise": 0.5}, {"binarise": 0.5, "threshold": "rows"}, {}],
    "MeanFieldClassifier": [{"max_sweeps": 30}, {"prior": "binary", "noise": 0.1, "max_sweeps": 30}],
    "OnlineClassifier": [
        {},
        {"standardise": True},
        {"rule": "hebb", "fit_intercept": False},
        {"rule": "scw", "standardise": True},
        {"rule": "bayes-gaussian", "standardise": True},
        {"rule": "bayes-gaussian"},
        {"rule": "bayes-binary"},
    ],
    "OnlineRegressor": [{}, {"rule": "adaline"}, {"standardise": False, "fit_intercept": False}],
}


def learners() -> list[Any]:
    """Return all public estimators, unfitted, each in its variants."""
    found = [public for public in (getattr(rb, name) for name in dir(rb)) if isinstance(public, type)]
    kinds = [kind for kind in found if issubclass(kind, BaseEstimator)]
    return [kind(**how) for kind in kinds for how in VARIANTS.get(kind.__name__, [{}])]
