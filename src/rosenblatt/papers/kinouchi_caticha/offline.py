"""KC sec. 4: offline learning, replica theory against students drawn on the sphere."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Row
from rosenblatt.papers.kinouchi_caticha.students_on_sphere import gibbs_on_sphere
from rosenblatt.theory.replica import replica


def _sampled(context: Context, alpha: float, temperature: float, r: float) -> np.ndarray:
    """Return means and standard errors of rho, q, e_g and the empirical error, of students on the sphere."""
    n, runs = (100, 10) if context.quick else (400, 20)

    def experiment() -> list[list[float]]:
        random = np.random.default_rng([context.seed, int(100 * alpha), int(100 * temperature), int(100 * r)])
        values = []
        for _ in range(runs):
            teacher = random.standard_normal(n)
            teacher *= math.sqrt(n) / np.linalg.norm(teacher)
            x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
            b = x @ teacher
            j = gibbs_on_sphere(x, b, temperature=temperature, r=r, random=random, students=6, sweeps=40)
            q = float(np.mean((j[:-1] * j[1:]).sum(axis=1))) / n
            error = 0.5 * float(np.mean(((j - teacher) ** 2).sum(axis=1))) / n
            fit = 0.5 * float(np.mean(((b - j @ x.T) ** 2).sum(axis=1))) / n
            values.append([float(np.mean(j @ teacher)) / n, q, error, fit])
        return [np.mean(values, axis=0).tolist(), (np.std(values, axis=0, ddof=1) / math.sqrt(runs)).tolist()]

    known = {"n": n, "runs": runs, "alpha": alpha, "temperature": temperature, "r": r}
    return np.array(context.result("sampled", experiment, **known))


def _replicas(context: Context) -> Outcome:
    """KC 44-46 at three temperatures and two r against students drawn on the sphere."""
    n, worst, measured = (100 if context.quick else 400), 0.0, {}
    for temperature in (0.1, 0.5, 2.0):
        for r in (1.0, 0.8):
            state = replica(0.6, temperature=temperature, r=r)
            exact = np.array([state.rho, state.q, state.generalisation_error, state.empirical_error])
            mean, error = _sampled(context, 0.6, temperature, r)
            part = float((np.abs(mean - exact) / (Z_LIMIT * error + 2.0 / n)).max())
            measured[f"T = {temperature:g}, r = {r:g}: largest difference over what is allowed"] = part
            worst = max(worst, part)
    return Outcome(measured, worst < 1.0)


def _conclusion(context: Context) -> Outcome:
    """KC 52-55: E(std) < E(opt) < e_g(opt) < e_g(std) for every alpha < 1, per weight; and E(opt) = e_g(opt)^2/2."""
    worst, ordered = 0.0, True
    for alpha in np.linspace(0.05, 0.95, 19).tolist():
        plain, best = replica(alpha), replica(alpha, r="optimal")
        worst = max(worst, abs(best.empirical_error - 0.5 * best.generalisation_error**2))
        ordered &= plain.empirical_error < best.empirical_error < best.generalisation_error < plain.generalisation_error
    return Outcome({"ordered": ordered, "E(opt) - e_g^2/2": worst}, ordered and worst < 1e-12)


ROWS = (
    Row("eq. 39-50", "replica theory at three temperatures and two r", "within 4 errors + 2/N", _replicas),
    Row(
        "eq. 51-55",
        "E(std) < E(opt) < e_g(opt) < e_g(std)",
        "E(opt) = e_g(opt)^2/2",
        _conclusion,
        errata="(53) lacks a half: the empirical error of the optimal student is e_g^2/2",
    ),
)
