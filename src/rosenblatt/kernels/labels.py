"""Labels inside kernels: what a teacher says of an input, by the channel.  (channels.5, channels.6)"""

from __future__ import annotations

import math
from typing import Any

from numba import njit

from rosenblatt.kernels.random import normal, uniform
from rosenblatt.scenario import Channel, Flips, GaussianNoise


@njit
def flipped_sign(field, noise, state):
    """Return +1 or -1."""
    label = 1.0 if field > 0.0 else -1.0
    if noise > 0.0 and uniform(state) < noise:
        label = -label
    return label


@njit
def noisy_number(field, noise, state):
    """Return a number."""
    if noise > 0.0:
        return field + math.sqrt(noise) * normal(state)
    return field


LABEL_FUNCTIONS = {Flips: flipped_sign, GaussianNoise: noisy_number}


def label_function(channel: Channel) -> Any:
    """Return the function (field, noise, state) -> label of a channel."""
    if type(channel) not in LABEL_FUNCTIONS:
        known = ", ".join(kind.__name__ for kind in LABEL_FUNCTIONS)
        raise TypeError(f"channel must be one that kernels can draw; got {channel!r}. Choose one of: {known}.")
    return LABEL_FUNCTIONS[type(channel)]
