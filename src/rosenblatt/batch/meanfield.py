r"""Offline Bayesian learning by mean-field equations (SW 4.8-4.11), iterated so that they converge.

X = S/sqrt(N), one row for each example; u = tau omega/sqrt(lambda), g and G of the evidence. One sweep:

    meanfield.1   lambda = v,   omega = X m - lambda x                              (the cavity fields, SW 4.11)
    meanfield.2   x <- tau g/sqrt(lambda)                                                                (SW 4.9)
    meanfield.3   A <- sum_mu G/(N lambda)
    meanfield.4   r = X^T x + A m
    meanfield.5   Gaussian prior:  m <- r/(1 + A),  v <- 1/(1 + A);   binary:  m <- tanh(r),  v <- mean(1 - m^2)

x, A, m and v are damped, but not in the first sweep. A in (3) is minus the mean slope of x in the cavity field, not in
the full field; with that, or without A m in (4), or without damping, the binary iteration fails. At the fixed point of
the Gaussian prior m = X^T x, SW (4.8), and lambda = 1 - m.m/N.
For few binary weights the sum over all vectors is exact, and `exact_binary` makes it.
If kappa is not given it is estimated by evidence, as the mean probability of having been flipped:

    meanfield.6   kappa <- < kappa Phi(-u)/(kappa Phi(-u) + (1 - kappa) Phi(u)) >
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt import checks, gaussian

PRIOR_NAMES = ("gaussian", "binary")
NEW = 0.7  # the share of the new value in a damped one
LEAST = 1e-8  # of lambda
FEW = 12  # binary weights whose vectors can all be looked at
LEAST_NOISE, MOST_NOISE = 1e-4, 0.49


@dataclass(frozen=True)
class MeanField:
    """What has been learnt.

    Attributes
    ----------
    mean, variance : the mean of each weight, and the variance that is left, on average.
    noise : the share of flipped labels, given or estimated.
    evidence : the mean logarithm of the probability of a label, in its cavity.
    sweeps, change, converged : how the iteration went: ``change`` is that of the last sweep, relative.
    """

    mean: np.ndarray
    variance: float
    fields: np.ndarray
    noise: float
    evidence: float
    sweeps: int
    change: float
    converged: bool


def mean_field(
    x: np.ndarray,
    labels: np.ndarray,
    *,
    prior: str = "gaussian",
    noise: float | None = 0.0,
    sweeps: int = 1000,
    tolerance: float = 1e-6,
    new: float = NEW,
) -> MeanField:
    """Learn from all examples at once.

    Parameters
    ----------
    x : inputs divided by sqrt(N), one row for each example.
    labels : +1 or -1.
    prior : "gaussian" or "binary".
    noise : the probability that a label is flipped; None to estimate it.
    sweeps, tolerance : stop after so many sweeps, or when nothing changes by more than ``tolerance``, relative.
    new : the share of the new values after a sweep; less is slower and converges on harder data.
    """
    checks.one_of("prior", prior, PRIOR_NAMES)
    estimate = noise is None
    kappa = 0.05 if noise is None else checks.noise(noise)
    n = x.shape[1]
    m, v, effect, a = np.zeros(n), 1.0, np.zeros(len(labels)), 0.0
    omega, change, sweep, share = np.zeros(len(labels)), math.inf, 0, 1.0
    while sweep < sweeps and change > tolerance:
        lam = max(v, LEAST)
        omega = x @ m - lam * effect  # meanfield.1
        u = labels * omega / math.sqrt(lam)
        g, taken = evidence(u, kappa)
        old = m
        effect = _damped(effect, labels * g / math.sqrt(lam), share)  # meanfield.2
        a = _damped(a, float(taken.sum()) / (n * lam), share)  # meanfield.3
        r = x.T @ effect + a * m  # meanfield.4
        if prior == "gaussian":
            m, v = _damped(m, r / (1.0 + a), share), _damped(v, 1.0 / (1.0 + a), share)  # meanfield.5
        else:
            tanh = np.tanh(r)
            m, v = _damped(m, tanh, share), _damped(v, float(np.mean((1.0 - tanh) * (1.0 + tanh))), share)
        change = float(np.linalg.norm(m - old)) / max(float(np.linalg.norm(m)), 1e-300)
        if estimate:
            before, kappa = kappa, _damped(kappa, flipped(u, kappa), share)
            change = max(change, abs(kappa - before))
        if not np.isfinite(change):
            return MeanField(old, v, omega, kappa, -math.inf, sweep, math.inf, False)
        sweep, share = sweep + 1, new
    likely = kappa + (1.0 - 2.0 * kappa) * gaussian.cdf(labels * omega / math.sqrt(max(v, LEAST)))
    told = float(np.mean(np.log(np.maximum(likely, 1e-300))))
    return MeanField(m, v, omega, kappa, told, sweep, change, change <= tolerance)


def exact_binary(
    x: np.ndarray, labels: np.ndarray, *, noise: float | None = 0.0, sweeps: int = 1000, tolerance: float = 1e-6
) -> MeanField:
    """Learn weights +1 and -1 by summing over all vectors; for at most `FEW` of them."""
    n = x.shape[1]
    vectors = 2.0 * ((np.arange(1 << n)[:, None] >> np.arange(n)) & 1) - 1.0
    fields = vectors @ x.T
    mistakes = (labels * fields <= 0.0).sum(axis=1).astype(float)
    kappa, change, sweep = (0.05 if noise is None else max(checks.noise(noise), 1e-9)), math.inf, 0
    while True:
        odds = math.log(kappa / (1.0 - kappa))
        logs = odds * mistakes
        weight = np.exp(logs - logs.max())
        weight /= weight.sum()
        sweep += 1
        better = float(np.clip(weight @ mistakes / max(len(labels), 1), LEAST_NOISE, MOST_NOISE))
        change = 0.0 if noise is not None else abs(better - kappa)
        if change <= tolerance or sweep >= sweeps:
            break
        kappa = better
    mean = weight @ vectors
    total = float(logs.max()) + math.log(float(np.exp(logs - logs.max()).sum()))
    told = (total - n * math.log(2.0)) / max(len(labels), 1) + math.log1p(-kappa)
    left = float(np.mean((1.0 - mean) * (1.0 + mean)))
    return MeanField(mean, left, x @ mean, kappa, told, sweep, change, change <= tolerance)


def evidence(u: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return g and G of `rosenblatt.rules.parts.evidence`, for arrays."""
    if noise == 0.0:
        return gaussian.inverse_mills(u), gaussian.squared_surprise(u)[0]
    clean = 1.0 - 2.0 * noise
    g = clean * gaussian.pdf(u) / (noise + clean * gaussian.cdf(u))
    return g, g * (g + u)


def flipped(u: np.ndarray, noise: float) -> float:
    """Return the share of labels that are flipped, given where the fields are.  (meanfield.6)"""
    wrong, right = noise * gaussian.cdf(-u), (1.0 - noise) * gaussian.cdf(u)
    return float(np.clip(np.mean(wrong / (wrong + right)), LEAST_NOISE, MOST_NOISE))


def _damped(old, value, share: float):
    return value if share == 1.0 else share * value + (1.0 - share) * old
