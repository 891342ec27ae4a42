"""`BayesClassifier`: streams, with calibrated probabilities, noisy labels and a drifting world, and nothing to tune."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.estimators.bayes.device_members import BACKENDS
from rosenblatt.estimators.bayes.effort import EFFORTS
from rosenblatt.estimators.bayes.explanation import explain
from rosenblatt.estimators.bayes.frozen import FrozenClassifier
from rosenblatt.estimators.bayes.learnt_attributes import LearntAttributes
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.posteriors import checked_prior
from rosenblatt.estimators.bayes.state import HEADER, BankState, Options
from rosenblatt.estimators.bayes.watching import Watch
from rosenblatt.estimators.common.classes import Classes, at_least_two, declared_classes
from rosenblatt.estimators.common.dask_pieces import fit_pieces, is_dask
from rosenblatt.estimators.common.exporting import Exports, plain_classes
from rosenblatt.estimators.common.features.columns import column_name
from rosenblatt.estimators.common.features.encoding import FEATURES, Encoder
from rosenblatt.estimators.common.features.plain_rows import PlainRows
from rosenblatt.estimators.common.features.taught import labels_and_gaps, rows_of, runs_of, taught
from rosenblatt.estimators.common.validation import ValidatingEstimator, check_learnt, classes_of
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.programs import Program

PROBA = ("observed", "clean")


class BayesClassifier(Exports, LearntAttributes, ClassifierMixin, ValidatingEstimator):
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
    features : whether the columns of later frames must be those of the first ("fixed"), or may be others ("open"):
        one that a frame lacks is missing, one that is new begins with its prior. Dictionaries of `learn_one` always
        may.
    backend : where members with whole covariances of 399 features or more learn and predict: "cpu"; "gpu", an error if
        they cannot; or "auto", a GPU if there is one. The numbers are the same but for rounding; see docs/gpu.md.

    Columns are taken as they come: numbers, NaN where one is missing, truth values, dates, and texts or categories,
    whose levels may grow; ``features_`` says what became of them. A row whose label is missing (None, NaN) is
    predicted, and not learnt.

    Attributes
    ----------
    classes_ : the classes seen or declared.
    coef_, intercept_ : the mean weights in the units of the data, over the linear members; a row for each
        class, or a single one for two.
    coefficients_ : a table of these weights with names and standard errors, also for a deviation of each feature.
    covariance_ : of the weights of the members that keep a full one, the mean, intercept last; of a diagonal bank the
        variances.
    noise_, drift_ : posterior means over the bank, one for each binary subproblem.
    bank_weights_, bank_ : the weights of the members, and a table that says whose they are.
    expected_error_ : how often the model expects to be wrong, averaged over the last thousand rows or so.
    n_examples_ : rows learnt.
    features_ : a table of the inputs that the bank sees, in their order, and the columns that they are made of.
    layout_ : the same as a `Layout`; None as long as columns are numbers, and none was missing.
    state_, banks_ : everything that was learnt (a `BankState`), and its banks, one for each binary subproblem.

    With more than two classes there is one bank for each, against the rest. `partial_fit` equals looping over the rows
    of its batch; ``classes`` may be left out, and a class that appears late ends as if it had been declared. A
    prediction is for the row that comes next. Predicting while another thread learns is not supported: let others ask
    what `freeze` returns.

    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = BayesClassifier().fit(X, y)
    >>> model.score(X, y) > 0.97, 0.0 < model.expected_error_ < 0.1
    (True, True)
    """

    kind_of_state = BankState
    header = HEADER
    earlier: ClassVar[dict[str, Any]] = {"effort": "best", "features": "fixed", "backend": "cpu"}

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
        features: str = "fixed",
        backend: str = "cpu",
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
        self.features = features
        self.backend = backend

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesClassifier:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before.

        The pieces of a Dask array or dataframe are learnt side by side and merged.
        """
        if is_dask(X):
            return fit_pieces(self, X, y, sample_weight)
        options = self._options()
        with self._draft() as draft:
            x, labels, weights = taught(X, y, sample_weight, None)
            if len(labels):
                x, draft.layout_ = Encoder(draft, None, False, self.features == "open").learn(x, np.inf)
            classes = at_least_two(np.unique(labels), "Use partial_fit for data that come in pieces.")
            draft.state_ = BankState.new(x, Classes.begin(classes), options)
            draft.state_.place(self.backend)
            draft.state_.learn(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> BayesClassifier:
        """Go on learning from the rows of a batch; a call that fails leaves the model as it was.

        So does one that is interrupted (Ctrl-C), if a copy of the model costs little beside learning the batch. If not
        (large covariances, few rows), it stops between two rows of it: ``n_examples_`` says how many were learnt.
        """
        self._go_on(X, y, classes, sample_weight)
        return self

    def predict_then_learn(
        self, X: Any, y: Any, classes: Any = None, *, proba: str | None = None, watch: Watch | None = None
    ) -> np.ndarray:
        """Go on learning, and return for each row what `predict_proba` would have said just before it was learnt.

        ``watch`` is told how far that is, and what the model believed meanwhile.
        """
        which = self._which(proba)
        labels, labelled = labels_and_gaps(y)
        if labelled.all():
            return self._go_on(X, y, classes, None, watch=watch)[which]
        return self._by_runs(X, labels, labelled, classes, which)

    def predict_proba(self, X: Any, *, proba: str | None = None) -> np.ndarray:
        """Return the probability of each class, for each row; ``proba`` defaults to that of the constructor."""
        check_is_fitted(self, "state_")
        which = self._which(proba)
        return self.state_.predict(Encoder.of(self).look(X))[which]

    def predict(self, X: Any) -> np.ndarray:
        """Return the most probable class of each row."""
        chosen = self.predict_proba(X).argmax(axis=1)
        return self.classes_[chosen]

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the log odds of the second of two classes, or the log probability of each."""
        p = np.clip(self.predict_proba(X), 1e-300, 1.0)
        return np.log(p[:, -1]) - np.log(p[:, 0]) if p.shape[1] == 2 else np.log(p)

    def learn_one(self, x: Any, y: Any) -> BayesClassifier:
        """Learn one example: a row, or a dictionary of features by name, which may lack some or have new ones."""
        row = self._plain_row(x)
        if row is None or not isinstance(y, Hashable) or not self.state_.learn_row(row, y):
            self._go_on(self._as_row(x), [y], None)
        return self

    def predict_one(self, x: Any) -> Any:
        """Return the most probable class of one example: a row, or a dictionary of features by name."""
        return self.classes_.tolist()[int(self._said_of_one(x).argmax())]

    def _said_of_one(self, x: Any) -> np.ndarray:
        """Return the probability of each class for one example."""
        row = self._plain_row(x)
        said = None if row is None else self.state_.predict_row(row)
        return self.predict_proba(self._as_row(x))[0] if said is None else said[self._which(None)]

    def _plain_row(self, x: Any) -> np.ndarray | None:
        """Return an example that is one number for each feature as a row; None for any other."""
        own = self.__dict__
        if "state_" not in own or own["layout_"] is not None:
            return None
        reader = own.get("_reader")
        if reader is None or not reader.is_of(self):
            reader = self._reader = PlainRows.of(self)
        return reader.read(x)

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """Return the probability of each class for one example: a row, or a dictionary of features by name."""
        return dict(zip(self.classes_.tolist(), self._said_of_one(x).tolist(), strict=True))

    def explain(self, X: Any, *, proba: str | None = None) -> pd.DataFrame:
        """Return what each feature contributes to the log odds of each row; with the ``base`` they add up to them.

        The log odds are those of the second of two classes, or of each class against all others, as `predict_proba`
        has them. The base is that of the mean row; see `rosenblatt.estimators.bayes.explanation`.
        """
        check_is_fitted(self, "state_")
        which, index = self._which(proba), X.index if isinstance(X, pd.DataFrame) else None
        layout = Encoder.of(self).known_layout()
        columns = None if self.layout_ is None else [column_name(one.column) for one in layout.inputs]
        return explain(self.state_, Encoder.of(self).look(X), which, names=layout.names(), index=index, groups=columns)

    def freeze(self) -> FrozenClassifier:
        """Return the model as it is now, for any number of threads to ask while this one goes on learning."""
        check_is_fitted(self, "state_")
        return FrozenClassifier.of(self)

    def _exported(self, inputs: str | None) -> Program:
        from rosenblatt.estimators.programs.tables import classifier_program  # which needs this package

        return classifier_program(self, self._which(None))

    def _as_linear(self) -> LinearModel:
        """Return the mean weights over the linear members."""
        if self.layout_ is not None:
            raise ValueError(
                "model must have columns of two values, none of them missing, to be clipped; got others. "
                "Make such columns before it learns."
            )
        return LinearModel(self.coef_, self.intercept_, plain_classes(self.classes_))

    def _noise(self) -> float:
        return float(np.mean(self.noise_))

    def merge(self, other: BayesClassifier) -> BayesClassifier:
        """Add what another model has learnt from other rows, as if this one had seen them; return this one.

        Both posteriors count, the prior once; see `rosenblatt.estimators.bayes.merging`.
        """
        layout, mine, theirs = self._with_inputs_of_both(other)
        with self._draft() as draft:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # looked at below
                draft.state_ = mine.merge(theirs)
            check_learnt("merge", draft.state_.expected_error, *draft.state_.arrays().values())
            draft.layout_ = Encoder.of(draft).noted(layout)
        return self

    def _go_on(
        self,
        X: Any,
        y: Any,
        classes: Any,
        sample_weight: Any = None,
        *,
        also: np.ndarray | None = None,
        watch: Watch | None = None,
    ) -> np.ndarray:
        """Learn a batch; return the probabilities before each row, observed and clean.

        ``also`` are further classes that are met, or to be met; ``watch`` is told of the rows.
        """
        first = not hasattr(self, "state_")
        options = self._options() if first else None
        x, labels, weights = taught(X, y, sample_weight, None if first else self.state_.classes.labels)
        if len(labels) == 0 < len(y):
            if first:
                self._declared = declared_classes(classes)
            return np.empty((2, 0, 0))
        with self._draft() as draft:
            room = np.inf if first else self.state_.room(self.memory)
            x, draft.layout_ = Encoder.of(draft).learn(x, room)
            if options is not None:
                declared = getattr(self, "_declared", None) if classes is None else declared_classes(classes)
                draft.state_ = BankState.new(x, Classes.begin(declared), options)
                draft.state_.place(self.backend)
                return draft.state_.learn(x, labels, weights, also, watch=watch)
            declared = self.state_.classes.confirm(classes)
            also = declared if also is None else also
            grown, copied = self._grown(draft), self.state_.is_copied_for(len(labels))
            draft.state_ = (self.state_.copy() if copied else self.state_) if grown is None else grown
            draft.state_.place(self.backend)
            in_place = draft.state_ is self.state_
            return draft.state_.learn(x, labels, weights, also, in_place=in_place, watch=watch)

    def _by_runs(self, X: Any, labels: np.ndarray, labelled: np.ndarray, classes: Any, which: int) -> np.ndarray:
        """Do `predict_then_learn` for rows of which some have no label; before the first one, there is no opinion."""
        said: list[np.ndarray | None] = []
        with self._draft() as draft:
            also = classes_of(labels[labelled], getattr(self, "classes_", None))
            if hasattr(self, "state_"):
                draft.state_ = self.state_.copy()
                nothing = np.empty((0, draft.state_.feature_scaling.features))
                draft.state_.learn(nothing, also[:0], np.empty(0), also)
            for rows, known in runs_of(labelled):
                some = rows_of(X, np.arange(rows.start, rows.stop))
                if known:
                    said.append(draft._go_on(some, labels[rows], classes, also=also)[which])
                else:
                    said.append(draft.predict_proba(some, proba=PROBA[which]) if hasattr(draft, "state_") else None)
            if not hasattr(draft, "state_"):
                raise ValueError("y must have a label; got none in all rows. Give some rows that have one.")
            number = len(draft.classes_)
        first = np.full((int(labelled.argmax()), number), 1.0 / number)
        return np.concatenate([first if one is None else one for one in said])

    def _options(self) -> Options:
        """Return what the user chose, once it has been checked."""
        forgets = "It is the part of a weight that is forgotten at each row."
        checks.one_of("proba", self.proba, PROBA)
        checks.one_of("features", self.features, FEATURES)
        checks.one_of("backend", self.backend, BACKENDS)
        return Options(
            Known(
                drift=None if self.drift is None else checks.below_one("drift", self.drift, forgets),
                noise=None if self.noise is None else float(checks.noise(self.noise)),
                prior=None if self.prior is None else checked_prior(self.prior),
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
