"""Learning curves as solutions of ordinary differential equations, in the logarithm of alpha.

In ln(alpha) power laws are straight, and a curve that spans ten decades costs as little as one of two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.integrate import solve_ivp

RELATIVE = 1e-10  # of the integration; the curve is then right to 1e-10
CALLS = 100_000  # of the slopes: a smooth curve needs some 2,000
GROWN = 1e15  # of a state: what is larger and still changes will not stop

Slopes = Callable[[float, np.ndarray], Sequence[float]]  # (alpha, state) -> the slope of each part of the state


def follow(
    name: str, slopes: Slopes, first: float, start: Sequence[float], alpha: np.ndarray, *, absolute: float, remedy: str
) -> np.ndarray:
    """Integrate from ``start`` at alpha = ``first``; return the state at each alpha (increasing), a row for each part.

    ``name`` is the rule's and ``remedy`` what its user can do, for the error if the curve cannot be followed;
    ``absolute`` is how small a state may be and still matter.

    >>> decay = lambda alpha, state: [-state[0]]
    >>> follow("decay", decay, 1e-12, [1.0], np.array([1.0, 2.0]), absolute=0.0, remedy="").round(6)
    array([[0.367879, 0.135335]])
    """
    calls = 0

    def in_logarithm(log_alpha: float, state: np.ndarray) -> list[float]:
        nonlocal calls
        calls += 1
        now = math.exp(log_alpha)
        if calls > CALLS:
            largest = float(np.max(np.abs(state)))
            if not largest < GROWN:
                raise RuntimeError(
                    f"learning curve of {name!r} must stay finite; it has grown to {largest:.2g} by alpha={now:.4g}, "
                    f"and was given up after {CALLS} steps. {remedy}"
                )
            raise RuntimeError(
                f"learning curve of {name!r} must be smooth in alpha; gave up after {CALLS} steps. "
                "Declare every kink of its modulation with kinks=(...)."
            )
        return [now * slope for slope in slopes(now, state)]

    times = np.log(alpha)
    solution = solve_ivp(
        in_logarithm,
        (math.log(first), times[-1]),
        tuple(start),
        method="LSODA",
        t_eval=times,
        rtol=RELATIVE,
        atol=absolute,
    )
    if not solution.success or not np.all(np.isfinite(solution.y)):
        raise RuntimeError(
            f"learning curve of {name!r} must stay finite; the integration stopped: {solution.message} {remedy}"
        )
    return solution.y
