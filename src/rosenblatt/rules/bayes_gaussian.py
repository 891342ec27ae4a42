r"""The Bayesian online rule with its full covariance (SW sec. 4).

    bayes_gaussian.1   V = S.C S/N,  h = w.S/sqrt(N),  u = tau h/sqrt(V);   g and G of `rosenblatt.rules.parts.evidence`
    bayes_gaussian.2   w <- w + C S (tau g/sqrt(V))/sqrt(N)                                                     (SW 4.4)
    bayes_gaussian.3   C <- C - C S (C S)^T G/(N V)                                                             (SW 4.5)

What is done with w and C is that of every rule with a covariance, see `rosenblatt.rules.kinds.covariance`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rosenblatt.references import Reference
from rosenblatt.rules.kinds.bayesian import NOISE_ON_DATA, BayesianRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.parts.evidence import surprise, weighted
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class BayesGaussian(CovarianceRule, BayesianRule):
    """Bayesian online learning with the full covariance of the weights."""

    # The covariance shrinks faster than one variance for all weights: at 15 % flips a belief of 0.1 % still fails.
    noise_floor = NOISE_ON_DATA

    name = "bayes-gaussian"
    reference = Reference("solla-winther-1998", "(4.4)-(4.6)")

    @staticmethod
    def respond(label: float, field: float, variance: float, sample_weight: float, noise: float) -> tuple[float, float]:
        """Return how far the mean moves along C S, and which share of its square the covariance loses."""
        root = math.sqrt(variance)
        slope, taken = surprise(label * field / root, noise)  # bayes_gaussian.1
        slope, taken = weighted(slope, taken, sample_weight)
        return label * slope / root, taken / variance  # bayes_gaussian.2, bayes_gaussian.3
