"""The sum of the squares of many numbers: the quickest way to know that all of them are finite, and none is large."""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import ddot, sdot  # pyright: ignore[reportAttributeAccessIssue]


def sum_of_squares(values: np.ndarray) -> float:
    """Return it for a contiguous array of float64 or float32, in its own precision; no overflow is warned of.

    >>> sum_of_squares(np.array([[3.0, 4.0]])), sum_of_squares(np.array([1e200])), sum_of_squares(np.empty(0))
    (25.0, inf, 0.0)
    """
    flat = values.ravel()
    return (ddot if flat.dtype == np.float64 else sdot)(flat, flat) if flat.size else 0.0
