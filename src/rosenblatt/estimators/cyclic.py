"""`CyclicPerceptron`: the perceptron algorithm as a scikit-learn classifier that always ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.batch.cyclic import checked_start, cyclic_perceptron
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.validation import LARGEST_UNSCALED, check_learnt, dense_floats, validated_examples


class CyclicPerceptron(LinearClassifier):
    """Passes over the examples until a plane separates each class from the rest, or none can.

    Parameters
    ----------
    eta : the step; from weights of 0, the default, it only scales them.
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

    def fit(self, X: Any, y: Any, coef_init: Any = None, intercept_init: Any = None) -> CyclicPerceptron:
        """Run the algorithm; warn if a class was not separated.

        Parameters
        ----------
        X, y : the examples and their classes.
        coef_init, intercept_init : the weights and intercepts at the start, of the shapes of ``coef_`` and
            ``intercept_``; default to 0. Without ``fit_intercept`` an intercept is refused.
        """
        with self._draft() as draft:
            draft._fit(X, y, coef_init, intercept_init)
        return self

    def _fit(self, X: Any, y: Any, coef_init: Any, intercept_init: Any) -> None:
        x, labels = validated_examples(self, X, y, first=True, largest=LARGEST_UNSCALED)
        x = dense_floats(x)
        self.classes_, names, targets = one_against_rest(labels)
        inputs = np.hstack([x, np.ones((len(x), 1))]) if self.fit_intercept else x
        starts = self._starts(len(targets), x.shape[1], coef_init, intercept_init)
        how = {"eta": self.eta, "max_passes": self.max_passes}
        with np.errstate(over="ignore", invalid="ignore"):  # looked at below
            results = [
                cyclic_perceptron(inputs, target, start=start, **how)
                for target, start in zip(targets, starts, strict=True)
            ]
        weights = np.array([result.weights for result in results])
        check_learnt("CyclicPerceptron", weights)
        self.coef_ = weights[:, : x.shape[1]]
        self.intercept_ = weights[:, -1] if self.fit_intercept else np.zeros(len(weights))
        self.separable_ = [result.separable for result in results]
        self.statements_ = [result.statement for result in results]
        self.corrections_ = [result.corrections for result in results]
        self.passes_ = [result.passes for result in results]
        warn_of_failures(names, self.separable_, self.statements_)

    def _starts(self, subproblems: int, features: int, coef_init: Any, intercept_init: Any) -> np.ndarray:
        """Return the weights at the start, one row for each binary subproblem, the intercept last."""
        weights = checked_start("coef_init", coef_init, (subproblems, features))
        if not self.fit_intercept:
            if intercept_init is not None:
                raise ValueError(
                    f"intercept_init must be None without fit_intercept; got {intercept_init!r}. Leave it out, or take "
                    "fit_intercept=True."
                )
            return weights
        return np.hstack([weights, checked_start("intercept_init", intercept_init, (subproblems, 1))])
