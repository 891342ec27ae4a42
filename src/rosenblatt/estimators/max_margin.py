"""`MaxMarginPerceptron`: the plane of largest margin, with its certificate, as a scikit-learn classifier."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.dual_ascent import adatron_rounds, batch_adatron_rounds
from rosenblatt.batch.margin_certificate import SignedRows, watched
from rosenblatt.batch.minover import minover_rounds
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.validation import LARGEST_UNSCALED, check_learnt, validated_examples
from rosenblatt.kernels.dual_sweep import compiled_sweep

Algorithm = Callable[[SignedRows], Iterator[np.ndarray]]


class MaxMarginPerceptron(LinearClassifier):
    """Of all planes that separate a class from the rest, the one whose nearest example is farthest from it.

    Parameters
    ----------
    algorithm : "adatron", which learns one example after the other (compiled, the fastest), "batch-adatron", which
        learns all at once, or "minover", which adds the example that is right by least.
    rate : gamma of the AdaTrons, above 0 and below 2.
    tol : the fraction by which the margin may be below the largest there is: the certificate says when.
    max_iter : the cap on rounds; after each of them the certificate is computed.
    fit_intercept : let planes miss the origin. The intercept is free: it does not count in the length of the weights.

    Attributes
    ----------
    coef_, intercept_, classes_ : as in any linear classifier. The nearest examples have the field +1 or -1.
    margin_ : for each binary subproblem the distance of the nearest example, K; negative if no plane was found, and 0
        if all weights are 0.
    upper_bound_ : for each the most that K can be, for any plane, by duality; 0 if it is proved that none separates.
    shares_ : for each example its share x in the weights of each subproblem, ``coef_ = (x * label) @ X``. Examples with
        a share are the support vectors, and K = 1/sqrt(sum x) at the optimum.
    separable_, converged_ : for each, whether a plane separates (None if that is not known), and whether the margin is
        the largest to ``tol``.
    statements_ : the same in sentences.
    n_iter_ : rounds, for each.

    On classes that no plane separates it warns, and keeps the plane of the largest (negative) margin that it met.

    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = MaxMarginPerceptron(tol=1e-6).fit(X, y == 0)
    >>> model.separable_, [round(margin, 5) for margin in model.margin_], round(float(model.shares_.sum()) ** -0.5, 5)
    ([True], [0.81756], 0.81756)
    """

    def __init__(
        self,
        *,
        algorithm: str = "adatron",
        rate: float = 1.0,
        tol: float = 1e-4,
        max_iter: int = 1000,
        fit_intercept: bool = True,
    ) -> None:
        self.algorithm = algorithm
        self.rate = rate
        self.tol = tol
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept

    def fit(self, X: Any, y: Any) -> MaxMarginPerceptron:
        """Find the planes; warn of each class that no plane separates, or whose margin may not be the largest."""
        with self._draft() as draft:
            draft._fit(X, y)
        return self

    def _fit(self, X: Any, y: Any) -> None:
        algorithm = self._algorithm()
        tol = checks.fraction("tol", self.tol, "It is a fraction of the margin.")
        most_rounds = checks.whole("max_iter", self.max_iter, 1, "One round is the least.")
        x, labels = validated_examples(self, X, y, first=True, largest=LARGEST_UNSCALED)
        self.classes_, names, targets = one_against_rest(labels)
        seen, centre, unit = _in_own_units(x, bool(self.fit_intercept))
        problems = [SignedRows(seen, target, bool(self.fit_intercept)) for target in targets]
        found = [watched(problem, algorithm(problem), tol, most_rounds) for problem in problems]
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):  # looked at below
            self.coef_ = np.array([result.plane.weights for result in found]) / unit
            self.intercept_ = np.array([result.plane.intercept for result in found]) - self.coef_ @ centre
            self.shares_ = np.array([result.shares for result in found]) / unit / unit
        check_learnt("MaxMarginPerceptron", self.coef_, self.intercept_, self.shares_)
        nearest = [result.plane.margin for result in found]
        self.margin_ = [unit * margin if math.isfinite(margin) else 0.0 for margin in nearest]
        self.upper_bound_ = [unit * result.plane.most for result in found]
        self.separable_ = [result.separable for result in found]
        self.converged_ = [result.converged for result in found]
        self.n_iter_ = [result.rounds for result in found]
        self.statements_ = [result.statement for result in found]
        warn_of_failures(names, self.converged_, self.statements_)

    def _algorithm(self) -> Algorithm:
        """Return the algorithm that was asked for."""
        name = checks.one_of("algorithm", self.algorithm, tuple(ALGORITHMS))
        rate = checks.positive("rate", self.rate, "Take 1.")
        if rate >= 2.0:
            raise ValueError(
                f"rate must be below 2; got {rate:g}. From there on steps of AdaTron do not climb: take 1."
            )
        return ALGORITHMS[name](rate)


ALGORITHMS: dict[str, Callable[[float], Algorithm]] = {
    "adatron": lambda rate: partial(adatron_rounds, rate=rate, sweep=compiled_sweep),
    "batch-adatron": lambda rate: partial(batch_adatron_rounds, rate=rate),
    "minover": lambda rate: minover_rounds,
}


def _in_own_units(x: Any, centred: bool) -> tuple[Any, np.ndarray, float]:
    """Return rows whose longest is 1, what was taken from each, and the unit: margins do not depend on either.

    A sparse matrix is not centred: it would be one no longer.
    """
    dense = isinstance(x, np.ndarray)
    x = x.astype(np.float64)  # a copy, which is changed in place
    centre = x.mean(axis=0) if dense and centred else np.zeros(x.shape[1])
    if dense:
        x -= centre
    values = x if dense else x.data
    unit = float(np.abs(values).max(initial=0.0))
    if unit == 0.0:
        return x, centre, 1.0
    values /= unit  # squares of very large or small features are not finite
    longest = math.sqrt(float(SignedRows(x, np.empty(0), False).squares.max()))
    values /= longest
    return x, centre, unit * longest
