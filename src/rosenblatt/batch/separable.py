"""Are these examples linearly separable? By linear programming.

    separable.1   maximise t  subject to  label_i w.x_i/|x_i| >= t,  -1 <= w_j <= 1,  t <= 1

A positive optimum is a separating vector, with its margin; an optimum of 0 proves that there is
none through the origin.
"""

from __future__ import annotations

import numpy as np

TOLERANCE = 1e-9  # of the linear program, for rows of unit length


def find_separator(x: np.ndarray, labels: np.ndarray) -> np.ndarray | None:
    """Return a vector w of unit length with labels * (x @ w) > 0 everywhere, or None if there is none.

    >>> find_separator(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0])).round(3)
    array([ 0.707, -0.707])
    >>> find_separator(np.array([[1.0], [2.0]]), np.array([1.0, -1.0])) is None
    True
    """
    from scipy.optimize import linprog

    lengths = np.linalg.norm(x, axis=1)
    if np.any(lengths == 0.0):
        return None  # the origin is on every plane through it
    signed = labels[:, None] * x / lengths[:, None]
    n = x.shape[1]
    result = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-signed, np.ones((len(x), 1))]),
        b_ub=np.zeros(len(x)),
        bounds=[(-1.0, 1.0)] * n + [(0.0, 1.0)],
        method="highs",
    )
    if not result.success:
        raise RuntimeError(f"the linear program must end; it did not: {result.message} Rescale the features.")
    w = result.x[:-1]
    if result.x[-1] <= TOLERANCE or np.min(signed @ w) <= 0.0:
        return None
    return w / np.linalg.norm(w)
