"""`CyclicPerceptron`: the perceptron algorithm as a scikit-learn classifier that always ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.batch.cyclic import cyclic_perceptron
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.validation import dense_floats, validated_examples


class CyclicPerceptron(LinearClassifier):
    """Passes over the examples until a plane separates each class from the rest, or none can.

    Parameters
    ----------
    eta : the step; from zero weights it only scales them.
    max_passes : the cap on passes.
    fit_intercept : learn an intercept, as the weight of an input that is always 1.

    Attributes
    ----------
    separable_ : for each binary subproblem True, False (proved by a linear program) or None (the cap was reached).
    statements_ : the same in sentences.
    corrections_, passes_ : how many, for each binary subproblem.
    coef_, intercept_, classes_ : as in any linear classifier.

    >>> from sklearn.datasets import make_blobs
    >>> X, y = make_blobs(100, centers=2, random_state=0, cluster_std=0.5)
    >>> CyclicPerceptron().fit(X, y).statements_
    ['Separated after 8 corrections in 2 passes.']
    """

    def __init__(self, *, eta: float = 1.0, max_passes: int = 1000, fit_intercept: bool = True) -> None:
        self.eta = eta
        self.max_passes = max_passes
        self.fit_intercept = fit_intercept

    def fit(self, X: Any, y: Any) -> CyclicPerceptron:
        """Run the algorithm; warn if a class was not separated."""
        with self._unchanged_by_failure():
            return self._fit(X, y)

    def _fit(self, X: Any, y: Any) -> CyclicPerceptron:
        x, labels = validated_examples(self, X, y, first=True)
        x = dense_floats(x)
        self.classes_, names, targets = one_against_rest(labels)
        inputs = np.hstack([x, np.ones((len(x), 1))]) if self.fit_intercept else x
        results = [cyclic_perceptron(inputs, target, eta=self.eta, max_passes=self.max_passes) for target in targets]
        weights = np.array([result.weights for result in results])
        self.coef_ = weights[:, : x.shape[1]]
        self.intercept_ = weights[:, -1] if self.fit_intercept else np.zeros(len(weights))
        self.separable_ = [result.separable for result in results]
        self.statements_ = [result.statement for result in results]
        self.corrections_ = [result.corrections for result in results]
        self.passes_ = [result.passes for result in results]
        warn_of_failures(names, self.separable_, self.statements_)
        return self
