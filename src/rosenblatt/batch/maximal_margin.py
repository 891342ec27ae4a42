"""The best separating plane: the one whose nearest example is farthest from it.

    margin.1   maximise  min_i label_i w.x_i  over |w| = 1                                    (L8 sec. 4, item 2)
    margin.2   minimise  |sum_i a_i z_i|^2 + (sum_i a_i - 1)^2  over a_i >= 0,  z_i = label_i x_i/D,  D = max |x|
    margin.3   w is along sum_i a_i z_i,  and  a_i > 0 only where w.z_i is the margin

(margin.1) asks for the point of the convex hull of the z_i that is nearest to the origin, whose distance is the
margin. (margin.2) is that as a problem of least squares with a >= 0 (Lawson and Hanson 1974, chapter 23), which an
active-set method ends exactly. Its optimum is margin^2/(1 + margin^2): 0 if no plane through the origin separates.
"""

from __future__ import annotations

import numpy as np

TOLERANCE = 1e-9  # of the margin, in units of the longest example
ITERATIONS = 30  # of the active-set method, for each example


def find_best_separator(x: np.ndarray, labels: np.ndarray) -> np.ndarray | None:
    """Return the vector w of unit length with the largest margin min(labels * (x @ w)), or None if none separates.

    A margin below 1e-9 of the longest example counts as none.

    >>> find_best_separator(np.array([[2.0, 0.0], [0.0, -1.0]]), np.array([1.0, -1.0])).round(3)
    array([0.447, 0.894])
    >>> find_best_separator(np.array([[1.0], [2.0]]), np.array([1.0, -1.0])) is None
    True
    """
    from scipy.optimize import nnls

    longest = float(np.max(np.linalg.norm(x, axis=1)))
    if longest == 0.0:
        return None  # the origin is on every plane through it
    signed = labels[:, None] * x / longest
    system = np.vstack([signed.T, np.ones(len(signed))])
    shares, distance = nnls(system, np.append(np.zeros(x.shape[1]), 1.0), maxiter=ITERATIONS * len(signed))
    w = signed.T @ shares  # margin.3
    if distance <= TOLERANCE or np.min(signed @ w) <= 0.0:
        return None
    return w / np.linalg.norm(w)
