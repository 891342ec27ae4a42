"""Rows that a model predicts and then learns: in compiled blocks if it can, else one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from rosenblatt.estimators.bayes.watching import Watch
from rosenblatt.streams.summary import BELIEFS


@dataclass(frozen=True)
class Said:
    """What a model said of rows before it learnt them.

    Attributes
    ----------
    classes : those that numbers of classes count.
    probabilities : of each row and class; None if the model has none.
    scores : for two classes what orders the rows: the probability, or the field, of the second one; else None.
    predictions : by number of class.
    watch : what the model believed meanwhile, if it says so.
    now : what it believes after the last row.
    history : what it believed at some rows, if it does not say so by itself.
    """

    classes: np.ndarray
    probabilities: np.ndarray | None
    scores: np.ndarray | None
    predictions: np.ndarray
    watch: Watch | None = None
    now: dict[str, float] = field(default_factory=dict)
    own_classes: np.ndarray | None = None
    history: pd.DataFrame = field(default_factory=pd.DataFrame)

    def beliefs(self, rows: np.ndarray) -> pd.DataFrame:
        """Return what the model believed after some numbers of these rows."""
        return self.history if self.watch is None else pd.DataFrame(self.believed(rows))

    def believed(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return the same by name, without a frame, which takes longer to make."""
        if self.watch is None:
            return {str(name): values.to_numpy() for name, values in self.history.items()}
        watch = self.watch
        found = {"drift_": watch.drifts, "noise_": watch.noises}
        table = {name: np.append(values, self.now[name])[rows] for name, values in found.items()}
        return {**table, "expected_error_": watch.expected_errors(rows)}

    def of_labels(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Return what lively and staying members said of the labels that came, and the drifts; None if nobody did."""
        if self.watch is None or self.own_classes is None or not self.watch.has_both_kinds:
            return None
        place, rows = np.searchsorted(self.own_classes, y), np.arange(len(y))
        lively, staying = self.watch.lively[rows, place], self.watch.staying[rows, place]
        return lively, staying, np.append(self.watch.drifts, self.now["drift_"])


def predict_then_learn(
    model: Any,
    x: Any,
    y: np.ndarray,
    classes: np.ndarray,
    *,
    declared: bool = True,
    proba: str | None = None,
    report: Callable[[float], None] = lambda rows: None,
    history: Collection[int] = (),
) -> Said:
    """Let a model predict each row and then learn it.

    Parameters
    ----------
    classes : all that labels and the model have; a model that is new is told them if they are ``declared``.
    proba : "observed" or "clean", for a `BayesClassifier`.
    report : is told how many rows have been learnt, as they are.
    history : after how many rows a model without a `Watch` is asked what it believes.
    """
    if hasattr(model, "predict_then_learn"):
        return _watched(model, x, y, classes, declared, proba, report)
    return _decided(model, x, y, classes, declared, report) or _row_by_row(model, x, y, classes, report, history)


def _watched(
    model: Any,
    x: Any,
    y: np.ndarray,
    classes: np.ndarray,
    declared: bool,
    proba: str | None,
    report: Callable[[float], None],
) -> Said:
    """Let a model work in compiled blocks, and watch it."""
    watch = Watch(report)
    told = None if hasattr(model, "classes_") or not declared else classes
    found = model.predict_then_learn(x, y, told, watch=watch, **({} if proba is None else {"proba": proba}))
    own = model.classes_
    said = found
    if len(own) != len(classes):
        said = np.zeros((len(y), len(classes)))
        said[:, np.searchsorted(classes, own)] = found
    now = {name: float(np.mean(getattr(model, name))) for name in ("drift_", "noise_")}
    if len(classes) == 2:
        return Said(classes, said, said[:, 1], (said[:, 1] > said[:, 0]).astype(int), watch, now, own)
    return Said(classes, said, None, said.argmax(axis=1), watch, now, own)


def _decided(
    model: Any, x: Any, y: np.ndarray, classes: np.ndarray, declared: bool, report: Callable[[float], None]
) -> Said | None:
    """Return what an `OnlineClassifier` says in one loop, if it can."""
    if not hasattr(model, "decide_then_learn"):
        return None
    fields = model.decide_then_learn(x, y, None if hasattr(model, "classes_") or not declared else classes)
    if fields is None:
        return None
    report(float(len(y)))
    places = np.searchsorted(classes, model.classes_)
    if fields.ndim == 2:
        return Said(classes, None, None, places[fields.argmax(axis=1)])
    if len(places) == 1:
        return Said(classes, None, None, np.repeat(places, len(y)))
    return Said(classes, None, fields if len(classes) == 2 else None, places[(fields > 0.0).astype(int)])


def _row_by_row(
    model: Any,
    x: Any,
    y: np.ndarray,
    classes: np.ndarray,
    report: Callable[[float], None],
    checkpoints: Collection[int],
) -> Said:
    """Predict and learn one row after the other; a model that knows nothing yet says nothing in particular."""
    rows, two, history = len(y), len(classes) == 2, []
    probabilities = np.full((rows, len(classes)), 1.0 / len(classes)) if hasattr(model, "predict_proba") else None
    scores, predictions = np.zeros(rows) if two else None, np.zeros(rows, dtype=int)
    x = model.rows_of(x) if hasattr(model, "rows_of") else x.tocsr() if sp.issparse(x) else x
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
    return Said(classes, probabilities, scores, predictions, history=pd.DataFrame(history))


def _second(probabilities: np.ndarray | None, row: int) -> float:
    return 0.0 if probabilities is None else float(probabilities[row, 1])
