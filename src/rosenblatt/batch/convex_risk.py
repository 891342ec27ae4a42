r"""Ridge, logistic regression and the hinge loss, as scikit-learn fits them.

convex-risk.1   J = argmin  sum l(label, h) + (penalty/2) |J|^2,   h = J.S/sqrt(N),  over all examples
convex-risk.2   ridge (label - h)^2/2;   logistic ln(1 + exp(-label h));   hinge max(0, 1 - label h)
convex-risk.3   on X = S/sqrt(N) without intercept: Ridge(alpha=penalty), LogisticRegression(C=1/penalty),
                LinearSVC(loss="hinge", C=1/penalty)
convex-risk.4   an example and its mirror image, -X with the other label, are the same to (2) for signs
"""

from __future__ import annotations

import threading
import warnings
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.offline_learner import FittedLearner, Rows, fitted_learner
from rosenblatt.batch.pseudo_inverse import pseudo_inverse
from rosenblatt.references import Reference
from rosenblatt.scenario import Channel, GaussianNoise, SignChannel

BEST = "best"
LARGEST = 1e30  # a penalty beyond which weights are rounding
STEPS = 10_000  # of a solver
SWEEPS = 1_000_000  # of coordinate descent
ALONE = (
    threading.Lock()
)  # liblinear draws its random numbers from one place, and filters of warnings are of one process


@dataclass(frozen=True)
class ConvexRisk(FittedLearner):
    """The minimum of a convex risk with a penalty on the squared length.  (convex-risk.1)

    Parameters
    ----------
    penalty : a number; for learning curves also "best", the one with the least disagreement at each alpha.
    """

    penalty: float | str = 1.0

    further_measures = ("train_error", "train_loss", "test_loss")

    def __post_init__(self) -> None:
        if isinstance(self.penalty, str):
            if self.penalty != BEST:
                raise ValueError(f"penalty must be a number or {BEST!r}; got {self.penalty!r}. Take one of these.")
        elif checks.not_negative("penalty", self.penalty, "It is the weight of |J|^2/2.") > LARGEST:
            raise ValueError(f"penalty must be at most {LARGEST:g}; got {self.penalty!r}. Nothing would be learnt.")

    @abstractmethod
    def loss(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        """Return the loss of each example.  (convex-risk.2)"""

    @property
    def strength(self) -> float:
        """The penalty as a number."""
        if isinstance(self.penalty, str):
            raise ValueError(
                f"penalty must be a number to fit {self.name!r} to data; got {self.penalty!r}. Take what the column "
                "penalty of rb.learning_curve says for your alpha."
            )
        return float(self.penalty)

    def measure(self, weights: np.ndarray, learnt: Rows, fresh: Rows, channel: Channel) -> tuple[float, ...]:
        """Return the errors and losses."""
        fields = learnt.x @ weights
        error, loss = channel.missed(learnt.labels, fields).mean(), self.loss(learnt.labels, fields).mean()
        return float(error), float(loss), float(self.loss(fresh.labels, fresh.x @ weights).mean())


@fitted_learner
@dataclass(frozen=True)
class Ridge(ConvexRisk):
    """Least squares of the labels with a penalty; without one, the pseudo-inverse."""

    name = "ridge"

    @property
    def reference(self) -> Reference:
        """AKLZ."""
        return Reference("aubin-krzakala-lu-zdeborova-2020", "the fixed point of ridge regression")

    def accepts(self, channel: Channel) -> bool:
        """Return whether labels are signs, or numbers."""
        return isinstance(channel, (SignChannel, GaussianNoise))

    def loss(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        return 0.5 * (labels - fields) ** 2

    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights.  (convex-risk.3)"""
        from sklearn import linear_model

        if self.strength == 0.0:
            return pseudo_inverse(x, labels)
        model = linear_model.Ridge(alpha=self.strength, fit_intercept=False, solver="cholesky")
        return np.ravel(model.fit(x, labels).coef_)


@fitted_learner
@dataclass(frozen=True)
class Logistic(ConvexRisk):
    """Logistic regression."""

    name = "logistic"

    @property
    def reference(self) -> Reference:
        """AKLZ."""
        return Reference("aubin-krzakala-lu-zdeborova-2020", "the fixed point of convex losses")

    def loss(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        return np.logaddexp(0.0, -labels * fields)

    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights.  (convex-risk.3)"""
        from sklearn.linear_model import LogisticRegression

        how: Any = {"tol": 1e-10, "max_iter": STEPS, "fit_intercept": False}
        if self.strength > 0.0:
            model = LogisticRegression(C=1.0 / self.strength, solver="newton-cholesky", **how)
            return np.ravel(model.fit(*_of_two_classes(x, labels)).coef_)
        if len(labels) > x.shape[1] and np.ptp(labels) > 0.0:  # else a plane separates them
            weights = np.ravel(LogisticRegression(C=np.inf, **how).fit(x, labels).coef_)
            if np.min(labels * (x @ weights)) <= 0.0:
                return weights
        raise ValueError(
            f"penalty must be above 0 for 'logistic' where a plane separates the examples; got 0 with {len(labels)} "
            f"examples of {x.shape[1]} inputs that one does. Take a penalty, or a larger alpha with more noise."
        )


@fitted_learner
@dataclass(frozen=True)
class Hinge(ConvexRisk):
    """The hinge loss, a support vector machine with a soft margin."""

    name = "hinge"

    @property
    def reference(self) -> Reference:
        """AKLZ."""
        return Reference("aubin-krzakala-lu-zdeborova-2020", "the fixed point of convex losses")

    def loss(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        return np.maximum(1.0 - labels * fields, 0.0)

    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights.  (convex-risk.3)"""
        from sklearn.svm import LinearSVC

        if self.strength == 0.0:
            raise ValueError(
                "penalty must be above 0 for LinearSVC to fit 'hinge'; got 0. Take a small one, such as 0.01."
            )
        how: Any = {"loss": "hinge", "dual": True, "tol": 1e-7, "max_iter": SWEEPS, "fit_intercept": False}
        model = LinearSVC(C=1.0 / self.strength, random_state=0, **how)
        with ALONE, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # said below
            model.fit(*_of_two_classes(x, labels))
        if np.max(model.n_iter_) >= SWEEPS:
            raise ValueError(
                f"penalty must be so large that LinearSVC converges in {SWEEPS:,} sweeps; got {self.penalty:g} with "
                f"{len(labels)} examples. Take a larger penalty or a smaller n."
            )
        return np.ravel(model.coef_)


def _of_two_classes(x: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return rows, labels and weights that give the same risk and have both labels, as scikit-learn wants them.

    If all labels are one, half of the first row is put in as its mirror image.  (convex-risk.4)
    """
    weights = np.ones(len(labels))
    if np.ptp(labels) > 0.0:
        return x, labels, weights
    weights[0] = 0.5
    return np.vstack([x, -x[:1]]), np.append(labels, -labels[0]), np.append(weights, 0.5)
