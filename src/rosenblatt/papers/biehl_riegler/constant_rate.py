"""The AdaTron at a constant rate: 1/alpha below eta = 3, a cube root at 3, and an end above it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.papers.biehl_riegler.angle_equation import CURVE, SIMULATED, START, end, scaled
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with
from rosenblatt.papers.simulated_cases import Case, follow_theory
from rosenblatt.rules.adatron import Adatron
from rosenblatt.theory.learning_curve import learning_curve

FAR = 1e7
RATES = (0.5, 1.0, 1.4, 1.5, 1.6, 2.0, 2.5)
THIRD = (5.0 / (9.0 * math.pi**2)) ** (1.0 / 3.0)  # angle.3


def disagreement(eta: float, alpha: float, noise: float = 0.0) -> float:
    """Return d of the AdaTron at a constant rate."""
    return float(disagreements(eta, [alpha], noise)[0])


def disagreements(eta: float, alpha: list[float], noise: float = 0.0) -> np.ndarray:
    """Return d of the AdaTron at a constant rate, at each alpha."""
    return learning_curve(Adatron(eta=eta), alpha, start=START, noise=noise).frame["disagreement"].to_numpy()


def _law(context: Context) -> Outcome:
    """The equation, followed until alpha = 1e7, where what is left of the law is below 1e-5."""
    found = {eta: FAR * disagreement(eta, FAR) for eta in RATES}
    measured = {
        f"eta = {eta:g}: d alpha, 1/(eta - eta^2/3)": [d, 1.0 / (eta - eta**2 / 3.0)] for eta, d in found.items()
    }
    near = max(abs(d * (eta - eta**2 / 3.0) - 1.0) for eta, d in found.items()) < 1e-5
    declared = all(Adatron(eta=eta).decay == (1.0 / (eta - eta**2 / 3.0), -1.0) for eta in RATES)
    best = min(found, key=lambda eta: found[eta])
    good = near and declared and best == 1.5
    return Outcome(measured, good and abs(found[1.0] - 1.5) < 1e-4 and abs(found[1.5] - 4.0 / 3.0) < 1e-4)


def _critical(context: Context) -> Outcome:
    """At 3 the cube root; above it the root of (angle.4), to which curves come and where students stay.

    At N = 100 and 400 the mean d of 1000 chains at eta = 4 is off by -4.7/N, and at 5/2 by up to 3.7/N.
    """
    at_three = disagreement(3.0, 1e4) * 1e4 ** (1.0 / 3.0)
    measured: dict[str, Any] = {"eta = 3: d alpha^(1/3), in closed form": [at_three, THIRD]}
    good = abs(at_three / THIRD - 1.0) < 1e-3 and Adatron(eta=3.0).decay == (THIRD, -1.0 / 3.0)
    for eta in (3.3, 3.6, 4.0):
        found, exact = disagreement(eta, 250.0), end(eta)
        measured[f"eta = {eta:g}: d at alpha = 250, the end"] = [found, exact]
        good &= abs(found / exact - 1.0) < 1e-5
    just = (math.pi * end(3.001)) ** 2 / (5.0 * (1.0 - 3.0 / 3.001))
    measured["eta = 3.001: theta^2/(5 (1 - 3/eta))"] = just
    n, runs = (200, 100) if context.quick else (500, 400)
    cases = [Case(f"eta = {eta:g}, simulated", Adatron(eta=eta), n, runs, 6.0, {"start": START}) for eta in (2.5, 4.0)]
    students, worst = follow_theory(context, cases, (5.0, 20.0))
    return Outcome({**measured, **students}, bool(good and abs(just - 1.0) < 1e-3 and worst < 1.0))


ROWS = (
    Row(
        "constant rate",
        "d -> 1/((eta - eta^2/3) alpha) for eta < 3: 3/2 at eta = 1, and least at eta = 3/2, 4/3",
        [1.5, 4.0 / 3.0],
        _law,
        sabotages=(scaled(1, 1.001), scaled(2, 1.001), called_with(CURVE, noise=1e-9)),
    ),
    Row(
        "critical rate",
        "above eta = 3 the teacher is not found; at 3 it is, as alpha^(-1/3)",
        THIRD,
        _critical,
        sabotages=(
            scaled(2, 1.001),
            called_with(CURVE, noise=1e-4),
            called_with(SIMULATED, noise=0.02),
        ),
    ),
)
