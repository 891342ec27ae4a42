"""Are these examples linearly separable? By linear programming.

    separable.1   maximise m  subject to  label_i w.x_i/|x_i| >= m,  -1 <= w_j <= 1,  m <= 1
    separable.2   with a threshold theta:  label_i (w.x_i - s theta)/|(x_i, theta)| >= m,  0 <= s <= 1

A positive optimum is a separating vector, with its margin; an optimum of 0 proves that there is none. (separable.2)
looks for some w.x > t with t of the sign of theta, or 0: weights of any length make t equal to theta.
"""

from __future__ import annotations

import numpy as np

TOLERANCE = 1e-9  # of the linear program, for rows of unit length


def find_separator(x: np.ndarray, labels: np.ndarray, *, threshold: float = 0.0) -> np.ndarray | None:
    """Return a vector w with labels * (x @ w - threshold) > 0 everywhere, or None if there is none.

    Without a threshold it has unit length.

    >>> find_separator(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0])).round(3)
    array([ 0.707, -0.707])
    >>> x, labels = np.array([[1.0], [2.0]]), np.array([-1.0, 1.0])
    >>> find_separator(x, labels) is None, find_separator(x, labels, threshold=-3.0) is None
    (True, True)
    >>> bool(1.5 < find_separator(x, labels, threshold=3.0) < 3.0)
    True
    """
    if threshold == 0.0:
        w = _positive_side(labels[:, None] * x, [(-1.0, 1.0)] * x.shape[1])  # separable.1
        return None if w is None else w / np.linalg.norm(w)
    rows = np.hstack([x, np.full((len(x), 1), -threshold)])
    found = _positive_side(labels[:, None] * rows, [(-1.0, 1.0)] * x.shape[1] + [(0.0, 1.0)])  # separable.2
    if found is None:
        return None
    w, scale = found[:-1], float(found[-1])
    least = float(np.min(labels * (x @ w - scale * threshold)))
    return w / max(scale, 0.5 * least / abs(threshold))  # a little threshold more or less is within the margin


def _positive_side(rows: np.ndarray, bounds: list[tuple[float, float]]) -> np.ndarray | None:
    """Return a vector within bounds whose products with all rows are positive, or None if there is none."""
    from scipy.optimize import linprog

    lengths = np.linalg.norm(rows, axis=1)
    if np.any(lengths == 0.0):
        return None  # the origin is on every plane through it
    rows = rows / lengths[:, None]
    n = rows.shape[1]
    result = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-rows, np.ones((len(rows), 1))]),
        b_ub=np.zeros(len(rows)),
        bounds=[*bounds, (0.0, 1.0)],
        method="highs",
    )
    if not result.success:
        raise RuntimeError(f"the linear program must end; it did not: {result.message} Rescale the features.")
    found = result.x[:-1]
    return None if result.x[-1] <= TOLERANCE or np.min(rows @ found) <= 0.0 else found
