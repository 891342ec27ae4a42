"""Learning curves of the Hebbian family for N -> infinity, for any modulation.

In the coordinates of `rosenblatt.kernels.chain`, J = R B + R_perp C, the two equations are

    hebbian-theory.1   dR/dalpha        = <F b> - (Omega + delta) R
    hebbian-theory.2   dR_perp^2/dalpha = 2 R_perp <F c> + <F^2> - 2 Omega R_perp^2 + 2 delta R^2

with weight decay Omega and drift delta of the teacher. They are KC's equations for R and Q = R^2 + R_perp^2.
`rosenblatt.theory.length_and_angle` follows them in coordinates in which nothing cancels as rho -> 1: the angle
keeps its relative accuracy however small it is, if the averages keep theirs. Those of labels that are numbers do not:
what drives such a student is label - field, which near the teacher is a difference of two numbers that share their
first digits. Where that would spoil the curve it is refused; `rosenblatt.theory.linear_perceptron` has the rules for
which it need not be.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.kernels.averages import LEVELS, averages_kernel, evaluations
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Flips, GaussianNoise, NumberChannel, Scenario
from rosenblatt.theory import integration
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.length_and_angle import (
    SMALLEST,
    AveragesOf,
    Begin,
    by_length_and_angle,
    integrate,
    turning,
)
from rosenblatt.theory.registry import Theory, theory

AGREEMENT = 1e-9  # between averages on panels and on finer panels
ROUNDING = 1e-15  # of a field: what it leaves of label - field near the teacher
SMALLEST_ANGLE = 1e-10  # at which label - field still has six digits
TOLERANCE = 100.0  # beside the usual one, in channels whose likelihood is a sum itself: curves are right to 1e-8
EVALUATIONS = 2e8  # of a modulation, for a curve by quadrature: some ten seconds
USUAL = (Flips, GaussianNoise)  # channels of one number, for which rules declare averages

CLOSED_FORM, QUADRATURE = "ODE with closed-form averages", "ODE with averages by quadrature"


@theory
class HebbianTheory(Theory):
    """Two equations for every modulation, for inputs without a mean."""

    learners = (HebbianRule,)

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return that the averages are not known for a channel."""
        if isinstance(scenario.channel, USUAL) or hasattr(scenario.channel.as_student_sees, "likelihood"):
            return ""
        return f"channel must have a likelihood or be rb.GaussianNoise for a modulation; got {scenario.channel!r}"

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that R and Q are all there is to know of a Hebbian student."""
        return True

    def first_length(self, learner: HebbianRule) -> float:
        """Return 1 for a normalised student, whose direction is random."""
        return 1.0 if learner.normalised else 0.0

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
        method = averages_method(learner, scenario, averages)
        r, r_perp = order_parameters(learner, alpha, scenario, method)
        student = readout.read(r, r_perp, scenario.teacher)
        frame = frame_of(alpha, *student, partial(learner.error, channel=scenario.channel))
        plain = scenario.noise == scenario.drift == learner.weight_decay == 0.0 and readout is MEAN
        return Curve(learner, scenario, readout.name, frame, method, learner.decay if plain else None)


def declared_averages(rule: HebbianRule, scenario: Scenario) -> Callable[..., Averages] | None:
    """Return the closed form of a rule's averages, which are for flips and for Gaussian noise."""
    return getattr(type(rule), "averages", None) if isinstance(scenario.channel, USUAL) else None


def averages_method(rule: HebbianRule, scenario: Scenario, averages: str) -> str:
    """Return how the averages are to be had, or raise if the rule does not declare them."""
    declared = declared_averages(rule, scenario)
    if averages == "auto":
        return QUADRATURE if declared is None else CLOSED_FORM
    checks.one_of("averages", averages, ("auto", "closed-form", "quadrature"))
    if declared is None and averages == "closed-form":
        raise ValueError(
            f"averages must be 'auto' or 'quadrature' for {rule.name!r} in {scenario.channel!r}; got 'closed-form', "
            "which it does not declare. Leave the argument out."
        )
    return CLOSED_FORM if averages == "closed-form" else QUADRATURE


def order_parameters(
    rule: HebbianRule, alpha: np.ndarray, scenario: Scenario, method: str, begin: Begin | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return R and R_perp at each alpha (increasing), from the scenario's start or from where a student goes on."""
    if method == CLOSED_FORM:
        smallest = smallest_angle(rule, scenario.noise, CLOSED_FORM)
        return integrate(rule, averages_of(rule, scenario), alpha, scenario, smallest=smallest, begin=begin)
    return _by_quadrature(rule, alpha, scenario, begin)


def averages_of(rule: HebbianRule, scenario: Scenario) -> AveragesOf:
    """Return the averages of a rule in closed form if it declares one, else by quadrature."""
    declared = declared_averages(rule, scenario)
    if declared is None:
        return quadrature(rule, scenario, level=1)
    return by_length_and_angle(rule, declared, scenario.noise)


def fine_averages(rule: HebbianRule, scenario: Scenario, points: list[tuple[float, float, float]]) -> AveragesOf:
    """Return averages that are right at the given (R, R_perp, alpha): in closed form, or on panels fine enough."""
    if declared_averages(rule, scenario) is not None:
        return averages_of(rule, scenario)
    noise = 0.0 if math.isnan(scenario.noise) else scenario.noise
    for level in range(LEVELS[rule.labels]):
        coarse, fine = (quadrature(rule, scenario, finer) for finer in (level, level + 2))
        if _agree(coarse, fine, points, noise):
            return coarse
    raise _not_smooth(rule, scenario)


def smallest_angle(rule: HebbianRule, noise: float, method: str) -> float:
    """Return the angle down to which averages keep their digits.

    Clean numbers are compared with fields: near the teacher the difference has few digits. Only the closed form of a
    student whose length is that of the teacher need not take it.
    """
    compared = issubclass(rule.labels, NumberChannel) and noise < SMALLEST_ANGLE**2
    return SMALLEST_ANGLE if compared and not (rule.normalised and method == CLOSED_FORM) else SMALLEST


def quadrature(rule: HebbianRule, scenario: Scenario, level: int = 0) -> AveragesOf:
    """Return the averages of a rule by quadrature; a higher ``level`` has finer panels."""
    seen, stretch = scenario.channel.as_student_sees, math.hypot(1.0, scenario.channel.student_width)
    features = np.array(getattr(seen, "features", ()), dtype=float).reshape(-1, 2)
    kernel, kinks, own = averages_kernel(rule, seen), np.array(rule.kink_fields(), dtype=float), rule.own
    moving, channel = callable(type(rule).kinks) and rule.varies(), seen.kernel_numbers
    result = np.empty(3)

    def averages(r: float, r_perp: float, alpha: float) -> Averages:
        nonlocal kinks
        if moving:
            kinks = np.array(rule.kink_fields(alpha, r * r + r_perp * r_perp), dtype=float)
        kernel(r, r_perp, alpha, channel, features, stretch, kinks, level, own, result)
        toward, across, squared = result.tolist()
        if not math.isfinite(toward + across + squared):
            raise ValueError(
                f"modulation of {rule.name!r} must return a finite number; "
                f"got NaN or infinity at alpha={alpha:.4g}, q_norm={r * r + r_perp * r_perp:.4g}. "
                "Guard that case in the function."
            )
        return stretch * toward, stretch * across, stretch * stretch * squared  # input_noise.3

    return averages


def _by_quadrature(
    rule: HebbianRule, alpha: np.ndarray, scenario: Scenario, begin: Begin | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Integrate on panels that are fine enough: finer ones must change nothing along the curve."""
    levels, noise = LEVELS[rule.labels], 0.0 if math.isnan(scenario.noise) else scenario.noise
    for level in range(levels):
        # Two levels on: the next one differs by a few cuts only, and may miss a kink that is not declared.
        coarse, fine = (quadrature(rule, scenario, finer) for finer in (level, level + 2))
        probes = [(math.cos(a) * length, math.sin(a) * length, 1.0) for a in (0.3, 1.5) for length in (0.1, 1.0, 10.0)]
        if not _agree(coarse, fine, probes, noise):
            continue
        calls = min(int(EVALUATIONS / evaluations(rule, level)), integration.CALLS)
        smallest = smallest_angle(rule, noise, QUADRATURE)
        tolerance = 1.0 if isinstance(scenario.channel, USUAL) else TOLERANCE
        limits: dict[str, Any] = {"smallest": smallest, "calls": calls, "tolerance": tolerance}
        r, r_perp = integrate(rule, coarse, alpha, scenario, begin=begin, **limits)
        some = np.unique(np.linspace(0, len(alpha) - 1, 9).astype(int))
        if _agree(coarse, fine, [(float(r[i]), float(r_perp[i]), float(alpha[i])) for i in some], noise):
            return r, r_perp
    raise _not_smooth(rule, scenario)


def _not_smooth(rule: HebbianRule, scenario: Scenario) -> ValueError:
    """Return the error that averages do not settle."""
    return ValueError(
        f"modulation of {rule.name!r}, and the channel {scenario.channel!r}, must be smooth between their kinks; got "
        f"averages that change when the panels are made finer, {LEVELS[rule.labels]} times over. Declare every kink "
        "with kinks=(...), or kinks as a function of alpha and q_norm if they move with these."
    )


def _agree(coarse: AveragesOf, fine: AveragesOf, points: list[tuple[float, float, float]], noise: float) -> bool:
    for r, r_perp, alpha in points:
        one, other = np.array(coarse(r, r_perp, alpha)), np.array(fine(r, r_perp, alpha))
        rounding = ROUNDING * abs(r) / max(math.hypot(r_perp, math.sqrt(noise)), 1e-300)
        if np.max(np.abs(one - other)) > (AGREEMENT + rounding) * max(np.max(np.abs(other)), 1e-300):
            return False
    return True


def fixed_point(rule: HebbianRule, noise: float = 0.0, drift: float = 0.0) -> float:
    """Return the disagreement at which a normalised student with a constant rate stays.  (length-and-angle.1)

    >>> from rosenblatt.rules.normalised import Normalised
    >>> round(fixed_point(Normalised(eta=1.0)) / (1.0 / math.sqrt(2.0 * math.pi**3)), 3)
    0.973
    """
    if not rule.normalised or rule.scheduled:
        raise ValueError(
            f"rule must be normalised and have constant parameters for a fixed point; got {rule!r}. "
            "Take rb.Normalised(eta=0.1), or learning_curve."
        )
    scenario = Scenario(channel=Flips(noise), drift=drift)
    turn = turning(rule, averages_of(rule, scenario), scenario.drift)
    found = root_scalar(lambda y: turn(1.0, y, 1.0)[0], bracket=(math.log(5e-13), 0.0), method="brentq", xtol=1e-15)
    return 2.0 * math.atan(math.exp(found.root)) / math.pi
