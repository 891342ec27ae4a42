"""The pseudo-inverse as a learner with a learning curve: its theory is in `rosenblatt.theory`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt.batch.offline_learner import FittedLearner, fitted_learner
from rosenblatt.batch.pseudo_inverse import pseudo_inverse
from rosenblatt.references import Reference
from rosenblatt.scenario import Channel, GaussianNoise, SignChannel


@fitted_learner
@dataclass(frozen=True)
class PseudoInverse(FittedLearner):
    """The least squares of the labels, without a penalty."""

    name = "pseudo-inverse"

    @property
    def reference(self) -> Reference:
        """KC, for clean numbers."""
        return Reference("kinouchi-caticha-1995", "section 4.3")

    def accepts(self, channel: Channel) -> bool:
        """Return whether the two moments of a label are known."""
        return isinstance(channel, (SignChannel, GaussianNoise)) and channel.student_width == 0.0

    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights."""
        return pseudo_inverse(x, labels)
