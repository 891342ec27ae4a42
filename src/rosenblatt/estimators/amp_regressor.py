"""`AMPRegressor`: linear regression by message passing, with any prior of the weights."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.batch.message_passing import Known, Noise, UnknownVariance
from rosenblatt.estimators.common import messages
from rosenblatt.estimators.common.exporting import Exports
from rosenblatt.estimators.common.validation import (
    ValidatingEstimator,
    check_learnt,
    dense_floats,
    validated_features,
    validated_numbers,
)
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.scenario.channels import GaussianNoise


class AMPRegressor(Exports, RegressorMixin, ValidatingEstimator):
    """The Bayes-optimal linear regression of many independent features, by approximate message passing.

    Parameters
    ----------
    prior : of a weight, of features scaled to unit variance, up to its length: as of `AMPClassifier`.
    noise : the variance of the noise on y, in the units of y; None to estimate it by evidence.
    fit_intercept : centre features and targets.
    scale_features : scale features to unit variance; without it they must have it by themselves, and weights of
        finitely many values can be found to the last one.
    variant : "amp", for features that are nearly independent, or "vamp", vector message passing, which computes the
        principal directions of the features first, for correlated ones.
    max_sweeps, tol : of the iteration.

    Attributes
    ----------
    coef_, intercept_ : as in any linear regression.
    noise_ : the variance of the noise, given or estimated.
    mean_, variance_ : of the weights of the scaled features, of mean square 1 under the prior.
    evidence_ : the mean logarithm of the density of a target, scaled, in its cavity.
    converged_, n_iter_, damping_, path_ : how the iteration went, as of `AMPClassifier`.

    >>> random = np.random.default_rng(0)
    >>> teacher = np.where(random.random(500) < 0.1, random.standard_normal(500), 0.0)
    >>> X = random.standard_normal((250, 500))  # half as many rows as weights
    >>> model = AMPRegressor("gauss-bernoulli:0.1").fit(X, X @ teacher + 0.01 * random.standard_normal(250))
    >>> bool(np.abs(model.coef_ - teacher).max() < 0.01)
    True
    """

    def __init__(
        self,
        prior: Any = "gaussian",
        *,
        noise: float | None = None,
        fit_intercept: bool = True,
        scale_features: bool = True,
        variant: str = "amp",
        max_sweeps: int = 500,
        tol: float = 1e-6,
    ) -> None:
        self.prior = prior
        self.noise = noise
        self.fit_intercept = fit_intercept
        self.scale_features = scale_features
        self.variant = variant
        self.max_sweeps = max_sweeps
        self.tol = tol

    def fit(self, X: Any, y: Any) -> AMPRegressor:
        """Learn; warn if the iteration did not converge."""
        with self._draft() as draft:
            draft._fit(X, y)
        return self

    def _fit(self, X: Any, y: Any) -> None:
        prior, how = messages.chosen_prior(self.prior), messages.check_iteration(self.max_sweeps, self.tol)
        x = dense_floats(validated_features(self, X, reset=True, largest=messages.LARGEST))
        targets = validated_numbers(y, len(x))
        if targets.ndim > 1:
            raise ValueError(f"y must have one target; got {targets.shape[1]}. Fit a model for each.")
        middle = float(targets.mean()) if self.fit_intercept else 0.0
        unit = float(np.sqrt(np.mean((targets - middle) ** 2))) or 1.0
        self.scale_ = messages.scale_of(x, fit_intercept=self.fit_intercept, scale=self.scale_features)
        noise, stretch = self._noise_of_targets(unit)
        labels = (targets - middle) * (stretch / unit)
        passing = messages.chosen_passing(self.variant, self.scale_.see(x))
        found, self.damping_ = messages.learnt(passing, labels, prior, noise, **how)
        self.messages_, self.unit_ = found, unit / math.sqrt(1.0 + found.channel.level)
        weights, shift = self.scale_.weights(found.mean)
        self.coef_, self.intercept_ = self.unit_ * weights, middle + self.unit_ * shift
        self.mean_, self.variance_, self.evidence_ = found.mean, found.variance, found.evidence
        self.noise_ = self.unit_**2 * found.channel.level
        check_learnt("AMPRegressor", self.mean_, self.variance_, self.coef_, self.intercept_, self.noise_)
        self.converged_, self.n_iter_, self.path_ = found.converged, found.sweeps, np.array(found.path)
        if not found.converged:
            warnings.warn(messages.statement(found), ConvergenceWarning, stacklevel=3)

    def _noise_of_targets(self, unit: float) -> tuple[Noise, float]:
        """Return what is known of the noise, and by how much scaled targets are to be stretched.

        Targets of variance 1 are those of weights of mean square 1 over sqrt(1 + s^2).
        """
        if self.noise is None:
            return UnknownVariance(), 1.0
        share = checks.not_negative("noise", self.noise, "It is a variance.") / unit**2
        if share >= 1.0:
            raise ValueError(
                f"noise must be below the variance of y, {unit**2:.4g}; got {self.noise!r}. "
                "Leave it out to estimate it."
            )
        return Known(GaussianNoise(share / (1.0 - share))), 1.0 / math.sqrt(1.0 - share)

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """Return the mean of each row, and its deviation, noise included, if that is asked for."""
        check_is_fitted(self)
        x = dense_floats(validated_features(self, X, reset=False, largest=messages.LARGEST))
        mean = x @ self.coef_ + self.intercept_
        if not return_std:
            return mean
        _, spread = messages.field_and_spread(self.scale_, x, self.messages_)
        return mean, np.sqrt((self.unit_ * spread) ** 2 + self.noise_)

    def _exported(self, inputs: str | None) -> LinearModel:
        return LinearModel(self.coef_[None], np.array([self.intercept_]), ())

    def _as_linear(self) -> LinearModel:
        raise ValueError("model must be a classifier to be clipped; got an AMPRegressor. Take an AMPClassifier.")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True  # few features, and correlated ones, are not what it is for
        return tags
