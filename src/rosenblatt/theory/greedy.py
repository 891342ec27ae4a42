"""The rate that is best at each moment, and the curve of a student that learns with it.

greedy.1   the equations `steering.1` and `steering.2` at the rate of `steering.4`
greedy.2   from rho = 0, at a vanishing alpha:  q = alpha a^2/<f^2> at a right angle; there l/rho is free, and it
           is such that the rate is 1, or R = Q for a shape that vanishes with the field
greedy.3   a shape that knows no scale, f(label, l x, l^2) = c(l) f(label, x, 1):  a and <f^2> depend on the angle
           alone, up to factors that the rate takes back. The angle is all that there is to know of the student,
           and what turns it fastest at each moment turns it fastest altogether
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.theory.integration import LOG_ABSOLUTE, LOG_RELATIVE, follow
from rosenblatt.theory.length_and_angle import OFFSET, START, logarithm
from rosenblatt.theory.steering import Steered

LENGTHS = (1e-3, 0.3, 3.0, 1e3)
FIELDS = tuple(sign * size for size in np.geomspace(1e-4, 8.0, 60).tolist() for sign in (-1.0, 1.0))  # in units of l
AGREEMENT = 1e-9
REMEDY = "Take a smaller alpha."


def is_scale_free(rule: HebbianRule) -> bool:
    """Return whether lengths mean nothing to a shape.  (greedy.3)

    >>> from rosenblatt.rules.margin import Margin
    >>> from rosenblatt.rules.relative_margin import RelativeMargin
    >>> is_scale_free(RelativeMargin()), is_scale_free(Margin())
    (True, False)
    """
    if rule.normalised:
        return True
    for alpha in (0.1, 1.0, 10.0):
        usual, edges = _values(rule, alpha, 1.0), np.array(rule.kink_fields(alpha, 1.0))
        size = float(np.linalg.norm(usual))
        for length in LENGTHS:
            values = _values(rule, alpha, length)
            factor = float(values @ usual) / size**2 if size > 0.0 else 0.0
            moved = np.array(rule.kink_fields(alpha, length**2)) / length
            same = np.abs(values - factor * usual).max() <= AGREEMENT * max(np.abs(values).max(), 1e-300)
            if not same or len(moved) != len(edges) or np.abs(moved - edges).max(initial=0.0) > AGREEMENT:
                return False
    return True


def _values(rule: HebbianRule, alpha: float, length: float) -> np.ndarray:
    """Return a modulation at fields in units of the length."""
    f, q_norm = rule.full_modulation, length**2
    return np.array([f(label, length * x, alpha, q_norm, rule.own) for label in (-1.0, 1.0) for x in FIELDS])


def start_of(steered: Steered, earliest: float) -> tuple[float, float, float]:
    """Return alpha, y and ln(l) where to begin, or raise if no greedy rate is known there."""
    shape, start = steered.shape, steered.scenario.start
    first = START * min(earliest, 1.0)
    if start is None:
        if not is_scale_free(shape):
            raise ValueError(
                f"start must be given for {shape.name!r}, a shape with a scale of its own; got none. At J = 0 its "
                "greedy rate, (Q/R) a/<f^2>, is 0/0: give for example start=(0.3, 1.0)."
            )
        return first, *_fresh(steered, first)
    r, squared = start.r, max(start.q_norm - start.r**2, 0.0)
    if r <= 0.0:
        remedy = "Leave it out: the curve is that from J = 0." if is_scale_free(shape) else "Take a larger r."
        raise ValueError(
            f"start must have r above 0 for a best rate; got r = {r!r}, where a larger rate is always better: it "
            f"erases the start. {remedy}"
        )
    if squared == 0.0:
        raise ValueError(
            f"start must have r^2 below q_norm for a best rate; got r = {r!r} and q_norm = {start.q_norm!r}, the "
            "teacher itself. There is nothing left to learn."
        )
    length = 1.0 if shape.normalised else math.sqrt(start.q_norm)
    return first, logarithm(r, math.sqrt(squared)), math.log(length)


def _fresh(steered: Steered, first: float) -> tuple[float, float]:
    """Return y and ln(l) of a student that has just begun.  (greedy.2)"""
    gain, _, squared = steered.moments(first, 0.0, 1.0)
    if gain <= 0.0 or squared == 0.0:
        steered.move(first, 0.0, 1.0)  # says that no rate is best
    rho = math.sqrt(first * gain * gain / squared)
    if steered.shape.normalised:
        return -math.atanh(rho), 0.0
    length = rho if steered.shape.needs_start else rho * squared / gain
    return -math.atanh(rho), math.log(length)


def greedy(steered: Steered, alpha: np.ndarray) -> np.ndarray:
    """Return y, ln(l) and the rate at each alpha (increasing), a row for each.  (greedy.1)"""
    first, *state = start_of(steered, float(alpha[0]))
    fixed = steered.shape.normalised

    def slopes(now: float, state: np.ndarray) -> tuple[float, float]:
        move = steered.move(now, float(state[0]), math.exp(float(state[1]) - OFFSET))
        return move.turn, 0.0 if fixed else move.growth

    y, log_length = follow(
        steered.shape.name,
        slopes,
        first,
        (state[0], state[1] + OFFSET),
        alpha,
        relative=LOG_RELATIVE,
        absolute=(LOG_ABSOLUTE * min(abs(state[0]), 1.0), LOG_ABSOLUTE),  # near a right angle the rate is that of 1/y
        remedy=REMEDY,
    )
    lengths = np.exp(log_length - OFFSET)
    rates = [steered.move(*now).x * now[2] for now in zip(alpha.tolist(), y.tolist(), lengths.tolist(), strict=True)]
    return np.array([y, log_length - OFFSET, rates])
