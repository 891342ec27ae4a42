"""Labels inside kernels: what a teacher says of an input, by the channel."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.compiler import Slot, template
from rosenblatt.kernels.random import normal, uniform
from rosenblatt.scenario import Channel, Flips, GaussianNoise, InputNoise, OwnChannel, Probit, SignChannel
from rosenblatt.scenario.channels.own_channel import BUCKETS, LEAST_PROBABILITY, bucket_of

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
def below_phi(luck, x):
    """Return whether a number in [0, 1) is below Phi(x): mostly its chords and its tangent decide."""
    far, side = abs(x), luck if x > 0.0 else 1.0 - luck
    chord = 0.5 + 0.3413 * far if far < 1.0 else 0.8413 + 0.1359 * (far - 1.0) if far < 2.0 else 0.9772
    if side < chord:
        return x > 0.0
    if side > 0.5 + 0.39895 * far:
        return x <= 0.0
    return luck < scalar_cdf(x)


@template
def blurred_sign(field, channel, state):
    """Return +1 with probability Phi(beta b), else -1; then flips.  (probit.1)"""
    label = 1.0 if below_phi(uniform(state), channel[0] * field) else -1.0
    if channel[1] > 0.0 and uniform(state) < channel[1]:
        label = -label
    return label


@template
def sign_with_noise(field, channel, state):
    """Return the sign of a field that has noise of the deviation ``channel[0]``.  (input_noise.1)"""
    return 1.0 if field + channel[0] * normal(state) > 0.0 else -1.0


@template
def squeezed_sign(field, channel, state):
    """Return +1 or -1 by the least and the largest probability near a field, which mostly decide.  (own_channel.3)"""
    luck, bucket = uniform(state), bucket_of(field)
    if luck < channel[LEAST_PROBABILITY + bucket]:
        return 1.0
    if luck >= channel[LEAST_PROBABILITY + BUCKETS + bucket]:
        return -1.0
    return 1.0 if luck < chance(field, channel) else -1.0


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
def _(channel: Probit) -> dict[str, Any]:
    return {"label_of": blurred_sign}


@label_slots.register
def _(channel: InputNoise) -> dict[str, Any]:
    return {"label_of": sign_with_noise}


@label_slots.register
def _(channel: OwnChannel) -> dict[str, Any]:
    return {"label_of": squeezed_sign, "chance": type(channel).chance}


@label_slots.register
def _(channel: GaussianNoise) -> dict[str, Any]:
    return {"label_of": noisy_number}
