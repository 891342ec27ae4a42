"""The schedule that is best altogether, for the angle at one last alpha: Pontryagin's principle with one unknown.

For a shape with a scale of its own the length is a resource, and what turns the student fastest now may leave it too
long or too short for later. Let w be the price of ln(l) in units of y, the quotient of the two adjoint variables of the
equations `steering.1` and `steering.2`. At each moment the best rate is that of `steering.5`, which makes
M = min_x (dy + w dln(l)) least, and

    optimal-control.1   dw/dalpha = w dM/dy - dM/dln(l)
    optimal-control.2   w = 0 at the last alpha: a length is worth nothing when nothing is to be learnt any more
    optimal-control.3   w > -cos(theta)/sin(theta)^2, else a larger rate is always better

(1) is the adjoint equation with the rate's own dependence on the state left out, because M is least in it. So the whole
schedule hangs on one number, w at the start, and (2) is one equation for it. For a shape that knows no scale M does not
depend on l, w = 0 solves (1) and (2), and the schedule is the greedy one.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt.theory.greedy import REMEDY, start_of
from rosenblatt.theory.integration import NotFollowed, follow
from rosenblatt.theory.length_and_angle import OFFSET
from rosenblatt.theory.steering import NoBestRate, Steered

DIFFERENCE = 1e-4  # of y and ln(l), for the slopes of M
RELATIVE, ABSOLUTE = 1e-9, 1e-10
STEPS = 40  # of a walk towards a price that changes sign
CLOSE = 1e-12  # between prices


def optimal(steered: Steered, alpha: np.ndarray) -> np.ndarray:
    """Return y, ln(l) and the rate at each alpha (increasing), a row for each; best at the last alpha."""
    first, y, log_length = start_of(steered, float(alpha[0]))
    last = np.array([alpha[-1]])

    def left_over(price: float) -> float:
        """Return the price at the end."""
        return float(_followed(steered, (first, y, log_length, price), last)[2, -1])

    price = _root(left_over, math.sinh(y) * math.cosh(y))
    y_now, log_now, prices = _followed(steered, (first, y, log_length, price), alpha)
    lengths = np.exp(log_now)
    states = zip(alpha.tolist(), y_now.tolist(), lengths.tolist(), prices.tolist(), strict=True)
    return np.array([y_now, log_now, [steered.move(*state).x * state[2] for state in states]])


def _followed(steered: Steered, start: tuple[float, float, float, float], alpha: np.ndarray) -> np.ndarray:
    """Return y, ln(l) and w at each alpha.  (optimal-control.1)"""
    first, y, log_length, price = start

    def slopes(now: float, state: np.ndarray) -> tuple[float, float, float]:
        y, log_length, price = float(state[0]), float(state[1]) - OFFSET, float(state[2]) - OFFSET

        def least(dy: float, dl: float) -> float:
            return steered.move(now, y + dy, math.exp(log_length + dl), price).both

        of_angle = (least(DIFFERENCE, 0.0) - least(-DIFFERENCE, 0.0)) / (2.0 * DIFFERENCE)
        of_length = (least(0.0, DIFFERENCE) - least(0.0, -DIFFERENCE)) / (2.0 * DIFFERENCE)
        move = steered.move(now, y, math.exp(log_length), price)
        return move.turn, move.growth, price * of_angle - of_length

    state = (y, log_length + OFFSET, price + OFFSET)
    how = {"relative": RELATIVE, "absolute": ABSOLUTE, "remedy": REMEDY}
    y_now, log_now, prices = follow(steered.shape.name, slopes, first, state, alpha, **how)
    return np.array([y_now, log_now - OFFSET, prices - OFFSET])


def _root(left_over: Callable[[float], float], least: float) -> float:
    """Return the first price at which nothing is left over, walking away from 0 and never below ``least``.

    A walk down halves what is left of the way to ``least``, beyond which a larger rate is always better
    (optimal-control.3); a step that leads to a student that cannot be followed is halved.
    """
    here, value = 0.0, left_over(0.0)
    down, step = value > 0.0, 0.1 * abs(least)
    for _ in range(STEPS):
        if value == 0.0:
            return here
        there = here - min(step, 0.5 * (here - least)) if down else here + step
        try:
            beyond = left_over(there)
        except (NoBestRate, NotFollowed):
            step *= 0.5
            continue
        if (beyond > 0.0) != (value > 0.0):
            close = CLOSE * abs(least)
            return float(root_scalar(left_over, bracket=(here, there), method="brentq", xtol=close).root)
        here, value = there, beyond
    raise NoBestRate(
        f"globally best schedule must have a finite price of length; got none between {min(here, 0.0):.4g} and "
        f"{max(here, 0.0):.4g}. Take a smaller last alpha."
    )
