"""KC sec. 3.5: teachers that change, slowly or at once, in direction and in length."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.rules.bayes_linear import BayesLinear
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.rules.practical_linear import PracticalLinear
from rosenblatt.scenario import DriftingTeacher
from rosenblatt.scenario.channels import Flips
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.bayes import stationary_deficit
from rosenblatt.theory.tracking import best_rate, stationary

DRIFTS = (0.01, 0.1, 1.0)
TRACKING: dict[str, Rule] = {
    "optimal, its overlap from theory": OptimalLinear(),
    "practical, KC 32-35": PracticalLinear(omega_m=1.0),
    "Bayes, noise found": BayesLinear(drift=0.0),
}
CHANGE, LONGER = 12.0, 24.0  # alpha at which the teacher becomes another one, and at which its length doubles
LAST = 36.0


def _practical_drifts(context: Context) -> Outcome:
    """The stationary overlap of the optimal and of the practical rule, N = 10^4."""
    measured: dict[str, Any] = {}
    n, runs, times = (2000 if context.quick else 10_000), 4, np.arange(30.0, 61.0, 3.0).tolist()
    worst = 0.0
    for drift in DRIFTS:
        exact = 1.0 / math.sqrt(1.0 + 2.0 * drift)
        found = []
        for rule in (OptimalLinear(drift=drift), PracticalLinear()):
            how: dict[str, Any] = {"n": n, "alpha": times, "runs": runs, "seed": context.seed, "method": "chain"}
            overlap = simulate(rule, teacher=DriftingTeacher(drift), **how).samples["overlap"]
            found.append(float(overlap.mean()))
            worst = max(worst, abs(found[-1] / exact - 1.0))
        measured[f"drift {drift:g}: optimal, practical, 1/sqrt(1 + 2 drift)"] = [*found, exact]
    return Outcome(measured, worst < (0.02 if context.quick else 0.01))


def settled(context: Context, drift: float, noise: float) -> tuple[float, float]:
    """Return q of the optimal Boolean rule behind a drifting teacher, and its error: blocks are whole runs."""
    n = 1000 if context.quick else 10_000
    settling = 1.5 / drift + 10.0  # runs are correlated over some 1/drift

    def experiment() -> list[float]:
        times = settling + np.linspace(0.0, max(1.0 / drift, 20.0), 11)
        how: dict[str, Any] = {"teacher": DriftingTeacher(drift), "noise": noise, "seed": context.seed, "runs": 6}
        blocks = (simulate("bayes-hebb", n=n, alpha=times, **how).samples["overlap"] ** 2).mean(axis=1)
        return [float(blocks.mean()), float(blocks.std(ddof=1)) / math.sqrt(len(blocks))]

    mean, error = context.result("settled", experiment, n=n, drift=drift, noise=noise)
    return mean, error


def _boolean_drifts(context: Context) -> Outcome:
    """The Boolean rule: (1 - q)^2 I(q) = 2 delta q at three drifts and two noises."""
    measured, worst = {}, 0.0
    for noise in (0.0, 0.1):
        for drift in DRIFTS:
            exact = 1.0 - stationary_deficit(Flips(noise), drift)
            mean, error = settled(context, drift, noise)
            measured[f"drift {drift:g}, noise {noise:g}: q, its error, theory"] = [mean, error, exact]
            worst = max(worst, abs(mean / exact - 1.0))
    return Outcome(measured, worst < (0.04 if context.quick else 0.01))


def _fixed_rates(context: Context) -> Outcome:
    """The best fixed rate: adaline against its closed form; Boolean rules against the one that knows the drift."""
    measured, good = {}, True
    for drift in (0.01, 0.1):
        best = best_rate("adaline", drift, noise=0.1)
        eta = np.linspace(0.001, 1.5, 3000)
        r = eta / (eta + drift)
        q = (2.0 * r * (1.0 - eta) + eta * 1.1) / (2.0 - eta)
        exact = float(np.min(0.5 * (1.1 + q - 2.0 * r)))
        d = [best_rate(name, drift).disagreement for name in ("normalised", "hebb")]
        bound = float(stationary("bayes-hebb", drift)["disagreement"])
        measured[f"drift {drift:g}: adaline, eta, e_g, closed form"] = [best.rate, best.error, exact]
        measured[f"drift {drift:g}: d of normalised, hebb with decay, bayes-hebb"] = [*d, bound]
        good &= abs(best.error / exact - 1.0) < 1e-5 and bound < d[0] < d[1]
    return Outcome(measured, good)


def tracked(context: Context, name: str) -> np.ndarray:
    """Return e_g/M of the best prediction and the overlap, at whole numbers of alpha/2, of a teacher that changes."""
    n, runs = (100, 4) if context.quick else (400, 8)
    rule = TRACKING[name]

    def experiment() -> list[list[float]]:
        values = np.zeros((2, round(2 * LAST)))
        for run in range(runs):
            random = np.random.default_rng([context.seed, 35, run])
            teachers = random.standard_normal((2, n))
            teachers *= math.sqrt(n) / np.linalg.norm(teachers, axis=1, keepdims=True)
            synapses, cells = rule.start_students(1, n)
            for k in range(round(2 * LAST)):
                alpha = 0.5 * k
                b = teachers[int(alpha >= CHANGE)] * (2.0 if alpha >= LONGER else 1.0)
                x = random.standard_normal((n // 2, n))
                learn_rows(rule, x, (x @ b / math.sqrt(n))[None], synapses, cells)
                j = rule.weights(synapses[0], cells[0])
                off = rule.amplitude(cells[0]) * j - b
                values[:, k] += 0.5 * (off @ off) / (b @ b), (j @ b) / math.sqrt((j @ j) * (b @ b))
        return (values / runs).tolist()

    return np.array(context.result(f"tracked {name}", experiment, n=n, runs=runs))


def _recovery(context: Context) -> Outcome:
    """An abrupt change and a change of length: who estimates recovers from both, who only knows theory does not."""
    measured, good = {}, True
    before, after, end = round(2 * CHANGE) - 1, round(2 * LONGER) - 1, round(2 * LAST) - 1
    for name in TRACKING:
        error, overlap = tracked(context, name)
        found = [float(error[k]) for k in (before, before + 1, after, after + 1, end)]
        measured[f"{name}: e_g/M before, after the change, at the end; longer, at the end"] = found
        good &= overlap[after] > 0.98 and error[before] < 0.02 < 0.1 < error[before + 1] and error[after] < 0.02
        good &= (error[end] > 0.1) if name.startswith("optimal") else (error[end] < 0.02)
    return Outcome(measured, bool(good))


ROWS = (
    Row(
        "eq. 32-35, drift",
        "the practical rule follows a drifting teacher as the optimal one",
        "1 %",
        _practical_drifts,
    ),
    Row("eq. 16, drift", "the Boolean rule settles where (1 - q)^2 I(q) = 2 delta q", "1 %", _boolean_drifts),
    Row("drift, fixed rates", "the best fixed rate loses to the rule that knows", "ordered", _fixed_rates),
    Row(
        "sec. 3.5, changes",
        "running estimates recover from another teacher and from another length of it",
        "e_g/M below 0.02",
        _recovery,
    ),
)
