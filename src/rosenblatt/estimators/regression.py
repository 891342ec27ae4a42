"""`OnlineRegressor`: rules for labels that are numbers as a scikit-learn regressor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import expit, logit
from sklearn.base import MultiOutputMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks
from rosenblatt.estimators.bayes.merging import merge_scalers
from rosenblatt.estimators.common.exporting import Exports
from rosenblatt.estimators.common.merging_checks import check_same_features, feature_names
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import as_read, part, prefixed, save_state
from rosenblatt.estimators.common.recent_answers import RecentAnswers
from rosenblatt.estimators.common.running_scaler import RunningScaler, dense_pieces
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.students import Students
from rosenblatt.estimators.common.validation import (
    ValidatingEstimator,
    check_learnt,
    largest_of,
    validated_features,
    validated_numbers,
    weighted_rows,
)
from rosenblatt.estimators.programs.regression import regression_program
from rosenblatt.estimators.regression_state import (
    answers_of,
    arrays,
    check_mergeable,
    checked_head,
    counts_from_json,
    fill,
    merge_students,
    merge_units,
    rule_from_json,
    rule_to_json,
)
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.programs import Program
from rosenblatt.kernels.rows import noting_kernel
from rosenblatt.rules.kinds.hebbian_on_data import regressing
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import NumberChannel

Function = Callable[[np.ndarray], np.ndarray]
UNITS = 1000  # rows from which the units of the targets are known
TRANSFERS: dict[str, tuple[Function, Function]] = {"tanh": (np.tanh, np.arctanh), "logistic": (expit, logit)}


class OnlineRegressor(Exports, StreamingMixin, MultiOutputMixin, RegressorMixin, ValidatingEstimator):
    """A linear regression that learns example by example with a rule of this package.

    Parameters
    ----------
    rule : a rule for labels that are numbers or its name: 'bayes-linear' finds out the noise and notices when the
        world changes; 'adaline', 'optimal-linear' and 'practical-linear' are Kinouchi and Caticha's, for clean labels.
    fit_intercept : learn an intercept, as the weight of an input that is always 1.
    standardise : see features through their running means and deviations, targets through those of the first
        thousand rows: units that move would look like a world that does. Sparse rows are made dense for it, some at a
        time, so that they teach what dense ones do.
    transfer : of a graded response perceptron, y = g(b): "tanh", "logistic", or a pair of functions of arrays, g and
        its inverse. What is learnt is b.

    Attributes
    ----------
    coef_, intercept_ : of b in the units of the data; a row for each output if y has more than one dimension.
    error_estimate_ : the running mean square error of b before each row is learnt, for each output.
    attention_ : which part of an error is corrected ('practical-linear': KC's 1/A). It rises when the world changes.
    n_examples_ : rows learnt.

    `predict_interval` gives intervals that cover what they say, also where nothing is known of the noise.
    `partial_fit` equals looping over the rows of its batch. Predicting while another thread learns is not supported.

    >>> import numpy as np
    >>> random = np.random.default_rng(1)
    >>> X = random.standard_normal((3000, 5))
    >>> y = X @ [3.0, 0.0, -2.0, 1.0, 0.0] + 7.0 + random.standard_normal(3000)
    >>> model = OnlineRegressor().fit(X, y)
    >>> bool(abs(model.coef_ - [3.0, 0.0, -2.0, 1.0, 0.0]).max() < 0.15), bool(0.5 < model.error_estimate_ < 2.0)
    (True, True)
    """

    n_features_in_: int
    feature_names_in_: np.ndarray

    def __init__(
        self,
        rule: Any = "bayes-linear",
        *,
        fit_intercept: bool = True,
        standardise: bool = True,
        transfer: Any = None,
    ) -> None:
        self.rule = rule
        self.fit_intercept = fit_intercept
        self.standardise = standardise
        self.transfer = transfer

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineRegressor:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before."""
        with self._draft() as draft:
            draft._learn(*draft._validated(X, y, sample_weight, first=True), first=True)
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineRegressor:
        """Go on learning from the rows of a batch; a call that fails or is interrupted leaves the model as it was."""
        first = not hasattr(self, "students_")
        with self._draft() as draft:
            draft._learn(*draft._validated(X, y, sample_weight, first=first), first=first)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return the value of each row."""
        return self._shaped(self._transfer()[0](self._expected(X)))

    def predict_interval(self, X: Any, coverage: float = 0.95) -> np.ndarray:
        """Return the two ends of an interval for the target of each row, (rows, 2), as much on either side of b.

        It is as wide as the errors of the last rows say, 1,000 of them at most, each predicted before it was learnt; so
        it is infinite while they are fewer than 1/(1 - coverage). With several outputs it is (rows, outputs, 2).
        """
        inside = checks.fraction("coverage", coverage, "It is the part of the targets that lie inside.")
        b, transfer = self._expected(X), self._transfer()[0]
        error = self._targets()[1] * self.answers_.error(inside, self._field_factors())
        ends = np.sort(np.stack([transfer(b - error), transfer(b + error)], axis=-1), axis=-1)  # g may fall
        return ends[:, 0] if self._single else ends

    def _expected(self, X: Any) -> np.ndarray:
        """Return b of each row, (rows, outputs)."""
        check_is_fitted(self, "students_")
        x = validated_features(self, X, reset=False, largest=largest_of(self))
        weights = self._weights()
        of_features = weights[:, : x.shape[1]].T
        if self.scaler_ is None:
            fields = np.asarray(x @ of_features)
        else:
            fields = np.concatenate([self.scaler_.scale(piece) @ of_features for _, piece in dense_pieces(x)])
        if weights.shape[1] > x.shape[1]:
            fields += weights[:, -1]
        mean, deviation = self._targets()
        return mean + deviation * fields

    def merge(self, other: OnlineRegressor) -> OnlineRegressor:
        """Take the mean of this model and of another that learnt other rows, by how many; return this one."""
        check_same_features(self, other)
        check_mergeable(self.students_, other.students_)
        if (self.scaler_ is None) != (other.scaler_ is None) or self.transfer != other.transfer:
            raise ValueError("other must have the same standardise and transfer. Make both alike.")
        share = other.n_examples_ / max(self.n_examples_ + other.n_examples_, 1)
        means = [(1.0 - share) * one + share * two for one, two in zip(self._raw(), other._raw(), strict=True)]
        deviations = self._targets()[1], other._targets()[1]
        with self._draft() as draft:
            if self.scaler_ is not None and other.scaler_ is not None:
                draft.scaler_ = merge_scalers(self.scaler_, other.scaler_)
                draft.units_ = merge_units(self.units_, other.units_)
            common = draft._targets()[1]
            one, two = (np.divide(own, common, out=np.zeros_like(own), where=common > 0.0) for own in deviations)
            draft.answers_ = self.answers_.merged(other.answers_, (one, two))
            weights = draft._as_seen(*means)
            draft.students_ = merge_students(self.students_, other.students_, weights)
            check_learnt("merge", draft.students_.synapses)
        return self

    def _exported(self, inputs: str | None) -> Program | LinearModel:
        weights, (mean, deviation) = self._weights(), self._targets()
        of_inputs = weights[:, self.n_features_in_ :].sum(axis=1)  # the intercept's, if there is one
        scaling = None if self.scaler_ is None else self.scaler_.as_scaling()
        own = deviation[:, None] * weights[:, : self.n_features_in_]
        linear = LinearModel(own, mean + deviation * of_inputs, (), scaling)
        return linear if self.transfer is None and len(own) == 1 else regression_program(linear, self.transfer)

    def _as_linear(self) -> LinearModel:
        raise ValueError("model must be a classifier to be clipped; got an OnlineRegressor. Take an OnlineClassifier.")

    def save(self, path: Any) -> None:
        """Write the model into a safetensors file with a checksum, whole or not at all; `rosenblatt.load` reads it.

        Its rule must be of the registry, its transfer a name; what `load` would refuse is not written.
        """
        check_is_fitted(self, "students_")
        parameters = {name: value for name, value in self.get_params().items() if name != "rule"}
        if self.transfer is not None and not isinstance(self.transfer, str):
            raise TypeError(
                f"transfer of a saved model must be a name; got {self.transfer!r}. Take one of {', '.join(TRANSFERS)}."
            )
        about = {
            "parameters": parameters,
            "rule": rule_to_json(self.rule),
            "features": self.n_features_in_,
            "feature_names": feature_names(self),
            "outputs": len(self.students_.cells),
            "single": self._single,
            "rows": self.n_examples_,
            "counts": [int(unit.count) for unit in self.units_],
        }
        found = arrays(self.students_, self.scaler_, self.units_) | prefixed("answers", self.answers_.arrays())
        try:
            self.restore(found, as_read(about))
        except Damaged as problem:
            raise ValueError(f"a model must be sound to be saved; {problem}. Learn again.") from None
        save_state(path, type(self).__name__, found, about)

    @classmethod
    def restore(cls, found: dict[str, np.ndarray], about: dict[str, Any]) -> OnlineRegressor:
        """Return the model of a saved state, once all of it has been checked."""
        about = checked_head(about, set(cls().get_params()) - {"rule"}, found)
        model = cls(rule_from_json(about["rule"]), **about["parameters"])
        try:
            model._transfer()
            model._start(about["outputs"], about["features"])
        except (TypeError, ValueError) as problem:
            raise Damaged(f"parameters must be those of a {cls.__name__}: {problem}".removesuffix(".")) from None
        counts = counts_from_json(about["counts"], len(model.units_), about["rows"])
        fresh = model.students_, model.scaler_, model.units_
        answers = part("answers", found)
        learnt = {name: array for name, array in found.items() if name not in prefixed("answers", answers)}
        model.students_, model.scaler_, model.units_ = fill(learnt, fresh, about["rows"], counts)
        model.answers_ = answers_of(answers, about["outputs"], about["rows"])
        model._single, model.n_features_in_ = about["single"], about["features"]
        if about["feature_names"]:
            model.feature_names_in_ = np.array(about["feature_names"], dtype=object)
        return model

    @property
    def coef_(self) -> np.ndarray:
        """The weights of the features, in the units of the data."""
        return self._shaped(self._raw()[0].T).T

    @property
    def intercept_(self) -> Any:
        """The intercept, in the units of the data."""
        return self._shaped(self._raw()[1][None, :])[0]

    @property
    def error_estimate_(self) -> Any:
        """The running mean square error."""
        error = []
        for report, amplitude in zip(self._reports(), self._amplitudes().tolist(), strict=True):
            # KC's estimate is that of the field; a student of fixed length predicts with A times it.
            error.append(2.0 * report["error"] - (1.0 - amplitude) ** 2)
        return self._shaped((np.maximum(error, 0.0) * self._targets()[1] ** 2)[None, :])[0]

    @property
    def attention_(self) -> Any:
        """Which part of an error is corrected."""
        return self._shaped(np.array([[report["attention"] for report in self._reports()]]))[0]

    @property
    def n_examples_(self) -> int:
        """Rows learnt."""
        check_is_fitted(self, "students_")
        return int(self.students_.cells.examples[0])

    def _validated(self, X: Any, y: Any, sample_weight: Any, *, first: bool) -> tuple[Any, np.ndarray, np.ndarray]:
        x = validated_features(self, X, reset=first, largest=largest_of(self))
        targets = validated_numbers(y, x.shape[0])
        if not first and (targets.ndim == 1) != self._single:
            raise ValueError(f"y must have the shape of the first call's; got {targets.ndim} dimensions. Reshape it.")
        if not first and targets.ndim == 2 and targets.shape[1] != len(self.students_.cells):
            raise ValueError(
                f"y must have {len(self.students_.cells)} outputs, as in the first call; got {targets.shape[1]}."
            )
        self._single = targets.ndim == 1
        with np.errstate(all="ignore"):
            b = np.asarray(self._transfer()[1](targets), dtype=np.float64)
        if not np.isfinite(b).all():
            strange = float(targets[~np.isfinite(b)][0])
            raise ValueError(f"y must be values of the transfer function; got {strange!r}. Rescale y, or leave it out.")
        return weighted_rows(x, np.ascontiguousarray(b.reshape(len(b), -1)), sample_weight)

    def _learn(self, x: Any, targets: np.ndarray, weights: np.ndarray, *, first: bool) -> None:
        if first:
            self._start(targets.shape[1], x.shape[1])
        students = self.students_.copy()
        if self.scaler_ is None:
            labels = np.ascontiguousarray(targets.T)
            self._remember(labels, students.fields_then_learn(x, labels, weights), weights)
        else:
            self.scaler_, self.units_, kernel = self.scaler_.copy(), [unit.copy() for unit in self.units_], None
            for rows, piece in dense_pieces(x):
                seen, near = self.scaler_.learn_and_scale(piece, weights[rows]), weights[rows]
                kernel = noting_kernel(students.rule, seen) if kernel is None else kernel
                columns = zip(self.units_, targets[rows].T, strict=True)
                labels = np.ascontiguousarray([unit.learn_units(y, near, UNITS) for unit, y in columns])
                self._remember(labels, students.fields_then_learn(seen, labels, near, kernel), near)
        self.students_ = students

    def _remember(self, labels: np.ndarray, fields: np.ndarray, weights: np.ndarray) -> None:
        """Keep what rows that count were, and what was expected of them."""
        self.answers_ = self.answers_.after(labels[:, weights > 0.0], fields[:, weights > 0.0])

    def _start(self, outputs: int, features: int) -> None:
        rule = resolve(self.rule)
        if not issubclass(rule.labels, NumberChannel):
            raise ValueError(
                f"rule of a regressor must learn numbers; got {rule.name!r}, which learns classes. "
                "Take another rule, for example 'bayes-linear'."
            )
        rule, constants = rule.with_intercept() if self.fit_intercept else (rule, 0)
        self.students_ = Students.new(regressing(rule.on_data()), outputs, features + constants)
        self.scaler_ = RunningScaler.new(features) if self.standardise else None
        self.units_ = [RunningScaler.new(1) for _ in range(outputs)] if self.standardise else []
        self.answers_ = RecentAnswers.new(outputs)

    def _transfer(self) -> tuple[Function, Function]:
        """Return g and its inverse."""
        if self.transfer is None:
            return _same, _same
        if isinstance(self.transfer, str):
            return TRANSFERS[checks.one_of("transfer", self.transfer, tuple(TRANSFERS))]
        if not (isinstance(self.transfer, tuple) and len(self.transfer) == 2 and all(map(callable, self.transfer))):
            raise TypeError(
                f"transfer must be one of {', '.join(TRANSFERS)} or a pair of functions, g and its inverse; "
                f"got {self.transfer!r}. Write (numpy.sinh, numpy.arcsinh), for example."
            )
        return self.transfer

    def _reports(self) -> list[dict[str, Any]]:
        check_is_fitted(self, "students_")
        return self.students_.reports()

    def _amplitudes(self) -> np.ndarray:
        return np.array([self.students_.rule.amplitude(cell) for cell in self.students_.cells])

    def _weights(self) -> np.ndarray:
        """Return the weights of the features as the rule sees them, intercept last, a row for each output."""
        return self._field_factors()[:, None] * self.students_.weights(None)

    def _field_factors(self) -> np.ndarray:
        """Return by what the plain sums of weights times inputs are multiplied to be labels."""
        return self.students_.cells.scale * self._amplitudes()

    def _targets(self) -> tuple[np.ndarray, np.ndarray]:
        """Return mean and deviation of the targets."""
        if not self.units_:
            return np.zeros(len(self.students_.cells)), np.ones(len(self.students_.cells))
        factors = np.array([unit.factor()[0] for unit in self.units_])
        deviations = np.divide(1.0, factors, out=np.zeros_like(factors), where=factors > 0.0)
        return np.array([unit.centre()[0] for unit in self.units_]), deviations

    def _raw(self) -> tuple[np.ndarray, np.ndarray]:
        """Return weights and intercepts in the units of the data."""
        if not hasattr(self, "students_"):
            raise AttributeError(f"this {type(self).__name__} has no weights yet: call fit or partial_fit first")
        weights, features = self._weights(), self.n_features_in_
        mean, deviation = self._targets()
        coef = deviation[:, None] * weights[:, :features]
        intercept = mean + (deviation * weights[:, -1] if weights.shape[1] > features else 0.0)
        if self.scaler_ is not None:
            coef = coef * self.scaler_.factor()
            intercept = intercept - coef @ self.scaler_.centre()
        return coef, intercept

    def _as_seen(self, coef: np.ndarray, intercept: np.ndarray) -> np.ndarray:
        """Return weights and intercepts in the units of the data as a rule of free length sees them: see `_raw`."""
        mean, deviation = self._targets()
        inverse = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0.0)
        if self.scaler_ is not None:
            factor, intercept = self.scaler_.factor(), intercept + coef @ self.scaler_.centre()
            coef = np.divide(coef, factor, out=np.zeros_like(coef), where=factor > 0.0)
        weights = inverse[:, None] * np.column_stack([coef, intercept - mean])
        return weights[:, : self.students_.synapses.shape[2]]

    def _shaped(self, of_outputs: np.ndarray) -> np.ndarray:
        """Return a column for each output as it is, or, if y has one dimension, the only column."""
        return of_outputs[:, 0] if self._single else of_outputs


def _same(values: np.ndarray) -> np.ndarray:
    return values
