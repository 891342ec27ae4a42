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
    shifted-theory.10  W by y = ln tan(theta/2) and z = ln tan(psi/2),  R = cos(theta),  s_2 = sin(theta) cos(psi),
                       s_3 = sin(theta) sin(psi):  dy = -dR/sin(theta)^2,  dz = (cos(psi) ds_3 - sin(psi) ds_2)/s_3
    shifted-theory.6   eta -> 0: X is parallel to W, in the plane of W_0 and U
    shifted-theory.9   for U parallel to W_0 that is W_0 while kappa < phi(u)/(2 phi(u) + u k(u)), and for more noise
                       the cone on which k(q) = (1 - 2 kappa)(k(q_0) + 2 phi(q_0)/q_0)
    shifted-theory.7   and kappa -> 0: d = kappa |k(q_0)| v/(1 + v^2) E|z|,  z ~ N(v, 1)                       (BSS 9)

BSS print (1) without the factor 1 - 2 kappa, and (7) without E|z| = sqrt(2/pi) exp(-v^2/2) + v k(v); they say that
the plain rule finds W_0 at any noise if U is parallel to it, but by (9) W_0 is unstable there unless there is little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from scipy.optimize import root_scalar
from scipy.special import ndtri

from rosenblatt import checks, gaussian
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Flips, Scenario, ShiftedInputs
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import LOG_ABSOLUTE, LOG_RELATIVE, RELATIVE, Limits, follow
from rosenblatt.theory.length_and_angle import logarithm
from rosenblatt.theory.registry import NoTheory, Theory, theory

START, ERASING = 1e-14, 1e4  # as for the other curves, see `rosenblatt.theory.length_and_angle`
FARTHEST = 340.0  # of y and z: beyond it squares of a sine are out of range

SMALLEST = 1e-24  # of further numbers that a direction depends on

SlopesAt = Callable[..., tuple[float, ...]]  # (alpha, R, s_2, s_3^2, further) -> their slopes


class ShiftedInputsTheory(Theory):
    """The common part of the curves for inputs around a centre: three numbers, and a column ``q`` for U.W.

    ``order_parameters(learner, alpha, noise, inputs, **options)`` returns R, s_2 and s_3 at each alpha.
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

    def first_length(self, learner: Any) -> float:
        """Return 1: the length is always kept."""
        return 1.0

    def beginning(self, learner: Any, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the start of a random direction, and U.W = 0."""
        return {**super().beginning(learner, scenario, readout, **options), "q": 0.0}

    def curve_of(self, learner: Any, scenario: Scenario, alpha: np.ndarray, readout: Readout, **options: Any) -> Curve:
        """Return the curve, with the disagreement of two planes that do not go through the centre."""
        if readout is not MEAN:
            raise NoTheory(
                f"theory for inputs with a mean must have the mean readout; got {readout.name!r}. Simulate it."
            )
        inputs: Any = scenario.inputs
        r, across, rest = type(self).order_parameters(learner, alpha, scenario.noise, inputs, **options)
        sine = np.hypot(across, rest)
        angle, apart = np.arctan2(sine, r), past_centre(r, across, sine * sine, inputs)
        waiting = (r == 0.0) & (sine == 0.0)  # no direction yet: a coin
        q = np.where(waiting, 0.0, inputs.q0 + apart)
        angle = np.where(waiting, math.pi / 2.0, angle)
        disagreement = np.where(waiting, 0.5, gaussian.sign_disagreement(angle, q, inputs.q0, apart))
        error = scenario.channel.student_error(r, 1.0, disagreement)
        frame = frame_of(alpha, r, np.ones(len(r)), angle, lambda *state: error)
        return Curve(learner, scenario, readout.name, frame.assign(disagreement=disagreement, q=q), self.method)


def past_centre(r: Any, across: Any, squared: Any, inputs: ShiftedInputs) -> Any:
    """Return q - q_0, with ``squared`` for 1 - R^2: nothing cancels where the student nears the teacher."""
    lacks = np.where(np.asarray(r) > 0.0, squared / (1.0 + np.abs(r)), 1.0 - np.asarray(r))  # 1 - R
    return across * inputs.across - lacks * inputs.q0


def slopes(
    r: float, across: float, rest: float, noise: float, inputs: ShiftedInputs, eta: float
) -> tuple[float, float, float]:
    """Return the slopes of R, s_2 and s_3^2 of the normalised perceptron.  (shifted-theory.4, shifted-theory.8)"""
    q0, v, squared = inputs.q0, inputs.across, across * across + rest
    apart = float(past_centre(r, across, squared, inputs))
    q = q0 + apart
    lean0, lean, clean = 2.0 * gaussian.scalar_pdf(q0), 2.0 * gaussian.scalar_pdf(q), 1.0 - 2.0 * noise
    pull = -2.0 * noise * (2.0 * gaussian.scalar_cdf(q0) - 1.0) - 2.0 * gaussian.cdf_step(q0, apart)
    on_student = 0.5 * (pull * q + clean * lean0 * r - lean)  # shifted-theory.3
    angle = math.atan2(math.sqrt(squared), r)
    loss = 0.5 * eta * eta * (noise + clean * float(gaussian.sign_disagreement(angle, q, q0, apart)))
    shrink = eta * (on_student + 0.5 * lean) + loss
    to_teacher = 0.5 * eta * (pull * (q0 * squared - r * across * v) + clean * lean0 * squared)  # X.(W_0 - R W)
    return (
        to_teacher - loss * r,
        0.5 * eta * pull * v - shrink * across,
        2.0 * loss - 2.0 * shrink * rest,
    )


def follow_direction(
    name: str,
    slopes_at: SlopesAt,
    first: float,
    start: tuple[float, float, float],
    alpha: np.ndarray,
    remedy: str,
    further: Sequence[float] = (),
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return R, s_2 and s_3 at each alpha (increasing), from given R, s_2 and s_3 at ``first``.  (shifted-theory.10)

    ``further`` are other numbers that the slopes depend on, where they start; ``slopes_at`` takes and returns them
    last.
    """

    def turns(now: float, state: np.ndarray) -> tuple[float, ...]:
        y, z, *others = (float(part) for part in state)
        sine, along, aside = 1.0 / math.cosh(y), -math.tanh(z), 1.0 / math.cosh(z)
        across, rest = sine * along, sine * aside
        to_r, to_across, to_rest, *to_others = slopes_at(now, -math.tanh(y), across, rest * rest, *others)
        return -to_r / (sine * sine), (along * 0.5 * to_rest / rest - aside * to_across) / rest, *to_others

    r, across, rest = start
    begin = logarithm(r, math.hypot(across, rest)), logarithm(across, rest), *further
    reach = np.array([FARTHEST, FARTHEST, *(math.inf for _ in further)])
    limits = Limits(-reach, reach, lambda state: "must stay at angles whose squares are numbers; it left them")
    y, z, *_ = follow(
        name,
        turns,
        first,
        begin,
        alpha,
        relative=[LOG_RELATIVE, LOG_RELATIVE, *(RELATIVE for _ in further)],
        absolute=[LOG_ABSOLUTE, LOG_ABSOLUTE, *(SMALLEST for _ in further)],
        remedy=remedy,
        limits=limits,
    )
    sine = 1.0 / np.cosh(y)
    return -np.tanh(y), -sine * np.tanh(z), sine / np.cosh(z)


def order_parameters(
    rule: Normalised, alpha: np.ndarray, noise: float, inputs: ShiftedInputs
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return R, s_2 and s_3 at each alpha (increasing), from a random direction."""
    latest = min(float(alpha[0]), 1.0)
    first = START * latest
    while first * rule.own_at(first)[0] ** 2 > ERASING and first < 0.1 * latest:
        first *= 2.0  # a rate that diverges erases the start: begin where it still does

    def slopes_at(now: float, r: float, across: float, rest: float) -> tuple[float, float, float]:
        return slopes(r, across, rest, noise, inputs, rule.own_at(now)[0])

    return follow_direction(rule.name, slopes_at, first, (0.0, 0.0, 1.0), alpha, "Cap the rate.")


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
