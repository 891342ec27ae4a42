"""`MeanFieldClassifier`: offline Bayesian learning as a scikit-learn classifier."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from scipy import special
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks, gaussian
from rosenblatt.batch.expectation import Expectation, expectation_propagation
from rosenblatt.batch.meanfield import FEW, PRIOR_NAMES, MeanField, exact_binary, mean_field
from rosenblatt.batch.message_passing import DAMPINGS
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.exporting import plain_classes
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.scale import Scale
from rosenblatt.estimators.common.validation import check_learnt, dense_floats, validated_examples, validated_features
from rosenblatt.estimators.programs.mean_field import mean_field_program
from rosenblatt.export.programs import Program

LN_2 = math.log(2.0)
LARGEST = 1e300  # of features: sums over rows are finite


class MeanFieldClassifier(LinearClassifier):
    """The Bayes-optimal linear classifier for all examples at once, by mean-field equations.

    Parameters
    ----------
    prior : "gaussian", or "binary" for weights +1 and -1 (of features scaled to unit variance).
    noise : the share of flipped labels; None to estimate it by evidence.
    fit_intercept : centre the features, and with the Gaussian prior learn the weight of an input that is always 1.
    max_sweeps, tol : of the iteration.

    Attributes
    ----------
    coef_, intercept_, classes_ : as in any linear classifier.
    noise_, evidence_ : for each binary subproblem the share of flipped labels, and the mean logarithm of the
        probability of a label in its cavity.
    covariance_ : for each binary subproblem what is left unknown of the weights, of scaled features: a matrix, or the
        variance of all weights alike with the binary prior.
    mean_ : the mean weights of the scaled features, and of the constant input, for each binary subproblem.
    converged_, n_iter_, damping_ : for each binary subproblem, how the iteration went.

    With the Gaussian prior the full covariance is kept, so that features may be correlated. The binary equations
    hold for many uncorrelated features; for a dozen and fewer all weight vectors are summed over.

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
        max_sweeps: int = 300,
        tol: float = 1e-6,
    ) -> None:
        self.prior = prior
        self.noise = noise
        self.fit_intercept = fit_intercept
        self.max_sweeps = max_sweeps
        self.tol = tol

    def fit(self, X: Any, y: Any) -> MeanFieldClassifier:
        """Learn; warn if the iteration did not converge."""
        with self._draft() as draft:
            draft._fit(X, y)
        return self

    def _fit(self, X: Any, y: Any) -> None:
        checks.one_of("prior", self.prior, PRIOR_NAMES)
        checks.whole("max_sweeps", self.max_sweeps, 1, "It is the most that is tried.")
        checks.positive("tol", self.tol, "An iteration never ends exactly.")
        x, labels = validated_examples(self, X, y, first=True, largest=LARGEST)
        x = dense_floats(x)
        self.classes_, names, targets = one_against_rest(labels)
        with np.errstate(over="ignore", invalid="ignore"):  # looked at here and below
            self.scale_ = Scale.of(x, centre=bool(self.fit_intercept), constant=self.prior == "gaussian")
            seen = self.scale_.see(x)
            check_learnt("MeanFieldClassifier", self.scale_.centre, self.scale_.factor, seen)
        results = [self._learn(seen, target) for target in targets]
        self.mean_ = np.array([result.mean for result, _ in results])
        with np.errstate(over="ignore", invalid="ignore"):
            in_units = [self.scale_.weights(result.mean) for result, _ in results]
        self.coef_ = np.array([weights for weights, _ in in_units])
        self.intercept_ = np.array([intercept for _, intercept in in_units])
        self.noise_ = [result.noise for result, _ in results]
        self.evidence_ = [result.evidence for result, _ in results]
        self.covariance_ = [r.covariance if isinstance(r, Expectation) else r.variance for r, _ in results]
        found = (self.mean_, self.coef_, self.intercept_, self.noise_, self.evidence_, *self.covariance_)
        check_learnt("MeanFieldClassifier", *found)
        self.converged_ = [result.converged for result, _ in results]
        self.n_iter_ = [result.sweeps for result, _ in results]
        self.damping_ = [new for _, new in results]
        statements = [
            f"the mean-field iteration has not converged after {result.sweeps} sweeps (last relative change "
            f"{result.change:.2g}); its weights are those of the last sweep."
            for result, _ in results
        ]
        warn_of_failures(names, self.converged_, statements)

    def _learn(self, seen: np.ndarray, labels: np.ndarray) -> tuple[MeanField | Expectation, float]:
        """Return what is learnt with the least damping that converges, and that."""
        how: dict[str, Any] = {"noise": self.noise, "sweeps": self.max_sweeps, "tolerance": self.tol}
        if self.prior == "binary" and seen.shape[1] <= FEW:
            return exact_binary(seen, labels, **how), 1.0
        tried = []
        for new in DAMPINGS:
            if self.prior == "gaussian":
                tried.append((expectation_propagation(seen, labels, new=new, **how), new))
            else:
                found = mean_field(seen, labels, prior=self.prior, new=new, **how)
                # A fixed point that predicts worse than a coin is none that was looked for.
                tried.append((dataclasses.replace(found, converged=found.converged and found.evidence > -LN_2), new))
            if tried[-1][0].converged:
                return tried[-1]
        return max(tried, key=lambda pair: pair[0].evidence)

    def _exported(self, inputs: str | None) -> Program:
        plain_classes(self.classes_)
        return mean_field_program(self, self.n_features_in_)

    def _noise(self) -> float:
        return float(self.noise_[0])

    def _seen(self, X: Any) -> Any:
        return validated_features(self, X, reset=False, largest=LARGEST)

    def _fields(self, x: Any) -> np.ndarray:
        """Return the log-odds of each subproblem's class, as an observed label."""
        u = self._standardised(x)
        noise = np.array(self.noise_)
        with np.errstate(divide="ignore"):
            flip, clean = np.log(noise), np.log1p(-2.0 * noise)
        return np.logaddexp(flip, clean + gaussian.log_cdf(u)) - np.logaddexp(flip, clean + gaussian.log_cdf(-u))

    def _standardised(self, x: Any) -> np.ndarray:
        """Return the field of each row and binary subproblem, in units of what is not known of it."""
        seen = self.scale_.see(dense_floats(x))
        seen /= np.maximum(np.abs(seen).max(axis=1, keepdims=True), 1e-300)  # the quotient below does not see lengths
        square = [
            np.einsum("ri,ij,rj->r", seen, c, seen) if isinstance(c, np.ndarray) else c * (seen * seen).sum(axis=1)
            for c in self.covariance_
        ]
        return seen @ self.mean_.T / np.sqrt(np.maximum(np.stack(square, axis=1), 1e-300))

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class as an observed label, flips included."""
        check_is_fitted(self)
        positive = special.expit(self._fields(self._seen(X)))
        if len(self.classes_) == 2:
            return np.hstack([1.0 - positive, positive])
        return positive / positive.sum(axis=1, keepdims=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = self.prior == "binary"  # weights +1 and -1 do not fit every set
        return tags
