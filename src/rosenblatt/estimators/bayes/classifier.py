"""`BayesClassifier`: streams, with calibrated probabilities, noisy labels and a drifting world, and nothing to tune."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.estimators.bayes.bank import Bank, of_rows
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.state import KnowledgeMixin
from rosenblatt.estimators.common.atomic import AtomicMixin
from rosenblatt.estimators.common.dask_pieces import fit_shards, is_sharded
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.validation import (
    check_kind,
    declared_classes,
    validated_examples,
    validated_features,
    weighted_rows,
)
from rosenblatt.kernels.mixture import follow_errors

CHUNK = 4096  # rows that are scaled and learnt while they are near
PROBA = ("observed", "clean")
LARGEST = 1e100  # that is learnt as it comes


class BayesClassifier(KnowledgeMixin, StreamingMixin, AtomicMixin, ClassifierMixin, BaseEstimator):
    """A streaming Bayesian classifier: one pass, calibrated probabilities, no rates.

    A bank of Gaussian posteriors over the weights, with prior variances and drift rates of all sizes, many of which
    find out how many labels are wrong, mixed by how well they predict. With ``drift`` and ``prior`` given it is one.

    Parameters
    ----------
    drift : the drift per row, if it is known (0 for a world that stays as it is); a bank of them, if not given.
    noise : the probability that a label is flipped, if it is known; looked for from 0 to 0.3, if not given.
    prior : the prior variance of a weight of a standardised feature, if it is known; a bank of them, if not given.
    covariance : "full", "diagonal", or "auto", full if all of it fits into ``memory``.
    standardise : see features through their running means and deviations; columns that hold only 0 and 1 stay as they
        are. Wide sparse data (diagonal) are seen through log(1 + |x|).
    linear : keep to rules that are linear in the features. If not, some members see standardised features through hat
        functions, an additive rule of curves, and up to 300 of them by their products; of wide sparse data, only what
        is there.
    runs : let predictions depend on the labels of the last rows too: in many streams labels come in runs. Leave it out
        (False) if labels come late, or rows in no order.
    memory : bytes that covariances may take; of classes that are not declared, those of one.
    proba : what `predict_proba`, and with it `predict`, is about: the label as "observed", flips included, or the
        "clean" one.

    Attributes
    ----------
    classes_ : the classes seen or declared.
    coef_, intercept_ : the mean weights in the units of the data, over the linear members; a row for each
        class, or a single one for two.
    covariance_ : of the weights of the members that keep a full one, the mean, intercept last; of a diagonal bank the
        variances.
    noise_, drift_ : posterior means over the bank, one for each plane.
    bank_weights_, bank_ : the weights of the members, and a table that says whose they are.
    expected_error_ : how often the model expects to be wrong, averaged over the last thousand rows or so.
    n_examples_ : rows learnt so far.

    With more than two classes there is one bank for each, against the rest. `partial_fit` equals looping over the rows
    of its batch; ``classes`` may be left out, and a class that appears late ends as if it had been declared. A
    prediction is for the row that comes next. Predicting while another thread learns is not supported.

    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = BayesClassifier().fit(X, y)
    >>> model.score(X, y) > 0.97, 0.0 < model.expected_error_ < 0.1
    (True, True)
    """

    def __init__(
        self,
        *,
        drift: float | None = None,
        noise: float | None = None,
        prior: float | None = None,
        covariance: str = "auto",
        standardise: bool = True,
        linear: bool = False,
        runs: bool = True,
        memory: float = 2**28,
        proba: str = "observed",
    ) -> None:
        self.drift = drift
        self.noise = noise
        self.prior = prior
        self.covariance = covariance
        self.standardise = standardise
        self.linear = linear
        self.runs = runs
        self.memory = memory
        self.proba = proba

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesClassifier:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before.

        The pieces of a Dask array or dataframe are learnt side by side and merged.
        """
        if is_sharded(X):
            return fit_shards(self, X, y, sample_weight)
        with self._unchanged_by_failure():
            x, labels, weights = self._validated(X, y, sample_weight, first=True)
            classes = np.unique(labels)
            if len(classes) < 2:
                raise ValueError(
                    f"y must have at least 2 classes; got {len(classes)} class, {classes.tolist()}. "
                    "Use partial_fit for data that come in pieces."
                )
            self._start(classes, x)
        self._learn(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> BayesClassifier:
        """Go on learning from the rows of a batch."""
        self._prepare_and_learn(X, y, classes, sample_weight)
        return self

    def predict_then_learn(self, X: Any, y: Any, classes: Any = None, *, proba: str | None = None) -> np.ndarray:
        """Go on learning, and return for each row what `predict_proba` would have said just before it was learnt."""
        which = PROBA.index(checks.one_of("proba", proba or self.proba, PROBA))
        return self._prepare_and_learn(X, y, classes, None)[which]

    def predict_proba(self, X: Any, *, proba: str | None = None) -> np.ndarray:
        """Return the probability of each class, for each row; ``proba`` as in the constructor, unless given."""
        check_is_fitted(self, "banks_")
        which = PROBA.index(checks.one_of("proba", proba or self.proba, PROBA))
        x = validated_features(self, X, reset=False)
        self._check_size(x)
        parts = [
            np.stack([bank.predict(seen)[which] for bank in self._planes()], axis=1)
            for seen in (self._eyes.look(x[k : k + CHUNK]) for k in range(0, max(x.shape[0], 1), CHUNK))
        ]
        return _of_classes(np.concatenate(parts), len(self.classes_))

    def predict(self, X: Any) -> np.ndarray:
        """Return the most probable class of each row."""
        chosen = self.predict_proba(X).argmax(axis=1)
        return self.classes_[chosen]

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the log odds of the second of two classes, or the log probability of each."""
        p = np.clip(self.predict_proba(X), 1e-300, 1.0)
        return np.log(p[:, -1]) - np.log(p[:, 0]) if p.shape[1] == 2 else np.log(p)

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """Return the probability of each class for one example: a row, or a dictionary of features by name."""
        check_is_fitted(self, "banks_")
        return dict(zip(self.classes_.tolist(), self.predict_proba(self._as_row(x))[0].tolist(), strict=True))

    @property
    def coef_(self) -> np.ndarray:
        """The mean weights, in the units of the data."""
        return self._raw(self._mean_weights())[:, :-1]

    @property
    def intercept_(self) -> np.ndarray:
        """The mean intercepts, in the units of the data."""
        return self._raw(self._mean_weights())[:, -1]

    @property
    def covariance_(self) -> np.ndarray:
        """The mean covariance over the bank, in the units of the data, intercept last; or the variances."""
        planes = []
        for bank in self._fitted():
            mean = np.tensordot(_shares_of(bank, 1), bank.members.spreads, axes=1)
            if bank.members.full:
                mean = np.tril(mean) + np.tril(mean, -1).T
                planes.append(self._raw(self._raw(mean).T))
            else:
                planes.append(mean * np.append(self._eyes.factor(), 1.0) ** 2)
        return planes[0] if len(planes) == 1 else np.stack(planes)

    @property
    def bank_weights_(self) -> np.ndarray:
        """The weights of the members; a row for each plane, if there are several."""
        weights = np.stack([bank.mixture.mean() for bank in self._fitted()])
        return weights[0] if len(weights) == 1 else weights

    @property
    def bank_(self) -> pd.DataFrame:
        """A table of the members: kind, prior variance, drift, what each thinks of the noise, and its weight."""
        frames = []
        for name, bank in zip(self._plane_names(), self._fitted(), strict=True):
            for kind, members, _ in bank.groups():
                columns = {"class": name, "kind": kind, "prior": members.priors[:, 0], "drift": members.drifts}
                frames.append(pd.DataFrame({**columns, "noise": members.noises}))
        return pd.concat(frames, ignore_index=True).assign(weight=np.ravel(self.bank_weights_))

    @property
    def noise_(self) -> Any:
        """The posterior mean of the probability that a label is flipped."""
        return self._over_the_bank(lambda members: members.noises)

    @property
    def drift_(self) -> Any:
        """The posterior mean of the drift per row."""
        return self._over_the_bank(lambda members: members.drifts)

    @property
    def expected_error_(self) -> float:
        """How often the model expects its prediction of the observed label to be wrong, over the last rows."""
        check_is_fitted(self, "banks_")
        return float(self._expected[0])

    @property
    def n_examples_(self) -> int:
        """Rows learnt so far."""
        check_is_fitted(self, "banks_")
        return self._clock

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _prepare_and_learn(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> tuple[np.ndarray, np.ndarray]:
        first = not hasattr(self, "banks_")
        with self._unchanged_by_failure():
            x, labels, weights = self._validated(X, y, sample_weight, first=first)
            classes = declared_classes(classes, None if first or not self._declared else self.classes_)
            if first:
                self._start(classes, x)
            elif classes is not None and not self._declared:
                check_kind(classes, self.classes_)
                self._meet(classes)
            if self._declared and not np.isin(labels, self.classes_).all():
                strange = labels[~np.isin(labels, self.classes_)].tolist()[0]
                raise ValueError(
                    f"y must have the declared classes {self.classes_.tolist()}; got {strange!r}. "
                    "Declare it too, or leave classes= out."
                )
        return self._learn(x, labels, weights)

    def _validated(self, X: Any, y: Any, sample_weight: Any, *, first: bool) -> tuple[Any, np.ndarray, np.ndarray]:
        x, labels = validated_examples(self, X, y, first=first)
        if not first:
            check_kind(labels, self.classes_)
        self._check_size(x)
        return weighted_rows(x, labels, sample_weight)

    def _check_size(self, x: Any) -> None:
        """Raise if features are too large to be taken as they come."""
        largest = float(abs(x).max()) if not self.standardise and x.shape[0] else 0.0
        if largest > LARGEST:
            raise ValueError(
                f"X must be within {LARGEST:g} if it is not standardised; got {largest:g}. Leave standardise on."
            )

    def _start(self, classes: np.ndarray | None, x: Any) -> None:
        """Begin anew; undeclared classes need a bank that knows only that rows are of other classes."""
        known = self._known()
        checks.one_of("covariance", self.covariance, ("auto", "full", "diagonal"))
        checks.one_of("proba", self.proba, PROBA)
        self._declared = classes is not None
        planes = 1 if classes is None or len(classes) == 2 else len(classes)
        inputs = x.shape[1] + 1
        needed = 8.0 * planes * len(of_rows(known)[0]) * inputs**2
        fits = needed <= checks.positive("memory", self.memory, "It is a number of bytes.")
        full = self.covariance == "full" or (self.covariance == "auto" and fits)
        sparse = sp.issparse(x) and not full
        self._eyes = FeatureScaling.new(x.shape[1], standardise=bool(self.standardise), sparse=sparse)
        self.classes_ = np.array([]) if classes is None else classes
        self._plane_of = {} if classes is None or len(classes) == 2 else {c: k for k, c in enumerate(classes.tolist())}
        linear = bool(self.linear or not (self.standardise or sparse))
        fresh = Bank.new(inputs, known, full=full, sparse=sparse, linear=linear, runs=bool(self.runs))
        self.banks_ = [fresh, *(fresh.copy() for _ in range(planes - 1))]
        self._clock, self._expected = 0, np.zeros(1)

    def _known(self) -> Known:
        """Return what the user knows, once it has been checked."""
        forgets = "It is the part of a weight that is forgotten at each row."
        return Known(
            drift=None if self.drift is None else checks.below_one("drift", self.drift, forgets),
            noise=None if self.noise is None else float(checks.noise(self.noise)),
            prior=None if self.prior is None else checks.positive("prior", self.prior, "It is a variance."),
        )

    def _learn(self, x: Any, labels: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Learn rows that have been looked at; return the probabilities before each, observed and clean."""
        if not self._declared:
            self._meet(np.unique(labels))
        parts = [
            self._learn_chunk(x[rows], labels[rows], weights[rows])
            for rows in (slice(k, k + CHUNK) for k in range(0, max(len(labels), 1), CHUNK))
        ]
        said = np.concatenate(parts, axis=1)
        return said[0], said[1]

    def _learn_chunk(self, x: Any, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
        seen = self._eyes.learn_and_look(x, weights)
        of_banks = [
            bank.learn(seen, np.where(target, 1.0, -1.0), weights)
            for bank, target in zip(self.banks_, self._targets(labels), strict=True)
        ]
        chosen = np.stack([of_banks[k] for k in self._chosen()], axis=2)
        said = np.stack([_of_classes(planes, len(self.classes_)) for planes in chosen])
        follow_errors(1.0 - said[0].max(axis=1), self._expected, self._clock)
        self._clock += len(labels)
        return said

    def _meet(self, seen: np.ndarray) -> None:
        """Give each class that has not been met a copy of the bank for which every row was of another class."""
        self.classes_ = np.unique(np.concatenate([self.classes_, seen])) if len(self.classes_) else seen
        late = [c for c in self.classes_.tolist() if c not in self._plane_of]
        first = len(self.banks_)
        self._plane_of = {**self._plane_of, **{c: first + k for k, c in enumerate(late)}}
        self.banks_ = [*self.banks_, *(self.banks_[0].copy() for _ in late)]

    def _targets(self, labels: np.ndarray) -> list[np.ndarray]:
        """Return for each bank which rows are of its class."""
        if not self._plane_of:
            return [labels == self.classes_[1]]
        targets = [np.zeros(len(labels), dtype=bool) for _ in self.banks_]
        for c, k in self._plane_of.items():
            targets[k] = labels == c
        return targets

    def _chosen(self) -> list[int]:
        """Return which banks speak for the classes; of two, only that of the second."""
        if not self._plane_of:
            return [0]
        order = [self._plane_of[c] for c in self.classes_.tolist()]
        return order[1:] if len(order) == 2 else order

    def _planes(self) -> list[Bank]:
        return [self.banks_[k] for k in self._chosen()]

    def _plane_names(self) -> list[Any]:
        names = self.classes_.tolist()
        return names[1:] if len(names) == 2 else names

    def _fitted(self) -> list[Bank]:
        if not hasattr(self, "banks_"):
            raise AttributeError(f"this {type(self).__name__} has learnt nothing yet: call fit or partial_fit first")
        return self._planes()

    def _over_the_bank(self, what: Any) -> Any:
        values = np.array(
            [
                bank.mixture.mean() @ np.concatenate([what(group) for _, group, _ in bank.groups()])
                for bank in self._fitted()
            ]
        )
        return float(values[0]) if len(values) == 1 else values

    def _mean_weights(self) -> np.ndarray:
        """Return the mean weights over all members that see rows as they are, a row for each plane."""
        planes = []
        for bank in self._fitted():
            groups = [bank.members.means, *([] if bank.beside is None else [bank.beside.means])]
            planes.append(_shares_of(bank, len(groups)) @ np.concatenate(groups))
        return np.stack(planes)

    def _raw(self, weights: np.ndarray) -> np.ndarray:
        """Return rows of weights, intercept last, in the units of the data."""
        coef = weights[:, :-1] * self._eyes.factor()
        return np.column_stack([coef, weights[:, -1] - coef @ self._eyes.centre()])


def _shares_of(bank: Bank, kinds: int) -> np.ndarray:
    """Return the weights of the members of the first kinds, as if there were no others."""
    groups = list(bank.groups())[:kinds]
    weights = bank.mixture.mean()[: sum(len(members) for _, members, _ in groups)]
    return weights / weights.sum()


def _of_classes(planes: np.ndarray, classes: int) -> np.ndarray:
    """Return probabilities of the classes from those of the planes, (rows, planes)."""
    if planes.shape[1] == 1:
        return np.column_stack([1.0 - planes, planes]) if classes == 2 else np.ones((len(planes), 1))
    return planes / planes.sum(axis=1, keepdims=True)
