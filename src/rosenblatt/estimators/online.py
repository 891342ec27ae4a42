"""`OnlineClassifier`: any rule of the registry, or one's own, as a scikit-learn classifier."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.students import OneRow, Students
from rosenblatt.estimators.common.validation import check_kind, declared_classes, validated_examples, weighted_rows
from rosenblatt.kernels.rows import learn_rows_with_fields
from rosenblatt.rules.base import EXAMPLES, Rule
from rosenblatt.rules.readouts import MEAN
from rosenblatt.rules.registry import registered, resolve


class OnlineClassifier(StreamingMixin, LinearClassifier):
    """A linear classifier that learns example by example with a rule of this package.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``.
    fit_intercept : learn an intercept, as the weight of an input that is always 1; nothing to 'smooth', whose
        function has the thresholds that it has.
    standardise : see every row through the running means and deviations of the features.
    readout : "mean", the learnt weights, or "clipped", their signs; the rule's own, if not given.

    Attributes
    ----------
    classes_ : the classes seen or declared.
    coef_, intercept_ : one row and one number for each class; a single one for two classes.
    n_examples_ : rows learnt so far.

    With more than two classes there is one student for each, against the rest. `partial_fit` equals
    looping over the rows of its batch. Its ``classes`` may be left out; a class that appears late
    ends as if it had been declared, because one more student learns that every row is of another
    class, and is copied. Predicting while another thread learns is not supported.

    >>> from sklearn.datasets import make_blobs
    >>> X, y = make_blobs(200, centers=3, random_state=1)
    >>> OnlineClassifier("rosenblatt").fit(X, y).score(X, y)
    0.985
    """

    def __init__(
        self,
        rule: Any = "rosenblatt",
        *,
        fit_intercept: bool = True,
        standardise: bool = False,
        readout: str | None = None,
    ) -> None:
        self.rule = rule
        self.fit_intercept = fit_intercept
        self.standardise = standardise
        self.readout = readout

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineClassifier:
        """Learn from one pass over the rows, in their order, forgetting what was learnt before."""
        self._bound = None  # the kernel of single rows
        with self._unchanged_by_failure():
            x, labels, weights = self._validated(X, y, sample_weight, first=True)
            classes = np.unique(labels)
            if len(classes) < 2:
                raise ValueError(
                    f"y must have at least 2 classes; got {len(classes)} class, {classes.tolist()}. "
                    "Use partial_fit for data that come in pieces."
                )
            self._start(classes, x.shape[1])
            self._learn(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> OnlineClassifier:
        """Go on learning from the rows of a batch."""
        first = not hasattr(self, "students_")
        self._bound = None
        with self._unchanged_by_failure():
            x, labels, weights = self._validated(X, y, sample_weight, first=first)
            classes = declared_classes(classes, None if first or not self._declared else self.classes_)
            if first:
                self._start(classes, x.shape[1])
            self._learn(x, labels, weights)
        return self

    def learn_one(self, x: Any, y: Any) -> OnlineClassifier:
        """Learn one example: a row, or a dictionary of features by name."""
        bound = self.__dict__.get("_bound")
        if bound is not None and bound.learn(x, y):
            return self
        self.partial_fit(self._as_row(x), [y])
        self._bound = OneRow.bind(self.students_, self.n_features_in_, self._targets_by_class())
        return self

    def decide_then_learn(self, X: Any, y: Any, classes: Any = None) -> np.ndarray | None:
        """Go on learning, and return for each row what `decision_function` would have said just before.

        None, with nothing learnt, if that cannot be had in one loop: features are standardised, classes not declared,
        or the rule is not one of plain weights.
        """
        first = not hasattr(self, "students_")
        declared = classes is not None if first else self._declared
        rule = resolve(self.rule) if first else self.students_.rule
        plain = rule.synaptic and type(rule).weights is Rule.weights and type(rule).offset is Rule.offset
        if not (declared and plain) or self.standardise or rule.readout(self.readout) is not MEAN:
            return None
        self._bound = None
        with self._unchanged_by_failure():
            x, labels, _ = self._validated(X, y, None, first=first)
            if first:
                self._start(declared_classes(classes, None), x.shape[1])
            cohort = Students(self.students_.rule, self.students_.synapses.copy(), self.students_.memory.copy())
            cohort.check_inputs(x, np.ones(1))
            targets = self._declared_targets(labels)
            fields = learn_rows_with_fields(cohort.rule, x, targets, cohort.synapses, cohort.memory)
            self.students_ = cohort
        return fields[0] if len(fields) == 1 else fields.T

    def _seen(self, X: Any) -> Any:
        x = super()._seen(X)
        return self.scaler_.scale(x) if self.scaler_ is not None else x

    def _fields(self, x: Any) -> np.ndarray:
        if self._linear():
            return super()._fields(x)
        self.students_.check_inputs(x, np.ones(1))
        return self._of_classes(self.students_.fields(x, self.readout).T).T

    @property
    def coef_(self) -> np.ndarray:
        """The weights of the features."""
        if hasattr(self, "students_") and not self._linear():
            raise AttributeError(f"{self.students_.rule.name!r} is not linear in the features: see report_")
        return self._weights()[:, : self.n_features_in_]

    @property
    def intercept_(self) -> np.ndarray:
        """The intercepts; 0 without ``fit_intercept``, but for a rule with a threshold of its own."""
        weights, offsets = self._weights(), self._of_classes(self.students_.offsets())
        return weights[:, -1] + offsets if weights.shape[1] > self.n_features_in_ else offsets

    @property
    def report_(self) -> list[dict[str, Any]]:
        """What the rule says of itself, for each plane: nothing for most rules; see `Shifted.report`."""
        check_is_fitted(self, "students_")
        cohort = self.students_
        reports = [cohort.rule.report(s, m) for s, m in zip(cohort.synapses, cohort.memory, strict=True)]
        return [reports[k] for k in self._students()][-1 if len(self._students()) == 2 else 0 :]

    @property
    def shift_(self) -> np.ndarray:
        """The shift T that the 'shifted' rule has learnt, a row for each plane."""
        if "shift" not in self.report_[0]:
            raise AttributeError(f"only the rule 'shifted' has a shift; this one is {self.students_.rule.name!r}")
        return np.array([report["shift"] for report in self.report_])

    @property
    def n_examples_(self) -> int:
        """Rows learnt so far."""
        check_is_fitted(self, "students_")
        return int(self.students_.memory[0, EXAMPLES])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # Asked often: a function, which is never of this kind, is not made a rule for it.
        rule = registered().get(self.rule) if isinstance(self.rule, str) else self.rule
        tags.input_tags.positive_only = getattr(rule, "non_negative", False)
        tags.input_tags.sparse = not getattr(rule, "dense", False)
        shaped = not (getattr(rule, "synaptic", True) or getattr(rule, "covariance", False))
        tags.classifier_tags.poor_score = shaped  # a function of one shape, not any
        return tags

    def _targets_by_class(self) -> dict[Any, np.ndarray] | None:
        """Return the column of labels that stands for each class, if single rows can go straight to the kernel."""
        if self.scaler_ is not None:
            return None
        if self._declared and len(self.classes_) == 2:
            return {c: np.array([[label]]) for c, label in zip(self.classes_.tolist(), (-1.0, 1.0), strict=True)}
        return {c: _targets(np.array([c]), {c: k}, len(self.students_.synapses)) for c, k in self._student_of.items()}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled kernel: it is found again."""
        state: Any = super().__getstate__()
        return {**state, "_bound": None}

    def _linear(self) -> bool:
        """Whether the fields are sums of weighted features."""
        return self.students_.rule.synaptic or self.students_.rule.covariance

    def _weights(self) -> np.ndarray:
        if not hasattr(self, "students_"):
            raise AttributeError(f"this {type(self).__name__} has no weights yet: call fit or partial_fit first")
        return self._of_classes(self.students_.weights(self.readout))

    def _of_classes(self, of_students: np.ndarray) -> np.ndarray:
        """Return what belongs to the classes; of two, only what belongs to the second."""
        chosen = of_students[self._students()]
        return chosen[1:] if len(chosen) == 2 else chosen

    def _students(self) -> list[int]:
        """Return which student stands for which class."""
        return (
            [0] if self._declared and len(self.classes_) == 2 else [self._student_of[c] for c in self.classes_.tolist()]
        )

    def _validated(self, X: Any, y: Any, sample_weight: Any, *, first: bool) -> tuple[Any, np.ndarray, np.ndarray]:
        x, labels = validated_examples(self, X, y, first=first)
        if not first:
            check_kind(labels, self.classes_)
        return weighted_rows(x, labels, sample_weight)

    def _start(self, classes: np.ndarray | None, features: int) -> None:
        """Begin anew; undeclared classes need a student who knows only that rows are of other classes."""
        rule = resolve(self.rule).on_data()
        rule.readout(self.readout)
        if rule.labels != "sign":
            raise ValueError(
                f"rule of a classifier must learn classes; got {rule.name!r}, which learns numbers. "
                "Take another rule, for example 'bayes-gaussian'."
            )
        apart = rule.own_intercept and bool(self.fit_intercept)
        rule = dataclasses.replace(rule, intercept=1.0) if apart else rule
        self._declared = classes is not None
        students = 1 if classes is None or len(classes) == 2 else len(classes)
        self.classes_ = np.array([]) if classes is None else classes
        self._student_of = {} if classes is None else {c: k for k, c in enumerate(classes.tolist())}
        by_input = bool(self.fit_intercept) and (rule.synaptic or rule.covariance) and not apart
        self.students_ = Students.new(rule, students, features + by_input)
        self.scaler_ = RunningScaler.new(features) if self.standardise else None

    def _learn(self, x: Any, labels: np.ndarray, weights: np.ndarray) -> None:
        scaler = self.scaler_.copy() if self.scaler_ is not None else None
        seen = scaler.learn_and_scale(x, weights) if scaler is not None else x
        self.students_.check_inputs(seen, weights)
        if self._declared:
            self.students_.learn(seen, self._declared_targets(labels), weights)
            self.scaler_ = scaler
            return
        new = np.unique(labels)
        known = np.unique(np.concatenate([self.classes_, new])) if len(self.classes_) else new
        cohort = Students(self.students_.rule, self.students_.synapses.copy(), self.students_.memory.copy())
        student_of = dict(self._student_of)
        for late in known.tolist():
            if late not in student_of:
                cohort.add_copy_of(0)
                student_of[late] = len(cohort.synapses) - 1
        cohort.learn(seen, _targets(labels, student_of, len(cohort.synapses)), weights)
        self.classes_, self._student_of, self.students_, self.scaler_ = known, student_of, cohort, scaler

    def _declared_targets(self, labels: np.ndarray) -> np.ndarray:
        """Return +1 or -1 for each student and row, or raise if a label is none of the declared."""
        if len(self.classes_) == 2:
            second = labels == self.classes_[1]
            known = second | (labels == self.classes_[0])
            targets = np.where(second, 1.0, -1.0)[None, :]
        else:
            targets = _targets(labels, self._student_of, len(self.classes_))
            known = (targets > 0.0).any(axis=0)
        if not known.all():
            raise ValueError(
                f"y must have the declared classes {self.classes_.tolist()}; got {labels[~known].tolist()[0]!r}. "
                "Declare it too, or leave classes= out."
            )
        return targets


def _targets(labels: np.ndarray, student_of: dict[Any, int], students: int) -> np.ndarray:
    """Return +1 for the student of a row's class and -1 for all others."""
    targets = np.full((students, len(labels)), -1.0)
    for label, student in student_of.items():
        targets[student, labels == label] = 1.0
    return targets
