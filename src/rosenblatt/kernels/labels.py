"""Labels inside kernels: what a teacher says of an input, by the channel."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from rosenblatt.kernels.compiler import Slot, template
from rosenblatt.kernels.random import normal, uniform
from rosenblatt.scenario import Channel, Flips, GaussianNoise, SignChannel

chance = Slot("chance")


@template
def flipped_sign(field, channel, state):
    """Return +1 or -1; clean signs cost no random number.  (flips.1)"""
    label = 1.0 if field > 0.0 else -1.0
    if channel[0] > 0.0 and uniform(state) < channel[0]:
        label = -label
    return label


@template
def drawn_sign(field, channel, state):
    """Return +1 with the probability that the channel says, else -1."""
    return 1.0 if uniform(state) < chance(field, channel) else -1.0


@template
def noisy_number(field, channel, state):
    """Return a number.  (gaussian_noise.1)"""
    if channel[0] > 0.0:
        return field + math.sqrt(channel[0]) * normal(state)
    return field


@singledispatch
def label_slots(channel: Channel) -> dict[str, Any]:
    """Return what fills the slots ``label_of``, a function (field, numbers of the channel, state), and ``chance``."""
    raise TypeError(f"channel must be one that kernels can draw; got {channel!r}. Choose one of rosenblatt.scenario.")


@label_slots.register
def _(channel: SignChannel) -> dict[str, Any]:
    return {"label_of": drawn_sign, "chance": type(channel).chance}


@label_slots.register
def _(channel: Flips) -> dict[str, Any]:
    own = type(channel).chance is not Flips.chance  # of one that flips otherwise
    return {"label_of": drawn_sign, "chance": type(channel).chance} if own else {"label_of": flipped_sign}


@label_slots.register
def _(channel: GaussianNoise) -> dict[str, Any]:
    return {"label_of": noisy_number}
