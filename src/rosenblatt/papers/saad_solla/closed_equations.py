"""The averages and the equations of motion that they close, for a student of any K and a teacher of any M."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import erf

from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.scenario.soft_committee import CommitteeState
from rosenblatt.simulation.soft_committee import simulate_soft_committee
from rosenblatt.theory.soft_committee import slopes, soft_committee

THIRD, FOURTH = "rosenblatt.kernels.committee_averages:third", "rosenblatt.kernels.committee_averages:fourth"
CURVE = "rosenblatt.theory.soft_committee:soft_committee"
SIMULATED = "rosenblatt.simulation.soft_committee:simulate_soft_committee"
SLOPES = "rosenblatt.theory.soft_committee:slopes"
ERROR = "rosenblatt.scenario.soft_committee:CommitteeState.error"
# Of overlaps and e_g until alpha = 8: means of thousands of runs at N = 50 and 200 differ by at most 0.7/N from theory.
BIAS = 1.5
ALPHA = (1.0, 3.0, 8.0)
OBLIQUE = [[1.0, 0.4], [0.4, 1.3]]


def state_of(k: int, m: int) -> CommitteeState:
    """Return overlaps that have nothing in common, of vectors that are drawn once and for all."""
    random = np.random.default_rng(100 * k + m)
    students, teachers = 0.6 * random.standard_normal((k, k + m)), 0.6 * random.standard_normal((m, k + m))
    return CommitteeState(students @ teachers.T, students @ students.T, teachers @ teachers.T)


def summed_slopes(state: CommitteeState, eta: float, noise: float, step: float) -> tuple[np.ndarray, ...]:
    """Return dR, dQ and e_g as sums over a grid of Gaussian fields, whose error falls as exp(-1/step^2)."""
    k, m = state.units
    nodes = np.arange(-7.2, 7.2 + step / 2.0, step)
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*[nodes] * (k + m), indexing="ij")])
    law = np.exp(-0.5 * (grid**2).sum(axis=0))
    fields = np.linalg.cholesky(state.covariance) @ grid
    g = erf(fields / math.sqrt(2.0))
    off = g[k:].sum(axis=0) - g[:k].sum(axis=0)
    force = math.sqrt(2.0 / math.pi) * np.exp(-0.5 * fields[:k] ** 2)
    law /= law.sum()
    drift = eta * (law * force * off) @ fields.T
    spread = eta * eta * (law * force * (off**2 + noise**2)) @ force.T
    return drift[:, k:], drift[:, :k] + drift[:, :k].T + spread, np.array(0.5 * (law * off**2).sum())


def _averages(context: Context) -> Outcome:
    """I3, I4 and e_g in closed form against sums over fields, K and M of which some or all are different."""
    measured, worst, eta, noise = {}, 0.0, 0.7, 0.4
    for k, m in ((1, 2), (2, 1)) if context.quick else ((1, 2), (2, 1), (1, 3), (2, 2)):
        state = state_of(k, m)
        exact = (*slopes(state, eta, noise), np.array(state.error))
        found = summed_slopes(state, eta, noise, 0.4 if k + m == 4 else 0.3)
        off = max(float(np.abs(one - other).max()) for one, other in zip(exact, found, strict=True))
        measured[f"K = {k}, M = {m}: largest difference of dR, dQ and e_g"] = off
        worst = max(worst, off)
    return Outcome(measured, worst < 1e-7)


def _start(k: int, m: int) -> dict[str, Any]:
    """Return a start whose units differ: what is left to chance then matters little."""
    r0 = 0.1 * np.cos(1.0 + np.arange(k)[:, None] + 2.0 * np.arange(m))
    return {"k": k, "m": m, "r0": r0, "q0": np.diag(0.2 + 0.1 * np.arange(k))}


def _followed(context: Context, method: str, n: int, runs: int, cases: dict[str, dict[str, Any]]) -> Outcome:
    """Simulations against theory: e_g and all overlaps at three alpha, in each case."""
    measured, worst = {}, 0.0
    curves = {name: soft_committee(ALPHA, **case).frame for name, case in cases.items()}
    tests = sum(len(ALPHA) * (len(curve.columns) - 1) for curve in curves.values())
    for name, case in cases.items():
        found = simulate_soft_committee(n=n, alpha=ALPHA, runs=runs, method=method, seed=context.seed, **case).frame
        columns = list(curves[name].columns[1:])
        difference = np.abs(found[columns].to_numpy() - curves[name][columns].to_numpy())
        error = found[[f"{column}_sem" for column in columns]].to_numpy()
        worst = max(worst, float((difference / (limit(tests, runs) * error + BIAS / n)).max()))
        last = [float(frame["error"].iloc[-1]) for frame in (found, curves[name])]
        measured[f"{name}: e_g at alpha = {ALPHA[-1]:g}, theory"] = last
    return Outcome({**measured, "largest difference over what is allowed": worst}, worst < 1.0)


def _by_vectors(context: Context) -> Outcome:
    """All weights of students and teachers of as many units, without and with noise."""
    cases = {
        "K = M = 2": {**_start(2, 2), "eta": 1.0},
        "K = M = 2, noise 0.3": {**_start(2, 2), "eta": 1.0, "noise": 0.3},
        "K = M = 3": {**_start(3, 3), "eta": 0.6},
    }
    return _followed(context, "vector", 200 if context.quick else 400, 40 if context.quick else 100, cases)


def _by_chain(context: Context) -> Outcome:
    """Students with too few and too many units, and teachers of oblique ones, by their overlaps alone."""
    cases = {
        "K = 1, M = 3": {**_start(1, 3), "eta": 0.6},
        "K = 3, M = 2": {**_start(3, 2), "eta": 0.8, "noise": 0.2},
        "K = M = 2, oblique": {**_start(2, 2), "eta": 1.0, "teacher": OBLIQUE},
    }
    return _followed(context, "chain", 200 if context.quick else 1000, 40 if context.quick else 100, cases)


def least_error(m: int) -> float:
    """Return the least e_g that one unit can have of a teacher of m, over its overlaps, all R_n = R and Q >= m R^2."""

    def error(values: np.ndarray) -> float:
        r, rest = values
        return CommitteeState(np.full((1, m), r), np.array([[m * r * r + rest * rest]]), np.eye(m)).error

    return float(minimize(error, [0.5, 0.3], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-13}).fun)


def _realisable(context: Context) -> Outcome:
    """Too few units end at the least error that they can have, as eta -> 0; as many or more end at none."""
    etas = (0.1, 0.05)
    few = [soft_committee([80.0 / eta], k=1, m=2, eta=eta).frame["error"][0] for eta in etas]
    least, slow = least_error(2), float(2.0 * few[1] - few[0])  # without what is linear in eta
    alpha = [100.0, 200.0, 300.0]
    same, more = (soft_committee(alpha, eta=eta, **_start(k, 2)).frame["error"] for k, eta in ((2, 1.5), (3, 0.8)))
    measured = {
        "K = 1, M = 2: e_g as eta -> 0, the least": [slow, least],
        f"K = 2, M = 2: e_g at alpha = {alpha}": same.tolist(),
        f"K = 3, M = 2: e_g at alpha = {alpha}": more.tolist(),
    }
    good = abs(slow / least - 1.0) < 1e-4 and few[0] > few[1] > least
    return Outcome(measured, good and all(max(ratio(found)) < 0.2 for found in (same, more)))


def ratio(values: Any) -> np.ndarray:
    """Return each of some values, but for the first, over the one before."""
    return np.asarray(values)[1:] / np.asarray(values)[:-1]


def _louder(slopes: Any) -> Any:
    return lambda state, eta, noise: slopes(state, eta, 1.1 * noise)


LOUDER = Sabotage("noise on the output times 1.1", SLOPES, _louder)
ROWS = (
    Row(
        "averages I3, I4",
        "averages over the fields have closed forms, and with them dR, dQ and e_g",
        "equal",
        _averages,
        sabotages=(times(THIRD, 1.001), times(FOURTH, 1.001), times(ERROR, 1.001), LOUDER),
    ),
    Row(
        "dynamics, K = M",
        "for many inputs the overlaps obey closed equations: simulated weights follow them",
        "equal, within errors",
        _by_vectors,
        sabotages=(times(THIRD, 1.1), times(FOURTH, 1.2), called_with(SIMULATED, noise=0.5)),
    ),
    Row(
        "dynamics, any K, M, T",
        "so do students of more or fewer units, and those of a teacher whose units are oblique",
        "equal, within errors",
        _by_chain,
        sabotages=(times(THIRD, 1.1), times(FOURTH, 1.3), called_with(SIMULATED, teacher=None)),
    ),
    Row(
        "realisable or not",
        "K < M leaves an error, the least possible one for eta -> 0; K = M and K > M learn the teacher",
        "equal; 0",
        _realisable,
        sabotages=(called_with(CURVE, noise=0.02), called_with(CURVE, m=3, r0=0.01, q0=0.25)),
    ),
)
