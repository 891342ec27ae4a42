"""Noise on the teacher's output: what it leaves at a fixed rate, and at one that falls as 1/alpha."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.saad_solla.closed_equations import FOURTH, LOUDER, SIMULATED, SLOPES, THIRD
from rosenblatt.papers.saad_solla.near_the_teacher import annealed_floor, noise_floor
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.scenario.soft_committee import CommitteeState
from rosenblatt.simulation.soft_committee import simulate_soft_committee
from rosenblatt.theory.soft_committee import pack, slopes, soft_committee, unpack

RATES = (0.4, 0.1)
ANNEALED = 30.0  # eta alpha: enough for the slowest mode, beyond 1/(2 x 0.0442)
# Of e_g where students settle: means of thousands of runs at N = 50 and 100 differ by at most 0.015/N from theory.
BIAS = 0.05


def floor(eta: float, noise: float, alpha: float | None = None) -> float:
    """Return e_g at last of two units that start at their teacher."""
    last = 60.0 / (0.0884 * eta) if alpha is None else alpha
    return float(soft_committee([last], eta=eta, noise=noise, r0=1.0, q0=1.0).frame["error"][0])


def _floor(context: Context) -> Outcome:
    """e_g/sigma^2 at last for little noise, at two rates, against the expansion and its limit for eta -> 0."""
    measured, good = {}, True
    for eta in RATES:
        fine, coarse = (floor(eta, sigma) / sigma**2 for sigma in (0.01, 0.02))
        found, expected = (4.0 * fine - coarse) / 3.0, noise_floor(2, eta)
        linear = eta / (math.pi * math.sqrt(3.0))
        measured[f"eta = {eta:g}: e_g/sigma^2, predicted, K eta/(2 pi sqrt(3))"] = [found, expected, linear]
        good &= abs(found / expected - 1.0) < 1e-4 and abs(expected / linear - 1.0) < 2.0 * eta
    return Outcome(measured, good)


def _simulated(context: Context) -> Outcome:
    """Students that start at their teacher, and learn from it with noise 0.3: e_g, settled, against theory."""
    n, runs, eta, noise = (100, 60, 1.0, 0.3) if context.quick else (400, 100, 1.0, 0.3)
    alpha = np.linspace(30.0, 60.0, 7)
    how: dict[str, Any] = {"eta": eta, "noise": noise, "r0": 1.0, "q0": 1.0}
    found = simulate_soft_committee(n=n, alpha=alpha, runs=runs, seed=context.seed, **how).samples["error"].mean(axis=1)
    exact = float(soft_committee(alpha, **how).frame["error"].mean())
    error = float(found.std(ddof=1)) / math.sqrt(runs)
    off = over_allowed(found.mean(), exact, error, runs=runs, bias=BIAS / n)
    measured = {"e_g of students, theory": [float(found.mean()), exact], "difference over what is allowed": off}
    return Outcome(measured, off < 1.0, error)


def annealed_errors(k: int, rate: float, noise: float, alpha: np.ndarray) -> np.ndarray:
    """Return e_g at some alpha of a student that is its teacher at the first, and learns with eta = rate/alpha."""
    start = CommitteeState(np.eye(k), np.eye(k), np.eye(k))

    def slope(log_alpha: float, values: np.ndarray) -> np.ndarray:
        now = math.exp(log_alpha)
        return now * pack(*slopes(unpack(values, start), rate / now, noise))

    logs = np.log(alpha)
    solved = solve_ivp(
        slope, (logs[0], logs[-1]), pack(start.r, start.q_norm), t_eval=logs, method="LSODA", rtol=1e-9, atol=1e-14
    )
    return np.array([unpack(values, start).error for values in solved.y.T])


def _annealed(context: Context) -> Outcome:
    """alpha e_g/sigma^2 as eta falls as 1/alpha, without what is left of the start and of higher orders."""
    noise, alpha = 0.1, np.array([1e2, 1e4, 1e5])
    measured, good = {}, True
    for k in (2,) if context.quick else (1, 2, 3):
        found = alpha[1:] * annealed_errors(k, ANNEALED, noise, alpha)[1:] / noise**2
        expected = annealed_floor(k, ANNEALED)
        measured[f"K = {k}: alpha e_g/sigma^2 at alpha = 1e4, 1e5, predicted"] = [*found.tolist(), expected]
        good &= abs(found[1] / expected - 1.0) < 3e-3 and abs(found[0] / expected - 1.0) < 0.05
    return Outcome(measured, good)


def _quieter(slopes: Any) -> Any:
    return lambda state, eta, noise: slopes(state, eta, 0.99 * noise)


QUIETER = Sabotage("noise on the output times 0.99", SLOPES, _quieter)
ROWS = (
    Row(
        "output noise",
        "noise on the teacher's output leaves an error that vanishes with eta, as K eta sigma^2/(2 pi sqrt(3))",
        "the D of near_the_teacher.2 at rest",
        _floor,
        sabotages=(QUIETER, times(THIRD, 1.01), times(FOURTH, 1.01)),
    ),
    Row(
        "output noise, simulated",
        "students that learn from a noisy output settle at that error",
        "equal, within errors",
        _simulated,
        sabotages=(LOUDER, called_with(SIMULATED, noise=0.33), times(THIRD, 1.1)),
    ),
    Row(
        "output noise, annealed",
        "with eta falling as 1/alpha, fast enough not to be left by the slowest mode, e_g falls as 1/alpha",
        annealed_floor(2, ANNEALED),
        _annealed,
        sabotages=(QUIETER, times(THIRD, 1.01)),
    ),
)
