"""`AMPClassifier`: message passing with any prior of the weights and any channel of the labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.batch.message_passing import Known, Noise, UnknownFlips
from rosenblatt.estimators.common import messages
from rosenblatt.estimators.common.classes import one_against_rest, warn_of_failures
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.validation import check_learnt, dense_floats, validated_examples, validated_features
from rosenblatt.scenario.channels import SignChannel, resolve_channel
from rosenblatt.scenario.channels.responses import log_likelihood


def of_a_constant(target: np.ndarray) -> float:
    """Return the evidence of who always says how frequent the labels are."""
    share = float(np.mean(target > 0.0))
    return share * math.log(share) + (1.0 - share) * math.log1p(-share)


class AMPClassifier(LinearClassifier):
    """The Bayes-optimal linear classifier of many independent features, by approximate message passing.

    Parameters
    ----------
    prior : of a weight, of features scaled to unit variance: "gaussian", "binary", ``rb.Ternary(0.1)`` or
        "ternary:0.1", ``rb.GaussBernoulli(0.1)``, another teacher that says its prior, or a prior such as
        ``rb.MixturePrior(...)``.
    channel : of the labels, given the field of variance 1, such as ``rb.Probit(2)`` or "logistic:2"; defaults to flips
        of a share that is estimated by evidence.
    fit_intercept : centre the features, and estimate an intercept.
    scale_features : scale features to unit variance; without it they must have it by themselves, and weights of
        finitely many values can be found to the last one.
    variant : "amp", for features that are nearly independent, or "vamp", vector message passing, which computes the
        principal directions of the features first, for correlated ones.
    max_sweeps, tol : of the iteration.

    Attributes
    ----------
    coef_, intercept_, classes_ : as in any linear classifier.
    mean_, variance_ : of the weights of the scaled features, for each binary subproblem.
    channel_, evidence_ : for each binary subproblem the channel, given or estimated, and the mean logarithm of the
        probability of a label in its cavity: the larger, the better the prior.
    converged_, n_iter_, damping_ : for each binary subproblem, how the iteration went.
    path_ : for each binary subproblem the mean variance after each sweep, 1 - q of ``rb.theory.state_evolution``.

    The equations hold for many features that are nearly independent; where they do not converge it warns.
    `MeanFieldClassifier` keeps the covariance of features, for the Gaussian prior.

    >>> random = np.random.default_rng(0)
    >>> teacher = np.where(random.random(500) < 0.1, random.standard_normal(500), 0.0)  # one weight of ten counts
    >>> X = random.standard_normal((1500, 500))
    >>> y = X @ teacher > 0.0
    >>> model = AMPClassifier("gauss-bernoulli:0.1").fit(X[:500], y[:500])
    >>> bool(model.score(X[500:], y[500:]) > 0.9), model.converged_
    (True, [True])
    """

    def __init__(
        self,
        prior: Any = "gaussian",
        *,
        channel: Any = None,
        fit_intercept: bool = True,
        scale_features: bool = True,
        variant: str = "amp",
        max_sweeps: int = 300,
        tol: float = 1e-6,
    ) -> None:
        self.prior = prior
        self.channel = channel
        self.fit_intercept = fit_intercept
        self.scale_features = scale_features
        self.variant = variant
        self.max_sweeps = max_sweeps
        self.tol = tol

    def fit(self, X: Any, y: Any) -> AMPClassifier:
        """Learn; warn if the iteration did not converge."""
        with self._draft() as draft:
            draft._fit(X, y)
        return self

    def _fit(self, X: Any, y: Any) -> None:
        prior, noise = messages.chosen_prior(self.prior), self._noise_of_labels()
        how = messages.check_iteration(self.max_sweeps, self.tol)
        x, labels = validated_examples(self, X, y, first=True, largest=messages.LARGEST)
        x = dense_floats(x)
        self.classes_, names, targets = one_against_rest(labels)
        self.scale_ = messages.scale_of(x, fit_intercept=self.fit_intercept, scale=self.scale_features)
        passing = messages.chosen_passing(self.variant, self.scale_.see(x))
        how |= {"intercept": bool(self.fit_intercept)}
        results = [
            messages.learnt(passing, target, prior, noise, worst=of_a_constant(target), **how) for target in targets
        ]
        self.messages_ = [found for found, _ in results]
        self.damping_ = [new for _, new in results]
        self.mean_ = np.array([found.mean for found in self.messages_])
        self.variance_ = np.array([found.variance for found in self.messages_])
        in_units = [self.scale_.weights(found.mean) for found in self.messages_]
        self.coef_ = np.array([weights for weights, _ in in_units])
        self.intercept_ = np.array(
            [found.intercept + shift for found, (_, shift) in zip(self.messages_, in_units, strict=True)]
        )
        check_learnt("AMPClassifier", self.mean_, self.variance_, self.coef_, self.intercept_)
        self.channel_ = [found.channel for found in self.messages_]
        self.evidence_ = [found.evidence for found in self.messages_]
        self.path_ = [np.array(found.path) for found in self.messages_]
        self.converged_ = [found.converged for found in self.messages_]
        self.n_iter_ = [found.sweeps for found in self.messages_]
        warn_of_failures(names, self.converged_, map(messages.statement, self.messages_))

    def _noise_of_labels(self) -> Noise:
        """Return what is known of the channel."""
        if self.channel is None:
            return UnknownFlips()
        channel = resolve_channel(self.channel).as_student_sees
        if not isinstance(channel, SignChannel):
            raise ValueError(f"channel must be one of signs for classes; got {self.channel!r}. Take rb.AMPRegressor.")
        return Known(channel)

    def _seen(self, X: Any) -> Any:
        return validated_features(self, X, reset=False, largest=messages.LARGEST)

    def _fields(self, x: Any) -> np.ndarray:
        """Return the log-odds of each subproblem's class, as an observed label."""
        likely = self._log_chances(x)
        return likely[1] - likely[0]

    def _log_chances(self, x: Any) -> np.ndarray:
        """Return ln P(-1) and ln P(+1) of each row and subproblem."""
        rows = dense_floats(x)
        columns = []
        for found in self.messages_:
            known, spreads = messages.field_and_spread(self.scale_, rows, found)
            columns.append([self._log_chance(found.channel, label, known, spreads) for label in (-1.0, 1.0)])
        return np.array(columns).transpose(1, 2, 0)

    @staticmethod
    def _log_chance(channel: Any, label: float, known: np.ndarray, spreads: np.ndarray) -> np.ndarray:
        def told(fields: np.ndarray, spread: float) -> np.ndarray:
            return log_likelihood(channel, np.full(fields.shape, label), fields, spread)

        return messages.at_spreads(told, known, spreads)

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class as an observed label, noise included."""
        check_is_fitted(self)
        down, up = np.exp(self._log_chances(self._seen(X)))
        positive = up / (up + down)
        if len(self.classes_) == 2:
            return np.hstack([1.0 - positive, positive])
        return positive / positive.sum(axis=1, keepdims=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # few features, and correlated ones, are not what it is for
        return tags
