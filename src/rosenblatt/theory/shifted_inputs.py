r"""Inputs around a vector U, and flipped labels: the normalised perceptron and its bias (BSS sec. 3).

R = W.W_0, q = U.W, q_0 = U.W_0, u = |U|, v = sqrt(u^2 - q_0^2), k(q) = 2 Phi(q) - 1, all vectors of unit length:

    shifted-theory.1   d(R, q) = P( sgn(q + y) != sgn(q_0 + R y + sqrt(1 - R^2) z) ),  epsilon = kappa + (1 - 2 kappa) d
    shifted-theory.2   <sgn(W.S) S> = k(q) U + 2 phi(q) W
    shifted-theory.3   X = [ (1 - 2 kappa)(k(q_0) U + 2 phi(q_0) W_0) - k(q) U - 2 phi(q) W ]/2
    shifted-theory.4   dR/dalpha = eta X.(W_0 - R W) - eta^2 R epsilon/2
    shifted-theory.5   dq/dalpha = eta X.(U - q W) - eta^2 q epsilon/2
    shifted-theory.8   in the coordinates of `rosenblatt.kernels.shifted_chain`, W = R e_1 + s_2 e_2 + s_3 e_3:
                       ds_2/dalpha = eta (X_2 - s_2 X.W) - eta^2 s_2 epsilon/2,
                       ds_3^2/dalpha = -2 eta s_3^2 (phi(q) + X.W) + eta^2 epsilon (1 - s_3^2)
    shifted-theory.6   eta -> 0: X is parallel to W, in the plane of W_0 and U
    shifted-theory.9   for U parallel to W_0 that is W_0 while kappa < phi(u)/(2 phi(u) + u k(u)), and for more noise
                       the cone on which k(q) = (1 - 2 kappa)(k(q_0) + 2 phi(q_0)/q_0)
    shifted-theory.7   and kappa -> 0: d = kappa |k(q_0)| v/(1 + v^2) E|z|,  z ~ N(v, 1)                       (BSS 9)

BSS print (1) without the factor 1 - 2 kappa, and (7) without E|z| = sqrt(2/pi) exp(-v^2/2) + v k(v); they say that
the plain rule finds W_0 at any noise if U is parallel to it, but by (9) W_0 is unstable there unless there is little.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from scipy.optimize import root_scalar
from scipy.special import ndtri

from rosenblatt import checks, gaussian
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Flips, Scenario, ShiftedInputs
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import follow
from rosenblatt.theory.registry import NoTheory, Theory, theory

START, ERASING = 1e-12, 1e6  # as for the other curves, see `rosenblatt.theory.hebbian`


class ShiftedInputsTheory(Theory):
    """The common part of the curves for inputs around a centre: three numbers, and a column ``q`` for U.W.

    ``order_parameters(learner, alpha, noise, inputs, **options)`` returns R, q and the angle to the teacher at alphas.
    """

    inputs = (ShiftedInputs,)
    method: ClassVar[str]
    order_parameters: ClassVar[Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]]

    def further_obstacle(self, learner: Any, scenario: Scenario) -> str:
        """Return that the teacher must be fixed, and the labels be flipped signs."""
        if scenario.drift > 0.0:
            return f"theory for inputs with a mean must have a fixed teacher; got {scenario.teacher!r}"
        if not isinstance(scenario.channel, Flips):
            return f"theory for inputs with a mean must have flipped labels; got {scenario.channel!r}"
        return ""

    def curve_of(self, learner: Any, scenario: Scenario, alpha: np.ndarray, readout: Readout, **options: Any) -> Curve:
        """Return the curve, with the disagreement of two planes that do not go through the centre."""
        if readout is not MEAN:
            raise NoTheory(
                f"theory for inputs with a mean must have the mean readout; got {readout.name!r}. Simulate it."
            )
        inputs: Any = scenario.inputs
        r, q, angle = type(self).order_parameters(learner, alpha, scenario.noise, inputs, **options)
        waiting = (r == 0.0) & (q == 0.0)  # no direction yet: a coin
        disagreement = np.where(waiting, 0.5, gaussian.sign_disagreement(angle, q, inputs.q0))
        error = scenario.channel.student_error(r, 1.0, disagreement)
        frame = frame_of(alpha, r, np.ones(len(r)), angle, lambda *state: error)
        return Curve(learner, scenario, readout.name, frame.assign(disagreement=disagreement, q=q), self.method)


def slopes(
    r: float, across: float, rest: float, noise: float, inputs: ShiftedInputs, eta: float
) -> tuple[float, float, float]:
    """Return the slopes of R, s_2 and s_3^2 of the normalised perceptron.  (shifted-theory.4, shifted-theory.8)"""
    q0, v = inputs.q0, inputs.across
    q = r * q0 + across * v
    lean0, lean, clean = 2.0 * gaussian.scalar_pdf(q0), 2.0 * gaussian.scalar_pdf(q), 1.0 - 2.0 * noise
    pull = clean * (2.0 * gaussian.scalar_cdf(q0) - 1.0) - (2.0 * gaussian.scalar_cdf(q) - 1.0)
    on_teacher = 0.5 * (pull * q0 + clean * lean0 - lean * r)  # shifted-theory.3
    on_centre = 0.5 * (pull * v - lean * across)
    on_student = 0.5 * (pull * q + clean * lean0 * r - lean)
    angle = math.atan2(math.sqrt(across * across + rest), r)
    loss = 0.5 * eta * eta * (noise + clean * float(gaussian.sign_disagreement(angle, q, q0)))
    shrink = eta * on_student + loss
    return (
        eta * on_teacher - shrink * r,
        eta * on_centre - shrink * across,
        2.0 * loss - (eta * lean + 2.0 * shrink) * rest,
    )


def order_parameters(
    rule: Normalised, alpha: np.ndarray, noise: float, inputs: ShiftedInputs
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return R, q and the angle to the teacher at each alpha (increasing), from a random direction."""
    first = START * float(alpha[0])
    while first * rule.own_at(first)[0] ** 2 > ERASING and first < 0.1 * alpha[0]:
        first *= 2.0  # a rate that diverges erases the start: begin where it still does

    def slopes_at(now: float, state: np.ndarray) -> tuple[float, ...]:
        r, across, rest = float(state[0]), float(state[1]), max(float(state[2]), 0.0)
        return slopes(r, across, rest, noise, inputs, rule.own_at(now)[0])

    start = (0.0, 0.0, 1.0)
    r, across, rest = follow(rule.name, slopes_at, first, start, alpha, absolute=1e-16, remedy="Cap the rate.")
    v = inputs.across
    return r, r * inputs.q0 + across * v, np.arctan2(np.sqrt(across**2 + np.maximum(rest, 0.0)), r)


@theory
class NormalisedTheory(ShiftedInputsTheory):
    """The normalised perceptron, from a random direction."""

    learners = (Normalised,)
    method = "ODE in R and q with closed-form averages"
    order_parameters = staticmethod(order_parameters)

    def curve(self, learner: Normalised, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve."""
        return self.curve_of(learner, scenario, alpha, readout)


def plain_fixed_point(noise: float, inputs: ShiftedInputs) -> tuple[float, float, float]:
    """Return R, q and the disagreement at which the plain rule ends as eta -> 0.  (shifted-theory.6)

    >>> r, q, d = plain_fixed_point(0.2, ShiftedInputs(4.0, -1.95))
    >>> round(d, 4), round(0.2 + 0.6 * d, 4)
    (0.187, 0.3122)
    """
    noise, q0 = checks.noise(noise), inputs.q0
    v = inputs.across
    k0, lean0 = 2.0 * gaussian.scalar_cdf(q0) - 1.0, 2.0 * gaussian.scalar_pdf(q0)

    def across(angle: float) -> float:
        """Return the component of X in the plane, at right angles to W = (cos, sin)."""
        q = q0 * math.cos(angle) + v * math.sin(angle)
        pull = (1.0 - 2.0 * noise) * k0 - (2.0 * gaussian.scalar_cdf(q) - 1.0)
        along = pull * (v * math.cos(angle) - q0 * math.sin(angle))
        return along - (1.0 - 2.0 * noise) * lean0 * math.sin(angle)

    angle = 0.0
    if v == 0.0 and noise > parallel_noise_limit(abs(q0)):
        level = (1.0 - 2.0 * noise) * (k0 + lean0 / q0)
        angle = math.acos(float(ndtri(0.5 + 0.5 * level)) / q0)  # shifted-theory.9
    elif noise > 0.0 and across(0.0) != 0.0:  # the root that leaves the teacher's direction as noise grows
        steps = np.linspace(0.0, math.copysign(math.pi / 2.0, across(0.0)), 2000)
        signs = np.sign([across(float(a)) for a in steps])
        turn = int(np.flatnonzero(signs != signs[0])[0])
        bracket = (float(steps[turn - 1]), float(steps[turn]))
        angle = root_scalar(across, bracket=bracket, method="brentq", xtol=1e-15).root
    q = q0 * math.cos(angle) + v * math.sin(angle)
    return math.cos(angle), q, float(gaussian.sign_disagreement(abs(angle), q, q0))


def parallel_noise_limit(u: float) -> float:
    """Return the noise above which the plain rule leaves a teacher that is parallel to U.  (shifted-theory.9)

    >>> round(parallel_noise_limit(2.0), 4), parallel_noise_limit(0.0)
    (0.0268, 0.5)
    """
    lean = gaussian.scalar_pdf(u)
    return lean / (2.0 * lean + u * (2.0 * gaussian.scalar_cdf(u) - 1.0))


def small_noise_slope(inputs: ShiftedInputs) -> float:
    """Return d/kappa of the plain rule for eta -> 0 and then kappa -> 0.  (shifted-theory.7)

    >>> round(small_noise_slope(ShiftedInputs(4.0, -1.95)), 4)
    0.877
    """
    v = inputs.across
    spread = gaussian.SQRT_2_OVER_PI * math.exp(-0.5 * v * v) + v * (2.0 * gaussian.scalar_cdf(v) - 1.0)
    return abs(2.0 * gaussian.scalar_cdf(inputs.q0) - 1.0) * v / (1.0 + v * v) * spread
