"""`OnlineClassifier`: any rule of the registry, or one's own, as a scikit-learn classifier."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.estimators.common.classes import Classes, at_least_two, declared_classes
from rosenblatt.estimators.common.exporting import plain_classes
from rosenblatt.estimators.common.linear import LinearClassifier
from rosenblatt.estimators.common.running_scaler import RunningScaler, dense_pieces
from rosenblatt.estimators.common.single_examples import StreamingMixin
from rosenblatt.estimators.common.single_rows import SingleRows
from rosenblatt.estimators.common.students import Students
from rosenblatt.estimators.common.validation import largest_of, weighted_examples
from rosenblatt.estimators.programs.learners import Student, learner_of
from rosenblatt.export.learners import Learner
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.kernels.rows import rows_kernel
from rosenblatt.rules.kinds.rule import DenseRule, NonNegativeRule, Rule
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.rules.parts.readouts import CLIPPED, MEAN
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.scenario import SignChannel


class OnlineClassifier(StreamingMixin, LinearClassifier):
    """A linear classifier that learns example by example with a rule of this package.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``.
    fit_intercept : learn an intercept, as the weight of an input that is always 1; ignored by 'smooth', whose
        function has its own thresholds.
    standardise : see every row through the running means and deviations of the features; sparse rows are made dense
        for it, some at a time, so that they teach what dense ones do.
    readout : "mean", the learnt weights, or "clipped", their signs; defaults to the rule's own.

    Attributes
    ----------
    classes_ : the classes seen or declared.
    coef_, intercept_ : one row and one number for each class; a single one for two classes.
    n_examples_ : rows learnt.

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
        with self._draft() as draft:
            x, labels, weights = weighted_examples(draft, X, y, sample_weight, known=None, largest=largest_of(self))
            classes = at_least_two(np.unique(labels), "Use partial_fit for data that come in pieces.")
            draft._start(classes, x.shape[1])
            draft._learn(x, labels, weights)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> OnlineClassifier:
        """Go on learning from the rows of a batch; a call that fails or is interrupted leaves the model as it was."""
        first = not hasattr(self, "students_")
        with self._draft() as draft:
            known = None if first else self.classes_
            x, labels, weights = weighted_examples(draft, X, y, sample_weight, known=known, largest=largest_of(self))
            if first:
                draft._start(declared_classes(classes), x.shape[1])
            else:
                draft._classes.confirm(classes)
            draft._learn(x, labels, weights)
        return self

    def learn_one(self, x: Any, y: Any) -> OnlineClassifier:
        """Learn one example: a row, or a dictionary of features by name."""
        bound = self.__dict__.get("_bound")
        if bound is not None and bound.learn(x, y):
            return self
        self.partial_fit(self._as_row(x), [y])
        names = tuple(getattr(self, "feature_names_in_", range(self.n_features_in_)))
        self._bound = SingleRows.bind(self.students_, names, self._targets_by_class(), self.scaler_)
        return self

    def decide_then_learn(self, X: Any, y: Any, classes: Any = None) -> np.ndarray | None:
        """Go on learning, and return for each row what `decision_function` would have said just before.

        None, with nothing learnt, if that cannot be had in one loop: features are standardised, classes not declared,
        or weights are read otherwise than they are learnt.
        """
        first = not hasattr(self, "students_")
        declared = classes is not None if first else self._classes.declared
        rule = resolve(self.rule) if first else self.students_.rule
        if not declared or self.standardise or rule.readout(self.readout) is not MEAN:
            return None
        with self._draft() as draft:
            seen = None if first else self.classes_
            x, labels, _ = weighted_examples(draft, X, y, None, known=seen, largest=largest_of(self))
            if first:
                draft._start(declared_classes(classes), x.shape[1])
            students = draft.students_.copy()
            students.check_rows(x, np.ones(1))
            known, _ = draft._classes.meet(labels)
            fields = students.fields_then_learn(x, known.targets(labels))
            draft.students_, draft._bound = students, None
        return fields[0] if len(fields) == 1 else fields.T

    def _as_linear(self) -> LinearModel:
        """Return the weights, with the scaling that features go through."""
        if not self._linear():
            raise ValueError(
                f"rule must be linear in the features to be exported; got {self.students_.rule.name!r}. "
                "Take another rule."
            )
        model = super()._as_linear()
        return model if self.scaler_ is None else replace(model, scaling=self.scaler_.as_scaling())

    def _learns_signs(self) -> bool:
        return self.students_.rule.readout(self.readout) is CLIPPED and self.scaler_ is None

    def _learner(self, inputs: str | None) -> Learner:
        """Return the only student as one in whole numbers."""
        classes = plain_classes(self.classes_)
        if len(classes) > 2 or self.scaler_ is not None:
            got = "more classes" if len(classes) > 2 else "standardise=True"
            raise ValueError(
                f"model must have two classes and see features as they come, to go on learning elsewhere; got {got}. "
                "Learn one class against the rest, with standardise=False."
            )
        students, k = self.students_, self._classes.chosen()[0]
        weights = students.rule.weights(students.synapses[k], students.cells[k])
        return learner_of(students.rule, Student(weights, classes, len(weights) > self.n_features_in_, inputs))

    def _fields(self, x: Any) -> np.ndarray:
        if self.scaler_ is None:
            return self._fields_as_seen(x)
        pieces = [self._fields_as_seen(self.scaler_.scale(piece)) for _, piece in dense_pieces(x)]
        return np.concatenate(pieces)

    def _fields_as_seen(self, x: Any) -> np.ndarray:
        if self._linear():
            return super()._fields(x)
        self.students_.check_rows(x, np.ones(1))
        return self._of_classes(self.students_.fields(x, self.readout).T).T

    @property
    def classes_(self) -> np.ndarray:
        """The classes seen or declared."""
        if not hasattr(self, "students_"):
            raise AttributeError(f"this {type(self).__name__} has no classes yet: call fit or partial_fit first")
        return self._classes.labels

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
        """What the rule reports, for each binary subproblem: nothing for most rules; see `Shifted.report`."""
        check_is_fitted(self, "students_")
        reports = self.students_.reports()
        return [reports[k] for k in self._classes.chosen()]

    @property
    def shift_(self) -> np.ndarray:
        """The shift T that the 'shifted' rule has learnt, a row for each binary subproblem."""
        if "shift" not in self.report_[0]:
            raise AttributeError(f"only the rule 'shifted' has a shift; this one is {self.students_.rule.name!r}")
        return np.array([report["shift"] for report in self.report_])

    @property
    def n_examples_(self) -> int:
        """Rows learnt."""
        check_is_fitted(self, "students_")
        return int(self.students_.cells.examples[0])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        kind = self._kind()
        tags.input_tags.positive_only = issubclass(kind, NonNegativeRule)
        tags.input_tags.sparse = bool(self.standardise) or not issubclass(kind, DenseRule)
        tags.classifier_tags.poor_score = issubclass(kind, VectorRule)  # a function of one shape, not any
        return tags

    def _kind(self) -> type[Rule]:
        """Return the class of the rule. Asked often: a modulation function is not made a rule for it."""
        rule = registered().get(self.rule) if isinstance(self.rule, str) else self.rule
        kind = rule if isinstance(rule, type) else type(rule)
        return kind if issubclass(kind, Rule) else Rule

    def _targets_by_class(self) -> dict[Any, np.ndarray]:
        """Return the labels of the students for each class."""
        known = self._classes
        return {c: known.targets(known.labels[k : k + 1]) for k, c in enumerate(known.labels.tolist())}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled kernel: it is found again."""
        state: Any = super().__getstate__()
        return {**state, "_bound": None}

    def _linear(self) -> bool:
        """Whether the fields are sums of weighted features."""
        return not isinstance(self.students_.rule, VectorRule)

    def _weights(self) -> np.ndarray:
        if not hasattr(self, "students_"):
            raise AttributeError(f"this {type(self).__name__} has no weights yet: call fit or partial_fit first")
        return self._of_classes(self.students_.weights(self.readout))

    def _of_classes(self, of_students: np.ndarray) -> np.ndarray:
        """Return what belongs to the classes; of two, only what belongs to the second."""
        return of_students[self._classes.chosen()]

    def _start(self, classes: np.ndarray | None, features: int) -> None:
        """Begin anew, with a student for each binary subproblem."""
        rule = resolve(self.rule).on_data()
        rule.readout(self.readout)
        if not issubclass(rule.labels, SignChannel):
            raise ValueError(
                f"rule of a classifier must learn classes; got {rule.name!r}, which learns numbers. "
                "Take another rule, for example 'bayes-gaussian'."
            )
        rule, constants = rule.with_intercept() if self.fit_intercept else (rule, 0)
        self._classes = Classes.begin(classes)
        self.students_ = Students.new(rule, self._classes.subproblems, features + constants)
        self.scaler_ = RunningScaler.new(features) if self.standardise else None

    def _learn(self, x: Any, labels: np.ndarray, weights: np.ndarray) -> None:
        """Learn rows with copies of what was learnt before."""
        self._bound = None  # the kernel of single rows
        self._classes, late = self._classes.meet(labels)
        students, targets = self.students_.with_copies_of_first(late), self._classes.targets(labels)
        if self.scaler_ is None:
            students.check_rows(x, weights)
            students.learn(x, targets, weights)
        else:
            self.scaler_, kernel = self.scaler_.copy(), None
            for rows, piece in dense_pieces(x, most=x.shape[0]):
                seen = self.scaler_.learn_and_scale(piece, weights[rows])
                kernel = rows_kernel(students.rule, seen) if kernel is None else kernel
                students.check_rows(seen, weights[rows])
                students.learn(seen, np.ascontiguousarray(targets[:, rows]), weights[rows], kernel)
        self.students_ = students
