"""A channel of each kind of signs, with noise."""

from __future__ import annotations

import numpy as np

from rosenblatt.scenario import FadingFlips, FieldNoise, Flips, InputNoise, Logistic, OwnChannel, Probit, SignChannel


def lopsided(field: np.ndarray) -> np.ndarray:
    """Return a probability that jumps, bends, and is not that of the opposite label at the opposite field."""
    return np.where(field > 0.3, 0.95 - 0.2 * np.exp(-np.abs(field)), 0.1 + 0.1 * np.tanh(field))


CHANNELS_OF_SIGNS: tuple[SignChannel, ...] = (
    Flips(0.1),
    FieldNoise(0.8),
    Probit(1.5, 0.05),
    InputNoise(0.4, 0.7),
    Logistic(2.0),
    FadingFlips(0.4, 0.5),
    OwnChannel(lopsided),
)
