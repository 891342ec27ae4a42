r"""Hebb's rule with examples at which the student's field is 0, and labels flipped with probability kappa.

orthogonal.1   Q = alpha,   dR/dalpha = (1 - 2 kappa) sqrt(2/pi) sqrt(1 - R^2/Q)
orthogonal.2   small angles, R = sqrt(alpha):  1/(2 sqrt(alpha)) = (1 - 2 kappa) sqrt(2/pi) sin(theta), so that
               d -> alpha^(-1/2)/((1 - 2 kappa) sqrt(8 pi)), half of that of examples as they come
orthogonal.3   at N weights such an input has N - 1 degrees of freedom:  <Q> = alpha (1 - 1/N) + 1/N^2, of which the
               last comes from the first example, of a student that has no direction yet
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.papers.simulated_cases import Case, follow_theory
from rosenblatt.rules.hebb import Hebb
from rosenblatt.rules.rosenblatt import Rosenblatt
from rosenblatt.scenario import Queries
from rosenblatt.theory.learning_curve import learning_curve

ALPHA = (1.0, 10.0)
FAR = 1e6
CURVE = "rosenblatt.theory.learning_curve:learning_curve"
SIMULATED = "rosenblatt.simulation.simulate:simulate"
AVERAGES = "rosenblatt.theory.queries:query_averages"
GOLDEN = {0.0: {1.0: 0.2603122, 10.0: 0.06502595}, 0.1: {5.0: 0.1329057}}


def disagreements(rule: Any, alpha: Any, queries: Any = "orthogonal", noise: float = 0.0) -> np.ndarray:
    """Return d of a rule, with selected examples by default."""
    return learning_curve(rule, alpha, queries=queries, noise=noise).frame["disagreement"].to_numpy()


def overlap_along(alpha: np.ndarray, noise: float) -> np.ndarray:
    """Return R by (orthogonal.1), which begins as m alpha."""
    m, first = (1.0 - 2.0 * noise) * math.sqrt(2.0 / math.pi), 1e-9

    def slope(now: float, r: np.ndarray) -> np.ndarray:
        return m * np.sqrt(np.maximum(1.0 - r**2 / now, 0.0))

    return solve_ivp(slope, (first, alpha[-1]), [m * first], t_eval=alpha, rtol=1e-10, atol=1e-13).y[0]


def _equation(context: Context) -> Outcome:
    """R and Q of the package against (orthogonal.1)."""
    measured, worst, alpha = {}, 0.0, np.array([0.1, 1.0, 5.0, 10.0])
    for noise, known in GOLDEN.items():
        frame = learning_curve("hebb", alpha, queries="orthogonal", noise=noise).frame
        r = overlap_along(alpha, noise)
        angles = dict(zip(alpha.tolist(), (np.arccos(r / np.sqrt(alpha)) / math.pi).tolist(), strict=True))
        off = [*np.abs(frame["r"] / r - 1.0), *np.abs(frame["q_norm"] / alpha - 1.0)]
        off += [abs(angles[at] / value - 1.0) for at, value in known.items()]
        measured[f"kappa = {noise:g}: R at alpha = 10, by (orthogonal.1)"] = [float(frame["r"].iloc[-1]), float(r[-1])]
        worst = max(worst, *map(float, off))
    return Outcome({**measured, "largest relative difference": worst}, worst < 1e-6)


def _law(context: Context) -> Outcome:
    """d sqrt(alpha) at alpha = 1e6, with and without selection."""
    measured, good = {}, True
    for noise in (0.0,) if context.quick else (0.0, 0.1):
        chosen, usual = (
            1e3 * float(disagreements("hebb", [FAR], queries, noise)[0]) for queries in ("orthogonal", None)
        )
        expected = 1.0 / ((1.0 - 2.0 * noise) * math.sqrt(8.0 * math.pi))
        measured[f"kappa = {noise:g}: d sqrt(alpha), in closed form; without selection"] = [chosen, expected, usual]
        good &= abs(chosen / expected - 1.0) < 1e-5 and abs(usual / chosen - 2.0) < 1e-5
    return Outcome(measured, good)


def _same(context: Context) -> Outcome:
    """Curves of the perceptron, which takes a tie for a mistake, against those of Hebb's rule, at any rate."""
    alpha = [0.1, 1.0, 10.0]
    hebb = disagreements(Hebb(), alpha)
    others = {"perceptron": Rosenblatt(), "perceptron, eta = 3": Rosenblatt(eta=3.0)}
    found = {name: disagreements(rule, alpha) for name, rule in others.items()}
    off = max(float(np.abs(d / hebb - 1.0).max()) for d in found.values())
    apart = float(np.abs(disagreements(Rosenblatt(), alpha, None) / disagreements(Hebb(), alpha, None) - 1.0).max())
    measured = {"largest relative difference of d": off, "of d, without selection": apart}
    return Outcome(measured, off < 1e-8 and apart > 0.1)


def _simulated(context: Context) -> Outcome:
    """Students by their overlaps and by all weights; Q against (orthogonal.3).

    At N = 100 and 400 the mean d of 4000 chains is off by up to -0.6/N.
    """
    n, runs, few = (200, 100, 40) if context.quick else (1000, 200, 80)
    asked: dict[str, Any] = {"queries": "orthogonal"}
    cases = (
        Case("kappa = 0, overlaps", "hebb", n, runs, 1.5, asked),
        Case("kappa = 0.1, all weights", "hebb", n // 4, few, 1.5, {**asked, "noise": 0.1}, "vector"),
    )
    measured, worst = follow_theory(context, cases, ALPHA)
    lengths = 0.0
    for case in cases:
        frame = case.students(ALPHA, context.seed)
        exact = np.array(ALPHA) * (1.0 - 1.0 / case.n) + case.n**-2
        lengths = max(lengths, over_allowed(frame["q_norm"], exact, frame["q_norm_sem"], tests=4, runs=case.runs))
    measured["largest difference of Q to (orthogonal.3) over what is allowed"] = lengths
    return Outcome(measured, worst < 1.0 and lengths < 1.0)


def _turned(averages: Any) -> Any:
    def changed(*given: Any) -> Any:
        inner = averages(*given)

        def scaled(*state: float) -> tuple[float, ...]:
            toward, across, squared = inner(*state)
            return toward, 1.01 * across, squared

        return scaled

    return changed


TURNED = Sabotage("<F c> over the queries times 1.01", AVERAGES, _turned)
ROWS = (
    Row(
        "equation",
        "Hebb's rule, examples orthogonal to the student: Q = alpha, dR/dalpha = (1 - 2 kappa) sqrt(2/pi) sin(theta)",
        "equal",
        _equation,
        sabotages=(TURNED, called_with(CURVE, queries=Queries(0.01))),
    ),
    Row(
        "law",
        "d -> alpha^(-1/2)/((1 - 2 kappa) sqrt(8 pi)): half of that without selection, from a quarter of the examples",
        1.0 / math.sqrt(8.0 * math.pi),
        _law,
        sabotages=(called_with(CURVE, noise=0.001), called_with(CURVE, queries=None)),
    ),
    Row(
        "perceptron",
        "with such examples the perceptron is Hebb's rule",
        "equal",
        _same,
        sabotages=(called_with(CURVE, queries=Queries(0.01)), called_with(CURVE, queries=None)),
    ),
    Row(
        "dynamics",
        "for many weights students follow the equation; Q is low by the degree of freedom that is not drawn",
        "equal, within errors",
        _simulated,
        sabotages=(
            called_with(SIMULATED, queries=None),
            called_with(SIMULATED, queries=Queries(0.2)),
            called_with(CURVE, noise=0.05),
        ),
    ),
)
