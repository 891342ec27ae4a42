r"""Offline Bayesian learning for inputs of any correlation: mean field with the full covariance.

It is expectation propagation, or the adaptive mean field of Opper and Winther.

Every example is replaced by a Gaussian factor with precision d and strength b along its input, such that its field
has the right mean and variance when it is taken out and put in again:

    expectation.1   C^-1 = 1 + X^T diag(d) X,   m = C X^T b,   h = X m,   V = diag(X C X^T)
    expectation.2   cavity:  1/V_c = 1/V - d,   h_c = V_c (h/V - b)
    expectation.3   u = tau h_c/sqrt(V_c);  d <- G/(V_c (1 - G)),   b <- d h_c + tau g/(sqrt(V_c) (1 - G))

For uncorrelated inputs and many weights V_c is the same for all examples, and these are the equations of
`rosenblatt.batch.meanfield`: SW (4.8)-(4.11). For few weights, or correlated ones, those fail and these do not. The
weights have the prior N(0, 1); labels do not tell their length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular

from rosenblatt import checks, gaussian
from rosenblatt.batch.meanfield import evidence
from rosenblatt.batch.message_passing import flipped

NEW = 0.5  # the share of the new factors after a sweep
FIRST_NOISE = 0.05


@dataclass(frozen=True)
class Expectation:
    """What has been learnt: a Gaussian posterior, and how the iteration went, as in `MeanField`."""

    mean: np.ndarray
    covariance: np.ndarray
    noise: float
    evidence: float
    sweeps: int
    change: float
    converged: bool


def expectation_propagation(
    x: np.ndarray,
    labels: np.ndarray,
    *,
    noise: float | None = 0.0,
    sweeps: int = 1000,
    tolerance: float = 1e-6,
    new: float = NEW,
) -> Expectation:
    """Learn from all examples at once, with a Gaussian prior; parameters as in `mean_field`."""
    estimate = noise is None
    kappa = FIRST_NOISE if noise is None else checks.noise(noise)
    d, b = np.zeros(len(labels)), np.zeros(len(labels))
    mean, root = _posterior(x, d, b)
    change, sweep = math.inf, 0
    u = np.zeros(len(labels))
    while sweep < sweeps and change > tolerance:
        seen = solve_triangular(root, x.T, lower=True)
        variance = np.maximum((seen * seen).sum(axis=0), 1e-300)
        rest = np.maximum(1.0 / variance - d, 1e-12 / variance)  # expectation.2
        cavity = 1.0 / rest
        field = cavity * ((x @ mean) / variance - b)
        u = labels * field / np.sqrt(cavity)
        g, taken = evidence(u, kappa)
        left = np.maximum(1.0 - taken, 1e-12)
        better = np.maximum(taken / left, -0.5) * rest  # expectation.3; a factor may widen its field by half
        effect = better * field + labels * g / (np.sqrt(cavity) * left)
        d, b = (1.0 - new) * d + new * better, (1.0 - new) * b + new * effect
        old = mean
        try:
            mean, root = _posterior(x, d, b)
        except np.linalg.LinAlgError:  # labels that contradict each other and may not be flipped
            change = math.inf
            break
        change = float(np.linalg.norm(mean - old)) / max(float(np.linalg.norm(mean)), 1e-300)
        if estimate:
            before, kappa = kappa, (1.0 - new) * kappa + new * flipped(u, kappa)
            change = max(change, abs(kappa - before))
        sweep += 1
        if not math.isfinite(change):
            break
    likely = kappa + (1.0 - 2.0 * kappa) * gaussian.cdf(u)
    half = solve_triangular(root, np.eye(len(mean)), lower=True)
    told = float(np.mean(np.log(np.maximum(likely, 1e-300))))
    return Expectation(mean, half.T @ half, kappa, told, sweep, change, change <= tolerance)


def _posterior(x: np.ndarray, d: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return m and the lower root of C^-1.  (expectation.1)

    A label that is likely to be a flip widens what is known; where so many do that nothing is left, none may.
    """
    try:
        root = np.linalg.cholesky(np.eye(x.shape[1]) + x.T @ (d[:, None] * x))
    except np.linalg.LinAlgError:
        root = np.linalg.cholesky(np.eye(x.shape[1]) + x.T @ (np.maximum(d, 0.0)[:, None] * x))
    half = solve_triangular(root, x.T @ b, lower=True)
    return solve_triangular(root.T, half, lower=False), root
