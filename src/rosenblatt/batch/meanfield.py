r"""Offline Bayesian learning by mean-field equations (SW 4.8-4.11), iterated so that they converge.

They are message passing (`rosenblatt.batch.message_passing`) of flipped signs, with the Gaussian or the binary prior:

    meanfield.1   x = tau g/sqrt(lambda),   A = sum_mu G/(N lambda),  g and G of the evidence                (SW 4.9)
    meanfield.2   Gaussian prior:  m <- r/(1 + A),  v <- 1/(1 + A);   binary:  m <- tanh(r),  v <- mean(1 - m^2)

A is minus the mean slope of x in the cavity field, not in the full field; with that, or without A m in r, or without
damping, the binary iteration fails. At the fixed point of the Gaussian prior m = X^T x, SW (4.8), and
lambda = 1 - m.m/N. For few binary weights the sum over all vectors is exact, and `exact_binary` makes it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.message_passing import LEAST_NOISE, MOST_NOISE, NEW, Known, UnknownFlips, message_passing
from rosenblatt.scenario.channels import Flips
from rosenblatt.scenario.channels.responses import blurred_response
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, Prior

PRIORS: dict[str, Prior] = {"gaussian": GaussianPrior(), "binary": BinaryPrior()}
PRIOR_NAMES = tuple(PRIORS)
FEW = 12  # binary weights whose vectors can all be looked at


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
    law = PRIORS[checks.one_of("prior", prior, PRIOR_NAMES)]
    known = UnknownFlips() if noise is None else Known(Flips(checks.noise(noise)))
    found = message_passing(x, labels, law, known, sweeps=sweeps, tolerance=tolerance, new=new)
    variance, level = found.path[-1] if found.path else 1.0, found.channel.level
    how = found.evidence, found.sweeps, found.change, found.converged
    return MeanField(found.mean, variance, found.fields, level, *how)


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
    return blurred_response(np.ones(np.shape(u)), u, 1.0, noise)
