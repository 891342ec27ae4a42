r"""AdaTron: find the shares x of the examples in the plane of largest margin by climbing a concave function.

    dual_ascent.1   maximise sum x - |w|^2/2 over x >= 0,  w = sum x label S;  at the maximum label w.S >= 1
    dual_ascent.2   sequential:  x <- max(0, x + gamma (1 - label w.S)/|S|^2),  0 < gamma < 2, one by one           (AB)
    dual_ascent.3   batch:  x <- max(0, x + gamma (1 - label w.S)/lambda_max),  all at once, lambda_max of the products
                    label S.S' label' of all pairs
    dual_ascent.4   an intercept b asks for sum x label = 0: b is the weight of an input c, and the penalty b^2/2c^2
                    that goes with it is moved to where b is, b <- b + c^2 sum x label, until it costs nothing

(2) and (3) climb at every step and, on sets that a plane separates, end at the top. A sweep takes only the examples
that have a share or are not right by 1; then all are looked at. Where few examples have a share, the equations
label w.S = 1 of these are solved (`dual_face`): near the top a sweep gains little. On sets that no plane separates x
grows without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.sparse.linalg import aslinearoperator, eigsh

from rosenblatt.batch.dual_face import climb_face
from rosenblatt.batch.margin_certificate import SignedRows

FEW = 100  # examples with a share, whose equations are solved
SETTLED = 0.3  # of these may have come or gone in a round
SWEEPS, MOST_SWEEPS = 10, 1000  # over the active examples in a round
UPDATES = 50  # of all examples at once, in a round
CONSTANT = 0.1  # c^2 in units of the mean squared length of an example
SEED = 0  # of the order of the examples

# Climbs from (rows, order, rates, shares, weights, intercept and sum x label, c^2); shares and what follows change.
Sweep = Callable[[SignedRows, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, float], None]


def plain_sweep(
    rows: SignedRows,
    order: np.ndarray,
    rates: np.ndarray,
    shares: np.ndarray,
    weights: np.ndarray,
    offset: np.ndarray,
    constant: float,
) -> None:
    """Go through some examples; ``offset`` is the intercept and sum x label.  (dual_ascent.2)"""
    for row in order.tolist():
        label, inputs = float(rows.labels[row]), rows.dense(np.array([row]))[0]
        slack = 1.0 - label * (float(inputs @ weights) + float(offset[0]))
        change = max(0.0, shares[row] + rates[row] * slack) - shares[row]
        shares[row] += change
        weights += label * change * inputs
        offset += label * change * np.array([constant, 1.0])  # without an intercept c = 0


def adatron_rounds(rows: SignedRows, *, rate: float = 1.0, sweep: Sweep = plain_sweep) -> Iterator[np.ndarray]:
    """Yield the shares after each round of sweeps.  (dual_ascent.2)"""
    count = len(rows.labels)
    constant = _constant(rows)
    steps = rows.squares + constant
    rates = np.divide(rate, steps, out=np.zeros(count), where=steps > 0.0)
    shares, weights, offset = np.zeros(count), np.zeros(rows.x.shape[1]), np.zeros(2)
    order, last = np.arange(count), np.zeros(count, dtype=bool)
    random = np.random.default_rng(SEED)
    sweep(rows, order, rates, shares, weights, offset, constant)
    while True:
        right = rows.labels * (np.asarray(rows.x @ weights).ravel() + offset[0])
        order = np.flatnonzero((shares > 0.0) | (right < 1.0))
        for _ in range(int(np.clip(count / max(len(order), 1), SWEEPS, MOST_SWEEPS))):
            random.shuffle(order)
            sweep(rows, order, rates, shares, weights, offset, constant)
            offset[0] += constant * offset[1]  # dual_ascent.4
        yield shares
        now = shares > 0.0
        support = np.flatnonzero(now)
        if 0 < len(support) <= FEW and np.count_nonzero(now != last) <= SETTLED * len(support):
            intercept = climb_face(rows, shares, support)
            weights[:] = np.asarray(rows.x.T @ (rows.labels * shares)).ravel()
            offset[0] = offset[0] if intercept is None else intercept
            offset[1] = float(rows.labels @ shares) if rows.intercept else 0.0
            yield shares
        last = shares > 0.0


def batch_adatron_rounds(rows: SignedRows, *, rate: float = 1.0) -> Iterator[np.ndarray]:
    """Yield the shares after each round of updates of all examples.  (dual_ascent.3)"""
    count, constant = len(rows.labels), _constant(rows)
    steepest = largest_eigenvalue(rows) + constant * count
    shares, intercept = np.zeros(count), 0.0
    step = rate / steepest if steepest > 0.0 else 0.0
    while True:
        for _ in range(UPDATES):
            signed = rows.labels * shares
            fields = np.asarray(rows.x @ (rows.x.T @ signed)).ravel() + intercept + constant * signed.sum()
            shares = np.maximum(0.0, shares + step * (1.0 - rows.labels * fields))
            intercept += constant * float(rows.labels @ shares)  # dual_ascent.4
        yield shares


def largest_eigenvalue(rows: SignedRows) -> float:
    """Return lambda_max of the products of all pairs of rows."""
    count = len(rows.labels)
    if min(rows.x.shape) <= 2:
        return float(rows.squares.sum())  # at least lambda_max, and at most twice
    operator = aslinearoperator(rows.x) @ aslinearoperator(rows.x.T)
    start = np.random.default_rng(SEED).standard_normal(count)
    found: Any = eigsh(operator, k=1, v0=start, return_eigenvectors=False, tol=1e-6)  # pyright: ignore
    return float(found[0]) * (1.0 + 1e-5)


def _constant(rows: SignedRows) -> float:
    """Return c^2.  (dual_ascent.4)"""
    return CONSTANT * float(rows.squares.mean()) if rows.intercept else 0.0
