"""KC sec. 3.4: where online learning beats the standard offline rule, and how fast it ends."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica


def _crossing(context: Context) -> Outcome:
    """Where the optimal online rule is overtaken by the standard offline one."""
    found = root_scalar(lambda a: math.sqrt(-math.expm1(-a)) - replica(a).rho, bracket=(0.1, 1.0), xtol=1e-14).root
    return Outcome(found, abs(found - 0.7146) < 5e-5)


def _decay(context: Context) -> Outcome:
    """KC 31: 1 - rho -> exp(-alpha)/2, and it beats the exp(-0.66 alpha) of KC 30."""
    alpha = np.array([6.0, 8.0, 10.0])
    left = 1.0 - learning_curve(OptimalLinear(), alpha).frame["overlap"].to_numpy()
    ratio = left / (0.5 * np.exp(-alpha))
    return Outcome({"(1 - rho) 2 exp(alpha)": ratio.tolist()}, bool(np.abs(ratio - 1.0).max() < 0.01))


ROWS = (
    Row("eq. 27, 28, fig. 3", "online beats the standard offline rule up to alpha = 0.71", 0.7146, _crossing),
    Row("eq. 30, 31", "1 - rho -> exp(-alpha)/2", 1.0, _decay),
)
