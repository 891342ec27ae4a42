r"""Offline learning of a linear rule by the pseudo-inverse.

X is S/sqrt(N), one row for each example; b are the teacher's fields.

    pseudo-inverse.1   J = X^+ b, the shortest weights that fit all examples
"""

from __future__ import annotations

import numpy as np


def pseudo_inverse(x: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the shortest weights that fit all examples, or fit best.  (pseudo-inverse.1)"""
    return np.linalg.lstsq(x, b, rcond=None)[0]
