r"""Ridge regression of signs: its best penalty, and its peak where there are as many examples as weights.

least-squares.1   the best penalty is v/c^2,  c = (1 - 2 kappa) sqrt(2/pi),  v = 1 - c^2:  pi/2 - 1 without flips
least-squares.2   no penalty:  rho = c sqrt(alpha (1 - alpha)/(1 - alpha c^2)) for alpha < 1, and for alpha > 1
                  c/sqrt(c^2 + v/(alpha - 1));  d = 1/2 at alpha = 1
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.theory.learning_curve import learning_curve

CURVE = "rosenblatt.theory.learning_curve:learning_curve"
EFFECTIVE = "rosenblatt.theory.ridge:RidgeStudent.effective"
ALPHA = (0.3, 1.0, 5.0, 40.0)


def missed(alpha: float, penalty: float, noise: float) -> float:
    """Return d of ridge regression."""
    return float(learning_curve("ridge", alpha, penalty=penalty, noise=noise).frame["disagreement"].iloc[0])


def _best(context: Context) -> Outcome:
    """The penalty of least d, by a search that knows nothing of (least-squares.1), at four alphas."""
    worst, measured = 0.0, {}
    for noise in (0.0, 0.1):
        c = (1.0 - 2.0 * noise) * math.sqrt(2.0 / math.pi)
        found = []
        for alpha in ALPHA:

            def d(logarithm: float, alpha: float = alpha, noise: float = noise) -> float:
                return missed(alpha, math.exp(logarithm), noise)

            least: Any = minimize_scalar(d, bounds=(-4.0, 3.0), method="bounded", options={"xatol": 1e-9})
            found.append(math.exp(least.x))
        expected = (1.0 - c * c) / c**2
        worst = max(worst, float(np.abs(np.array(found) / expected - 1.0).max()))
        measured[f"flips {noise:g}: best penalties at alpha = {ALPHA}, and v/c^2"] = [*found, expected]
    return Outcome({**measured, "largest relative difference": worst}, worst < 1e-5)


def _peak(context: Context) -> Outcome:
    """d without a penalty, on both sides of the peak and at it."""
    cases = {(0.5, 0.0): 0.339479, (1.0, 0.0): 0.5, (1.0, 0.1): 0.5, (3.0, 0.1): 0.224755}
    found = {case: missed(case[0], 0.0, case[1]) for case in cases}
    alpha = np.array([0.9, 0.99, 0.999, 1.0, 1.001, 1.01, 1.1])
    near = learning_curve("ridge", alpha, penalty=0.0).frame["disagreement"].to_numpy()
    good = max(abs(found[case] - cases[case]) for case in cases) < 1e-6
    good &= bool((np.diff(near[:4]) > 0.0).all() and (np.diff(near[3:]) < 0.0).all())
    measured = {f"d at alpha = {a:g}, flips {noise:g}": d for (a, noise), d in found.items()}
    return Outcome({**measured, f"d at alpha = {alpha.tolist()}": near.tolist()}, good)


ROWS = (
    Row(
        "best ridge",
        "the best penalty of ridge is the same for every alpha: pi/2 - 1 = 0.5708 without flips",
        math.pi / 2.0 - 1.0,
        _best,
        sabotages=(times(EFFECTIVE, 1.01), called_with(CURVE, noise=0.01)),
    ),
    Row(
        "interpolation peak",
        "least squares without a penalty guesses, d = 1/2, where there are as many examples as weights",
        0.5,
        _peak,
        sabotages=(called_with(CURVE, penalty=0.01), called_with(CURVE, noise=0.01)),
    ),
)
