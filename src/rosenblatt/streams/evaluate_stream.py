"""`evaluate` for files and for batches: predict each row, then learn it, and add up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.estimators.common.classes import declared_classes
from rosenblatt.progress import progress as progress_bar
from rosenblatt.streams.adapters import adapted
from rosenblatt.streams.number_evaluation import predicts_numbers
from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import format_of, open_reader
from rosenblatt.streams.readers.source import Source
from rosenblatt.streams.stream_evaluation import StreamEvaluation
from rosenblatt.streams.stream_run import Contender, StreamRun, learn_rows
from rosenblatt.streams.tally import Tally


def evaluate_stream(
    model: Any,
    rows: Path | str | Iterator[tuple[Any, Any]],
    *,
    target: str | None = None,
    classes: Any = None,
    proba: str | None = None,
    progress: bool | None = None,
) -> StreamEvaluation:
    """Let a model predict each row of a file, or of batches, and then learn it; `evaluate` calls it.

    >>> from rosenblatt.estimators.bayes import BayesClassifier
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> batches = ((X[k : k + 100], y[k : k + 100]) for k in range(0, len(y), 100))
    >>> evaluate_stream(BayesClassifier(), batches, classes=[0, 1]).accuracy > 0.95
    True
    """
    if not hasattr(adapted(model), "partial_fit") or not hasattr(adapted(model), "predict"):
        raise TypeError(f"model must have partial_fit and predict; got {type(model).__name__}, which learns in one go.")
    if predicts_numbers(model):
        raise TypeError(
            f"model must be a classifier, if rows come from a file or in batches; got {type(model).__name__}. "
            "Hand over all rows and targets, X and y."
        )
    one = Contender(type(model).__name__, adapted(model), Tally(), proba=proba)
    declared = declared_classes(classes)
    if isinstance(rows, (str, Path)):
        _follow_file(one, rows, target, declared, progress)
    else:
        _follow_batches(one, rows, declared, progress)
    if one.tally is None or one.tally.rows == 0:
        raise ValueError("rows must come, one at least; got none. Hand over some.")
    return StreamEvaluation(one.tally, max(one.seconds, 1e-9), one.name)


def _follow_file(
    one: Contender, path: Path | str, target: str | None, declared: np.ndarray | None, progress: bool | None
) -> None:
    if target is None and format_of(Source(path)) != "libsvm":
        raise ValueError(f"target must be the name of a column of {str(path)!r}; got none. Give target=.")
    run = StreamRun(open_reader(path, Asked(target)), [one], classes=declared)
    if declared is None:
        run.find_classes()
    with progress_bar(one.name, float(run.total or 1), progress) as report:
        for block in run.go():
            report(float(len(block.rows)))


def _follow_batches(
    one: Contender, batches: Iterator[tuple[Any, Any]], declared: np.ndarray | None, progress: bool | None
) -> None:
    with progress_bar(one.name, 1.0, progress):
        for x, y in batches:
            begun = time.perf_counter()
            learn_rows(one, x, np.asarray(y), declared)
            one.seconds += time.perf_counter() - begun
