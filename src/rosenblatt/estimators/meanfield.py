"""`MeanFieldClassifier`: offline Bayesian learning as a scikit-learn classifier."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks, gaussian
from rosenblatt.batch.meanfield import NEW, PRIORS, MeanField, mean_field
from rosenblatt.estimators.linear import LinearClassifier
from rosenblatt.estimators.validation import validated_examples

DAMPINGS = (NEW, 0.3, 0.1, 0.03)  # tried in turn until one converges
SMALLEST = 1e-8  # a direction in which rows vary by less, relative to the largest, is left out


@dataclass(frozen=True)
class Axes:
    """How rows are seen: centred, each direction of unit variance, an input that is always 1 added."""

    centre: np.ndarray
    turn: np.ndarray
    intercept: bool

    @classmethod
    def of(cls, x: np.ndarray, *, rotate: bool, intercept: bool) -> Axes:
        """Return axes in which the rows are uncorrelated, or only scaled."""
        centre = x.mean(axis=0) if intercept else np.zeros(x.shape[1])
        scale = np.sqrt(np.mean((x - centre) ** 2, axis=0))
        factor = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0.0)
        if not rotate:
            return cls(centre, np.diag(factor), intercept)
        _, sizes, directions = np.linalg.svd((x - centre) * factor / math.sqrt(len(x)), full_matrices=False)
        kept = sizes > SMALLEST * max(float(sizes.max(initial=0.0)), 1e-300)
        return cls(centre, factor[:, None] * (directions[kept] / sizes[kept, None]).T, intercept)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return the rows, divided by the square root of the number of inputs."""
        seen = (x - self.centre) @ self.turn
        seen = np.hstack([seen, np.ones((len(x), 1))]) if self.intercept else seen
        return seen / math.sqrt(max(seen.shape[1], 1))

    def weights(self, mean: np.ndarray) -> tuple[np.ndarray, float]:
        """Return weights of the features and an intercept that give the same fields."""
        mean = mean / math.sqrt(max(len(mean), 1))
        weights = self.turn @ (mean[:-1] if self.intercept else mean)
        return weights, (float(mean[-1]) if self.intercept else 0.0) - float(self.centre @ weights)


class MeanFieldClassifier(LinearClassifier):
    """The Bayes-optimal linear classifier for all examples at once, by mean-field equations.

    Parameters
    ----------
    prior : "gaussian", or "binary" for weights +1 and -1 (of features scaled to unit variance).
    noise : the share of flipped labels; None to estimate it by evidence.
    fit_intercept : centre the features, and learn the weight of an input that is always 1.
    max_sweeps, tol : of the iteration.

    Attributes
    ----------
    coef_, intercept_, classes_ : as in any linear classifier.
    noise_, evidence_, variance_ : for each plane the share of flipped labels, the mean logarithm of the probability
        of a label in its cavity, and the variance that is left of a weight.
    converged_, n_iter_, damping_ : for each plane, how the iteration went.

    The equations hold for uncorrelated inputs: with the Gaussian prior features are rotated until they are.

    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = MeanFieldClassifier().fit(X[:400], y[:400])
    >>> bool(model.score(X[400:], y[400:]) > 0.95), model.converged_
    (True, [True])
    """

    def __init__(
        self,
        *,
        prior: str = "gaussian",
        noise: float | None = None,
        fit_intercept: bool = True,
        max_sweeps: int = 1000,
        tol: float = 1e-6,
    ) -> None:
        self.prior = prior
        self.noise = noise
        self.fit_intercept = fit_intercept
        self.max_sweeps = max_sweeps
        self.tol = tol

    def fit(self, X: Any, y: Any) -> MeanFieldClassifier:
        """Learn; warn if the iteration did not converge."""
        with self._unchanged_by_failure():
            return self._fit(X, y)

    def _fit(self, X: Any, y: Any) -> MeanFieldClassifier:
        checks.one_of("prior", self.prior, PRIORS)
        x, labels = validated_examples(self, X, y, first=True)
        x = (x if isinstance(x, np.ndarray) else x.toarray()).astype(float)
        self.classes_ = np.unique(labels)
        if len(self.classes_) < 2:
            raise ValueError(f"y must have at least 2 classes; got 1 class, {self.classes_.tolist()[0]!r}. Add others.")
        positive = self.classes_[1:] if len(self.classes_) == 2 else self.classes_
        self.axes_ = Axes.of(x, rotate=self.prior == "gaussian", intercept=bool(self.fit_intercept))
        seen = self.axes_.see(x)
        results = [self._learn(seen, np.where(labels == one, 1.0, -1.0)) for one in positive]
        planes = [self.axes_.weights(result.mean) for result, _ in results]
        self.coef_ = np.array([weights for weights, _ in planes])
        self.intercept_ = np.array([intercept for _, intercept in planes])
        self.noise_ = [result.noise for result, _ in results]
        self.evidence_ = [result.evidence for result, _ in results]
        self.variance_ = [result.variance for result, _ in results]
        self.converged_ = [result.converged for result, _ in results]
        self.n_iter_ = [result.sweeps for result, _ in results]
        self.damping_ = [new for _, new in results]
        for one, (result, _) in zip(positive.tolist(), results, strict=True):
            if not result.converged:
                warnings.warn(
                    f"class {one!r}: the mean-field iteration has not converged after {result.sweeps} sweeps (last "
                    f"relative change {result.change:.2g}); its weights are those of the last sweep.",
                    ConvergenceWarning,
                    stacklevel=3,
                )
        return self

    def _learn(self, seen: np.ndarray, labels: np.ndarray) -> tuple[MeanField, float]:
        """Return what is learnt with the least damping that converges, and that."""
        how = {"prior": self.prior, "noise": self.noise, "sweeps": self.max_sweeps, "tolerance": self.tol}
        tried = []
        for new in DAMPINGS:
            tried.append((mean_field(seen, labels, new=new, **how), new))
            if tried[-1][0].converged:
                return tried[-1]
        return min(tried, key=lambda pair: pair[0].change)

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class as an observed label, flips included."""
        check_is_fitted(self)
        x = self._seen(X)
        x = (x if isinstance(x, np.ndarray) else x.toarray()).astype(float)
        square = (self.axes_.see(x) ** 2).sum(axis=1)
        fields = self._fields(x)
        spread = np.sqrt(np.maximum(np.outer(square, self.variance_), 1e-300))
        noise = np.array(self.noise_)
        positive = noise + (1.0 - 2.0 * noise) * gaussian.cdf(fields / spread)
        if len(self.classes_) == 2:
            return np.hstack([1.0 - positive, positive])
        return positive / positive.sum(axis=1, keepdims=True)
