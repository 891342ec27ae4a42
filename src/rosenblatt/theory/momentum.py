r"""Learning curves of the Hebbian family with momentum: examples move a velocity V, and V the weights.

A velocity that lasts for a few examples (updates.4) is a rate and nothing else: every example reaches the weights, in
parts that add up, before the student has changed,

    momentum.1   F -> F eps/(1 - beta)  in the equations of `rosenblatt.theory.hebbian`

One that lasts for N/Gamma examples (updates.3) is a state. With R_v = V.B/N, X = J.V/N and W = V.V/N

    momentum.2   dR/dalpha   = eps R_v - Omega R,                  dQ/dalpha = 2 eps X - 2 Omega Q
    momentum.3   dR_v/dalpha = -Gamma R_v + <F b>,                 dX/dalpha = -(Gamma + Omega) X + eps W + <F h>
    momentum.4   dW/dalpha   = -2 Gamma W + 2 <F V.S/sqrt(N)> + <F^2>

No <F^2> in dQ: the noise of the examples reaches J through W. In the coordinates of `rosenblatt.kernels.momentum`,
J = R B + R_perp C and V = R_v B + C_v C + W_r D, the average <F V.S/sqrt(N)> is R_v <F b> + C_v <F c>: no derivative of
F is needed, and nothing is divided by what vanishes at J = 0 or at the teacher. C turns towards D as V moves J:

    momentum.5   dR_perp/dalpha = eps C_v - Omega R_perp,   dC_v/dalpha = -Gamma C_v + <F c> + eps W_r^2/R_perp,
                 dW_r^2/dalpha  = -2 Gamma W_r^2 + <F^2> - 2 eps C_v W_r^2/R_perp

These are followed without scales, by y = -arcsinh(R/R_perp) as in `rosenblatt.theory.length_and_angle`, ln R_perp, and
what V adds in a time tau = t/g, t = alpha + shift, g = 1 + Gamma t, which is t as long as V remembers all of it:
s = tau eps R_v/R_perp, a = tau eps C_v/R_perp and n = (tau eps W_r/R_perp)^2,

    momentum.6   dy/dln t = -g (s + a sinh y)/cosh y,           dln R_perp/dln t = g a - t Omega
    momentum.7   ds/dln t = s k + t tau eps <F b>/R_perp,       k = 1/g - t (Gamma - Omega) - g a
                 da/dln t = a k + t tau eps <F c>/R_perp + g n
                 dn/dln t = 2 n (k - g a) + t tau^2 eps^2 <F^2>/R_perp^2
    momentum.8   J -> 0:  R_v = alpha <F b>, W = alpha <F^2>, R = alpha eps R_v/2, R_perp^2 = alpha^2 eps^2 W/3,
                 a = 3/2, n = 3/4

From J = 0 power laws in alpha are straight, and the shift is 0; from elsewhere the curve is smooth in alpha, and the
shift is a small part of the times in which anything happens. A normalised student has the Omega that keeps Q = 1,
t Omega = g (a + s R/R_perp) R_perp^2.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.rules.parts.updates import VELOCITY, FixedMomentum, Momentum, WithVelocity, chosen_update
from rosenblatt.scenario import NumberChannel, Scenario
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.hebbian import SMALLEST_ANGLE, HebbianTheory, averages_of
from rosenblatt.theory.integration import Limits, follow
from rosenblatt.theory.length_and_angle import (
    FARTHEST,
    OFFSET,
    REMEDY,
    SMALLEST,
    START,
    AveragesOf,
    early_power,
    fresh,
    integrate,
    logarithm,
)
from rosenblatt.theory.mini_batches import drift_obstacle, start_of
from rosenblatt.theory.registry import Theory, theory

RELATIVE, ABSOLUTE = 1e-11, (1e-11, 1e-11, 1e-11, 1e-11, 1e-20)  # of y, ln R_perp, s, a and n; n starts at 0 and grows
CALLS = 40_000  # of the slopes, of which 3,000 are usual
SHIFT = 0.1  # of t, in units of the shortest time that gamma and the rates set
EARLY = 1e-6  # alpha at which a student that starts somewhere has hardly moved, in units of that time

_online = HebbianTheory()


@theory
class MomentumTheory(Theory):
    """Every modulation, with momentum of either kind."""

    learners = (HebbianRule,)

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return that the teacher must stay where it is, or what prevents the averages."""
        return drift_obstacle(scenario, "momentum") or _online.further_obstacle(learner, scenario)

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that a student can start anywhere, at rest."""
        return True

    def first_length(self, learner: HebbianRule) -> float:
        """Return 1 for a normalised student, whose direction is random."""
        return _online.first_length(learner)

    def beginning(self, learner: HebbianRule, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the row at alpha = 0, with the velocity that is 0, where it is a state."""
        row = super().beginning(learner, scenario, readout)
        return {**row, **dict.fromkeys(VELOCITY, 0.0)} if isinstance(options["momentum"], Momentum) else row

    def curve(
        self,
        learner: HebbianRule,
        scenario: Scenario,
        alpha: np.ndarray,
        readout: Readout,
        *,
        momentum: WithVelocity,
        batch: float | None = None,
    ) -> Curve:
        """Return the curve; momentum that lasts adds the columns ``r_v``, ``x_v`` and ``w_v``: R_v, X and W.

        ``batch`` must be left out.
        """
        update = chosen_update(batch, momentum)
        averages = averages_of(learner, scenario)
        if isinstance(update, FixedMomentum):
            strengthened = _strengthened(averages, update.strength)
            r, r_perp = integrate(learner, strengthened, alpha, scenario, smallest=_smallest(learner))
            columns, method = {}, "ODE of a rate: momentum that does not last"
        else:
            assert isinstance(update, Momentum)
            r, r_perp, columns = _follow(learner, averages, update, scenario, alpha)
            method = "ODE of student and velocity"
        student = readout.read(r, r_perp, scenario.teacher)
        frame = frame_of(alpha, *student, partial(learner.error, channel=scenario.channel))
        return Curve(learner, scenario, readout.name, frame.assign(**columns), method, update=update)


def _smallest(rule: HebbianRule) -> float:
    return SMALLEST_ANGLE if issubclass(rule.labels, NumberChannel) else SMALLEST


def _strengthened(averages: AveragesOf, factor: float) -> AveragesOf:
    """Return the averages of a modulation times a factor.  (momentum.1)"""

    def strengthened(r: float, r_perp: float, alpha: float) -> Averages:
        toward, across, squared = averages(r, r_perp, alpha)
        return factor * toward, factor * across, factor * factor * squared

    return strengthened


def _follow(
    rule: HebbianRule, averages: AveragesOf, momentum: Momentum, scenario: Scenario, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return R, R_perp and the columns of the velocity at each alpha (increasing)."""
    shift, first, start = _start(rule, averages, momentum, scenario, alpha)
    if start is None:
        return _at_the_teacher(rule, scenario, alpha)
    low = np.array([math.log(0.5 * _smallest(rule)), -FARTHEST, *[-math.inf] * 3])
    high = np.array([-math.log(0.5 * SMALLEST), FARTHEST, *[math.inf] * 3])
    slopes, times = _Slopes(rule, averages, momentum, shift), alpha + shift
    y, log_across, s, a, n = follow(
        rule.name,
        slopes,
        first + shift,
        start,
        times,
        relative=RELATIVE,
        absolute=ABSOLUTE,
        remedy=REMEDY,
        calls=CALLS,
        limits=Limits(low, high, _left),
    )
    r_perp = 1.0 / np.cosh(y) if rule.normalised else np.exp(log_across - OFFSET)
    r = -r_perp * np.sinh(y)
    unit = r_perp * (1.0 / times + momentum.gamma) / momentum.rate
    r_v, c_v, w_r = (s - OFFSET) * unit, (a - OFFSET) * unit, np.sqrt(np.maximum(n, 0.0)) * unit
    velocity = (r_v, r * r_v + r_perp * c_v, r_v**2 + c_v**2 + w_r**2)
    return r, r_perp, dict(zip(VELOCITY, velocity, strict=True))


def _left(state: np.ndarray) -> str:
    """Say what is wrong with a state outside of its limits."""
    if abs(state[1]) > 0.9 * FARTHEST:
        return f"must stay finite; it has grown to a length of 1e{state[1] / math.log(10.0):+.0f}"
    return "must stay above the angle at which its averages lose their digits; it fell below"


class _Slopes:
    """The five equations.  (momentum.6, momentum.7)"""

    def __init__(self, rule: HebbianRule, averages: AveragesOf, momentum: Momentum, shift: float) -> None:
        self.averages, self.gamma, self.rate, self.shift = averages, momentum.gamma, momentum.rate, shift
        self.weight_decay, self.normalised = rule.weight_decay, rule.normalised

    def __call__(self, t: float, state: np.ndarray) -> list[float]:
        y, log_across, s, a, n = state.tolist()
        s, a = s - OFFSET, a - OFFSET
        sine, cotangent = 1.0 / math.cosh(y), -math.sinh(y)
        across = sine if self.normalised else math.exp(log_across - OFFSET)
        toward, aside, squared = self.averages(across * cotangent, across, max(t - self.shift, START * t))
        g = 1.0 + self.gamma * t
        push = t * self.rate / (g * across)
        decay = g * (a + s * cotangent) * sine * sine if self.normalised else t * self.weight_decay
        left = 1.0 / g - t * self.gamma - g * a + decay
        slopes = (
            -g * sine * (s - a * cotangent),
            g * a - decay,
            s * left + t * push * toward,
            a * left + t * push * aside + g * n,
            2.0 * n * (left - g * a) + t * push * push * squared,
        )
        return [slope / t for slope in slopes]


def _start(
    rule: HebbianRule, averages: AveragesOf, momentum: Momentum, scenario: Scenario, alpha: np.ndarray
) -> tuple[float, float, tuple[float, ...] | None]:
    """Return the shift of t, the first alpha and the state there; None for one that has nothing to learn there."""
    soon = 1.0 / (1.0 + momentum.gamma + momentum.rate + rule.weight_decay)
    first, eps = START * min(float(alpha[0]), soon), momentum.rate
    r0, across = start_of(rule, scenario)
    if across > 0.0:
        return SHIFT * soon, *_pushed(rule, averages, momentum, (r0, across), EARLY * min(float(alpha[0]), soon), soon)
    if r0 == 0.0:
        r_v, w = fresh(rule, averages, first)
    else:
        toward, _, squared = averages(r0, 0.0, first)
        r_v, w = first * toward, first * squared
        if w == 0.0:
            return 0.0, first, None
    across = first * eps * math.sqrt(w / 3.0)  # momentum.8
    r, s = r0 + 0.5 * first * eps * r_v, first * eps * r_v / across
    return 0.0, first, (logarithm(r, across), math.log(across) + OFFSET, s + OFFSET, 1.5 + OFFSET, 0.75)


def _pushed(
    rule: HebbianRule,
    averages: AveragesOf,
    momentum: Momentum,
    student: tuple[float, float],
    first: float,
    soon: float,
) -> tuple[float, tuple[float, ...]]:
    """Return the first alpha and the state there of a student that has hardly moved, but for its velocity."""
    (r, across), t = student, first + SHIFT * soon
    power = early_power(rule, averages, student, first)
    toward, aside, squared = averages(r, across, first)
    unit = t * momentum.rate / ((1.0 + momentum.gamma * t) * across)
    s, a = (unit * first * force / (1.0 - 0.5 * power) for force in (toward, aside))
    n = unit * unit * first * squared / (1.0 - power)
    return first, (logarithm(r, across), math.log(across) + OFFSET, s + OFFSET, a + OFFSET, n)


def _at_the_teacher(
    rule: HebbianRule, scenario: Scenario, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return the curve of a student that starts at the teacher and makes no mistakes there: it may shrink."""
    r = start_of(rule, scenario)[0] * (1.0 if rule.normalised else np.exp(-rule.weight_decay * alpha))
    nothing = np.zeros(len(alpha))
    return r + nothing, nothing, dict.fromkeys(VELOCITY, nothing)
