r"""Learning curves of the Hebbian family in batches of mu N examples: a map in place of an equation.

In the coordinates of `rosenblatt.kernels.chain`, J = R B + R_perp C, a batch that is summed with the fields of the old
J (updates.2) moves the student by

    mini-batches.1   R        <- (1 - mu Omega) R + mu <F b>
    mini-batches.2   R_perp^2 <- ((1 - mu Omega) R_perp + mu <F c>)^2 + mu <F^2>
    mini-batches.3   J = 0:  every field is 0, and  <F b> = (F(+1, 0) - F(-1, 0)) <label b>/2,  <F c> = 0,
                     <F^2> = P(+1) F(+1, 0)^2 + P(-1) F(-1, 0)^2

which is Q <- Q + 2 mu <F h> + mu <F^2> + mu^2 (<F b>^2 + <F c>^2) without its cancellations. For mu -> 0 it is the
equation of `rosenblatt.theory.hebbian`; so are batches of a fixed number of examples, for many weights. Hebb's rule,
which does not look at its fields, is indifferent to mu.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from rosenblatt.rules.hebb import Hebb
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.rules.parts.updates import Batches, chosen_update
from rosenblatt.scenario import NumberChannel, Scenario, SignChannel
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.hebbian import SMALLEST_ANGLE, HebbianTheory, averages_of
from rosenblatt.theory.integration import NotFollowed
from rosenblatt.theory.length_and_angle import AveragesOf
from rosenblatt.theory.registry import Theory, theory

MOST_BATCHES = 1_000_000  # some seconds with averages in closed form, a minute by quadrature
LARGEST = 1e150  # of a length, whose square is a number
SHORTEST = 1e-150  # of a student that stands for J = 0, for labels that are numbers

_online = HebbianTheory()


@theory
class MiniBatchTheory(Theory):
    """Every modulation, summed over batches of ``batch`` N examples."""

    learners = (HebbianRule,)

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return that the teacher must not move within a batch, or what prevents the averages."""
        return drift_obstacle(scenario, "batches") or _online.further_obstacle(learner, scenario)

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that R and Q are all there is to know of a student between two batches."""
        return True

    def first_length(self, learner: HebbianRule) -> float:
        """Return 1 for a normalised student, whose direction is random."""
        return _online.first_length(learner)

    def curve(
        self, learner: HebbianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout, *, batch: float
    ) -> Curve:
        """Return the curve after the whole numbers of batches of ``batch`` N that are nearest to ``alpha``."""
        update = chosen_update(batch=batch)
        assert isinstance(update, Batches)
        update.check_decay(learner.weight_decay)
        batches = update.count(alpha)
        r, r_perp = _follow(learner, scenario, update.size, batches)
        student, times = readout.read(r, r_perp, scenario.teacher), batches * update.size
        frame = frame_of(times, *student, partial(learner.error, channel=scenario.channel))
        return Curve(learner, scenario, readout.name, frame, "map from batch to batch", update=update)


def drift_obstacle(scenario: Scenario, what: str) -> str:
    """Return that a theory is for a teacher that stays where it is; empty if it does."""
    return f"drift must be 0 for the theory of {what}; got {scenario.drift:g}" if scenario.drift > 0.0 else ""


def _follow(rule: HebbianRule, scenario: Scenario, size: float, batches: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return R and R_perp after each number of batches (increasing)."""
    _check_length(size, int(batches[-1]))
    averages, at_zero = averages_of(rule, scenario), _at_zero(rule, scenario)
    smallest = SMALLEST_ANGLE if issubclass(rule.labels, NumberChannel) else 0.0
    keep, wanted, found = 1.0 - size * rule.weight_decay, set(batches.tolist()), {}
    r, r_perp = start_of(rule, scenario)
    for number in range(1, int(batches[-1]) + 1):
        now = number * size
        toward, across, squared = averages(r, r_perp, now) if r != 0.0 or r_perp != 0.0 else at_zero(r, r_perp, now)
        r = keep * r + size * toward  # mini-batches.1
        r_perp = math.hypot(keep * r_perp + size * across, math.sqrt(size * squared))  # mini-batches.2
        length = math.hypot(r, r_perp)
        if rule.normalised and length > 0.0:
            r, r_perp = r / length, r_perp / length
        elif not length < LARGEST:
            raise NotFollowed(
                f"learning curve of {rule.name!r} must stay finite; it has grown to a length of {length:.2g} by "
                f"alpha={now:.4g}. Take a smaller rate or smaller batches."
            )
        if 0.0 < r_perp < smallest * abs(r):
            raise NotFollowed(
                f"learning curve of {rule.name!r} must stay above d = {smallest / math.pi:.1g}, where its averages "
                f"lose their digits; it fell below by alpha={now:.4g}. Take a smaller alpha."
            )
        if number in wanted:
            found[number] = (r, r_perp)
    return np.array([found[number] for number in batches.tolist()]).T  # pyright: ignore[reportReturnType]


def _check_length(size: float, last: int) -> None:
    """Raise if a curve takes too long."""
    if last > MOST_BATCHES:
        raise ValueError(
            f"alpha must be at most {MOST_BATCHES} batches; got {last} of {size:g} N. Take larger batches, or leave "
            "out batch: the curve of small ones is that of learning each example at once."
        )


def start_of(rule: HebbianRule, scenario: Scenario) -> tuple[float, float]:
    """Return R and R_perp of the start."""
    start = scenario.start
    if start is None:
        return 0.0, _online.first_length(rule)
    length = math.sqrt(start.q_norm) if rule.normalised else 1.0
    return start.r / length, math.sqrt(max(start.q_norm - start.r**2, 0.0)) / length


def _at_zero(rule: HebbianRule, scenario: Scenario) -> AveragesOf:
    """Return the averages at J = 0.  (mini-batches.3)

    They are not those of a short student: a field that is 0 is a tie for every example.
    """
    channel = scenario.channel.as_student_sees
    if not isinstance(channel, SignChannel):  # no number is a tie: a short student is as good
        averages = averages_of(rule, scenario)
        return lambda r, r_perp, alpha: averages(0.0, SHORTEST, alpha)
    up = float(channel.evidence(np.zeros(1), 1.0)[0][0])
    hebb = averages_of(Hebb(), scenario)

    def averages_of_ties(r: float, r_perp: float, alpha: float) -> Averages:
        toward, _, squared = hebb(0.0, 1.0, alpha)
        plus, minus = (_at_field_zero(rule, label, alpha) for label in (1.0, -1.0))
        return 0.5 * (plus - minus) * toward, 0.0, squared * (up * plus * plus + (1.0 - up) * minus * minus)

    return averages_of_ties


def _at_field_zero(rule: HebbianRule, label: float, alpha: float) -> float:
    """Return F of a student J = 0."""
    try:
        strength = float(rule.full_modulation(label, 0.0, alpha, 0.0, rule.own))
    except ArithmeticError:
        strength = math.nan
    if not math.isfinite(strength):
        raise ValueError(
            f"modulation of {rule.name!r} must return a finite number; got NaN or infinity at field=0, q_norm=0, where "
            "a student starts. Guard that case in the function, or give start=(r0, q0)."
        )
    return strength
