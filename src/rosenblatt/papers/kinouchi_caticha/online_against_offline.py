"""KC 27 and 28: where online learning beats the standard offline rule."""

from __future__ import annotations

import math

from scipy.optimize import root_scalar

from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.kinouchi_caticha.offline import LARGER_OVERLAP
from rosenblatt.papers.kinouchi_caticha.online import LEARNING_CURVE
from rosenblatt.papers.sabotage import called_with
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica


def online_overlap(alpha: float) -> float:
    """Return the overlap of the optimal online rule."""
    return float(learning_curve(OptimalLinear(), [alpha]).frame["overlap"][0])


def _crossing(context: Context) -> Outcome:
    """Where the optimal online rule is overtaken by the standard offline one, whose overlap is alpha, then 1."""
    found = root_scalar(lambda a: online_overlap(a) - replica(a).rho, bracket=(0.1, 1.0), xtol=1e-9).root
    closed = root_scalar(lambda a: math.sqrt(-math.expm1(-a)) - a, bracket=(0.1, 1.0), xtol=1e-14).root
    offline = [replica(alpha).rho for alpha in (0.3, 1.0, 1.5, 40.0)]
    off = max(abs(a - b) for a, b in zip([found, *offline], [closed, 0.3, 1.0, 1.0, 1.0], strict=True))
    return Outcome(
        {"crossing": found, "offline, alpha = 0.3, 1, 1.5, 40": offline}, off < 1e-6 and 0.71 <= found < 0.72
    )


def _early(context: Context) -> Outcome:
    """The overlap for small alpha: what it has beyond sqrt(alpha) is of order alpha^(3/2)."""
    beyond = {alpha: (online_overlap(alpha) - math.sqrt(alpha)) / alpha**1.5 for alpha in (0.01, 0.1)}
    expected = {alpha: -0.25 + 5.0 / 96.0 * alpha for alpha in beyond}
    off = max(abs(beyond[alpha] - expected[alpha]) / alpha for alpha in beyond)
    return Outcome({f"alpha = {alpha:g}": value for alpha, value in beyond.items()}, off < 0.01)


ROWS = (
    Row(
        "eq. 27, fig. 3",
        "online beats the standard offline rule up to alpha = 0.71",
        0.7146,
        _crossing,
        sabotages=(LARGER_OVERLAP, called_with(LEARNING_CURVE, noise=0.01)),
    ),
    Row(
        "eq. 28",
        "rho = sqrt(alpha) + O(alpha) for the optimal online rule",
        "sqrt(alpha) - alpha^(3/2)/4",
        _early,
        sharper="what follows is of order alpha^(3/2): -alpha^(3/2)/4",
        correction=Correction(
            "rho = sqrt(alpha) + O(alpha)",
            "rho = sqrt(alpha) - alpha^(3/2)/4",
            "half a power of alpha in what is left",
        ),
        sabotages=(called_with(LEARNING_CURVE, noise=1e-3),),
    ),
)
