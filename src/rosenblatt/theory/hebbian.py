"""Learning curves of the Hebbian family for N -> infinity, for any modulation.

In the coordinates of `rosenblatt.kernels.chain`, J = R B + R_perp C, the two equations are

    hebbian-theory.1   dR/dalpha        = <F b> - (Omega + delta) R
    hebbian-theory.2   dR_perp^2/dalpha = 2 R_perp <F c> + <F^2> - 2 Omega R_perp^2 + 2 delta R^2

with weight decay Omega and drift delta of the teacher. They are KC's equations for R and Q
= R^2 + R_perp^2, but nothing cancels as rho -> 1: the angle arctan(R_perp/R) keeps its relative
accuracy however small it is. The start is J -> 0: R = alpha <F b>, R_perp^2 = alpha <F^2>, with the
averages at a right angle and vanishing length. Time runs in ln(alpha), in which power laws are
straight. A normalised student is known by its angle alone, from a right angle on:

    hebbian-theory.3   dtheta/dalpha = cos(theta) (<F c> + <F^2>/(2 sin(theta))) - sin(theta) <F b> + delta cot(theta)

A student that starts elsewhere, at given R and Q, follows the same equations from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.kernels.averages import averages_kernel
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Flips, GaussianNoise, Scenario, Start
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.integration import Slopes, follow
from rosenblatt.theory.registry import Theory, theory

AveragesOf = Callable[[float, float, float], Averages]  # (r, r_perp, alpha) -> <F b>, <F c>, <F^2>

START = 1e-14  # in units of the smallest alpha asked for: the start's error is of the order of its square root
AGREEMENT = 1e-9  # between averages on panels and on finer panels
LEVELS = 7
ERASING = 1e6  # of a rate: alpha <F^2>, by which a normalised student forgets within a factor e of alpha


CLOSED_FORM, QUADRATURE = "ODE with closed-form averages", "ODE with averages by quadrature"


@theory
class HebbianTheory(Theory):
    """Two equations for every modulation, for inputs without a mean."""

    learners = (HebbianRule,)

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return that the averages are not known for a channel."""
        if isinstance(scenario.channel, (Flips, GaussianNoise)):
            return ""
        return f"channel must be one of flipped signs or noisy numbers for a modulation; got {scenario.channel!r}"

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that R and Q are all there is to know of a Hebbian student."""
        return True

    def curve(
        self,
        learner: HebbianRule,
        scenario: Scenario,
        alpha: np.ndarray,
        readout: Readout,
        *,
        averages: str = "auto",
    ) -> Curve:
        """Return the curve; ``averages`` are in "closed-form", by "quadrature", or "auto", the first if declared."""
        method = _method(learner, averages)
        r, r_perp = order_parameters(learner, alpha, scenario, method)
        angle = readout.angle(r, r_perp, scenario.teacher)
        r, q_norm = (r, r * r + r_perp * r_perp) if readout is MEAN else (np.cos(angle), np.ones_like(angle))
        frame = frame_of(alpha, r, q_norm, angle, lambda r, q, d: learner.error(r, q, d, scenario.channel))
        plain = scenario.noise == scenario.drift == learner.weight_decay == 0.0 and readout is MEAN
        return Curve(learner, scenario, readout.name, frame, method, learner.decay if plain else None)


def _method(rule: HebbianRule, averages: str) -> str:
    """Return how the averages are to be had, or raise if the rule does not declare them."""
    declared = getattr(type(rule), "averages", None)
    if averages == "auto":
        return QUADRATURE if declared is None else CLOSED_FORM
    checks.one_of("averages", averages, ("auto", "closed-form", "quadrature"))
    if declared is None and averages == "closed-form":
        raise ValueError(
            f"averages must be 'auto' or 'quadrature' for {rule.name!r}; got 'closed-form', which it does not declare. "
            "Leave the argument out."
        )
    return CLOSED_FORM if averages == "closed-form" else QUADRATURE


def order_parameters(
    rule: HebbianRule, alpha: np.ndarray, scenario: Scenario, method: str
) -> tuple[np.ndarray, np.ndarray]:
    """Return R and R_perp at each alpha (increasing)."""
    if method == CLOSED_FORM:
        return integrate(rule, _averages_of(rule, scenario.noise), alpha, scenario)
    return _by_quadrature(rule, alpha, scenario)


def _averages_of(rule: HebbianRule, noise: float) -> AveragesOf:
    """Return the averages of a rule in closed form if it declares one, else by quadrature."""
    declared = getattr(type(rule), "averages", None)
    if declared is None:
        return quadrature(rule, noise, level=1)

    def closed(r: float, r_perp: float, alpha: float) -> Averages:
        own = rule.own_at(alpha) if rule.scheduled else rule.own
        return declared(math.atan2(r_perp, r), math.hypot(r, r_perp), alpha, noise, *own)

    return closed


def quadrature(rule: HebbianRule, noise: float, level: int = 0) -> AveragesOf:
    """Return the averages of a rule by quadrature; a higher ``level`` has finer panels."""
    kernel, kinks, own = averages_kernel(rule), np.array(rule.kink_fields(), dtype=float), rule.own
    moving = callable(type(rule).kinks) and rule.varies()
    result = np.empty(3)

    def averages(r: float, r_perp: float, alpha: float) -> Averages:
        nonlocal kinks
        if moving:
            kinks = np.array(rule.kink_fields(alpha, r * r + r_perp * r_perp), dtype=float)
        kernel(r, r_perp, alpha, noise, kinks, level, own, result)
        toward, across, squared = result.tolist()
        if not math.isfinite(toward + across + squared):
            raise ValueError(
                f"modulation of {rule.name!r} must return a finite number; "
                f"got NaN or infinity at alpha={alpha:.4g}, q_norm={r * r + r_perp * r_perp:.4g}. "
                "Guard that case in the function."
            )
        return toward, across, squared

    return averages


def _by_quadrature(rule: HebbianRule, alpha: np.ndarray, scenario: Scenario) -> tuple[np.ndarray, np.ndarray]:
    """Integrate on panels that are fine enough: finer ones must change nothing along the curve."""
    for level in range(LEVELS):
        # Two levels on: the next one differs by a few cuts only, and may miss a kink that is not declared.
        coarse, fine = (quadrature(rule, scenario.noise, finer) for finer in (level, level + 2))
        probes = [(math.cos(a) * length, math.sin(a) * length, 1.0) for a in (0.3, 1.5) for length in (0.1, 1.0, 10.0)]
        if not _agree(coarse, fine, probes):
            continue
        r, r_perp = integrate(rule, coarse, alpha, scenario)
        some = np.unique(np.linspace(0, len(alpha) - 1, 9).astype(int))
        if _agree(coarse, fine, [(float(r[i]), float(r_perp[i]), float(alpha[i])) for i in some]):
            return r, r_perp
    raise ValueError(
        f"modulation of {rule.name!r} must be smooth between its kinks; got averages that change "
        f"when the panels are made finer, {LEVELS} times over. Declare every kink with kinks=(...), "
        "or kinks as a function of alpha and q_norm if they move with these."
    )


def _agree(coarse: AveragesOf, fine: AveragesOf, points: list[tuple[float, float, float]]) -> bool:
    for point in points:
        one, other = np.array(coarse(*point)), np.array(fine(*point))
        if np.max(np.abs(one - other)) > AGREEMENT * max(np.max(np.abs(other)), 1e-300):
            return False
    return True


def integrate(
    rule: HebbianRule, averages: AveragesOf, alpha: np.ndarray, scenario: Scenario
) -> tuple[np.ndarray, np.ndarray]:
    """Return R and R_perp at each alpha (increasing), for given averages."""
    first, drift = START * float(alpha[0]), scenario.drift
    if rule.normalised:
        turn = _angle_slope(averages, drift)
        begin = math.pi / 2.0 if scenario.start is None else _angle(scenario.start, averages, drift, first)
        first, begin = _angle_start(averages, turn, float(alpha[0]), begin)
        (angle,) = _follow(rule, lambda now, state: (turn(now, float(state[0])),), first, (begin,), alpha)
        return np.cos(angle), np.sin(angle)
    start = _start(rule, averages, first) if scenario.start is None else _given_start(scenario.start)
    r, squared = _follow(rule, _slopes(rule, averages, drift), first, start, alpha)
    return r, np.sqrt(np.maximum(squared, 0.0))


def _slopes(rule: HebbianRule, averages: AveragesOf, drift: float) -> Slopes:
    omega = rule.weight_decay

    def slopes(now: float, state: np.ndarray) -> tuple[float, float]:
        r, squared = float(state[0]), max(float(state[1]), 0.0)
        r_perp = math.sqrt(squared)
        toward, across, strength = averages(r, r_perp, now)
        gain_r = toward - (omega + drift) * r  # hebbian-theory.1
        gain_perp = 2.0 * r_perp * across + strength - 2.0 * omega * squared + 2.0 * drift * r * r  # hebbian-theory.2
        return gain_r, gain_perp

    return slopes


def _angle_slope(averages: AveragesOf, drift: float) -> Callable[[float, float], float]:
    def slope(now: float, angle: float) -> float:
        cosine, sine = math.cos(angle), math.sin(angle)
        toward, across, strength = averages(cosine, sine, now)
        if sine == 0.0:  # at the teacher, and it makes no mistakes there: see `_angle`
            return 0.0
        return cosine * (across + (0.5 * strength + drift) / sine) - sine * toward  # hebbian-theory.3

    return slope


def _angle_start(
    averages: AveragesOf, turn: Callable[[float, float], float], alpha: float, begin: float
) -> tuple[float, float]:
    """Return where to begin: at the given angle and a vanishing alpha.

    A rate that diverges there erases all memory, unless there are no mistakes at all: then begin later, where it still
    erases all of it, with the angle at which such a student stays.
    """
    right = math.pi / 2.0
    for first in alpha * 10.0 ** -np.arange(0.0, 15.0):
        if begin > 0.0 and first * averages(0.0, 1.0, float(first))[2] > ERASING:
            stays = root_scalar(lambda angle: turn(float(first), angle), bracket=(1e-3, right), method="brentq").root  # noqa: B023
            return float(first) * (1.0 - 1e-12), stays
    return START * alpha, begin


def fixed_point(rule: HebbianRule, noise: float = 0.0, drift: float = 0.0) -> float:
    """Return the disagreement at which a normalised student with a constant rate stays.  (hebbian-theory.3)

    >>> from rosenblatt.rules.normalised import Normalised
    >>> round(fixed_point(Normalised(eta=1.0)) / (1.0 / math.sqrt(2.0 * math.pi**3)), 3)
    0.973
    """
    if not rule.normalised or rule.scheduled:
        raise ValueError(
            f"rule must be normalised and have constant parameters for a fixed point; got {rule!r}. "
            "Take rb.Normalised(eta=0.1), or learning_curve."
        )
    slope = _angle_slope(_averages_of(rule, checks.noise(noise)), checks.not_negative("drift", drift, "It is a rate."))
    found = root_scalar(lambda angle: slope(1.0, angle), bracket=(1e-12, math.pi / 2.0), method="brentq", xtol=1e-15)
    return found.root / math.pi


def _angle(start: Start, averages: AveragesOf, drift: float, first: float) -> float:
    """Return the angle of a start; a normalised student has only that.

    At the teacher or opposite to it the angle is that after the first examples, by hebbian-theory.2 with R_perp = 0.
    """
    squared = max(1.0 - start.r**2 / start.q_norm, 0.0)
    along = start.r / math.sqrt(start.q_norm)
    if squared == 0.0:
        squared = first * (averages(along, 0.0, first)[2] + 2.0 * drift)
    return math.atan2(math.sqrt(squared), along)


def _given_start(start: Start) -> tuple[float, float]:
    """Return R and R_perp^2 of a start."""
    return start.r, max(start.q_norm - start.r**2, 0.0)


def _start(rule: HebbianRule, averages: AveragesOf, first: float) -> tuple[float, float]:
    """Return R and R_perp^2 of a student that has just begun."""
    toward, _, strength = averages(0.0, math.sqrt(first), first)
    if strength == 0.0 or averages(0.0, 1e-3 * math.sqrt(first), first)[2] < 0.1 * strength:  # F -> 0 with J
        raise ValueError(
            f"modulation of {rule.name!r} must not be 0 for a student that knows nothing; got F = 0 at J = 0. "
            "Such a student never starts to learn."
        )
    if averages(0.0, math.sqrt(first), 1e-3 * first)[2] > 100.0 * strength:
        raise ValueError(
            f"modulation of {rule.name!r} must stay bounded as alpha -> 0; it grows like 1/alpha or faster. "
            "Cap it, for example eta/(1 + alpha): what the first examples do must not depend on which is first."
        )
    return first * toward, first * strength


def _follow(rule: HebbianRule, slopes: Slopes, first: float, start: tuple[float, ...], alpha: np.ndarray) -> np.ndarray:
    return follow(
        rule.name, slopes, first, start, alpha, absolute=1e-30, remedy="Take a smaller alpha or a smaller rate."
    )
