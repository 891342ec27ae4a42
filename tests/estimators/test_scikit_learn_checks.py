"""scikit-learn's own checks over every public estimator.

They are found, so that a new one is checked without a line here: as it is by default, unless `VARIANTS` names others.
"""

from __future__ import annotations

import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

import rosenblatt as rb
from tests.estimators.conftest import exempt

ESTIMATORS = [
    public
    for public in (getattr(rb, name) for name in rb.__all__)
    if isinstance(public, type) and issubclass(public, BaseEstimator)
]
VARIANTS = {
    rb.BayesClassifier: [rb.BayesClassifier(), rb.BayesClassifier(covariance="diagonal")],
    rb.BayesRegressor: [rb.BayesRegressor(), rb.BayesRegressor(covariance="diagonal")],
    rb.BoundedPerceptron: [rb.BoundedPerceptron(max_passes=60)],
    rb.CyclicPerceptron: [rb.CyclicPerceptron(max_passes=60)],
    rb.InfluenceClassifier: [
        rb.InfluenceClassifier(binarise=0.0),
        rb.InfluenceClassifier(binarise=0.0, threshold="rows"),
    ],
    rb.MeanFieldClassifier: [rb.MeanFieldClassifier(), rb.MeanFieldClassifier(prior="binary", noise=0.1)],
    rb.OnlineClassifier: [
        rb.OnlineClassifier(),
        rb.OnlineClassifier("hebb", standardise=True),
        rb.OnlineClassifier(fit_intercept=False),
        # One rule of each kind of memory: several numbers a synapse, a matrix, vectors that are not compiled.
        *map(rb.OnlineClassifier, ("bayes-diagonal", "bayes-gaussian", "smooth")),
    ],
    rb.OnlineRegressor: [
        *map(rb.OnlineRegressor, ("bayes-linear", "adaline")),
        rb.OnlineRegressor(standardise=False, fit_intercept=False),
    ],
}


def test_all_estimators_are_found():
    assert {"BayesClassifier", "OnlineRegressor"} <= {cls.__name__ for cls in ESTIMATORS}
    assert set(VARIANTS) <= set(ESTIMATORS)


@parametrize_with_checks(
    [variant for cls in ESTIMATORS for variant in VARIANTS.get(cls, [cls()])], expected_failed_checks=exempt
)
@pytest.mark.filterwarnings("ignore")
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)
