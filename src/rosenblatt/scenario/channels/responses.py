r"""What labels say of fields that are half known, for arrays: the side of the channel in message passing.

The field is normal with mean omega and variance lambda, and Z(tau; omega) is the probability of the label (channels.8):

    responses.1   x = d ln Z/d omega,   G = -dx/d omega
    responses.2   flips after noise of deviation w on the field:  u = tau omega/t,  t^2 = lambda + w^2,
                  x = tau g/t,  G = g (g + u)/t^2,   g = (1 - 2 kappa) phi(u)/(kappa + (1 - 2 kappa) Phi(u));
                  clean labels by Mills's ratio: phi(u)/Phi(u) itself is 0/0 below u = -38
    responses.3   numbers with noise of variance s^2:  x = (tau - omega)/(lambda + s^2),  G = 1/(lambda + s^2)
    responses.4   any other channel of signs:  x = D/Z,  and G by differences of x, which varies as slowly as lambda
                  lets it; a label that cannot be says nothing. Where P(-1|b) = P(+1|-b), Z(-1) is that of +1 at
                  -omega, and keeps its digits however rare it is
"""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from rosenblatt import gaussian
from rosenblatt.scenario.channels.channel import Channel, SignChannel
from rosenblatt.scenario.channels.fading_flips import FadingFlips
from rosenblatt.scenario.channels.flips import Flips, blurred_evidence
from rosenblatt.scenario.channels.gaussian_noise import GaussianNoise
from rosenblatt.scenario.channels.logistic import Logistic
from rosenblatt.scenario.channels.probit import Probit

STEP = 0.02  # of the deviation of a field, for differences: right to 1e-8
RARE = 1e-12  # a probability of which rounding has left nothing
LEAST_CHANCE = 1e-300

Response = tuple[np.ndarray, np.ndarray]  # x and G


@singledispatch
def response(channel: Channel, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    """Return x and G of each label, where fields have the means ``known`` and the deviation ``spread``."""
    raise NotImplementedError(
        f"channel must be one of signs, or rb.GaussianNoise, for message passing; got {channel!r}. Take one of these."
    )


@response.register
def _(channel: SignChannel, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    return by_differences(lambda at: slope_over_chance(*chances(channel, labels, at, spread)), known, spread)


@response.register
def _(channel: Flips, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    return blurred_response(labels, known, spread, channel.noise)


@response.register
def _(channel: Probit, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    return blurred_response(labels, known, math.hypot(spread, 1.0 / channel.slope), channel.noise)


@response.register
def _(channel: GaussianNoise, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    whole = spread * spread + channel.variance  # responses.3
    return (labels - known) / whole, np.full(known.shape, 1.0 / whole)


@singledispatch
def chances(channel: SignChannel, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    """Return Z of each label and its slope in omega."""
    up, slope = channel.evidence(known, spread)
    return np.where(labels > 0.0, up, 1.0 - up), labels * slope


@chances.register(Flips)
@chances.register(Probit)
@chances.register(Logistic)
@chances.register(FadingFlips)
def _(channel: SignChannel, labels: np.ndarray, known: np.ndarray, spread: float) -> Response:
    likely, slope = channel.evidence(labels * known, spread)
    return likely, labels * slope


def slope_over_chance(likely: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """Return D/Z; 0 for a label that cannot be."""
    return np.divide(slope, likely, out=np.zeros_like(slope), where=likely > RARE)


def by_differences(function, known: np.ndarray, spread: float) -> Response:
    """Return a function of omega, and minus its slope, by differences of the fourth order.  (responses.4)"""
    step = STEP * spread
    near, far = (function(known + k * step) - function(known - k * step) for k in (1, 2))
    return function(known), (far - 8.0 * near) / (12.0 * step)


def blurred_response(labels: np.ndarray, known: np.ndarray, width: float, noise: float) -> Response:
    """Return x and G of flips after noise on the field, of which ``width`` is not known.  (responses.2)"""
    u = labels * known / width
    if noise == 0.0:
        g = gaussian.inverse_mills(u)
        taken = gaussian.squared_surprise(u, g)[0]
    else:
        likely, slope = blurred_evidence(u, 1.0, noise)
        g = slope / likely
        taken = g * (g + u)
    return labels * g / width, taken / (width * width)


@singledispatch
def log_likelihood(channel: Channel, labels: np.ndarray, known: np.ndarray, spread: float) -> np.ndarray:
    """Return ln Z of each label."""
    assert isinstance(channel, SignChannel)
    return np.log(np.maximum(chances(channel, labels, known, spread)[0], LEAST_CHANCE))


@log_likelihood.register
def _(channel: GaussianNoise, labels: np.ndarray, known: np.ndarray, spread: float) -> np.ndarray:
    whole = spread * spread + channel.variance
    return -0.5 * (np.log(2.0 * math.pi * whole) + (labels - known) ** 2 / whole)
