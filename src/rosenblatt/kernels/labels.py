"""Labels inside kernels: what a teacher says of an input, by the channel.

labels.1   Phi(a + t) = Phi(a) + phi(a) t [1 - a t/2 + (a^2 - 1) t^2/6 - a (a^2 - 3) t^3/24 + ...],  |t| <= 1/64
"""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

import numpy as np

from rosenblatt.gaussian import cdf, pdf
from rosenblatt.kernels.compiler import Slot, inlined, template
from rosenblatt.kernels.random import normal, uniform
from rosenblatt.scenario import Channel, Flips, GaussianNoise, InputNoise, OwnChannel, Probit, SignChannel
from rosenblatt.scenario.channels.drawing_table import TOLD_APART, probability_from_table
from rosenblatt.scenario.channels.own_channel import BUCKETS, DRAWING, LEAST, LEAST_PROBABILITY, MOST, bucket_of

chance = Slot("chance")

FARTHEST, KNOTS_PER_UNIT = 8.25, 32.0  # of x: beyond it Phi is within 1e-16 of 0 or 1
_KNOTS = np.arange(int(2 * FARTHEST * KNOTS_PER_UNIT) + 1) / KNOTS_PER_UNIT - FARTHEST
PHI, DENSITY = cdf(_KNOTS), pdf(_KNOTS)


@inlined
@template
def flipped_sign(field, channel, state):
    """Return +1 or -1; clean signs cost no random number.  (flips.1)"""
    label = 1.0 if field > 0.0 else -1.0
    if channel[0] > 0.0 and uniform(state) < channel[0]:
        label = -label
    return label


@inlined
@template
def drawn_sign(field, channel, state):
    """Return +1 with the probability that the channel says, else -1."""
    return 1.0 if uniform(state) < chance(field, channel) else -1.0


@inlined
@template
def phi_from_table(x):
    """Return Phi(x), to 1e-13 and without a branch.  (labels.1)"""
    near = min(max(x, -FARTHEST), FARTHEST)
    knot = int((near + FARTHEST) * KNOTS_PER_UNIT + 0.5)
    at = knot / KNOTS_PER_UNIT - FARTHEST
    step, square = near - at, at * at
    series = 1.0 - step / 2.0 * (at - step / 3.0 * (square - 1.0 - step / 4.0 * at * (square - 3.0)))
    return PHI[knot] + DENSITY[knot] * step * (series + step**4 / 120.0 * (square * (square - 6.0) + 3.0))


@inlined
@template
def blurred_sign(field, channel, state):
    """Return +1 with probability kappa + (1 - 2 kappa) Phi(beta b), else -1.  (probit.1)"""
    noise = channel[1]
    return 1.0 if uniform(state) < noise + (1.0 - 2.0 * noise) * phi_from_table(channel[0] * field) else -1.0


@inlined
@template
def sign_with_noise(field, channel, state):
    """Return the sign of a field that has noise of the deviation ``channel[0]``.  (input_noise.1)"""
    return 1.0 if field + channel[0] * normal(state) > 0.0 else -1.0


@inlined
@template
def tabled_sign(field, channel, state):
    """Return +1 or -1 by a table that needs no search.  (drawing_table.1)"""
    return 1.0 if uniform(state) < probability_from_table(field, LEAST, MOST, DRAWING, channel) else -1.0


@inlined
@template
def squeezed_sign(field, channel, state):
    """Return +1 or -1 by the least and the largest probability near a field, which mostly decide.  (own_channel.3)"""
    luck, bucket = uniform(state), bucket_of(field)
    probability = channel[LEAST_PROBABILITY + bucket]
    if probability <= luck < channel[LEAST_PROBABILITY + BUCKETS + bucket]:
        probability = chance(field, channel)
    return 1.0 if luck < probability else -1.0


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
    if channel.drawing_error <= TOLD_APART:
        return {"label_of": tabled_sign}
    return {"label_of": squeezed_sign, "chance": type(channel).chance}


@label_slots.register
def _(channel: GaussianNoise) -> dict[str, Any]:
    return {"label_of": noisy_number}
