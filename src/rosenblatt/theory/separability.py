r"""Up to how many examples per weight a plane separates them, for the labels of any channel.

    separability.1   1/alpha_sep = min over gamma of (1 + gamma^2) int_{-inf}^0 dt p(t) t^2,  p as in margins.1
                     (Cover for labels without a rule, alpha = 2; Candès and Sur for logistic labels; no flips: no end)
    separability.2   inputs of any covariance: the same, with alpha over the share of directions that vary
    separability.3   flips kappa, theta the angle to the teacher there:  alpha_sep = pi/((1 - 2 kappa) tan(theta)),
                     cos(theta) A = (1 - 2 kappa) sin(theta)^3/pi,
                     A = kappa + (1 - 2 kappa) (theta - sin(theta) cos(theta))/pi

Beyond it a risk without a penalty has a minimum at finite weights.
"""

from __future__ import annotations

import math
from functools import lru_cache, singledispatch
from typing import Any

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from rosenblatt import checks
from rosenblatt.scenario import Flips, SignChannel
from rosenblatt.theory.label_margins import REACH, LabelMargins
from rosenblatt.theory.proximal_losses import legendre

_SMALL = 1e-2  # of an angle whose sine cancels it
LOG_GAMMAS = np.linspace(-12.0, 17.0, 59)  # beyond the last a channel counts as one that is known in the end


def separable_alpha(channel: SignChannel | float) -> float:
    """Return alpha_sep; infinite if examples are separable, however many there are.

    ``channel`` is that of the labels, or the share of them that is flipped.

    >>> [round(separable_alpha(noise), 6) for noise in (0.01, 0.1, 0.3)], separable_alpha(0.0)
    ([6.710253, 2.992286, 2.145722], inf)
    """
    if not isinstance(channel, SignChannel):
        channel = Flips(checks.noise(channel))
    return _alpha_of(channel)


def separable_overlap(noise: float) -> float:
    """Return the overlap with the teacher of the last plane that separates, for labels of which a share is flipped.

    >>> round(separable_overlap(0.1), 6)
    0.606081
    """
    noise = checks.noise(noise)
    return 1.0 if noise == 0.0 else math.cos(_separable_angle(noise))


@singledispatch
def _alpha_of(channel: SignChannel) -> float:
    return _searched(channel)


@_alpha_of.register
def _(channel: Flips) -> float:
    noise = channel.noise
    return math.inf if noise == 0.0 else math.pi / ((1.0 - 2.0 * noise) * math.tan(_separable_angle(noise)))


@lru_cache(maxsize=64)
def _searched(channel: SignChannel) -> float:
    """Return alpha_sep by a search for gamma.  (separability.1)"""
    margins = LabelMargins(channel)

    def inverse(log_gamma: float) -> float:
        gamma = math.exp(log_gamma)
        t, weights = legendre(np.clip(margins.ends(gamma), -REACH, 0.0))
        return (1.0 + gamma * gamma) * float(weights @ (margins.density(t, gamma) * t * t))

    values = [inverse(place) for place in LOG_GAMMAS.tolist()]
    least = int(np.argmin(values))
    if least == len(values) - 1:
        return math.inf
    around = (LOG_GAMMAS[max(least - 1, 0)], LOG_GAMMAS[least + 1])
    found: Any = minimize_scalar(inverse, bounds=around, method="bounded", options={"xatol": 1e-9})
    return 1.0 / min(float(found.fun), values[0])


def _separable_angle(noise: float) -> float:
    """Return theta at alpha_sep.  (separability.3)"""
    clean = 1.0 - 2.0 * noise

    def balance(log_angle: float) -> float:
        angle = math.exp(log_angle)
        missed = noise + clean * _wedge(angle) / math.pi
        return math.cos(angle) * missed - clean * math.sin(angle) ** 3 / math.pi

    first, last = math.log(noise) / 3.0, math.log(0.5 * math.pi)  # noise = theta^3/(3 pi) while both are small
    return math.exp(brentq(balance, first, last, xtol=1e-15))  # pyright: ignore[reportArgumentType]


def _wedge(angle: float) -> float:
    """Return theta - sin(theta) cos(theta), without a difference where it is small."""
    if angle > _SMALL:
        return angle - math.sin(angle) * math.cos(angle)
    square = angle * angle
    return angle**3 * (2.0 / 3.0 - square * (2.0 / 15.0 - square * (4.0 / 315.0 - square * 2.0 / 2835.0)))
