r"""The top of the function that AdaTron climbs, if only some examples may have a share: linear equations.

    dual_face.1   label (w.S + b) = 1 for each of these examples;  w = sum x label S,  sum x label = 0 if there is a b
    dual_face.2   from x >= 0 towards the solution until an x is 0: that example leaves
    dual_face.3   if no w solves them, the residual v of least squares has sum v = |v|^2 > 0, sum v label S = 0: along
                  it the function rises for ever, until an x is 0; if none falls, no plane separates these examples

(Lawson and Hanson 1974, chapter 23, do (2) for least squares.) Each step leaves one example out, so that it ends.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from rosenblatt.batch.margin_certificate import NOTHING, NotSeparable, SignedRows

RESIDUAL = 1e-8  # of the equations, above which they have no solution
RANK = 1e-11  # of the largest singular value
ROUNDING = 1e-12  # of the largest part of a direction


def climb_face(rows: SignedRows, shares: np.ndarray, support: np.ndarray) -> float | None:
    """Climb to the top of the face of the examples ``support``, in place, and return the intercept there.

    Return None if the equations are too badly determined. Raise if no plane separates these examples.
    """
    while True:
        labels, held = rows.labels[support], shares[support]
        signed = labels[:, None] * rows.dense(support)
        columns = np.hstack([signed, labels[:, None]]) if rows.intercept else signed
        wanted, intercept = _solution(signed, labels, rows.intercept)
        missing = 1.0 - signed @ (signed.T @ wanted) - labels * intercept
        if np.abs(missing).max() > RESIDUAL:
            missing = _residual(columns)  # to more digits: the products of examples square what is small
        rises = bool(np.abs(missing).max() > RESIDUAL)
        direction = missing if rises else wanted - held  # dual_face.3, dual_face.2
        falls = direction < -ROUNDING * np.abs(direction).max()
        if rises and not falls.any():
            if np.linalg.norm(columns.T @ direction) > NOTHING * direction.sum():
                return None
            raise NotSeparable(f"a sum of {np.count_nonzero(direction > 0.0)} examples with positive shares is 0")
        reach = np.divide(held, -direction, out=np.full(len(held), np.inf), where=falls)
        step = float(reach.min())
        if not rises and step >= 1.0:
            shares[support] = np.maximum(held + direction, 0.0)
            return intercept
        stays = reach > step
        shares[support] = np.where(stays, np.maximum(held + step * direction, 0.0), 0.0)
        support = support[stays]


def _residual(columns: np.ndarray) -> np.ndarray:
    """Return what is left of 1 for each example by the best weights and intercept.  (dual_face.1)"""
    ones = np.ones(len(columns))
    return ones - columns @ _least_squares(columns, ones)


def _solution(signed: np.ndarray, labels: np.ndarray, has_intercept: bool) -> tuple[np.ndarray, float]:
    """Return the shares and the intercept that solve the equations.  (dual_face.1)"""
    count, products = len(labels), signed @ signed.T
    if not has_intercept:
        return _least_squares(products, np.ones(count)), 0.0
    matrix = np.block([[products, labels[:, None]], [labels[None], np.zeros((1, 1))]])
    solution = _least_squares(matrix, np.append(np.ones(count), 0.0))
    return solution[:count], float(solution[count])


def _least_squares(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    return linalg.lstsq(matrix, right, cond=RANK, lapack_driver="gelsy", check_finite=False)[0]  # pyright: ignore
