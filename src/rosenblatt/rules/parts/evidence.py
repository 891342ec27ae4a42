r"""What a label tells of a Gaussian field, flips included: the heart of every Bayesian rule (SW 4.6).

The field has mean h and variance V; the label tau is its sign, flipped with probability kappa. With u = tau h/sqrt(V)

    evidence.1   <p(tau|h)> = kappa + (1 - 2 kappa) Phi(u),   ln <p> has the slope tau g/sqrt(V) in h
    evidence.2   g = (1 - 2 kappa) phi(u)/(kappa + (1 - 2 kappa) Phi(u)),   minus its curvature is G/V,  G = g (g + u)
    evidence.3   an example of weight w counts as w factors of precision G/(V (1 - G)): with D = 1 + (w - 1) G it
                 moves the mean by (w/D) tau g/sqrt(V), in units of V, and takes away the share w G/D of V; noise can
                 make G negative, and then D = 1 + |w - 1||G|, which is never below 1
    evidence.4   any channel, Z, D and C of channels.8:  ln Z has the slope D/Z in h and minus the curvature
                 (D/Z)^2 - C/Z; after noise of variance s^2 on the field they are g and G at u = tau h/sqrt(V + s^2)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import singledispatch
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.gaussian import scalar_cdf, scalar_inverse_mills, scalar_pdf, scalar_squared_surprise
from rosenblatt.scenario import Flips, OwnChannel, Probit, SignChannel
from rosenblatt.scenario.channels.own_channel import RIGHT


def surprise(u: float, noise: float) -> tuple[float, float]:
    """Return g and G.  (evidence.2; compiled by kernels)"""
    if noise == 0.0:
        return scalar_inverse_mills(u), scalar_squared_surprise(u)
    clean = 1.0 - 2.0 * noise
    g = clean * scalar_pdf(u) / (noise + clean * scalar_cdf(u))
    return g, g * (g + u)


def surprises(u: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return g and G for an array: the twin of `surprise`.  (evidence.2)"""
    if noise == 0.0:
        g = gaussian.inverse_mills(u)
        return g, gaussian.squared_surprise(u, g)[0]
    clean = 1.0 - 2.0 * noise
    g = clean * gaussian.pdf(u) / (noise + clean * gaussian.cdf(u))
    return g, g * (g + u)


def weighted(g: float, taken: float, weight: float) -> tuple[float, float]:
    """Return the slope and the share that an example of that weight has.  (evidence.3; compiled by kernels)"""
    if weight == 1.0:
        return g, taken
    factor = weight / (1.0 + ((weight - 1.0) * taken if taken > 0.0 else abs(weight - 1.0) * -taken))
    return factor * g, factor * taken


Score = Callable[..., tuple[float, float]]  # (label, h, sqrt(V), numbers of the channel) -> slope, minus the curvature


@singledispatch
def score_of(channel: SignChannel) -> Score:
    """Return the slope and minus the curvature of ln Z, as a function that kernels compile.  (evidence.4)"""
    return _from_likelihood(type(channel).likelihood)


@score_of.register
def _(channel: Flips) -> Score:
    return _score_of_flips


@score_of.register
def _(channel: Probit) -> Score:
    return _score_of_probit


@score_of.register
def _(channel: OwnChannel) -> Score:
    return _from_table(OwnChannel.likelihood_of_the_rare, channel.kernel_numbers)


def _score_of_flips(label, known, spread, numbers):
    g, taken = surprise(label * known / spread, numbers[0])
    return label * g / spread, taken / (spread * spread)


def _score_of_probit(label, known, spread, numbers):
    width = math.hypot(spread, 1.0 / numbers[0])
    g, taken = surprise(label * known / width, numbers[1])
    return label * g / width, taken / (width * width)


def _from_likelihood(likelihood: Callable[..., Any], least: float = 0.0) -> Score:
    def score(label, known, spread, numbers):
        up, down, slope, bend = likelihood(known, spread, numbers)
        share = up if label > 0.0 else down
        if share <= least:  # a label that cannot be
            return 0.0, 0.0
        ratio = label * slope / share
        return ratio, ratio * ratio - label * bend / share

    return score


def _from_table(likelihood: Callable[..., Any], table: Any) -> Score:
    score = _from_likelihood(likelihood, RIGHT)  # what is rarer is the table's error
    return lambda label, known, spread, numbers: score(label, known, spread, table)
