"""`BoundedPerceptron`: bounded synapses that pass over the examples until they know them all, or never will."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.students import Students
from rosenblatt.estimators.common.validation import LARGEST_UNSCALED, check_learnt, validated_examples
from rosenblatt.kernels.rows import rows_kernel
from rosenblatt.rules.bounded import Bounded


class BoundedPerceptron(LinearClassifier):
    """Weights between 0 and 1 against a global inhibition (Senn and Fusi), for inputs that are not negative.

    It passes over the examples until its weights make no mistake. Learning is deterministic, so that weights
    that come back after a whole pass prove that it never will; then, or at the cap, it keeps the weights
    that make the fewest mistakes.

    Parameters
    ----------
    eta : the rate; eta times the largest input must be at most 1.
    inhibition : g_I in [0, 1]; the effective weights are W - g_I.
    theta : the threshold for the mean of the weighted inputs.
    max_passes : the cap on passes.
    fit_intercept : give each binary subproblem one more synapse, with an input that is always 1.

    Attributes
    ----------
    learnt_ : for each binary subproblem True, False (the weights go round in a circle) or None (the cap was reached).
    statements_ : the same in sentences.
    passes_ : how many passes were made.
    coef_, intercept_, classes_ : as in any linear classifier; ``coef_`` is W - g_I.

    >>> X, y = np.array([[1, 0], [1, 1], [0, 1]]), np.array([1, 0, 0])
    >>> BoundedPerceptron(fit_intercept=False).fit(X, y).statements_
    ['Learnt in 2 passes.']
    """

    def __init__(
        self,
        *,
        eta: float = 0.01,
        inhibition: float = 0.5,
        theta: float = 0.001,
        max_passes: int = 10_000,
        fit_intercept: bool = True,
    ) -> None:
        self.eta = eta
        self.inhibition = inhibition
        self.theta = theta
        self.max_passes = max_passes
        self.fit_intercept = fit_intercept

    def fit(self, X: Any, y: Any) -> BoundedPerceptron:
        """Pass over the examples; warn if a class was not learnt."""
        with self._draft() as draft:
            draft._fit(X, y)
        return self

    def _fit(self, X: Any, y: Any) -> None:
        max_passes = checks.whole("max_passes", self.max_passes, 1, "One pass is the least.")
        rule = Bounded(eta=self.eta, inhibition=self.inhibition, theta=self.theta)
        x, labels = validated_examples(self, X, y, first=True, largest=LARGEST_UNSCALED)
        self.classes_, names, targets = one_against_rest(labels)
        ends = [_pass_over(rule, x, target, max_passes, bool(self.fit_intercept)) for target in targets]
        weights = np.array([end.weights for end in ends])
        check_learnt("BoundedPerceptron", weights)
        self.coef_ = weights[:, : x.shape[1]]
        self.intercept_ = np.array([end.offset for end in ends]) + (weights[:, -1] if self.fit_intercept else 0.0)
        self.learnt_ = [end.learnt for end in ends]
        self.passes_ = [end.passes for end in ends]
        self.statements_ = [end.statement for end in ends]
        warn_of_failures(names, self.learnt_, self.statements_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


@dataclass(frozen=True)
class _End:
    """Where a student ends: weights (intercept last) and offset, whether it has learnt all, and a sentence."""

    weights: np.ndarray
    offset: float
    learnt: bool | None
    passes: int
    statement: str


def _pass_over(rule: Bounded, x: Any, labels: np.ndarray, max_passes: int, intercept: bool) -> _End:
    """Pass over the examples; if they cannot be learnt, return the weights after the pass that ends best."""
    students, rows = Students.new(rule, 1, x.shape[1] + intercept), np.ones(x.shape[0])
    students.check_rows(x, rows)
    kernel, offset, seen = rows_kernel(rule, x), float(students.offsets()[0]), dict[bytes, int]()
    best, fewest = students.weights(None)[0], len(labels) + 1
    for passes in range(1, max_passes + 1):
        students.learn(x, labels[None, :], rows, kernel)
        weights = students.weights(None)[0]
        fields = x @ weights[: x.shape[1]] + (weights[-1] if intercept else 0.0) + offset
        mistakes = int(np.sum((fields > 0.0) != (labels > 0.0)))
        if mistakes == 0:
            return _End(weights, offset, True, passes, f"Learnt in {passes} pass{'es' if passes > 1 else ''}.")
        if mistakes < fewest:
            best, fewest = weights, mistakes
        digest = hashlib.sha256(students.synapses.tobytes()).digest()
        if digest in seen:
            circle = f"after {passes} passes the weights are again what they were after {seen[digest]}"
            return _End(best, offset, False, passes, f"Never learnt: {circle}. Fewest mistakes after a pass: {fewest}.")
        seen[digest] = passes
    statement = f"Not learnt within the cap of {max_passes} passes. Fewest mistakes after a pass: {fewest}."
    return _End(best, offset, None, max_passes, statement)
