"""A Hebbian student whose rate is in our hands: how fast its angle and its length change at a given rate.

With F = eta f and x = eta/l, in the coordinates of `rosenblatt.theory.length_and_angle`, y = ln tan(theta/2) and ln(l),
both equations are quadratic in x, and all that depends on the labels is in the averages of the shape f:

    steering.1   dy/dalpha     = -x a/sin(theta)^2 + x^2 cot(theta) <f^2>/(2 sin(theta)) + delta cot(theta)/sin(theta)
    steering.2   dln(l)/dalpha = x (cos(theta) <f b> + sin(theta) <f c>) + x^2 <f^2>/2 - Omega
    steering.3   a = sin(theta) (sin(theta) <f b> - cos(theta) <f c>) = <f (b - rho h/l)>
    steering.4   greedy, the x at which the angle falls fastest:  x = a/(cos(theta) <f^2>),   dq/dalpha = a^2/<f^2>
    steering.5   the x that makes dy + w dln(l) least, where ln(l) is worth w to the angle
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import NamedTuple

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.with_rate import rate_parameter, with_rate
from rosenblatt.scenario import Scenario, SignChannel
from rosenblatt.theory.hebbian import HebbianTheory, averages_of
from rosenblatt.theory.length_and_angle import AveragesOf
from rosenblatt.theory.registry import NoTheory


class Move(NamedTuple):
    """A choice of x = eta/l, the slopes of y and ln(l) that it has, and the slope of y + w ln(l)."""

    x: float
    turn: float
    growth: float
    both: float


@dataclass(frozen=True)
class Steered:
    """A shape in a scenario, ready to be steered."""

    shape: HebbianRule
    scenario: Scenario
    averages: AveragesOf

    @classmethod
    def of(cls, rule: Rule, scenario: Scenario, parameter: str | None = None) -> Steered:
        """Return the shape of a rule, F at rate 1, in a scenario; raise if there is no theory of it."""
        if not isinstance(rule, HebbianRule) or not issubclass(rule.labels, SignChannel):
            kind = "learns numbers" if isinstance(rule, HebbianRule) else "is more than a modulation"
            raise ValueError(
                f"rule must be a modulation that learns signs to have a best rate; got {rule.name!r}, which {kind}. "
                "Take for example 'rosenblatt' or rb.rule(function)."
            )
        if parameter is None:
            shape = with_rate(rule)
        else:
            known = tuple(field.name for field in dataclasses.fields(rule))
            shape = dataclasses.replace(rule, **{checks.one_of("parameter", parameter, known): 1.0})
            if rate_parameter(shape) != parameter:
                raise ValueError(
                    f"parameter must multiply the modulation of {rule.name!r}; got {parameter!r}, which does not. "
                    "Leave it out."
                )
        obstacle = HebbianTheory().obstacle(shape, scenario)
        if obstacle is not None:
            raise NoTheory(f"{obstacle.reason}. Change the scenario.")
        return cls(shape, scenario, averages_of(shape, scenario))

    def moments(self, alpha: float, y: float, length: float) -> tuple[float, float, float]:
        """Return a, <f h>/l and <f^2>.  (steering.3)"""
        cosine, sine = -math.tanh(y), 1.0 / math.cosh(y)
        toward, across, squared = self.averages(length * cosine, length * sine, alpha)
        return sine * (sine * toward - cosine * across), cosine * toward + sine * across, squared

    def move(self, alpha: float, y: float, length: float, worth: float = 0.0) -> Move:
        """Return the best choice where a length is worth so much to the angle; greedy at 0.  (steering.5)"""
        cosine, sine = -math.tanh(y), 1.0 / math.cosh(y)
        gain, stretch, squared = self.moments(alpha, y, length)
        turn_1, turn_2 = -gain / sine**2, 0.5 * cosine * squared / sine**2  # steering.1
        slope, curve = turn_1 + worth * stretch, turn_2 + 0.5 * worth * squared
        if slope >= 0.0 or curve <= 0.0:
            raise NoBestRate(
                f"modulation of {self.shape.name!r} must have a best rate; got none at alpha={alpha:.4g}, "
                f"overlap={cosine:.4g}, q_norm={length**2:.4g}, where "
                + ("no rate leads nearer to the teacher." if slope >= 0.0 else "a larger one is always better.")
                + " Take another rule or another start."
            )
        x = -0.5 * slope / curve  # steering.4
        omega = self.shape.weight_decay
        turn = x * (turn_1 + x * turn_2) + self.scenario.drift * cosine / sine**2
        growth = x * (stretch + 0.5 * x * squared) - omega  # steering.2
        return Move(x, turn, growth, turn + worth * growth)


class NoBestRate(ValueError):
    """No rate is best; the message says why."""
