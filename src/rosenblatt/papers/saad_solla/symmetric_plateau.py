r"""The symmetric phase: units that do not differ yet stay on a plateau.

symmetric_plateau.1   eta -> 0: R = 1/sqrt(K (2K - 1)), Q = C = 1/(2K - 1), e_g = (K/pi)(pi/6 - K arcsin(1/(2K)))
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.saad_solla.closed_equations import ERROR, FOURTH
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.theory.soft_committee import plateau, soft_committee

RATES = {0.1: (0.01208524, 0.006792601), 0.5: (0.01464485, 0.04233415), 1.0: (0.02065653, 0.1248721)}  # e_g, Q - C
ALIKE = 0.02116  # e_g of two units that are one, at eta = 1


def without_rate(of_rate: Any, eta: float) -> np.ndarray:
    """Return the limit for eta -> 0 of something smooth, up to the order of eta^3."""
    fine, middle, coarse = (np.asarray(of_rate(factor * eta)) for factor in (1.0, 2.0, 4.0))
    return (8.0 * fine - 6.0 * middle + coarse) / 3.0


def _slow(context: Context) -> Outcome:
    """The plateau of a small rate, without what is linear and quadratic in it, against the closed form."""
    measured, worst = {}, 0.0
    for k in (2, 3) if context.quick else (2, 3, 4, 6):

        def found(eta: float, k: int = k) -> list[float]:
            state = plateau(k, eta=eta)
            return [state.r, state.q_norm, state.between, state.error]

        r, q, error = (
            1 / math.sqrt(k * (2 * k - 1)),
            1 / (2 * k - 1),
            k / math.pi * (math.pi / 6 - k * math.asin(0.5 / k)),
        )
        exact, limit = np.array([r, q, q, error]), without_rate(found, 0.01 / k)
        measured[f"K = {k}: R, Q, C and e_g"] = limit.tolist()
        measured[f"K = {k}: in closed form"] = exact.tolist()
        worst = max(worst, float(np.abs(limit / exact - 1.0).max()))
    return Outcome({**measured, "largest relative difference": worst}, worst < 1e-5)


def symmetric_end(q_norm: float, between: float) -> np.ndarray:
    """Return what e_g and Q - C of two units come to at eta = 1, from a start near the plateau, all R = 0.4."""
    start: dict[str, Any] = {
        "r0": np.full((2, 2), 0.4),
        "q0": np.full((2, 2), between) + (q_norm - between) * np.eye(2),
    }
    frame = soft_committee([350.0], eta=1.0, **start).frame  # differences that rounding makes have not grown by then
    return np.array([frame["error"][0], frame["q_11"][0] - frame["q_12"][0]])


def _finite(context: Context) -> Outcome:
    """The plateau at three rates; a curve comes to it, but for that of units that are one, which stays elsewhere."""
    measured, worst = {}, 0.0
    for eta, expected in RATES.items():
        state = plateau(2, eta=eta)
        found = np.array([state.error, state.q_norm - state.between])
        measured[f"eta = {eta:g}: e_g and Q - C"] = found.tolist()
        worst = max(worst, float(np.abs(found / expected - 1.0).max()))
    end, alike = symmetric_end(0.43, 0.3), symmetric_end(0.35, 0.35)
    measured["eta = 1: what a symmetric start comes to"] = end.tolist()
    measured["eta = 1: what units that are one come to"] = alike.tolist()
    measured["largest relative difference"] = worst
    good = worst < 1e-6 and bool((np.abs(end / RATES[1.0] - 1.0) < 1e-3).all())
    return Outcome(measured, good and abs(alike[1]) < 1e-9 and round(float(alike[0]), 5) == ALIKE)


LOUDER_TEACHER = Sabotage(
    "a teacher's unit counts 1.01",
    "rosenblatt.scenario.soft_committee:signs_of",
    lambda signs: lambda k, m: np.where(signs(k, m) > 0.0, 1.01, -1.0),
)
ROWS = (
    Row(
        "plateau, eta -> 0",
        "R = 1/sqrt(K (2K - 1)), Q = C = 1/(2K - 1), e_g = (K/pi)(pi/6 - K arcsin(1/(2K)))",
        "equal",
        _slow,
        sabotages=(LOUDER_TEACHER, times(ERROR, 1.001)),
    ),
    Row(
        "plateau, finite eta",
        "at a finite rate the plateau has Q > C and a larger e_g; units that are one stay one, at another point",
        RATES[1.0],
        _finite,
        sabotages=(times(FOURTH, 1.01), LOUDER_TEACHER),
    ),
)
