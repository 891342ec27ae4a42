r"""How fast ridge, logistic regression and the hinge loss learn, for alpha -> infinity.

rates.1   labels that no weights explain, any penalty:  J -> a B,  int dt p_1(t) t l'(a t) = 0,
          p_1(t) = phi(t) [P(+|t) + P(-|-t)],   sqrt(alpha) d -> sqrt(<l'^2>)/(pi a <l''>)
rates.2   flips, hinge:  a^-2 = -2 ln((1 - 2 kappa)/(1 - kappa)),  <l'^2> = kappa + (1 - kappa)(2 Phi(1/a) - 1),
          a <l''> = 2 (1 - kappa) phi(1/a);  that is rates.1 with a <l''> = p_1(1/a)
rates.3   no flips, penalty fixed above 0:  |J| ~ a alpha^(1/3),  a = (c_0/penalty)^(1/3),
          alpha^(2/3) d -> sqrt(c_1/a)/(pi c_2);  phi_0 = 1/sqrt(2 pi):  logistic c_0 = pi^2 phi_0/6,
          c_1 = (2 ln 2 - 1) phi_0, c_2 = phi_0;  hinge c_0 = phi_0, c_1 = c_2 = 2 phi_0
rates.4   no flips, the best penalty, which falls as alpha^-2:  with t = margin/b, the fixed point leaves V free,
          b int phi F dt = V int Phi F^2 dt,   alpha d -> b/(pi A),  A = sqrt(2/pi) V int phi F dt:  the least over V
rates.5   ridge, any penalty:  sqrt(alpha) d -> sqrt(v)/(pi c),  c = <label b>,  v = <label^2> - c^2
rates.6   inputs with a covariance: (1) and (5) times the root of the share of directions that vary
"""

from __future__ import annotations

import math
from functools import lru_cache, singledispatch
from typing import Any

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.special import expit, ndtr

from rosenblatt.batch.convex_risk import ConvexRisk, Hinge, Logistic, Ridge
from rosenblatt.gaussian import SQRT_2_OVER_PI, SQRT_2PI
from rosenblatt.scenario import CentredInputs, Flips, Scenario, SignChannel
from rosenblatt.scenario.channels.channel import STEPS
from rosenblatt.theory.label_margins import PLAIN, REACH
from rosenblatt.theory.proximal_losses import BENDS, HingeLoss, LogisticLoss, ProximalLoss, legendre
from rosenblatt.theory.pseudo_inverse import moments
from rosenblatt.theory.separability import separable_alpha
from rosenblatt.theory.student_world import StudentWorld

LENGTHS = (1e-6, 1e12)  # between which a of rates.1 is looked for
LOG_V = (-3.0, 6.0)  # between which the V of rates.4 is looked for
PHI_0 = 1.0 / SQRT_2PI

Rate = tuple[float, float]  # prefactor and exponent of d


@singledispatch
def rate_of(learner: ConvexRisk, scenario: Scenario) -> Rate | None:
    """Return the law of the disagreement at large alpha; None if it is not known.

    >>> rate_of(Hinge(), Scenario(channel=Flips(0.1)))[0].__round__(6)
    0.32902
    """
    raise TypeError(f"learner must be ridge, logistic or hinge for its rate; got {learner!r}.")


@rate_of.register
def _(learner: Ridge, scenario: Scenario) -> Rate | None:
    world = StudentWorld.of(scenario)
    c, left = moments(world.channel)
    return (math.sqrt(left * world.varying) / (math.pi * c), -0.5) if c > 0.0 and left > 0.0 else None  # rates.5


@rate_of.register(Logistic)
@rate_of.register(Hinge)
def _(learner: Logistic | Hinge, scenario: Scenario) -> Rate | None:
    world = StudentWorld.of(scenario)
    assert isinstance(world.channel, SignChannel)
    best = isinstance(learner.penalty, str)
    if math.isfinite(separable_alpha(world.channel)):
        found = noisy_rate(learner, world.channel)
        return None if found is None else (found * math.sqrt(world.varying), -0.5)
    plain = isinstance(world.channel, Flips) and world.channel.noise == 0.0 and world.m_hat == 1.0
    if not plain or not isinstance(scenario.inputs, CentredInputs):
        return None
    return (best_clean_rate(learner), -1.0) if best else (clean_rate(learner), -2.0 / 3.0)


def noisy_rate(learner: Logistic | Hinge, channel: SignChannel) -> float | None:
    """Return sqrt(alpha) d; None if the labels say nothing of the teacher.  (rates.1)"""
    if channel.correlation <= 0.0:
        return None

    def pull(log_length: float) -> float:
        return _averages(learner, channel, math.exp(log_length))[0]

    low, high = math.log(LENGTHS[0]), math.log(LENGTHS[1])
    if pull(low) * pull(high) >= 0.0:
        return None
    length = math.exp(float(brentq(pull, low, high, xtol=1e-14, rtol=1e-14)))  # pyright: ignore[reportArgumentType]
    _, squared, bent = _averages(learner, channel, length)
    return math.sqrt(squared) / (math.pi * length * bent)


@singledispatch
def _averages(learner: ConvexRisk, channel: SignChannel, length: float) -> tuple[float, float, float]:
    """Return <t l'(a t)>, <l'^2> and <l''>."""
    raise TypeError(f"learner must be logistic or hinge; got {learner!r}.")


@_averages.register
def _(learner: Logistic, channel: SignChannel, length: float) -> tuple[float, float, float]:
    t, mass = _known_teacher(channel, BENDS / length)
    force = expit(-length * t)
    return -float(mass @ (t * force)), float(mass @ force**2), float(mass @ (force * (1.0 - force)))


@_averages.register
def _(learner: Hinge, channel: SignChannel, length: float) -> tuple[float, float, float]:
    kink = 1.0 / length
    t, mass = _known_teacher(channel, np.array([kink]))
    force = (t < kink).astype(float)
    at_kink = float(_density(channel, np.array([kink]))[0])
    return -float(mass @ (t * force)), float(mass @ force), at_kink / length  # rates.2


def _known_teacher(channel: SignChannel, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes t and the masses of p_1 there."""
    steep = [place + width * step for place, width in channel.features for step in STEPS.tolist()]
    places = np.concatenate([PLAIN, ends, -ends, steep, -np.array(steep), [0.0]])
    t, weights = legendre(np.clip(places, -REACH, REACH))
    return t, weights * _density(channel, t)


def _density(channel: SignChannel, t: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * t * t) / SQRT_2PI * (channel.probability(t) + 1.0 - channel.probability(-t))


@singledispatch
def clean_rate(learner: ConvexRisk) -> float:
    """Return alpha^(2/3) d without flips.  (rates.3)

    >>> [round(clean_rate(Logistic(penalty)), 6) for penalty in (1.0, 0.1)]
    [0.336004, 0.228917]
    """
    raise TypeError(f"learner must be logistic or hinge; got {learner!r}.")


@clean_rate.register
def _(learner: Logistic) -> float:
    return _clean(learner, math.pi**2 * PHI_0 / 6.0, (2.0 * math.log(2.0) - 1.0) * PHI_0, PHI_0)


@clean_rate.register
def _(learner: Hinge) -> float:
    return _clean(learner, PHI_0, 2.0 * PHI_0, 2.0 * PHI_0)


def _clean(learner: ConvexRisk, c_0: float, c_1: float, c_2: float) -> float:
    return math.sqrt(c_1 * (learner.strength / c_0) ** (1.0 / 3.0)) / (math.pi * c_2)


@lru_cache
def best_clean_rate(learner: Logistic | Hinge) -> float:
    """Return alpha d without flips, at the best penalty.  (rates.4)

    >>> best_clean_rate(Logistic()).__round__(4), best_clean_rate(Hinge()).__round__(4)
    (0.442, 0.4877)
    """
    loss: ProximalLoss = LogisticLoss() if isinstance(learner, Logistic) else HingeLoss()
    found: Any = minimize_scalar(
        lambda log_v: _scaled_rate(loss, math.exp(log_v)), bounds=(-3.0, 6.0), method="bounded"
    )
    return float(found.fun)


def _scaled_rate(loss: ProximalLoss, v: float) -> float:
    """Return alpha d at a V.  (rates.4)"""

    def integrals(log_b: float) -> tuple[float, float]:
        b = math.exp(log_b)
        ends = np.concatenate([np.clip(np.concatenate([PLAIN, 40.0 * PLAIN]), -REACH, None), BENDS[BENDS > 0.0] / b])
        panels = loss.panels(v, b, ends)
        first = float(panels.weights @ (np.exp(-0.5 * panels.t**2) / SQRT_2PI * panels.force))
        return first, float(panels.weights @ (ndtr(panels.t) * panels.force**2))

    def rest(log_b: float) -> float:
        first, second = integrals(log_b)
        return log_b + math.log(first) - math.log(v * second)

    log_b = float(brentq(rest, -12.0, 12.0, xtol=1e-13))  # pyright: ignore[reportArgumentType]
    return math.exp(log_b) / (math.pi * SQRT_2_OVER_PI * v * integrals(log_b)[0])
