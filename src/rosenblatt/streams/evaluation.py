"""`evaluate`: predict each row, then learn it; what a stream tells of a model.

evaluation.1   log-loss = -mean ln P(y),  probabilities kept within 1e-15 of 0 and 1
evaluation.2   brier = mean sum_c (P(c) - [y = c])^2, halved for two classes: the square error of P(second class)
evaluation.3   calibration error = sum over 15 bins of equal mass of P(second class) of the bin's share times
               |mean P - frequency|
evaluation.4   reliability: the mean P and the frequency f in 15 bins of equal mass, of the second of two classes or,
               if there are more, of the class that was predicted; the standard error of f is sqrt(P (1 - P)/rows)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from scipy.stats import rankdata
from sklearn.utils.validation import column_or_1d

from rosenblatt import plots
from rosenblatt.estimators.bayes.watching import Watch
from rosenblatt.estimators.common.features.taught import labels_and_gaps, rows_of
from rosenblatt.estimators.common.validation import plain_labels
from rosenblatt.progress import progress as progress_bar
from rosenblatt.streams.changes import changes, no_changes
from rosenblatt.streams.html_tables import html_table
from rosenblatt.streams.number_evaluation import evaluate_numbers, predicts_numbers
from rosenblatt.streams.pictures import draw_history, overview

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CERTAIN = 1e-15
BINS = 15
POINTS = 100  # of the frame
MOST_CLASSES = 12  # that a summary names
Found = tuple[np.ndarray | None, np.ndarray | None, np.ndarray, pd.DataFrame]  # probabilities, scores, ..., beliefs
BELIEFS = ("drift_", "noise_", "expected_error_")  # attributes of a model whose history is kept


@dataclass(frozen=True)
class Evaluation:
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
    def accuracy(self) -> float:
        """How many predictions were right."""
        return float(np.mean(self.predictions == self.labels))

    @property
    def log_loss(self) -> float:
        """The mean surprise, in nats; infinite surprises are cut at 34.5.  (evaluation.1)"""
        return float(np.mean(self._surprises))

    @property
    def brier(self) -> float:
        """The mean square error of the probabilities.  (evaluation.2)"""
        return float(np.mean(self._squares))

    @property
    def auc(self) -> float:
        """How often a row of the second class is ranked above one of the first; NaN unless there are two classes."""
        if self.scores is None:
            return float("nan")
        second = self.labels == 1
        pairs = float(second.sum()) * float((~second).sum())
        ranks = rankdata(self.scores)[second].sum()
        return float((ranks - second.sum() * (second.sum() + 1) / 2.0) / pairs) if pairs > 0.0 else float("nan")

    @property
    def calibration_error(self) -> float:
        """How far probabilities are from frequencies.  (evaluation.3)"""
        p = self._needed()[:, -1]
        order = np.argsort(p, kind="stable")
        hits = (self.labels == len(self.classes) - 1)[order]
        bins = zip(np.array_split(p[order], BINS), np.array_split(hits, BINS), strict=True)
        return float(sum(abs(q.mean() - hit.mean()) * len(q) for q, hit in bins if len(q)) / len(p))

    @property
    def reliability(self) -> pd.DataFrame:
        """A table of probabilities as they were said and frequencies as they happened.  (evaluation.4)"""
        two, p = len(self.classes) == 2, self._needed()
        said = p[:, 1] if two else p.max(axis=1)
        happened = self.labels == (1 if two else self.predictions)
        bins = [own for own in np.array_split(np.argsort(said, kind="stable"), BINS) if len(own)]
        rows = [(said[own].mean(), happened[own].mean(), len(own)) for own in bins]
        table = pd.DataFrame(rows, columns=["said", "happened", "rows"])
        return table.assign(standard_error=np.sqrt(table["said"] * (1.0 - table["said"]) / table["rows"]))

    @property
    def rows_per_second(self) -> float:
        """The speed."""
        return len(self.labels) / self.seconds

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

    def plot(self, ax: Axes | None = None, column: str | None = None, **style: Any) -> Figure | Axes:
        """Return a figure of everything: how it went, reliability, drift and noise as the model saw them.

        With ``ax`` or ``column``, draw this one column of the frame (defaults to the log-loss) and return its axes.
        """
        if ax is None and column is None:
            reliability = None if self.probabilities is None else self.reliability
            return overview(self.frame, reliability, self.changes_)
        column = column or ("log_loss" if self.probabilities is not None else "accuracy")
        return draw_history(ax if ax is not None else plots.current_axes(), self.frame, column, **style)

    def __str__(self) -> str:
        parts = [f"{len(self.labels):,} rows: accuracy {self.accuracy:.4f}"]
        if self.probabilities is not None:
            parts += [f"log-loss {self.log_loss:.4f}", f"Brier {self.brier:.4f}"]
        if self.scores is not None:
            parts.append(f"AUC {self.auc:.4f}")
        return ", ".join(parts) + f"; {self.rows_per_second:,.0f} rows/s"

    def _repr_html_(self) -> str:
        """Return the summary as a table, for notebooks."""
        numbers: list[tuple[str, str]] = [
            ("rows", f"{len(self.labels):,}"),
            ("classes", ", ".join(map(str, self.classes[:MOST_CLASSES].tolist()))),
            ("accuracy", f"{self.accuracy:.4f}"),
        ]
        if len(self.classes) > MOST_CLASSES:
            numbers[1] = ("classes", f"{len(self.classes):,}")
        if self.probabilities is not None:
            found = (self.log_loss, self.brier, self.calibration_error)
            names = ("log-loss", "Brier score", "calibration error")
            numbers += [(name, f"{value:.4f}") for name, value in zip(names, found, strict=True)]
        if self.scores is not None:
            numbers.append(("AUC", f"{self.auc:.4f}"))
        numbers += [
            (name.rstrip("_").replace("_", " "), f"{self.beliefs[name].iloc[-1]:.3g}")
            for name in BELIEFS
            if name in self.beliefs
        ]
        if len(self.beliefs):
            rung = ", ".join(f"{row:,}" for row in self.changes_["row"][:MOST_CLASSES])
            numbers.append(("changes", f"{len(self.changes_)}, at rows {rung}" if rung else "none"))
        numbers.append(("rows per second", f"{self.rows_per_second:,.0f}"))
        return html_table(numbers)

    def _needed(self) -> np.ndarray:
        if self.probabilities is None:
            raise AttributeError("the model has no predict_proba: it has an accuracy and an AUC only")
        return self.probabilities

    @cached_property
    def _surprises(self) -> np.ndarray:
        p = self._needed()[np.arange(len(self.labels)), self.labels]
        return -np.log(np.clip(p, CERTAIN, 1.0 - CERTAIN))

    @cached_property
    def _squares(self) -> np.ndarray:
        p = self._needed()
        hits = np.eye(len(self.classes))[self.labels]
        return ((p - hits) ** 2).sum(axis=1) / (2.0 if len(self.classes) == 2 else 1.0)


def evaluate(
    model: Any,
    X: Any,
    y: Any,
    *,
    classes: Any = None,
    truth: Any = None,
    proba: str | None = None,
    progress: bool | None = None,
) -> Any:
    """Let a model predict each row and then learn it, and say how well it did: an `Evaluation`.

    Of a regressor, as scikit-learn says it, a `NumberEvaluation`; ``classes`` and ``proba`` are then not asked for.

    Parameters
    ----------
    model : anything with ``partial_fit`` and ``predict``; it goes on from what it knows. One that has
        ``predict_then_learn``, as `BayesClassifier` has, works in compiled blocks, with the same numbers, and so does
        an `OnlineClassifier` of plain weights.
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
    if predicts_numbers(model):
        return evaluate_numbers(model, X, y, truth=truth, progress=progress)
    X, y, truth = _labelled(X, y, truth)
    y, scored, known = _labels(model, X, y, classes, truth)
    fast = hasattr(model, "predict_then_learn")
    if proba is not None and not fast:
        raise ValueError(f"proba must be left out for a {type(model).__name__}, which has only one kind. Leave it out.")
    start = time.perf_counter()
    with progress_bar(type(model).__name__, float(len(y)), progress) as report:
        watch = Watch(report)
        if fast:
            said = _watched(model, X, y, known, proba, watch)
            found: Found = said, said[:, -1] if len(known) == 2 else None, said.argmax(axis=1), pd.DataFrame()
        else:
            found = _decided(model, X, y, known, report) or _row_by_row(model, X, y, known, report)
    seconds = time.perf_counter() - start
    probabilities, scores, predictions, beliefs = found
    beliefs, alarms = (_beliefs(model, watch), _changes(model, watch, y)) if fast else (beliefs, no_changes())
    labels = np.searchsorted(known, scored)
    return Evaluation(known, labels, probabilities, scores, predictions, seconds, beliefs, alarms)


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


def _watched(model: Any, x: Any, y: np.ndarray, known: np.ndarray, proba: str | None, watch: Watch) -> np.ndarray:
    """Return the probabilities of all classes before each row, which the model has learnt by then."""
    classes = None if hasattr(model, "classes_") else known
    said = model.predict_then_learn(x, y, classes, watch=watch, **({} if proba is None else {"proba": proba}))
    probabilities = np.zeros((len(y), len(known)))
    probabilities[:, np.searchsorted(known, model.classes_)] = said
    return probabilities


def _beliefs(model: Any, watch: Watch) -> pd.DataFrame:
    """Return what a model believed at the rows of the frame."""
    rows = _checkpoints(len(watch.drifts))
    now = {"drift_": watch.drifts, "noise_": watch.noises}
    table = {name: np.append(values, np.mean(getattr(model, name)))[rows] for name, values in now.items()}
    return pd.DataFrame({**table, "expected_error_": watch.expected_errors(rows)})


def _changes(model: Any, watch: Watch, y: np.ndarray) -> pd.DataFrame:
    """Return when the labels were more probable to members that forget."""
    place, rows = np.searchsorted(model.classes_, y), np.arange(len(y))
    lively, staying = watch.lively[rows, place], watch.staying[rows, place]
    return changes(lively, staying, np.append(watch.drifts, np.mean(model.drift_)))


def _decided(model: Any, x: Any, y: np.ndarray, classes: np.ndarray, report: Callable[[float], None]) -> Found | None:
    """Return what an `OnlineClassifier` says in one loop, if it can."""
    if not hasattr(model, "decide_then_learn"):
        return None
    fields = model.decide_then_learn(x, y, None if hasattr(model, "classes_") else classes)
    if fields is None:
        return None
    report(float(len(y)))
    places = np.searchsorted(classes, model.classes_)
    if fields.ndim == 2:
        return None, None, places[fields.argmax(axis=1)], pd.DataFrame()
    if len(places) == 1:
        return None, None, np.repeat(places, len(y)), pd.DataFrame()
    return None, fields if len(classes) == 2 else None, places[(fields > 0.0).astype(int)], pd.DataFrame()


def _row_by_row(model: Any, x: Any, y: np.ndarray, classes: np.ndarray, report: Callable[[float], None]) -> Found:
    """Predict and learn one row after the other; a model that knows nothing yet says nothing in particular."""
    rows, two, history, checkpoints = len(y), len(classes) == 2, [], set(_checkpoints(len(y)).tolist())
    probabilities = np.full((rows, len(classes)), 1.0 / len(classes)) if hasattr(model, "predict_proba") else None
    scores, predictions = np.zeros(rows) if two else None, np.zeros(rows, dtype=int)
    x = x.tocsr() if sp.issparse(x) else x
    take = x.iloc.__getitem__ if isinstance(x, pd.DataFrame) else x.__getitem__
    fresh = not hasattr(model, "classes_")
    for k in range(rows):
        row = take(slice(k, k + 1))
        if not fresh:
            if probabilities is not None:
                probabilities[k] = 0.0
                probabilities[k, np.searchsorted(classes, model.classes_)] = model.predict_proba(row)[0]
            if scores is not None:
                ordered = probabilities is None and hasattr(model, "decision_function")
                scores[k] = model.decision_function(row)[0] if ordered else _second(probabilities, k)
            predictions[k] = int(np.searchsorted(classes, model.predict(row)[0]))
        model.partial_fit(row, y[k : k + 1], **({"classes": classes} if fresh else {}))
        fresh = False
        report(1.0)
        if k + 1 in checkpoints:
            history.append({name: np.mean(getattr(model, name)) for name in BELIEFS if hasattr(model, name)})
    return probabilities, scores, predictions, pd.DataFrame(history)


def _second(probabilities: np.ndarray | None, row: int) -> float:
    return 0.0 if probabilities is None else float(probabilities[row, 1])
