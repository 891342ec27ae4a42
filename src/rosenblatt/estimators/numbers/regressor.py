"""`BayesRegressor`: streams of numbers, with intervals that cover what they say, and nothing to tune."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.estimators.bayes.posteriors import checked_prior
from rosenblatt.estimators.common.exporting import Exports
from rosenblatt.estimators.common.features.encoding import FEATURES, Encoder
from rosenblatt.estimators.common.features.taught import with_targets
from rosenblatt.estimators.common.saved_states import SavedState
from rosenblatt.estimators.common.validation import (
    ValidatingEstimator,
    check_learnt,
    validated_numbers,
    weighted_rows,
)
from rosenblatt.estimators.numbers.bank import Report, nobody
from rosenblatt.estimators.numbers.frozen import FrozenRegressor
from rosenblatt.estimators.numbers.members import KnownOfNumbers
from rosenblatt.estimators.numbers.state import HEADER, Foretold, NumberState, Options
from rosenblatt.estimators.numbers.student_mixture import StudentMixture
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.programs import Program


class BayesRegressor(Exports, SavedState, RegressorMixin, ValidatingEstimator):
    """A streaming Bayesian regression: one pass, prediction intervals, no rates.

    A bank of posteriors over the weights and the variance of the noise, with prior variances, drift rates and kinds of
    noise of all sizes, mixed by how well they predict. With ``drift`` and ``prior`` given it is one posterior, of a
    linear rule with normal noise.

    Parameters
    ----------
    drift : the drift per row, if it is known (0 for a world that stays as it is); defaults to a bank of them.
    prior : the prior variance of a weight of a standardised feature, in units of the variance of the noise, if it is
        known; defaults to a bank of them.
    covariance : "full", "diagonal", or "auto", full if all of it fits into ``memory``.
    standardise : see features through their running means and deviations; columns that hold only 0 and 1 stay as they
        are. Wide sparse data (diagonal) are seen through log(1 + |x|).
    linear : keep to rules that are linear in the features. If not, some members see standardised features through hat
        functions, an additive rule of curves, and up to 300 of them by their products; of wide sparse data, only
        which values are not 0.
    runs : let predictions depend on the errors of the last rows too: in many streams errors come in runs. Switch it
        off (False) if targets come late, or rows in no order.
    memory : bytes that covariances may take.
    features : whether the columns of later frames must be those of the first ("fixed"), or may be others ("open");
        those of dictionaries always may.

    Columns are taken as they come, as by `BayesClassifier`: gaps, texts and dates too.

    Attributes
    ----------
    coef_, intercept_ : the mean weights in the units of the data, over the linear members.
    noise_ : the posterior mean of the noise over the bank, a deviation in the units of the targets.
    drift_ : the posterior mean of the drift over the bank.
    bank_weights_, bank_ : the weights of the members, and a table that says whose they are.
    n_examples_ : rows learnt.
    features_ : a table of the inputs that the bank sees, in their order, and the columns that they are made of.
    state_ : everything that was learnt (a `NumberState`).

    Targets are seen in units of their own running deviation, so that their scale does not matter. `partial_fit` equals
    looping over the rows of its batch. A prediction is for the row that comes next. Predicting while another thread
    learns is not supported.

    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> model = BayesRegressor().fit(X, y)
    >>> inside = model.predict_interval(X, coverage=0.8)
    >>> model.score(X, y) > 0.5, bool(0.75 < ((inside[:, 0] <= y) & (y <= inside[:, 1])).mean() < 0.87)
    (True, True)
    """

    kind_of_state = NumberState
    header = HEADER
    state_: NumberState

    def __init__(
        self,
        *,
        drift: float | None = None,
        prior: float | None = None,
        covariance: str = "auto",
        standardise: bool = True,
        linear: bool = False,
        runs: bool = True,
        memory: float = 2**28,
        features: str = "fixed",
    ) -> None:
        self.drift = drift
        self.prior = prior
        self.covariance = covariance
        self.standardise = standardise
        self.linear = linear
        self.runs = runs
        self.memory = memory
        self.features = features

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesRegressor:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before."""
        options = self._options()
        rows = with_targets(X, y, sample_weight)
        if rows is None:
            raise ValueError("y must have a target; got none in all rows. Give some rows that have one.")
        with self._draft() as draft:
            own = Encoder(draft, None, False, self.features == "open")
            x, targets, weights = draft._validated(*rows, own, np.inf)
            draft.state_ = NumberState.new(x, options)
            draft.state_.learn(x, targets, weights)
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesRegressor:
        """Go on learning from the rows of a batch; a call that fails leaves the model as it was.

        So does one that is interrupted (Ctrl-C), if a copy of the model costs little beside learning the batch. If not
        (large covariances, few rows), it stops between two rows of it: ``n_examples_`` says how many were learnt.
        Rows whose target is missing (None, NaN) are not learnt.
        """
        rows = with_targets(X, y, sample_weight)
        if rows is not None:
            self._go_on(*rows, cdf=False)
        return self

    def predict_then_learn(self, X: Any, y: Any, *, report: Report = nobody) -> Foretold:
        """Go on learning, and return what was said of each row just before it was learnt; see `rosenblatt.evaluate`.

        That is ``means``, the logarithms of the ``densities`` at the targets, and ``probabilities`` of at most y; NaN
        for the very first row, before which nothing is known. ``report`` is told how many rows have been learnt, as
        they are.
        """
        return self._go_on(X, y, None, cdf=True, report=report)

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """Return the mean of each row; with ``return_std`` also the deviation of the target, its noise included."""
        said = self._said(X)
        return (said.mean(), said.deviation()) if return_std else said.mean()

    def predict_interval(self, X: Any, coverage: float = 0.95) -> np.ndarray:
        """Return the two ends of an interval for the target of each row, (rows, 2), as much on either side of it."""
        inside = checks.fraction("coverage", coverage, "It is the part of the targets that lie inside.")
        said = self._said(X)
        return np.stack([said.quantile(0.5 - 0.5 * inside), said.quantile(0.5 + 0.5 * inside)], axis=1)

    def freeze(self) -> FrozenRegressor:
        """Return the model as it is now, for any number of threads to ask while this one goes on learning."""
        check_is_fitted(self, "state_")
        return FrozenRegressor.of(self)

    def _exported(self, inputs: str | None) -> Program:
        from rosenblatt.estimators.programs.tables import regressor_program  # which needs this package

        return regressor_program(self)

    def _as_linear(self) -> LinearModel:
        raise ValueError("model must be a classifier to be clipped; got a BayesRegressor. Take rb.BayesClassifier().")

    def merge(self, other: BayesRegressor) -> BayesRegressor:
        """Add what another model has learnt from other rows, as if this one had seen them; return this one.

        Both posteriors count, the prior once; see `rosenblatt.estimators.numbers.merging`.
        """
        layout, mine, theirs = self._with_inputs_of_both(other)
        with self._draft() as draft:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # looked at below
                draft.state_ = mine.merge(theirs)
            check_learnt("merge", *draft.state_.arrays().values())
            draft.layout_ = Encoder.of(draft).noted(layout)
        return self

    @property
    def coef_(self) -> np.ndarray:
        """The mean weights, in the units of the data."""
        return self._learnt().weights()[:-1]

    @property
    def intercept_(self) -> float:
        """The mean intercept, in the units of the data."""
        return float(self._learnt().weights()[-1])

    @property
    def noise_(self) -> float:
        """The deviation of the noise, in the units of the targets."""
        return self._learnt().noise()

    @property
    def drift_(self) -> float:
        """The posterior mean of the drift per row."""
        return self._learnt().bank.average("drifts")

    @property
    def bank_weights_(self) -> np.ndarray:
        """The weights of the members."""
        return self._learnt().bank.mixture.mean()

    @property
    def bank_(self) -> pd.DataFrame:
        """A table of the members: kind, prior variance, drift, noise, how fast it is forgotten, tail, and weight."""
        return self._learnt().table()

    @property
    def n_examples_(self) -> int:
        """Rows learnt."""
        return self._learnt().rows

    def _validated(
        self, X: Any, y: Any, sample_weight: Any, own: Encoder, room: float
    ) -> tuple[Any, np.ndarray, np.ndarray]:
        """Return rows of inputs, targets and sample weights; the columns are noted here."""
        x, self.layout_ = own.learn(X, room)
        targets = validated_numbers(y, x.shape[0])
        if targets.ndim != 1:
            raise ValueError(
                f"y must have one dimension; got an array of shape {targets.shape}. Take a model for each output."
            )
        return weighted_rows(x, targets, sample_weight)

    def _go_on(self, X: Any, y: Any, sample_weight: Any, *, cdf: bool, report: Report = nobody) -> Foretold:
        """Learn a batch; return what was said before each row."""
        first = not hasattr(self, "state_")
        options = self._options() if first else None
        with self._draft() as draft:
            room = np.inf if first else self.state_.room(self.memory)
            x, targets, weights = draft._validated(X, y, sample_weight, Encoder.of(draft), room)
            if options is not None:
                draft.state_ = NumberState.new(x, options)
                return draft.state_.learn(x, targets, weights, cdf=cdf, report=report)
            grown, copied = self._grown(draft), self.state_.is_copied_for(len(targets))
            draft.state_ = (self.state_.copy() if copied else self.state_) if grown is None else grown
            in_place = draft.state_ is self.state_
            return draft.state_.learn(x, targets, weights, cdf=cdf, in_place=in_place, report=report)

    def _said(self, X: Any) -> StudentMixture:
        """Return what is said of rows."""
        check_is_fitted(self, "state_")
        return self.state_.predict(Encoder.of(self).look(X))

    def _options(self) -> Options:
        """Return what the user chose, once it has been checked."""
        forgets = "It is the part of a weight that is forgotten at each row."
        checks.one_of("features", self.features, FEATURES)
        return Options(
            KnownOfNumbers(
                drift=None if self.drift is None else checks.below_one("drift", self.drift, forgets),
                prior=None if self.prior is None else checked_prior(self.prior),
            ),
            covariance=checks.one_of("covariance", self.covariance, ("auto", "full", "diagonal")),
            memory=checks.positive("memory", self.memory, "It is a number of bytes."),
            standardise=bool(self.standardise),
            linear=bool(self.linear),
            runs=bool(self.runs),
        )
