"""Single examples that are numbers alone, as rows: names are looked up once, and nothing else is made or asked."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.linalg.blas import ddot  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.estimators.common.validation import LARGEST_UNSCALED

NUMBERS = {float, int, bool, np.float64}


class PlainRows(NamedTuple):
    """Reads examples of an estimator with columns of these ``names``; ``noted`` is how the estimator has noted them."""

    names: tuple[Any, ...]
    noted: np.ndarray | None

    @classmethod
    def of(cls, estimator: Any) -> PlainRows:
        """Return what reads the examples of an estimator that has learnt numbers alone."""
        noted = getattr(estimator, "feature_names_in_", None)
        return cls(tuple(range(estimator.n_features_in_) if noted is None else noted), noted)

    def is_of(self, estimator: Any) -> bool:
        """Whether the estimator still has these columns."""
        noted = getattr(estimator, "feature_names_in_", None)
        return noted is self.noted and len(self.names) == estimator.n_features_in_

    def read(self, x: Any) -> np.ndarray | None:
        """Return an example as a row of float64; None if it is anything but a plain number for each name.

        >>> plain = PlainRows(("a", "b"), None)
        >>> plain.read({"b": 2, "a": 1.5}), plain.read({"a": 1.5}), plain.read({"a": "x", "b": 1})
        (array([1.5, 2. ]), None, None)
        """
        if type(x) is dict:
            if len(x) != len(self.names) or not x:
                return None
            try:
                values = list(map(x.__getitem__, self.names))
                row = np.array(values, dtype=np.float64) if NUMBERS.issuperset(map(type, values)) else None
            except (KeyError, OverflowError):
                return None
            if row is None:
                return None
        elif type(x) is np.ndarray and x.dtype == np.float64 and x.shape == (len(self.names),):
            row = np.ascontiguousarray(x)
        else:
            return None
        return row if ddot(row, row) < LARGEST_UNSCALED else None  # what is missing or large goes the usual way
