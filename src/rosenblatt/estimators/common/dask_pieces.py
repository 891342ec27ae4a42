"""Estimators that can be merged, fitted to the pieces of a Dask collection side by side.

Dask is imported here and nowhere else, and only when a Dask collection is given.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from sklearn.base import clone

from rosenblatt.estimators.common.classes import at_least_two

AnyModel = TypeVar("AnyModel", bound=Any)


def is_dask(x: Any) -> bool:
    """Return whether data are a Dask array or dataframe."""
    return type(x).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(x, "dask")


def fit_pieces(model: AnyModel, x: Any, y: Any, sample_weight: Any = None) -> AnyModel:
    """Fit copies of a model to the pieces of a collection, in parallel, and merge them in their order.

    A piece is a partition of a dataframe, or a block of rows of an array; its labels have the same pieces.
    """
    from dask.base import compute
    from dask.delayed import delayed

    if sample_weight is not None:
        raise TypeError("sample_weight must be left out for a Dask collection. Repeat rows, or use partial_fit.")
    rows, labels = _pieces(x), _pieces(y)
    if len(rows) != len(labels):
        raise ValueError(
            f"y must be in as many pieces as X; got {len(labels)} and {len(rows)}. Rechunk or repartition one of them."
        )
    classes = at_least_two(np.unique(np.concatenate(compute(*(delayed(_unique)(piece) for piece in labels)))))
    fitted = [delayed(_fit_piece)(clone(model), a, b, classes) for a, b in zip(rows, labels, strict=True)]
    while len(fitted) > 1:  # neighbours first, so that the order of the rows is kept
        pairs = [delayed(_merge)(*fitted[k : k + 2]) for k in range(0, len(fitted), 2)]
        fitted = pairs
    (whole,) = compute(fitted[0])
    model.__dict__.update(whole.__dict__)
    return model


def _pieces(collection: Any) -> list[Any]:
    """Return the pieces of a collection as delayed values."""
    if not is_dask(collection):
        raise TypeError(
            f"y must be a Dask collection as X is; got {type(collection).__name__}. Use dask.array.from_array."
        )
    if getattr(collection, "ndim", 1) == 2 and hasattr(collection, "numblocks") and collection.numblocks[1] != 1:
        collection = collection.rechunk({1: -1})
    return list(np.ravel(np.array(collection.to_delayed(), dtype=object)))


def _unique(labels: Any) -> np.ndarray:
    return np.unique(np.asarray(labels))


def _fit_piece(model: Any, x: Any, y: Any, classes: np.ndarray) -> Any:
    """Return the fitted model, or None for a piece without rows."""
    return model.partial_fit(x, np.asarray(y), classes=classes) if x.shape[0] else None


def _merge(one: Any, other: Any = None) -> Any:
    if one is None or other is None:
        return other if one is None else one
    return one.merge(other)
