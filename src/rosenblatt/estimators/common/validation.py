"""What estimators accept, errors that name the place and the remedy, and that whatever goes wrong changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, column_or_1d, validate_data

from rosenblatt.estimators.common.features.reading import without_arrow
from rosenblatt.kernels.squares import sum_of_squares

FLOATS = [np.float64, np.float32]
LARGEST_UNSCALED = 1e100  # of features that are learnt as they are: squares, and sums of them, are finite
LARGEST_TARGET = 1e150  # of targets that are numbers
LARGEST_WEIGHT = 1e15  # of a row: as many rows as can be counted, and what it teaches is finite


class ValidatingEstimator(BaseEstimator):
    """Takes SciPy's sparse matrices as well as arrays, and is left as it was by a call that fails or is interrupted.

    For estimators whose calls learn on a draft: they replace its attributes, and never change what these hold.
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    @contextmanager
    def _draft(self) -> Iterator[Self]:
        """Hand out a copy with the same attributes, and become it at the end, if that is reached.

        One assignment does it, so that there is no moment at which an interrupt could leave a part of what was learnt.
        """
        draft = object.__new__(type(self))
        draft.__dict__.update(self.__dict__)
        yield draft
        self.__dict__ = draft.__dict__


def validated_features(
    estimator: Any, x: Any, *, reset: bool, dtype: Any = FLOATS, largest: float = np.inf, gaps: bool = False
) -> Any:
    """Return ``x`` as a C-ordered array or canonical CSR matrix of finite numbers, none of them beyond ``largest``.

    NaN is a missing value if there may be ``gaps``, else an error. Takes arrays, SciPy sparse matrices, pandas frames
    and Arrow tables. A batch is looked at whole before anything is learnt from it.
    """
    x = without_arrow(x)
    _refuse_dates(x)
    try:
        checked: Any = validate_data(
            estimator, x, reset=reset, accept_sparse="csr", dtype=dtype, order="C", ensure_all_finite=False
        )
    except ValueError as problem:
        if "could not convert string to float" in str(problem):
            word = str(problem).rpartition(": ")[2]
        elif "arrays of bytes/strings" in str(problem):
            word = repr(np.asarray(x).flat[0].item())
        else:
            raise
        raise ValueError(f"X must be numeric; got the text {word}. Encode such columns as numbers first.") from None
    if isinstance(checked, np.ndarray):
        checked = _plain_numbers(checked)
    elif not checked.has_canonical_format:
        checked = checked.copy()  # the caller's matrix stays as it is
        checked.sum_duplicates()
    check_values(estimator, checked, largest, gaps=gaps)
    return checked


def largest_of(estimator: Any) -> float:
    """Return how large features may be: within bounds, unless the estimator standardises them."""
    return np.inf if getattr(estimator, "standardise", False) else LARGEST_UNSCALED


def dense_floats(x: Any) -> np.ndarray:
    """Return validated features as a dense array of float64."""
    return (x if isinstance(x, np.ndarray) else x.toarray()).astype(float)


def validated_examples(
    estimator: Any, x: Any, y: Any, *, first: bool, dtype: Any = FLOATS, largest: float = np.inf
) -> tuple[Any, np.ndarray]:
    """Return features and labels, one for each row; ``first`` is a fit, or the first batch of a stream."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    features = validated_features(estimator, x, reset=first, dtype=dtype, largest=largest)
    labels = plain_labels(column_or_1d(y, warn=True))
    if first:
        check_classification_targets(labels)
    if len(labels) != features.shape[0]:
        raise ValueError(f"y must have one label for each of the {features.shape[0]} rows of X; got {len(labels)}.")
    return features, labels


def classes_of(labels: np.ndarray, known: np.ndarray | None) -> np.ndarray:
    """Return labels that are all there as classes, of the type of those that are known; raise if they are none.

    ``known`` are those of earlier rows, None if there are none.
    """
    labels = plain_labels(labels)
    if known is None:
        check_classification_targets(labels)
        return labels
    check_kind(labels, known)
    if known.dtype.kind in "iu" and labels.dtype.kind == "f":
        return labels.astype(known.dtype)  # whole numbers among which some were missing
    return labels


def weighted_examples(
    estimator: Any,
    x: Any,
    y: Any,
    sample_weight: Any,
    *,
    known: np.ndarray | None,
    dtype: Any = FLOATS,
    largest: float = np.inf,
) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return the rows of a batch, labels and sample weights; ``known`` are the classes of earlier ones."""
    x, labels = validated_examples(estimator, x, y, first=known is None, dtype=dtype, largest=largest)
    if known is not None:
        check_kind(labels, known)
    return weighted_rows(x, labels, sample_weight)


def validated_numbers(y: Any, rows: int) -> np.ndarray:
    """Return targets that are numbers, one for each row, or several: float64, of one or two dimensions."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    y = check_array(y, ensure_2d=False, dtype="numeric", input_name="y", ensure_all_finite=True)
    if y.ndim == 2 and y.shape[1] == 1:
        y = column_or_1d(y, warn=True)
    if len(y) != rows:
        raise ValueError(f"y must have one value for each of the {rows} rows of X; got {len(y)}.")
    y = y.astype(np.float64)
    if np.isnan(y).any():  # None among numbers
        raise ValueError("y must be numbers; got one that is missing (None). Drop rows without a target.")
    size = float(np.abs(y).max(initial=0.0))
    if size > LARGEST_TARGET:
        raise ValueError(f"y must be within {LARGEST_TARGET:g}; got {size:g}. Give it in larger units.")
    return y


def check_kind(labels: np.ndarray, known: np.ndarray) -> None:
    """Raise if later labels cannot be classes of the same kind as the first ones."""
    if labels.dtype.kind == "f":
        if not np.isfinite(labels).all():
            raise ValueError("y must be classes; got NaN or infinity. Drop rows without a label.")
        if not (labels == np.floor(labels)).all():
            strange = float(labels[labels != np.floor(labels)][0])
            raise ValueError(f"y must be classes; got {strange!r}, a measurement. Make classes of it.")
    if len(known) and len(labels) and (labels.dtype.kind in "iufb") != (known.dtype.kind in "iufb"):
        raise ValueError(
            f"y must be of one kind; got {labels.tolist()[0]!r} after {known.tolist()[0]!r}. Convert one of them."
        )


def plain_labels(labels: np.ndarray) -> np.ndarray:
    """Return labels of objects as numbers or texts; raise if some are missing or they are of more than one kind."""
    if labels.dtype.kind != "O":
        return labels
    missing = np.flatnonzero(pd.isna(labels))
    if missing.size:
        raise ValueError(
            f"y must be classes; got none in row {int(missing[0])}. Drop rows without a label (None, NaN)."
        )
    numbers = [isinstance(label, (bool, int, float, np.generic)) for label in labels]
    if all(numbers):
        return np.array(labels.tolist())
    if any(numbers) or len({type(label) for label in labels}) > 1:
        other = next(label for label in labels if type(label) is not type(labels[0]))
        raise ValueError(f"y must be of one kind; got {labels[0]!r} and {other!r}. Convert one of them.")
    return labels


def _refuse_dates(x: Any) -> None:
    dtypes = list(x.dtypes) if isinstance(x, pd.DataFrame) else [getattr(x, "dtype", np.dtype(float))]
    if any(getattr(dtype, "kind", "") in ("m", "M") for dtype in dtypes):
        raise ValueError("X must be numeric; got dates or times. Make numbers of them first, e.g. days since a date.")


def _plain_numbers(x: np.ndarray) -> np.ndarray:
    """Return an array of a type that kernels read: others become float64."""
    if x.dtype.kind in "biuf" and x.dtype.isnative and x.dtype not in (np.float16, np.longdouble):
        return x
    try:
        return x.astype(np.float64)
    except (TypeError, ValueError):
        word = next(repr(value) for value in x.flat if not isinstance(value, (int, float, np.number)))
        raise ValueError(f"X must be numeric; got {word}. Encode such columns as numbers first.") from None


def weighted_rows(x: Any, labels: np.ndarray, sample_weight: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return rows, labels and sample weights; rows of weight 0 are ignored."""
    if sample_weight is None:
        return x, labels, np.ones(x.shape[0])
    weights = validated_weights(sample_weight, x)
    counted = weights != 0.0
    return (x, labels, weights) if counted.all() else (x[counted], labels[counted], weights[counted])


def validated_weights(sample_weight: Any, x: Any) -> np.ndarray:
    """Return sample weights, one for each row: none is negative, or so large that sums of them are no numbers."""
    weights = _check_sample_weight(sample_weight, x, dtype=np.float64, ensure_non_negative=True)
    heaviest = float(weights.max(initial=0.0))
    if heaviest > LARGEST_WEIGHT:
        raise ValueError(
            f"sample_weight must be at most {LARGEST_WEIGHT:g}; got {heaviest:g} in row {int(weights.argmax())}. "
            "A row of weight 2 counts as two rows: divide all weights by the same number."
        )
    return weights


def check_values(
    estimator: Any, x: Any, largest: float = np.inf, *, gaps: bool = False, column: str | None = None
) -> None:
    """Raise if a value is infinite, beyond ``largest`` or, unless there may be ``gaps``, NaN, and say where.

    ``column`` is how the user knows the only column; defaults to what the estimator knows of its columns.
    """
    values = x.ravel() if isinstance(x, np.ndarray) else x.data
    if values.dtype.kind != "f" or sum_of_squares(values) < min(largest, 1e150) ** 2:
        return
    if gaps:
        lost = "X must be finite; got {}. Correct it, or take NaN for a missing value."
        _raise_where(estimator, x, np.isinf(values), lost, column)
    else:
        lost = "X must be finite; got {}. Impute or drop NaN and infinite values first."
        _raise_where(estimator, x, ~np.isfinite(values), lost, column)
    able = hasattr(estimator, "standardise")
    bound = f"{largest:g} if it is not standardised" if able else f"{largest:g}"
    remedy = "Take standardise=True." if able else "Give such columns in larger units."
    _raise_where(estimator, x, np.abs(values) > largest, f"X must be within {bound}; got {{}}. {remedy}", column)


def _raise_where(estimator: Any, x: Any, wrong: np.ndarray, message: str, name: str | None) -> None:
    """Raise for the first wrong value, if there is one: its place goes into the message."""
    if not wrong.any():
        return
    place = int(np.flatnonzero(wrong)[0])
    if isinstance(x, np.ndarray):
        row, column = divmod(place, x.shape[1]) if x.ndim == 2 else (place, 0)
        value = x.flat[place]
    else:
        row = int(np.searchsorted(x.indptr, place, side="right")) - 1
        column, value = int(x.indices[place]), x.data[place]
    said = "NaN" if np.isnan(value) else "infinity" if np.isinf(value) else f"{value:g}"
    raise ValueError(message.format(f"{said} in row {row}, {name or named(estimator, column)}"))


def check_learnt(name: str, *learnt: Any) -> None:
    """Raise if a model would hold a number that is not finite."""
    if not all(np.isfinite(numbers).all() for numbers in learnt):
        raise FloatingPointError(
            f"{name} must learn finite numbers; got NaN or infinity. Give X in other units, or smaller parameters."
        )


def named(estimator: Any, column: int) -> str:
    """Return how the user knows a column."""
    names = getattr(estimator, "feature_names_in_", None)
    return f"column {names[column]!r}" if names is not None else f"column {column}"
