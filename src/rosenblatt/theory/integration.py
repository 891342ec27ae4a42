"""Learning curves as solutions of ordinary differential equations, in the logarithm of alpha.

In ln(alpha) power laws are straight, and a curve that spans ten decades costs as little as one of two. What may get
arbitrarily small is best followed by its own logarithm, with an absolute tolerance: it then keeps its relative
accuracy. Every integration ends: it is given a number of calls of the slopes, and is given up by name after them.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy.integrate import solve_ivp

RELATIVE = 1e-10  # of the integration; the curve is then right to 1e-10
LOG_RELATIVE, LOG_ABSOLUTE = 1e-12, 1e-11  # of what is followed by its logarithm
LONGEST_STEP = 1.0  # in ln(alpha): a slope that vanishes at the start says nothing of later
CALLS = 10_000  # of the slopes: a smooth curve needs some 2,000
GROWN = 1e15  # of a state: what is larger and still changes will not stop

Slopes = Callable[[float, np.ndarray], Sequence[float]]  # (alpha, state) -> the slope of each part of the state


@dataclass(frozen=True)
class Limits:
    """How small and how large each part of a state may get, and why no more: ``reason(state)``."""

    low: np.ndarray
    high: np.ndarray
    reason: Callable[[np.ndarray], str]
    terminal: ClassVar[bool] = True  # so that the solver stops where it is outside

    def __call__(self, log_alpha: float, state: np.ndarray) -> float:
        """Return how far a state is inside; negative outside."""
        return float(min(np.min(state - self.low), np.min(self.high - state)))


class NotFollowed(RuntimeError, ValueError):
    """A learning curve that cannot be followed; the message names the rule, the alpha reached, and a remedy."""


def follow(
    name: str,
    slopes: Slopes,
    first: float,
    start: Sequence[float],
    alpha: np.ndarray,
    *,
    absolute: float | Sequence[float],
    remedy: str,
    relative: float | Sequence[float] = RELATIVE,
    calls: int | None = None,
    limits: Limits | None = None,
) -> np.ndarray:
    """Integrate from ``start`` at alpha = ``first``; return the state at each alpha (increasing), a row for each part.

    ``name`` is the rule's and ``remedy`` what its user can do, for the error if the curve cannot be followed;
    ``absolute`` is how small a state may be and still matter, and ``relative`` the tolerance beyond that, for all parts
    or for each. ``calls`` is the number of calls of the slopes after which to give up; defaults to ``CALLS``. Where the
    state leaves its ``limits`` the curve is refused.

    >>> decay = lambda alpha, state: [-state[0]]
    >>> follow("decay", decay, 1e-12, [1.0], np.array([1.0, 2.0]), absolute=0.0, remedy="").round(6)
    array([[0.367879, 0.135335]])
    """
    most, made = CALLS if calls is None else calls, 0

    def in_logarithm(log_alpha: float, state: np.ndarray) -> list[float]:
        nonlocal made
        made += 1
        now = math.exp(log_alpha)
        if made > most:
            raise NotFollowed(_given_up(name, now, state, most, remedy))
        if limits is not None:  # a step that is only tried may be outside
            state = np.clip(state, limits.low, limits.high)
        return [now * slope for slope in slopes(now, state)]

    if not np.all(np.isfinite(start)):
        raise NotFollowed(
            f"learning curve of {name!r} must start at numbers in the range of floats; got {tuple(start)} at "
            f"alpha={first:.4g}. Take parameters nearer to 1, or a larger alpha."
        )
    times = np.log(alpha)
    solution = _solved(in_logarithm, math.log(first), start, times, relative, absolute, limits)
    if limits is not None and solution.status == 1:
        reached, state = math.exp(solution.t_events[0][0]), solution.y_events[0][0]
        raise NotFollowed(f"learning curve of {name!r} {limits.reason(state)} by alpha={reached:.4g}. {remedy}")
    if not solution.success or not np.all(np.isfinite(solution.y)):
        reached = math.exp(solution.t[-1]) if len(solution.t) else first
        raise NotFollowed(
            f"learning curve of {name!r} must stay finite; the integration stopped beyond alpha={reached:.4g}. {remedy}"
        )
    return solution.y


def _solved(
    slopes: Slopes,
    first: float,
    start: Sequence[float],
    times: np.ndarray,
    relative: float | Sequence[float],
    absolute: float | Sequence[float],
    limits: Limits | None,
) -> Any:
    """Return SciPy's solution; where LSODA gives up, an implicit method goes on from the last time that was reached.

    LSODA begins anew, with the method for problems that are not stiff, after a step that failed. Where slopes are 1e13
    times as steep across a curve as along it no step is small enough for that, and whether one fails hangs on rounding.
    """
    how = {"atol": absolute, "max_step": LONGEST_STEP, "events": limits}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the solver, which says the same in its message
        begun = solve_ivp(slopes, (first, times[-1]), tuple(start), method="LSODA", t_eval=times, rtol=relative, **how)
        if begun.success or not np.all(np.isfinite(begun.y)):
            return begun
        reached = len(begun.t)
        since, state = (begun.t[-1], begun.y[:, -1]) if reached else (first, tuple(start))
        later, stricter = times[reached:], float(np.min(relative))
        ended = solve_ivp(slopes, (since, times[-1]), state, method="BDF", t_eval=later, rtol=stricter, **how)
    ended.t = np.concatenate([begun.t, ended.t])
    ended.y = np.concatenate([begun.y.reshape(len(start), -1), ended.y.reshape(len(start), -1)], axis=1)
    return ended


def _given_up(name: str, now: float, state: np.ndarray, calls: int, remedy: str) -> str:
    """Return why a curve was given up."""
    largest = float(np.max(np.abs(state)))
    if not largest < GROWN:
        return (
            f"learning curve of {name!r} must stay finite; it has grown to {largest:.2g} by alpha={now:.4g}, "
            f"and was given up after {calls} steps. {remedy}"
        )
    return (
        f"learning curve of {name!r} must be smooth in alpha; gave up after {calls} steps. Take a smaller alpha, "
        f"it came to {now:.4g}; of a modulation of your own, declare every kink with kinks=(...)."
    )
