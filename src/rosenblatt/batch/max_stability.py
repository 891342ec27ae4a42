"""The perceptron of maximal stability, as a learner with a learning curve: its theory is in `rosenblatt.theory`.

It is fitted by an exact program (`maximal_margin`), which ends at the plane itself and not near it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.offline_learner import FittedLearner, Rows, fitted_learner
from rosenblatt.references import Reference
from rosenblatt.scenario import Channel, Flips

AT_THE_MARGIN = 1e-7  # of the longest example, within which an example is at the margin


@fitted_learner
@dataclass(frozen=True)
class MaxStability(FittedLearner):
    """Of all weights of length sqrt(N), those that have every example right by the largest margin."""

    name = "max-stability"
    further_measures = ("margin", "support_vectors")

    @property
    def reference(self) -> Reference:
        """OKKN; flipped labels are derived here."""
        return Reference("opper-kinzel-kleinz-nehl-1990", "order parameters of the optimal perceptron")

    def accepts(self, channel: Channel) -> bool:
        """Return whether labels are flipped at most."""
        return isinstance(channel, Flips)

    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights of largest margin, or raise if none has all labels right."""
        found = find_best_separator(x, labels)
        if found is None:
            raise ValueError(
                f"labels must be linearly separable for {self.name!r}; got {len(x)} examples of {x.shape[1]} weights "
                "that are not. Take a smaller alpha or more weights: see rb.theory.separable_alpha."
            )
        return found * math.sqrt(x.shape[1])

    def measure(self, weights: np.ndarray, learnt: Rows, fresh: Rows, channel: Channel) -> tuple[float, ...]:
        """Return the margin, and the examples at it for each weight."""
        x, stability = learnt.x, learnt.labels * (learnt.x @ weights)
        margin = float(stability.min())
        longest = float(np.max(np.linalg.norm(x, axis=1))) * math.sqrt(x.shape[1])
        return margin, np.count_nonzero(stability <= margin + AT_THE_MARGIN * longest) / x.shape[1]
