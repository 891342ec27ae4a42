r"""The AdaTron at its best rate.

best-rate.1   the rate at which (angle.1) is greatest, kappa = 0:
              eta = sin(theta)^3/(cos(theta) (theta - sin(theta) cos(theta))) -> 3/2,   d -> (4/3)/alpha
best-rate.2   the angle is all that there is to know: the best rate of the moment is the best schedule altogether
best-rate.3   kappa > 0, where the best rate falls as theta^3:  dtheta/dalpha = -(1 - 2 kappa)^2 theta^5/(2 pi^2 kappa),
              d -> (pi^2 kappa/(2 (1 - 2 kappa)^2 alpha))^(1/4)/pi
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.papers.biehl_riegler.angle_equation import ALPHA, SIMULATED, START, scaled
from rosenblatt.papers.biehl_riegler.constant_rate import RATES, disagreements
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.papers.simulated_cases import Case, follow_theory
from rosenblatt.theory import greedy_laws
from rosenblatt.theory.best_schedule import best_schedule

BEST = "rosenblatt.theory.best_schedule:best_schedule"


def rate_of_angle(d: np.ndarray) -> np.ndarray:
    """Return the best rate of a student.  (best-rate.1)"""
    angle = math.pi * d
    sine, cosine = np.sin(angle), np.cos(angle)
    return sine**3 / (cosine * (angle - sine * cosine))


def _law(context: Context) -> Outcome:
    """The best schedule: its rate against (best-rate.1), its law, and constant rates from the same start."""
    alpha = [1.0, 10.0, 100.0, 1e4, 1e6]
    frame = best_schedule("adatron", alpha=alpha).frame
    d, rate = frame["disagreement"].to_numpy(), frame["rate"].to_numpy()
    off = float(np.abs(rate[:3] / rate_of_angle(d[:3]) - 1.0).max())  # later the formula has lost its digits
    started = best_schedule("adatron", alpha=alpha[:3], start=START).frame["disagreement"].to_numpy()
    constant = np.min([disagreements(eta, alpha[:3]) for eta in RATES], axis=0)
    measured = {
        "alpha d at 1e6, and of the package": [1e6 * d[-1], greedy_laws.ADATRON[0]],
        f"rate at alpha = {alpha}": rate.tolist(),
        "largest difference to (best-rate.1), relative": off,
        f"d from rho = {START:g} at alpha = {alpha[:3]}": started.tolist(),
        "the least of constant rates": constant.tolist(),
    }
    good = off < 1e-7 and abs(rate[-1] - 1.5) < 1e-6 and abs(1e6 * d[-1] - 4.0 / 3.0) < 1e-4
    good &= greedy_laws.ADATRON == (4.0 / 3.0, -1.0)
    return Outcome(measured, bool(good and (started < constant).all()))


def _simulated(context: Context) -> Outcome:
    """Students whose rate follows the schedule. At N = 100 and 400 the means of 4000 chains are off by up to 0.4/N."""
    n, runs = (200, 100) if context.quick else (1000, 200)
    rule = best_schedule("adatron", alpha=ALPHA, start=START).rule
    measured, worst = follow_theory(context, [Case("best rate", rule, n, runs, 1.0, {"start": START})], ALPHA)
    return Outcome(measured, worst < 1.0)


def _noisy(context: Context) -> Outcome:
    """The best schedule with flipped labels, until alpha = 1e8."""
    measured, good = {}, True
    for noise in (0.05, 0.15):
        frame = best_schedule("adatron", alpha=[1e6, 1e8], noise=noise).frame
        found = float(frame["disagreement"].iloc[-1]) * 1e2
        expected = (math.pi**2 * noise / (2.0 * (1.0 - 2.0 * noise) ** 2)) ** 0.25 / math.pi
        measured[f"kappa = {noise:g}: d alpha^(1/4), (best-rate.3)"] = [found, expected]
        good &= abs(found / expected - 1.0) < 1e-4
    return Outcome(measured, good)


def _higher(move: Any) -> Any:
    def changed(*given: Any) -> Any:
        found = move(*given)
        return found._replace(x=1.001 * found.x)

    return changed


ROWS = (
    Row(
        "best rate",
        "the rate at which the angle falls fastest comes to 3/2, and d to (4/3)/alpha; no constant rate is better",
        [1.5, 4.0 / 3.0],
        _law,
        sabotages=(
            scaled(2, 1.001),
            Sabotage("the rate of best_schedule times 1.001", "rosenblatt.theory.steering:Steered.move", _higher),
            called_with(BEST, noise=1e-9),
        ),
    ),
    Row(
        "best rate, simulated",
        "students with that rate follow the curve",
        "equal, within errors",
        _simulated,
        sabotages=(scaled(2, 1.15), called_with(SIMULATED, noise=0.01)),
    ),
    Row(
        "best rate, label noise",
        "with flipped labels the best rate falls, and d -> (pi^2 kappa/(2 (1 - 2 kappa)^2 alpha))^(1/4)/pi",
        "equal",
        _noisy,
        sabotages=(scaled(0, 1.001), scaled(2, 1.001), called_with(BEST, noise=0.1)),
    ),
)
