"""`InfluenceClassifier`: weights of +1, -1 and 0, learnt from counts in one pass, with a guarantee."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.batch import influence
from rosenblatt.batch.influence import BinaryPerceptron, Counts
from rosenblatt.estimators.common.classes import Classes, at_least_two, declared_classes, positive
from rosenblatt.estimators.common.dask_pieces import fit_pieces, is_dask
from rosenblatt.estimators.common.exporting import plain_classes
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.merging_checks import check_same_features
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.validation import check_kind, named, validated_features, weighted_examples
from rosenblatt.estimators.influence.class_counts import ClassCounts, check_low
from rosenblatt.export.bit_models import BitModel
from rosenblatt.kernels.counts import MINUS
from rosenblatt.rules.clipped_hebb import ClippedHebb

NUMBERS_TOGETHER = 1 << 21  # numbers that are made floats at a time


class InfluenceClassifier(StreamingMixin, LinearClassifier):
    """GM's LEARN-BINARY-PERCEPTRON: a perceptron with weights of +1, -1 and 0 and any threshold.

    For columns of two values that are independent of each other, with whatever probabilities. What is
    learnt are counts: one pass, memory of one number per column and class, and models of shards add up
    exactly (`merge`).

    Parameters
    ----------
    epsilon : the working accuracy: what is rarer than some fraction of it is neglected. With more than
        two classes, each against the rest, each gets its share of epsilon and delta.
    delta : the guarantee, and each interval by itself, hold with confidence 1 - delta.
    threshold : "counts", from the counts alone, or "rows", GM's own way, for which `fit` looks at all
        rows a second time.
    rare_class : a class whose share is at most this fraction of epsilon is never answered. GM print 0.25; with the
        default of 0.75 the estimates that their theorem allows are good enough to go on.
    noise : the known probability that a label is flipped; what it does to the counts is taken out.
    binarise : make a column 1 where it is above this number. Defaults to None: columns must be +1/-1, 0/1 or
        booleans.

    Attributes
    ----------
    classes_ : the classes seen or declared.
    weights_ : of -1, 0 and +1, one row for each class against the rest; a single one for two classes.
    thresholds_ : r of each row: the answer is the class if the weights times the signs are above it.
    coef_, intercept_ : the same for the columns as they come, 0/1 or +1/-1.
    influences_, influence_intervals_ : of each variable, and their intervals (last axis: low, high).
    neglected_ : which variables hardly ever change.
    statements_ : what was learnt, in a sentence for each row.
    guaranteed_error_ : the error that GM's theorem 1 guarantees for so many examples (run with this
        epsilon, without noise), or None if that is none.
    typical_error_ : the average-case answer beside it: the clipped Hebb rule's error on independent fair
        signs with threshold 0, after as many examples.
    class_count_, feature_count_ : the counts: rows of each class, and those of them whose column is 1.
    n_examples_ : rows learnt, or the sum of their weights: a row of weight 3 is three rows.

    >>> X = np.random.default_rng(0).random((2000, 9)) < np.linspace(0.2, 0.8, 9)
    >>> y = X[:, :5].sum(axis=1) - X[:, 5:].sum(axis=1) > -1
    >>> model = InfluenceClassifier().fit(X, y)
    >>> model.weights_.tolist(), model.score(X, y)
    ([[1, 1, 1, 1, 1, -1, -1, -1, -1]], 1.0)
    """

    def __init__(
        self,
        *,
        epsilon: float = 0.05,
        delta: float = 0.05,
        threshold: str = "counts",
        rare_class: float = influence.RARE_CLASS,
        noise: float = 0.0,
        binarise: float | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.threshold = threshold
        self.rare_class = rare_class
        self.noise = noise
        self.binarise = binarise

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> InfluenceClassifier:
        """Count the rows, forgetting what was learnt before; the pieces of a Dask collection side by side."""
        if is_dask(X):
            return fit_pieces(self, X, y, sample_weight)
        with self._draft() as draft:
            x, labels, weights = draft._validated(X, y, sample_weight, first=True)
            draft._start(None)
            draft.counts_ = ClassCounts.of(x, labels, weights, draft._name)
            at_least_two(draft.classes_, "Use partial_fit for data that come in pieces.")
            if draft.threshold == "rows":
                draft._row_perceptrons = draft._second_pass(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> InfluenceClassifier:
        """Count the rows of a batch too; batches, in whatever order, equal one pass over all rows.

        A call that fails or is interrupted leaves the model as it was.
        """
        self._check_one_pass("partial_fit")
        first = not hasattr(self, "counts_")
        with self._draft() as draft:
            x, labels, weights = draft._validated(X, y, sample_weight, first=first)
            if first:
                declared = declared_classes(classes)
                draft._start(declared)
                draft.counts_ = ClassCounts.empty(np.array([]) if declared is None else declared, x.shape[1])
            known = Classes.begin(draft.classes_ if draft._declared else None)
            known.confirm(classes)
            batch = ClassCounts.of(x, labels, weights, draft._name)
            known.check(batch.classes)
            draft._set_counts(draft.counts_.plus(batch, draft._name))
        return self

    def merge(self, other: InfluenceClassifier) -> InfluenceClassifier:
        """Add what another model has counted, as if this one had seen its rows; return this one.

        Exactly so for whole weights; sums of other weights differ by their rounding.
        """
        check_same_features(self, other)
        for model in (self, other):
            model._check_one_pass("merge")
        if self.binarise != other.binarise:
            raise ValueError(
                f"binarise must be the same in both; got {self.binarise!r} and {other.binarise!r}. Use one for both."
            )
        check_kind(other.classes_, self.classes_)
        with self._draft() as draft:
            draft._set_counts(draft.counts_.plus(other.counts_, draft._name))
            draft._declared = draft._declared and other._declared
        return self

    @property
    def classes_(self) -> np.ndarray:
        """The classes seen or declared."""
        return self._counted().classes

    @property
    def class_count_(self) -> np.ndarray:
        """Rows of each class."""
        return self._counted().rows

    @property
    def feature_count_(self) -> np.ndarray:
        """Rows of each class whose column is 1."""
        return self._counted().ones

    @property
    def n_examples_(self) -> float:
        """Rows learnt, or the sum of their weights."""
        return float(self._counted().rows.sum())

    @property
    def weights_(self) -> np.ndarray:
        """The weights of the signs: -1, 0 and +1."""
        return np.array([one.weights for one in self.perceptrons_])

    @property
    def thresholds_(self) -> np.ndarray:
        """What the weights times the signs must exceed."""
        return np.array([one.threshold for one in self.perceptrons_])

    @property
    def statements_(self) -> list[str]:
        """What was learnt, in sentences."""
        return [one.statement for one in self.perceptrons_]

    @property
    def neglected_(self) -> np.ndarray:
        """Which variables hardly ever change."""
        return self.perceptrons_[0].neglected

    @property
    def coef_(self) -> np.ndarray:
        """The weights of the columns as they come."""
        return self._for_columns(self.weights_)[0]

    @property
    def intercept_(self) -> np.ndarray:
        """What is added to the columns times ``coef_``; the answer is the class if the sum is above 0."""
        return self._for_columns(self.weights_)[1] - self.thresholds_

    @property
    def influences_(self) -> np.ndarray:
        """The influence of each variable."""
        return np.array([counts.influences() for counts in self._clean_counts()])

    @property
    def influence_intervals_(self) -> np.ndarray:
        """The interval of each influence, at confidence 1 - delta."""
        checks.fraction("delta", self.delta)
        raw = [self._counted().against_rest(k) for k in self._positive()]
        ends = np.array([counts.influence_intervals(1.0 - self._share(self.delta)) for counts in raw])
        return np.clip(ends / (1.0 - 2.0 * self.noise), -2.0, 2.0)

    @property
    def guaranteed_error_(self) -> float | None:
        """The error that the number of examples guarantees with confidence 1 - delta, if it is below 1."""
        if self.noise > 0.0:
            return None
        checks.fraction("delta", self.delta)
        number = len(self._positive())
        error = number * influence.guaranteed_error(self.n_features_in_, self.n_examples_, self._share(self.delta))
        return error if error < 1.0 else None

    @property
    def typical_error_(self) -> float:
        """The clipped Hebb rule's error after as many examples, on fair signs with threshold 0."""
        return ClippedHebb.disagreement(self.n_examples_ / self.n_features_in_, self.noise)

    @property
    def perceptrons_(self) -> list[BinaryPerceptron]:
        """The perceptrons of signs, one for each class against the rest; a single one for two classes.

        Counts are read with the present epsilon, rare_class and noise, whatever these were when they were made; what
        came of a second pass over rows stays as it was.
        """
        self._counted()
        if self.threshold == "rows":
            if self._row_perceptrons is None:
                raise ValueError(
                    "threshold must be 'counts' for a model that has not seen all rows; got 'rows'. Use fit."
                )
            return self._row_perceptrons
        rare_class = self._rare_class()
        present = checks.fraction("epsilon", self.epsilon), rare_class, checks.noise(self.noise)
        if present not in self._learnt:
            share = self._share(present[0])
            self._learnt.clear()  # one is enough
            self._learnt[present] = [
                influence.learn_from_counts(counts, share, rare_class) for counts in self._clean_counts()
            ]
        return self._learnt[present]

    def frame(self) -> pd.DataFrame:
        """Return a table of all variables: probability, influence with its interval, weight, neglected."""
        self._counted()
        names = getattr(self, "feature_names_in_", np.arange(self.n_features_in_))
        parts = []
        for k, counts in zip(self._positive(), self._clean_counts(), strict=True):
            place = len(parts)
            columns = {
                "class": self.classes_[k],
                "variable": names,
                "probability": counts.p_one(),
                "influence": self.influences_[place],
                "low": self.influence_intervals_[place, :, 0],
                "high": self.influence_intervals_[place, :, 1],
                "weight": self.weights_[place],
                "neglected": self.neglected_,
            }
            parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # on columns that are cut in two
        return tags

    def _set_counts(self, counts: ClassCounts) -> None:
        """Take other counts, and forget what the former ones said."""
        self.counts_, self._learnt, self._row_perceptrons = counts, {}, None

    def _counted(self) -> ClassCounts:
        if not hasattr(self, "counts_"):
            raise AttributeError(f"this {type(self).__name__} has counted nothing yet: call fit or partial_fit first")
        return self.counts_

    def _positive(self) -> list[int]:
        """Return which classes are learnt against the rest."""
        return positive(list(range(len(self.classes_))))

    def _clean_counts(self) -> list[Counts]:
        """Return the counts of each binary subproblem, with the noise taken out."""
        noise = checks.noise(self.noise)
        return [self._counted().against_rest(k).without_noise(noise) for k in self._positive()]

    def _share(self, value: float) -> float:
        """Return the part of epsilon or delta that each binary subproblem gets."""
        return value / len(self._positive())

    def _rare_class(self) -> float:
        return checks.fraction("rare_class", self.rare_class, "Use 0.75, or 0.25 for the tests that GM print.")

    def _check_one_pass(self, what: str) -> None:
        if self.threshold == "rows":
            raise ValueError(
                f"threshold must be 'counts' for {what}; got 'rows', which looks at all rows twice. "
                "Use fit, or threshold='counts'."
            )

    def _start(self, classes: Any) -> None:
        self._declared = classes is not None
        self._cut = self.binarise
        self._learnt: dict[tuple[float, float, float], list[BinaryPerceptron]] = {}  # by epsilon, rare_class and noise
        self._row_perceptrons: list[BinaryPerceptron] | None = None

    def _name(self, column: int) -> str:
        return named(self, column)

    def _validated(self, X: Any, y: Any, sample_weight: Any, *, first: bool) -> tuple[Any, np.ndarray, Any]:
        checks.fraction("epsilon", self.epsilon)
        checks.fraction("delta", self.delta)
        checks.one_of("threshold", self.threshold, ("counts", "rows"))
        self._rare_class()
        checks.noise(self.noise)
        known = None if first else self.classes_
        x, labels, weights = weighted_examples(self, X, y, sample_weight, known=known, dtype="numeric")
        if first:
            self.__dict__.pop("_cut", None)
        return self._binarised(x), labels, None if sample_weight is None else weights

    def _binarised(self, x: Any) -> Any:
        if hasattr(self, "_cut") and self.binarise != self._cut:
            raise ValueError(
                f"binarise must stay what it was when rows were counted, {self._cut!r}; got {self.binarise!r}. "
                "Use fit to begin anew."
            )
        if self.binarise is None:
            return x
        limit = checks.number("binarise", self.binarise)
        if limit < 0.0 and not isinstance(x, np.ndarray):
            raise ValueError(
                f"binarise must not be negative for sparse X; got {limit:g}. All that is not stored would be 1: "
                "convert X with toarray()."
            )
        return x > limit

    def _second_pass(self, x: Any, labels: np.ndarray, weights: Any) -> list[BinaryPerceptron]:
        """Run GM's step 7: the thresholds from the joint law of w.x and the labels."""
        epsilon, perceptrons = self._share(self.epsilon), []
        for k, counts in zip(self._positive(), self._clean_counts(), strict=True):
            answer = influence.constant_answer(counts, epsilon, self.rare_class)
            if answer is not None:
                perceptrons.append(influence.constant_perceptron(answer, counts, epsilon))
                continue
            signs = influence.weight_signs(counts, epsilon)
            place = self._sums(x, signs[None, :])[:, 0].astype(np.int64) + counts.n
            positive = (labels == self.classes_[k]) * (1.0 if weights is None else weights)
            by_sum, positive_by_sum = (np.bincount(place, w, 2 * counts.n + 1) for w in (weights, positive))
            positive_by_sum = (positive_by_sum - self.noise * by_sum) / (1.0 - 2.0 * self.noise)
            threshold = influence.threshold_of_rows(by_sum, positive_by_sum, epsilon)
            perceptrons.append(influence.described(counts, epsilon, signs, threshold))
        return perceptrons

    def _seen(self, X: Any) -> Any:
        """Return the columns, checked to have the values that were learnt."""
        x = self._binarised(validated_features(self, X, reset=False, dtype="numeric"))
        values = ClassCounts.of(x, np.zeros(x.shape[0]), None, self._name)
        check_low(self._counted().low | values.low, self._name)
        return x

    def _exported(self, inputs: str | None) -> BitModel:
        """Return the perceptrons of signs; whether a column is 0 or -1 where it is low does not matter to them."""
        classes, high = plain_classes(self.classes_), 0.5 if self.binarise is None else float(self.binarise)
        return BitModel(np.asarray(self.weights_), np.asarray(self.thresholds_), classes, high)

    def _fields(self, x: Any) -> np.ndarray:
        return self._sums(x, self.weights_) - self.thresholds_

    def _sums(self, x: Any, weights: np.ndarray) -> np.ndarray:
        """Return w.x in signs, some rows at a time: booleans need not become floats all at once."""
        coef, offset = self._for_columns(weights)
        sums, rows = np.empty((x.shape[0], len(weights))), max(1, NUMBERS_TOGETHER // x.shape[1])
        for first in range(0, x.shape[0], rows):
            sums[first : first + rows] = x[first : first + rows].astype(float) @ coef.T
        return sums + offset

    def _for_columns(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return weights of the columns as they come, and what is to be added: a sign is 2x - 1 if x is 0 or 1."""
        zero_one = self._counted().low != MINUS
        return weights * np.where(zero_one, 2.0, 1.0), -(weights * zero_one).sum(axis=1).astype(float)
