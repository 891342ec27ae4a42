"""`evaluate`: predict each row, then learn it; what a stream tells of a model.

The measures are those of `rosenblatt.streams.measures`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import column_or_1d

from rosenblatt.estimators.common.features.taught import labels_and_gaps, rows_of
from rosenblatt.estimators.common.validation import plain_labels
from rosenblatt.progress import progress as progress_bar
from rosenblatt.streams import measures
from rosenblatt.streams.adapters import adapted
from rosenblatt.streams.changes import changes, no_changes
from rosenblatt.streams.evaluate_stream import evaluate_stream
from rosenblatt.streams.learning import predict_then_learn
from rosenblatt.streams.number_evaluation import evaluate_numbers, predicts_numbers
from rosenblatt.streams.summary import Summary

POINTS = 100  # of the frame


@dataclass(frozen=True)
class Evaluation(Summary):
    """What a model said of each row before it learnt it.

    Attributes
    ----------
    classes, labels : the classes, and which of them each row is (by number), as it is scored.
    probabilities : of each row and class, before the row was learnt; None if the model has none.
    scores : for two classes what orders the rows: the probability, or the field, of the second one; else None.
    predictions : by number of class.
    seconds : for all rows.
    beliefs : what the model believed of the world, at the rows of the frame, if it has `drift_` and the like.
    changes_ : when the world changed, see `rosenblatt.streams.changes`; empty for models that cannot tell.
    """

    classes: np.ndarray
    labels: np.ndarray
    probabilities: np.ndarray | None
    scores: np.ndarray | None
    predictions: np.ndarray
    seconds: float
    beliefs: pd.DataFrame = field(default_factory=pd.DataFrame)
    changes_: pd.DataFrame = field(default_factory=no_changes)

    @property
    def rows(self) -> int:
        """How many rows were scored."""
        return len(self.labels)

    @property
    def has_probabilities(self) -> bool:
        """Whether the model has probabilities: if not, there are accuracy and AUC only."""
        return self.probabilities is not None

    @property
    def has_scores(self) -> bool:
        """Whether there are two classes, and something that orders the rows."""
        return self.scores is not None

    @property
    def accuracy(self) -> float:
        """How many predictions were right."""
        return float(np.mean(self.predictions == self.labels))

    @property
    def log_loss(self) -> float:
        """The mean surprise, in nats; infinite surprises are cut at 34.5.  (measures.1)"""
        return float(np.mean(self._surprises))

    @property
    def brier(self) -> float:
        """The mean square error of the probabilities.  (measures.2)"""
        return float(np.mean(self._squares))

    @property
    def auc(self) -> float:
        """How often a row of the second class is ranked above one of the first; NaN unless there are two classes."""
        return float("nan") if self.scores is None else measures.auc(self.scores, self.labels == 1)

    @property
    def calibration_error(self) -> float:
        """How far probabilities of the last class are from frequencies.  (measures.4)"""
        return measures.calibration_error(self._needed()[:, -1], self.labels == len(self.classes) - 1)

    @property
    def reliability(self) -> pd.DataFrame:
        """A table of probabilities as they were said and frequencies as they happened.  (measures.5)

        Of the second of two classes or, if there are more, of the class that was predicted.
        """
        p = self._needed()
        if len(self.classes) == 2:
            return measures.reliability(p[:, 1], self.labels == 1)
        return measures.reliability(p.max(axis=1), self.labels == self.predictions)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """How it went: means up to some numbers of rows, and over the rows since the last of them (``recent_``).

        And, if the model has them, ``drift_``, ``noise_`` and ``expected_error_`` after these numbers of rows; the mean
        over the classes, if there are more than two.
        """
        rows = _checkpoints(len(self.labels))
        what = {"accuracy": (self.predictions == self.labels).astype(float)}
        if self.probabilities is not None:
            what |= {"log_loss": self._surprises, "brier": self._squares}
        table: dict[str, Any] = {"rows": rows}
        for name, values in what.items():
            totals = np.concatenate([[0.0], np.cumsum(values)])[np.concatenate([[0], rows])]
            table[name] = totals[1:] / rows
            table[f"recent_{name}"] = np.diff(totals) / np.diff(np.concatenate([[0], rows]))
        return pd.concat([pd.DataFrame(table), self.beliefs], axis=1)

    def _needed(self) -> np.ndarray:
        if self.probabilities is None:
            raise AttributeError("the model has no predict_proba: it has an accuracy and an AUC only")
        return self.probabilities

    @cached_property
    def _surprises(self) -> np.ndarray:
        return measures.surprises(self._needed(), self.labels)

    @cached_property
    def _squares(self) -> np.ndarray:
        return measures.squares(self._needed(), self.labels)


def evaluate(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    target: str | None = None,
    classes: Any = None,
    truth: Any = None,
    proba: str | None = None,
    progress: bool | None = None,
) -> Any:
    """Let a model predict each row and then learn it, and say how well it did: an `Evaluation`.

    Of a regressor, as scikit-learn says it, a `NumberEvaluation`; ``classes`` and ``proba`` are then not asked for. Of
    a file, or of batches, a `StreamEvaluation`, in an amount of memory that does not grow with the rows.

    Parameters
    ----------
    model : anything with ``partial_fit`` and ``predict``; it goes on from what it knows. One that has
        ``predict_then_learn``, as `BayesClassifier` has, works in compiled blocks, with the same numbers, and so does
        an `OnlineClassifier` of plain weights. A Pipeline whose last step has ``partial_fit``, see
        `rosenblatt.streams.adapters`, or a classifier of River.
    X : rows; or the path of a file, see `rosenblatt.streams.readers`, without ``y``; or an iterator of batches, each of
        them rows and their labels.
    target : the column of the labels of a file.
    classes : all that there are; defaults to those of ``y``.
    truth : the labels to score against, if those that are learnt are noisy.
    proba : "observed" or "clean", for a `BayesClassifier`.
    progress : show a bar; defaults to on a terminal only.

    >>> from rosenblatt.estimators.bayes import BayesClassifier
    >>> from sklearn.datasets import load_breast_cancer
    >>> result = evaluate(BayesClassifier(), *load_breast_cancer(return_X_y=True))
    >>> result.accuracy > 0.95, result.log_loss < 0.15
    (True, True)
    """
    if y is None and (isinstance(X, (str, Path)) or hasattr(X, "__next__")):
        if truth is not None:
            raise ValueError("truth must be left out for files and batches. Leave it out.")
        return evaluate_stream(model, X, target=target, classes=classes, proba=proba, progress=progress)
    if target is not None:
        raise ValueError(f"target must be left out unless X is the path of a file; got {target!r}. Leave it out.")
    model = adapted(model)
    if predicts_numbers(model):
        return evaluate_numbers(model, X, y, truth=truth, progress=progress)
    X, y, truth = _labelled(X, y, truth)
    y, scored, known = _labels(model, X, y, classes, truth)
    if proba is not None and not hasattr(model, "predict_then_learn"):
        raise ValueError(f"proba must be left out for a {type(model).__name__}, which has only one kind. Leave it out.")
    start = time.perf_counter()
    with progress_bar(type(model).__name__, float(len(y)), progress) as report:
        points = _checkpoints(len(y))
        history = frozenset(points.tolist())
        said = predict_then_learn(model, X, y, known, proba=proba, report=report, history=history)
    seconds = time.perf_counter() - start
    labels, told = np.searchsorted(known, scored), said.of_labels(y)
    alarms = no_changes() if told is None else changes(*told)
    found = (said.probabilities, said.scores, said.predictions)
    return Evaluation(known, labels, *found, seconds, said.beliefs(points), alarms)


def _checkpoints(rows: int) -> np.ndarray:
    """Return the numbers of rows at which a frame of so many has a line."""
    return np.unique(np.linspace(0, rows, POINTS + 1).round().astype(int))[1:]


def _labelled(x: Any, y: Any, truth: Any) -> tuple[Any, Any, Any]:
    """Return the rows that have a label: others teach nothing, and are not scored."""
    labels, labelled = labels_and_gaps(y)
    if labelled.all() or len(labels) != (x.shape[0] if hasattr(x, "shape") else len(x)):
        return x, y, truth
    rows = np.flatnonzero(labelled)
    return rows_of(x, rows), labels[rows], None if truth is None else column_or_1d(truth)[rows]


def _labels(model: Any, x: Any, y: Any, classes: Any, truth: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the labels to learn, those to score against, and all classes, or raise before anything is learnt."""
    if not hasattr(model, "partial_fit") or not hasattr(model, "predict"):
        raise TypeError(f"model must have partial_fit and predict; got {type(model).__name__}, which learns in one go.")
    y = plain_labels(column_or_1d(y))
    rows = x.shape[0] if hasattr(x, "shape") else len(x)
    if rows != len(y) or rows == 0:
        raise ValueError(f"X and y must have as many rows, and at least one; got {rows} and {len(y)}.")
    known = np.unique(y if classes is None else plain_labels(np.asarray(classes)))
    known = np.unique(np.concatenate([known, getattr(model, "classes_", known)]))
    scored = y if truth is None else plain_labels(column_or_1d(truth))
    for name, labels in (("y", y), ("truth", scored)):
        if len(labels) != len(y) or not np.isin(labels, known).all():
            raise ValueError(
                f"{name} must have one of the classes {known.tolist()} in each row. Give all with classes=."
            )
    return y, scored, known
