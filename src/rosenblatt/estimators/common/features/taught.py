"""Which rows of a batch teach something: those that have a label, and a weight."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _num_samples, column_or_1d

from rosenblatt.estimators.common.features.reading import is_dictionary, without_arrow
from rosenblatt.estimators.common.validation import classes_of, validated_weights


def labels_and_gaps(y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return labels as they came, and which of them are there; None and NaN are missing.

    >>> labels_and_gaps([1.0, float("nan"), 2.0])[1].tolist(), labels_and_gaps(["a", None])[1].tolist()
    ([True, False, True], [True, False])
    """
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    if type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "iub":
        return y, np.ones(len(y), dtype=bool)
    if isinstance(getattr(y, "dtype", None), pd.api.extensions.ExtensionDtype):
        y = np.asarray(y, dtype=object)  # whole numbers and truth values stay so, whatever is missing
    labels = column_or_1d(y, warn=True)
    return labels, ~pd.isna(labels)


def taught(x: Any, y: Any, sample_weight: Any, known: np.ndarray | None) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return the rows that teach something, their labels and weights; ``known`` are the classes of earlier ones."""
    labels, counted = labels_and_gaps(y)
    x = without_arrow(x)
    rows = 1 if is_dictionary(x) else _num_samples(x)
    if len(labels) != rows:
        raise ValueError(f"y must have one label for each of the {rows} rows of X; got {len(labels)}.")
    weights = np.ones(rows)
    if sample_weight is not None:
        weights = validated_weights(sample_weight, x)
        counted &= weights != 0.0
    if not counted.all():
        x, labels, weights = rows_of(x, np.flatnonzero(counted)), labels[counted], weights[counted]
    return x, classes_of(labels, known), weights


def with_targets(x: Any, y: Any, sample_weight: Any) -> tuple[Any, Any, Any] | None:
    """Return the rows that have a target, a number, with targets and sample weights; None if there are none."""
    targets = np.asarray(y, dtype=object)
    there = ~pd.isna(targets) if targets.ndim == 1 else np.ones(1, dtype=bool)
    if there.all() or len(there) != (1 if is_dictionary(x) else _num_samples(x)):
        return x, y, sample_weight
    if not there.any():
        return None
    weights = None if sample_weight is None else np.asarray(sample_weight)[there]
    return rows_of(x, np.flatnonzero(there)), targets[there].astype(float), weights


def rows_of(x: Any, rows: Any) -> Any:
    """Return some rows of a table of any kind."""
    return x if is_dictionary(x) else _safe_indexing(without_arrow(x), rows)


def runs_of(labelled: np.ndarray) -> Iterator[tuple[slice, bool]]:
    """Yield stretches of rows that all have a label, or all have none.

    >>> [(rows.start, rows.stop, there) for rows, there in runs_of(np.array([True, True, False, True]))]
    [(0, 2, True), (2, 3, False), (3, 4, True)]
    """
    edges = [0, *(np.flatnonzero(np.diff(labelled)) + 1).tolist(), len(labelled)]
    for start, stop in itertools.pairwise(edges):
        yield slice(start, stop), bool(labelled[start])
