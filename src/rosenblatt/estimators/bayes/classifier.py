"""`BayesClassifier`: streams, with calibrated probabilities, noisy labels and a drifting world, and nothing to tune."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.effort import EFFORTS
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.state import HEADER, BankState, Options
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.classes import Classes, at_least_two, declared_classes
from rosenblatt.estimators.common.dask_pieces import fit_pieces, is_dask
from rosenblatt.estimators.common.merging_checks import check_same_features, feature_names
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import as_read, save_state
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.validation import (
    ValidatingEstimator,
    check_learnt,
    largest_of,
    validated_features,
    weighted_examples,
)

PROBA = ("observed", "clean")
LARGEST_PRIOR = 1e50
EARLIER: dict[str, Any] = {
    "effort": "best"
}  # parameters that files of earlier versions do not have, and what their models did


class BayesClassifier(StreamingMixin, ClassifierMixin, ValidatingEstimator):
    """A streaming Bayesian classifier: one pass, calibrated probabilities, no rates.

    A bank of Gaussian posteriors over the weights, with prior variances and drift rates of all sizes, many of which
    estimate how many labels are wrong, mixed by how well they predict. With ``drift`` and ``prior`` given it is one.

    Parameters
    ----------
    drift : the drift per row, if it is known (0 for a world that stays as it is); defaults to a bank of them.
    noise : the probability that a label is flipped, if it is known; defaults to an estimate between 0 and 0.3.
    prior : the prior variance of a weight of a standardised feature, if it is known; defaults to a bank of them.
    covariance : "full", "diagonal", or "auto", as ``effort`` and ``memory`` allow.
    effort : how much time a wide row may take: "best" for full covariances of all members, if they fit into ``memory``;
        "auto" for those of fewer members, or parts of one, from some 700 features on; "fast" for diagonals only, of
        fewer members. What was chosen is logged.
    standardise : see features through their running means and deviations; columns that hold only 0 and 1 stay as they
        are. Wide sparse data (diagonal) are seen through log(1 + |x|).
    linear : keep to rules that are linear in the features. If not, some members see standardised features through hat
        functions, an additive rule of curves, and up to 300 of them by their products; of wide sparse data, only
        which values are not 0.
    runs : let predictions depend on the labels of the last rows too: in many streams labels come in runs. Switch it
        off (False) if labels come late, or rows in no order.
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
    noise_, drift_ : posterior means over the bank, one for each binary subproblem.
    bank_weights_, bank_ : the weights of the members, and a table that says whose they are.
    expected_error_ : how often the model expects to be wrong, averaged over the last thousand rows or so.
    n_examples_ : rows learnt.
    state_, banks_ : everything that was learnt (a `BankState`), and its banks, one for each binary subproblem.

    With more than two classes there is one bank for each, against the rest. `partial_fit` equals looping over the rows
    of its batch; ``classes`` may be left out, and a class that appears late ends as if it had been declared. A
    prediction is for the row that comes next. Predicting while another thread learns is not supported.

    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = BayesClassifier().fit(X, y)
    >>> model.score(X, y) > 0.97, 0.0 < model.expected_error_ < 0.1
    (True, True)
    """

    n_features_in_: int
    feature_names_in_: np.ndarray

    def __init__(
        self,
        *,
        drift: float | None = None,
        noise: float | None = None,
        prior: float | None = None,
        covariance: str = "auto",
        effort: str = "auto",
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
        self.effort = effort
        self.standardise = standardise
        self.linear = linear
        self.runs = runs
        self.memory = memory
        self.proba = proba

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesClassifier:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before.

        The pieces of a Dask array or dataframe are learnt side by side and merged.
        """
        if is_dask(X):
            return fit_pieces(self, X, y, sample_weight)
        options = self._options()
        with self._draft() as draft:
            x, labels, weights = weighted_examples(draft, X, y, sample_weight, known=None, largest=largest_of(self))
            classes = at_least_two(np.unique(labels), "Use partial_fit for data that come in pieces.")
            draft.state_ = BankState.new(x, Classes.begin(classes), options)
            draft.state_.learn(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> BayesClassifier:
        """Go on learning from the rows of a batch; a call that fails leaves the model as it was.

        So does one that is interrupted (Ctrl-C), if a copy of the model costs little beside learning the batch. If not
        (large covariances, few rows), it stops between two rows of it: ``n_examples_`` says how many were learnt.
        """
        self._go_on(X, y, classes, sample_weight)
        return self

    def predict_then_learn(self, X: Any, y: Any, classes: Any = None, *, proba: str | None = None) -> np.ndarray:
        """Go on learning, and return for each row what `predict_proba` would have said just before it was learnt."""
        which = self._which(proba)
        return self._go_on(X, y, classes, None)[which]

    def predict_proba(self, X: Any, *, proba: str | None = None) -> np.ndarray:
        """Return the probability of each class, for each row; ``proba`` defaults to that of the constructor."""
        check_is_fitted(self, "state_")
        which = self._which(proba)
        x = validated_features(self, X, reset=False, largest=largest_of(self))
        return self.state_.predict(x)[which]

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
        check_is_fitted(self, "state_")
        return dict(zip(self.classes_.tolist(), self.predict_proba(self._as_row(x))[0].tolist(), strict=True))

    def merge(self, other: BayesClassifier) -> BayesClassifier:
        """Add what another model has learnt from other rows, as if this one had seen them; return this one.

        Both posteriors count, the prior once; see `rosenblatt.estimators.bayes.merging`.
        """
        check_same_features(self, other)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # looked at below
            merged = self.state_.merge(other.state_)
        check_learnt("merge", merged.expected_error, *merged.arrays().values())
        self.state_ = merged
        return self

    def save(self, path: Any) -> None:
        """Write the model into a safetensors file with a checksum, whole or not at all; `rosenblatt.load` reads it.

        What `load` would refuse, a number that is not finite among it, is not written.
        """
        check_is_fitted(self, "state_")
        about = {"parameters": self.get_params(), "feature_names": feature_names(self), **self.state_.header()}
        arrays = self.state_.arrays()
        try:
            self._of_arrays(arrays, as_read(about))
        except Damaged as problem:
            raise ValueError(f"a model must be sound to be saved; {problem}. Learn again.") from None
        save_state(path, type(self).__name__, arrays, about)

    @classmethod
    def restore(cls, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> BayesClassifier:
        """Return the model of a saved state, once all of it has been checked."""
        model = cls._of_arrays(arrays, about)
        model.state_.check_covariances()
        return model

    @classmethod
    def _of_arrays(cls, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> BayesClassifier:
        """Return the model of a saved state; of its covariances, only the sizes have been checked."""
        model_file_checks.check_keys("about", about, ("parameters", "feature_names", *HEADER))
        parameters = about["parameters"]
        if isinstance(parameters, dict):
            parameters = EARLIER | parameters
        model_file_checks.check_keys("parameters", parameters, cls().get_params())
        for name, value in parameters.items():
            model_file_checks.scalar(name, value)
        model = cls(**parameters)
        try:
            model._options()
        except (TypeError, ValueError) as problem:
            raise Damaged(f"parameters must be those of a {cls.__name__}: {problem}".removesuffix(".")) from None
        model.state_ = BankState.of_arrays(arrays, {name: about[name] for name in HEADER})
        model.n_features_in_ = about["features"]
        names = model_file_checks.texts("feature_names", about["feature_names"], (0, model.n_features_in_))
        if names:
            model.feature_names_in_ = np.array(names, dtype=object)
        return model

    @property
    def classes_(self) -> np.ndarray:
        """The classes seen or declared."""
        return self._learnt().classes.labels

    @property
    def banks_(self) -> list[Bank]:
        """The banks, one for each binary subproblem; of undeclared classes, the first stands for all others."""
        return self._learnt().banks

    @property
    def coef_(self) -> np.ndarray:
        """The mean weights, in the units of the data."""
        return self._learnt().weights()[:, :-1]

    @property
    def intercept_(self) -> np.ndarray:
        """The mean intercepts, in the units of the data."""
        return self._learnt().weights()[:, -1]

    @property
    def covariance_(self) -> np.ndarray:
        """The mean covariance over the bank, in the units of the data, intercept last; or the variances."""
        return _only_or_all(np.stack(self._learnt().covariances()))

    @property
    def bank_weights_(self) -> np.ndarray:
        """The weights of the members; a row for each binary subproblem, if there are several."""
        return _only_or_all(np.stack([bank.mixture.mean() for bank in self._learnt().chosen()]))

    @property
    def bank_(self) -> pd.DataFrame:
        """A table of the members: kind, prior variance, drift, their estimate of the noise, and weight."""
        return self._learnt().table()

    @property
    def noise_(self) -> Any:
        """The posterior mean of the probability that a label is flipped."""
        return self._average("noises")

    @property
    def drift_(self) -> Any:
        """The posterior mean of the drift per row."""
        return self._average("drifts")

    @property
    def expected_error_(self) -> float:
        """How often the model expects its prediction of the observed label to be wrong, over the last rows."""
        return float(self._learnt().expected_error[0])

    @property
    def n_examples_(self) -> int:
        """Rows learnt."""
        return self._learnt().rows

    def _go_on(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> np.ndarray:
        """Learn a batch; return the probabilities before each row, observed and clean."""
        first = not hasattr(self, "state_")
        options = self._options() if first else None
        with self._draft() as draft:
            known = None if first else self.state_.classes.labels
            x, labels, weights = weighted_examples(draft, X, y, sample_weight, known=known, largest=largest_of(self))
            if options is not None:
                draft.state_ = BankState.new(x, Classes.begin(declared_classes(classes)), options)
                return draft.state_.learn(x, labels, weights)
            also, copied = self.state_.classes.confirm(classes), self.state_.is_copied_for(len(labels))
            draft.state_ = self.state_.copy() if copied else self.state_
            return draft.state_.learn(x, labels, weights, also, in_place=not copied)

    def _options(self) -> Options:
        """Return what the user chose, once it has been checked."""
        forgets = "It is the part of a weight that is forgotten at each row."
        checks.one_of("proba", self.proba, PROBA)
        return Options(
            Known(
                drift=None if self.drift is None else checks.below_one("drift", self.drift, forgets),
                noise=None if self.noise is None else float(checks.noise(self.noise)),
                prior=None if self.prior is None else _prior(self.prior),
            ),
            covariance=checks.one_of("covariance", self.covariance, ("auto", "full", "diagonal")),
            memory=checks.positive("memory", self.memory, "It is a number of bytes."),
            standardise=bool(self.standardise),
            linear=bool(self.linear),
            runs=bool(self.runs),
            effort=checks.one_of("effort", self.effort, EFFORTS),
        )

    def _which(self, proba: str | None) -> int:
        """Return which of the two probabilities is asked for."""
        return PROBA.index(checks.one_of("proba", proba or self.proba, PROBA))

    def _learnt(self) -> BankState:
        if not hasattr(self, "state_"):
            raise NotFittedError(f"this {type(self).__name__} has learnt nothing yet: call fit or partial_fit first")
        return self.state_

    def _average(self, name: str) -> Any:
        """Return the mean of a property of the members over each bank; a float, if there is one."""
        values = np.array([bank.average(name) for bank in self._learnt().chosen()])
        return float(values[0]) if len(values) == 1 else values


def _prior(prior: Any) -> float:
    """Return a prior variance, of a size with which all that is learnt is finite."""
    variance = checks.positive("prior", prior, "It is a variance.")
    if not 1.0 / LARGEST_PRIOR <= variance <= LARGEST_PRIOR:
        raise ValueError(
            f"prior must be within a factor of {LARGEST_PRIOR:g} of 1; got {variance:g}. Give X in other units."
        )
    return variance


def _only_or_all(values: np.ndarray) -> np.ndarray:
    """Return what belongs to the binary subproblems, or to the only one."""
    return values[0] if len(values) == 1 else values
