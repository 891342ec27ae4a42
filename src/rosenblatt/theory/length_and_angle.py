"""The two equations of a Hebbian student in scale-free coordinates: the logarithms of its length and of its angle.

A student J = R B + R_perp C, as in `rosenblatt.kernels.chain`, has the length l = sqrt(Q) and the angle theta to the
teacher. With y = ln tan(theta/2), so that sin(theta) = 1/cosh(y) and cos(theta) = -tanh(y), the equations
hebbian-theory.1 and hebbian-theory.2 are

    length-and-angle.1   dy/dalpha     = cot(theta) ( <F c>/l + <F^2>/(2 l^2 sin(theta)) + delta/sin(theta) ) - <F b>/l
    length-and-angle.2   dln(l)/dalpha = ( cos(theta) <F b> + sin(theta) <F c> + <F^2>/(2 l) )/l - Omega
    length-and-angle.3   J -> 0:  R = alpha <F b>/(1 - p/2),  R_perp^2 = alpha <F^2>/(1 - p),  where <F^2> ~ alpha^(-p)

Nothing in (1) is small beside what it is added to, however small the angle is; power laws in alpha are straight lines.
A student of fixed length has l = 1 and (1) alone. In (3) the averages are those at a right angle and vanishing length;
with p = 1 or more the first examples count for more than all others, and there is no limit of many weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt.rules.kinds.hebbian import STAYS, Averages, HebbianRule
from rosenblatt.scenario import NumberChannel, Scenario, Start
from rosenblatt.theory.integration import LOG_ABSOLUTE, LOG_RELATIVE, Limits, follow

AveragesOf = Callable[[float, float, float], Averages]  # (r, r_perp, alpha) -> <F b>, <F c>, <F^2>
Turn = Callable[[float, float, float], tuple[float, float]]  # (alpha, y, l) -> the slopes of y and ln(l)

START = 1e-14  # in units of the smallest alpha asked for, or of 1: the start's error is of the order of its square root
ERASING = 1e4  # of a rate: alpha <F^2>, by which a normalised student forgets within a factor e of alpha
OFFSET = 1.0  # of ln(l) as it is followed: the solver's derivatives are poor at 0, where many students end
SMALLEST = 1e-150  # of an angle, whose square is a number
FARTHEST = 340.0  # of the logarithm of a length, up or down: beyond it squares are out of range
REMEDY = "Take a smaller alpha or a smaller rate."


@dataclass(frozen=True)
class Begin:
    """Where a student that has learnt before goes on."""

    alpha: float
    r: float
    r_perp: float


def integrate(
    rule: HebbianRule,
    averages: AveragesOf,
    alpha: np.ndarray,
    scenario: Scenario,
    *,
    smallest: float = SMALLEST,
    calls: int | None = None,
    begin: Begin | None = None,
    tolerance: float = 1.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Return R and R_perp at each alpha (increasing), for given averages.

    They are right for angles down to ``smallest``: a curve that falls below is refused; ``calls`` of them are made at
    most. ``begin`` is where a student that has learnt before goes on; it defaults to the scenario's start.
    ``tolerance`` multiplies the usual ones of the integration.
    """
    turn = turning(rule, averages, scenario.drift)
    latest = min(float(alpha[0]), 1.0 / (1.0 + scenario.drift + rule.weight_decay))
    if begin is not None:
        first, *start = (
            begin.alpha,
            logarithm(begin.r, begin.r_perp),
            math.log(math.hypot(begin.r, begin.r_perp)) + OFFSET,
        )
        start = start[:1] if rule.normalised else start
    elif rule.normalised:
        first, *start = _normalised_start(averages, turn, scenario, latest)
    else:
        first, *start = _start(rule, averages, scenario, latest)
    if math.isinf(start[0]):
        return _at_the_teacher(rule, scenario, alpha)

    def slopes(now: float, state: np.ndarray) -> tuple[float, ...]:
        length = 1.0 if rule.normalised else math.exp(float(state[1]) - OFFSET)
        return turn(now, float(state[0]), length)[: len(state)]

    parts, finer = len(start), tolerance
    if issubclass(rule.labels, NumberChannel):  # lengths are compared with that of the teacher, the nearer it is
        finer = tolerance * min(max(math.sqrt(scenario.noise + scenario.drift), 0.03), 1.0)
    solution = follow(
        rule.name,
        slopes,
        first,
        start,
        alpha,
        relative=(tolerance * LOG_RELATIVE, finer * LOG_RELATIVE)[:parts],
        absolute=(tolerance * LOG_ABSOLUTE, finer * LOG_ABSOLUTE)[:parts],
        remedy=REMEDY,
        calls=calls,
        limits=_limits(smallest, parts),
    )
    length = 1.0 if rule.normalised else np.exp(solution[1] - OFFSET)
    return -length * np.tanh(solution[0]), length / np.cosh(solution[0])


def _limits(smallest: float, parts: int) -> Limits:
    """Return where a curve is refused: too small an angle, or a length whose square is out of range."""
    low = np.array([math.log(0.5 * smallest), -FARTHEST])[:parts]
    high = np.array([-math.log(0.5 * SMALLEST), FARTHEST])[:parts]

    def reason(state: np.ndarray) -> str:
        if abs(state[-1]) > 0.9 * FARTHEST and parts > 1:
            way = "grown" if state[-1] > 0.0 else "shrunk"
            return f"must stay finite; it has {way} to a length of 1e{state[-1] / math.log(10.0):+.0f}"
        return f"must stay above d = {smallest / math.pi:.1g}, where its averages lose their digits; it fell below"

    return Limits(low, high, reason)


def by_length_and_angle(rule: HebbianRule, declared: Callable[..., Averages], noise: float) -> AveragesOf:
    """Return averages as functions of R and R_perp that a rule declares as functions of angle and length."""

    def averages(r: float, r_perp: float, alpha: float) -> Averages:
        own = rule.own_at(alpha) if rule.scheduled else rule.own
        return declared(math.atan2(r_perp, r), math.hypot(r, r_perp), alpha, noise, *own)

    return averages


def turning(rule: HebbianRule, averages: AveragesOf, drift: float) -> Turn:
    """Return the two equations of a rule.  (length-and-angle.1, length-and-angle.2)"""
    omega = rule.weight_decay

    def slopes(now: float, y: float, length: float) -> tuple[float, float]:
        cosine, sine = -math.tanh(y), 1.0 / math.cosh(y)
        toward, across, strength = averages(length * cosine, length * sine, now)
        spread = 0.5 * strength / length
        turn = cosine / sine * ((across + spread / sine) / length + drift / sine) - toward / length
        return turn, (cosine * toward + sine * across + spread) / length - omega

    return slopes


def logarithm(r: float, r_perp: float) -> float:
    """Return y = ln tan(theta/2).

    >>> round(logarithm(1.0, 2e-20), 6) == round(math.log(1e-20), 6)
    True
    """
    if r_perp == 0.0:
        return math.copysign(math.inf, -r)
    far = math.hypot(r, r_perp) + abs(r)
    return math.log(r_perp / far) if r >= 0.0 else math.log(far / r_perp)


def _start(rule: HebbianRule, averages: AveragesOf, scenario: Scenario, latest: float) -> tuple[float, float, float]:
    """Return where to begin: a vanishing alpha, and the state of a student that has just begun."""
    first = START * latest
    if scenario.start is None:
        r, squared = fresh(rule, averages, first)
    else:
        r, squared = scenario.start.r, _across(scenario.start)
        if squared == 0.0:
            squared = first * (averages(r, 0.0, first)[2] + 2.0 * scenario.drift * r * r)
    return first, logarithm(r, math.sqrt(squared)), 0.5 * math.log(r * r + squared) + OFFSET


def _across(start: Start) -> float:
    """Return R_perp^2 of a start."""
    return max(start.q_norm - start.r**2, 0.0)


def fresh(rule: HebbianRule, averages: AveragesOf, first: float) -> tuple[float, float]:
    """Return R and R_perp^2 of a student that started at J = 0.  (length-and-angle.3)"""
    toward, _, strength = averages(0.0, math.sqrt(first), first)
    if strength == 0.0 or averages(0.0, 1e-3 * math.sqrt(first), first)[2] < 0.1 * strength:  # F -> 0 with J
        raise ValueError(f"start must be given for {rule.name!r}; got None. {STAYS}")
    power = early_power(rule, averages, (0.0, math.sqrt(first)), first)
    return first * toward / (1.0 - 0.5 * power), first * strength / (1.0 - power)


def early_power(rule: HebbianRule, averages: AveragesOf, student: tuple[float, float], first: float) -> float:
    """Return p of <F^2> ~ alpha^(-p) for a student (R, R_perp) as alpha -> 0, or raise if it is 1 or more."""
    late, early = (averages(*student, alpha)[2] for alpha in (first, 1e-3 * first))
    power = max(math.log(early / late) / math.log(1e3), 0.0) if late > 0.0 else 0.0
    if power > 1.0 - 1e-6:
        raise ValueError(
            f"modulation of {rule.name!r} must grow more slowly than alpha^-0.5 as alpha -> 0; it grows like "
            f"alpha^-{0.5 * power:.3g}, and the first examples, which are never forgotten, count for more the more "
            "weights there are. Cap it, for example eta/(1 + alpha) or rb.PowerLaw(1.0, z=0.5, cap=10.0)."
        )
    return power


def _normalised_start(averages: AveragesOf, turn: Turn, scenario: Scenario, latest: float) -> tuple[float, float]:
    """Return where to begin: a vanishing alpha, and y of the start, or of a right angle.

    A rate that diverges there erases all memory, unless there are no mistakes at all: then begin later, where it still
    erases all of it, with the angle at which such a student stays.
    """
    y, first = 0.0, START * latest
    if scenario.start is not None:
        r, squared = scenario.start.r, _across(scenario.start)
        if squared == 0.0:  # after the first examples
            r = math.copysign(1.0, r)
            squared = first * (averages(r, 0.0, first)[2] + 2.0 * scenario.drift)
        y = logarithm(r, math.sqrt(squared))
    for now in latest * 10.0 ** -np.arange(0.0, 15.0):
        if math.isfinite(y) and now * averages(0.0, 1.0, float(now))[2] > ERASING:
            if turn(float(now), 0.0, 1.0)[0] >= 0.0:  # labels tell nothing that floats can hold
                return float(now) * (1.0 - 1e-12), 0.0
            bracket = (math.log(5e-4), 0.0)
            stays = root_scalar(lambda y: turn(float(now), y, 1.0)[0], bracket=bracket, method="brentq").root  # noqa: B023
            return float(now) * (1.0 - 1e-12), stays
    return first, y


def _at_the_teacher(rule: HebbianRule, scenario: Scenario, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the curve of a student that starts at the teacher and makes no mistakes there: it may shrink."""
    start = scenario.start or Start(1.0)
    r = math.copysign(1.0, start.r) if rule.normalised else start.r * np.exp(-rule.weight_decay * alpha)
    return r * np.ones(len(alpha)), np.zeros(len(alpha))
