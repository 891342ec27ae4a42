r"""The Bayesian online rule with its full covariance (SW sec. 4).

    bayes_gaussian.1   V = S.C S/N,  h = w.S/sqrt(N),  u = tau h/sqrt(V);   g and G of `rosenblatt.rules.evidence`
    bayes_gaussian.2   w <- w + C S (tau g/sqrt(V))/sqrt(N)                                                     (SW 4.4)
    bayes_gaussian.3   C <- C - C S (C S)^T G/(N V)                                                             (SW 4.5)

A step costs O(N^2): it is no matter of single synapses, and a student keeps w and C as the rows of one array.
`rosenblatt.kernels.covariance` is the same, compiled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.references import Reference
from rosenblatt.rules.base import EMPHASIS, EXAMPLES, SCALE
from rosenblatt.rules.evidence import BayesianRule, surprise, weighted
from rosenblatt.rules.registry import register


@register
@dataclass(frozen=True)
class BayesGaussian(BayesianRule):
    """Bayesian online learning with the full covariance of the weights."""

    name = "bayes-gaussian"
    reference = Reference("solla-winther-1998", "(4.4)-(4.6)")
    synaptic = False
    covariance = True
    dense = True

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return w = 0 and C = 1 as the rows of one array, and the memory."""
        _, memory = super().start(n, scale)
        return np.vstack([np.zeros(n), np.eye(n)]), memory

    def learn(
        self, inputs: np.ndarray, labels: np.ndarray, emphasis: float, synapses: np.ndarray, memory: np.ndarray
    ) -> np.ndarray:
        """Let each of several students learn one example, in place; return which of them were wrong.

        ``inputs`` may lack a last one that is always 1, the intercept's.
        """
        wrong = np.zeros(len(labels), dtype=bool)
        x = np.append(inputs, 1.0) if synapses.shape[2] > inputs.shape[-1] else inputs
        for k, label in enumerate(labels.tolist()):
            scale, weights, covariance = float(memory[k, SCALE]), synapses[k, 0], synapses[k, 1:]
            memory[k, EXAMPLES] += 1.0
            memory[k, EMPHASIS] = emphasis
            seen = scale * (covariance @ x)
            variance, field = scale * float(seen @ x), scale * float(weights @ x)
            wrong[k] = label * field <= 0.0
            if variance <= 0.0:
                continue
            root = math.sqrt(variance)
            slope, taken = surprise(label * field / root, self.parameters[0])  # bayes_gaussian.1
            slope, taken = weighted(slope, taken, emphasis)
            weights += seen * (label * slope / root)  # bayes_gaussian.2
            covariance -= np.outer(seen, seen) * (taken / variance)  # bayes_gaussian.3
        return wrong

    def fields(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the fields; weights may have an intercept more."""
        n = inputs.shape[-1]
        return inputs @ weights[:n] + (weights[n] if len(weights) > n else 0.0)

    def weights(self, synapses: np.ndarray, memory: np.ndarray) -> np.ndarray:
        """Return the mean weights."""
        return synapses[0].copy()

    def report(self, synapses: np.ndarray, memory: np.ndarray) -> dict[str, Any]:
        """Return the covariance, and the mean variance across the direction of the mean weights.

        Labels do not tell the length of w: its variance stays, and says nothing of what has been learnt.
        """
        weights, covariance = synapses[0], synapses[1:]
        square, n = float(weights @ weights), len(weights)
        along = float(weights @ covariance @ weights) / square if square > 0.0 else 0.0
        variance = (float(np.trace(covariance)) - along) / max(n - (square > 0.0), 1)
        return {"covariance": covariance.copy(), "variance": variance}
