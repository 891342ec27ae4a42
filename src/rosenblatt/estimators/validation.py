"""What estimators accept, and errors that name the place and the remedy."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d, validate_data

FLOATS = [np.float64, np.float32]


def validated_features(estimator: Any, x: Any, *, reset: bool) -> Any:
    """Return ``x`` as a C-ordered array or canonical CSR matrix of finite floats.

    Takes arrays, SciPy sparse matrices, pandas frames and Arrow tables. A batch is looked at whole
    before anything is learnt from it.
    """
    x = x.to_pandas() if type(x).__module__.startswith("pyarrow") else x
    try:
        checked: Any = validate_data(
            estimator, x, reset=reset, accept_sparse="csr", dtype=FLOATS, order="C", ensure_all_finite=False
        )
    except ValueError as problem:
        if "could not convert string to float" not in str(problem):
            raise
        word = str(problem).rpartition(": ")[2]
        raise ValueError(f"X must be numeric; got the text {word}. Encode such columns as numbers first.") from None
    if not isinstance(checked, np.ndarray) and not checked.has_canonical_format:
        checked = checked.copy()  # the caller's matrix stays as it is
        checked.sum_duplicates()
    _check_finite(estimator, checked)
    return checked


def validated_examples(estimator: Any, x: Any, y: Any, *, first: bool) -> tuple[Any, np.ndarray]:
    """Return features and labels, one for each row; ``first`` is a fit, or the first batch of a stream."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    features = validated_features(estimator, x, reset=first)
    labels = column_or_1d(y, warn=True)
    if first:
        check_classification_targets(labels)
    if len(labels) != features.shape[0]:
        raise ValueError(f"y must have one label for each of the {features.shape[0]} rows of X; got {len(labels)}.")
    return features, labels


def _check_finite(estimator: Any, x: Any) -> None:
    values = x if isinstance(x, np.ndarray) else x.data
    with np.errstate(over="ignore", invalid="ignore"):
        total = values.sum(dtype=np.float64)  # five times faster than looking at each
    if np.isfinite(total) or np.isfinite(values).all():
        return
    if isinstance(x, np.ndarray):
        row, column = (int(place[0]) for place in np.nonzero(~np.isfinite(x)))
        value = x[row, column]
    else:
        place = int(np.flatnonzero(~np.isfinite(values))[0])
        row = int(np.searchsorted(x.indptr, place, side="right")) - 1
        column, value = int(x.indices[place]), values[place]
    names = getattr(estimator, "feature_names_in_", None)
    where = f"column {names[column]!r}" if names is not None else f"column {column}"
    raise ValueError(
        f"X must be finite; got {'NaN' if np.isnan(value) else 'infinity'} in row {row}, {where}. "
        "Impute or drop NaN and infinite values first."
    )
