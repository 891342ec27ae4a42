"""SW sec. 4, the performance of the three algorithms: figure 2, the theory of the second order, and the asymptotes.

At N weights the mean disagreement is below that of theory by a share of 0 to 1.2/N: measured at N = 25, with 2000 runs
of either online rule and 300 of the offline one. `BIAS` is what points at N are allowed for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.batch.meanfield import mean_field
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.papers.solla_winther.continuous_weights import angle, batch
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.scenario import Flips
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import bayes, full_covariance
from rosenblatt.theory.full_covariance import CLEAN
from rosenblatt.theory.learning_curve import learning_curve

NOISES = (0.0, 0.1)
ALPHA_2 = (0.5, 1.0, 2.0, 4.0, 7.0, 10.0)
ALPHA_LAMBDA = (0.5, 1.0, 2.0, 3.0, 5.0)
LEARNERS = {"Hebb approximation": "bayes-hebb", "second order": "bayes-gaussian", "offline": "bayes"}
N_2 = 100
RUNS_2 = {"Hebb approximation": (1000, 200), "second order": (400, 60), "offline": (100, 30)}  # full, quick
BIAS = 1.2  # times the disagreement, over N
FAR = 1e6  # alpha at which theory is read for its asymptote


def _offline(n: int, alphas: tuple[float, ...], noise: float, runs: int, seed: int) -> np.ndarray:
    """Return the disagreement of the mean-field student, (runs, alphas), each with its own examples."""
    random = np.random.default_rng([seed, n, int(100 * noise)])
    d = np.empty((runs, len(alphas)))
    for place in np.ndindex(d.shape):
        teacher, x, labels = batch(n, alphas[place[1]], noise, random)
        d[place] = angle(mean_field(x, labels, noise=noise, tolerance=1e-4).mean, teacher)
    return d


def points(context: Context, name: str, n: int, alphas: tuple[float, ...], noise: float, runs: int) -> pd.DataFrame:
    """Return what one of the three algorithms reaches, from the ledger if it is there.

    Columns: ``alpha``, ``disagreement``, ``disagreement_sem`` and ``runs``, and ``ratio`` and ``ratio_sem``, the same
    in every row: the mean over all alphas of the disagreement over that of theory.
    """
    theory = learning_curve(LEARNERS[name], alphas, noise=noise).frame["disagreement"].to_numpy()

    def experiment() -> dict[str, list[float]]:
        if name == "offline":
            d = _offline(n, alphas, noise, runs, context.seed)
        else:
            how: dict[str, Any] = {"n": n, "alpha": alphas, "noise": noise, "runs": runs, "seed": context.seed}
            d = simulate(LEARNERS[name], **how).samples["disagreement"]
        ratio = (d / theory).mean(axis=1)
        return {
            "alpha": list(alphas),
            "disagreement": d.mean(axis=0).tolist(),
            "disagreement_sem": (d.std(axis=0, ddof=1) / math.sqrt(runs)).tolist(),
            "ratio": [float(ratio.mean())] * len(alphas),
            "ratio_sem": [float(ratio.std(ddof=1)) / math.sqrt(runs)] * len(alphas),
            "runs": [runs] * len(alphas),
        }

    known = {"name": name, "n": n, "alphas": alphas, "noise": noise, "runs": runs}
    return pd.DataFrame(context.result("performance", experiment, **known))


def points_of_figure_2(context: Context, name: str, noise: float) -> pd.DataFrame:
    """Return the points of one of the three algorithms in figure 2, SW's 100 runs or more."""
    runs = RUNS_2[name][context.quick]
    alphas = ALPHA_2[1::2] if name == "offline" and context.quick else ALPHA_2
    return points(context, name, N_2, alphas, noise, runs)


def _figure_2_row(name: str) -> Callable[[Context], Outcome]:
    """Return the row of an algorithm of figure 2: each point against theory, and the mean over all alphas."""

    def compute(context: Context) -> Outcome:
        measured, worst = {}, 0.0
        for noise in NOISES:
            found = points_of_figure_2(context, name, noise)
            theory = learning_curve(LEARNERS[name], found["alpha"], noise=noise).frame["disagreement"]
            judged = partial(over_allowed, tests=2 * (len(found) + 1), runs=int(found["runs"][0]))
            parts = {
                "single points": judged(
                    found["disagreement"], theory, found["disagreement_sem"], bias=BIAS / N_2 * theory
                ),
                "mean of d over theory": judged(found["ratio"], 1.0, found["ratio_sem"], bias=BIAS / N_2),
            }
            measured[f"kappa = {noise:g}: d over theory"] = (found["disagreement"] / theory).tolist()
            measured[f"kappa = {noise:g}: over what is allowed"] = parts
            worst = max(worst, *parts.values())
        return Outcome(measured, worst < 1.0)

    return compute


def _variances(rule: BayesGaussian, n: int, runs: int, random: np.random.Generator) -> np.ndarray:
    """Return lambda, the mean variance across the direction of the weights, (runs, alphas)."""
    found = []
    for _ in range(runs):
        _, x, labels = batch(n, ALPHA_LAMBDA[-1], rule.noise or 0.0, random)
        student = rule.start_students(1, n, scale=1.0)
        ends = [round(alpha * n) for alpha in ALPHA_LAMBDA]
        for begin, end in zip([0, *ends], ends, strict=False):
            learn_rows(rule, x[begin:end], np.ascontiguousarray(labels[None, begin:end]), *student)
            found.append(rule.report(student[0][0], student[1][0])["variance"])
    return np.reshape(found, (runs, len(ALPHA_LAMBDA)))


def _second_order_theory(context: Context) -> Outcome:
    """Lambda of the integral equation against the traces of covariances that were learnt, without their part in 1/N."""
    small, runs = (50, 60) if context.quick else (100, 100)
    measured, worst = {}, 0.0
    for noise in NOISES:

        def experiment(noise: float = noise) -> list[list[list[float]]]:
            random = np.random.default_rng([context.seed, int(100 * noise), 42])
            return [_variances(BayesGaussian(noise=noise), n, runs, random).tolist() for n in (small, 2 * small)]

        half, whole = map(np.array, context.result("lambda", experiment, n=small, runs=runs, noise=noise))
        found = 2.0 * whole.mean(axis=0) - half.mean(axis=0)
        error = np.sqrt((4.0 * whole.var(axis=0, ddof=1) + half.var(axis=0, ddof=1)) / runs)
        theory = full_covariance.deficit(np.array(ALPHA_LAMBDA), Flips(noise))
        part = over_allowed(found, theory, error, tests=2 * len(theory), runs=runs)
        measured[f"kappa = {noise:g}, alpha = {', '.join(f'{a:g}' for a in ALPHA_LAMBDA)}: lambda"] = found.tolist()
        measured[f"kappa = {noise:g}: in theory"] = theory.tolist()
        measured[f"kappa = {noise:g}: over what is allowed"] = part
        worst = max(worst, part)
    return Outcome(measured, worst < 1.0)


def _asymptotes(context: Context) -> Outcome:
    """alpha d at large alpha: in theory all three, and by simulation; that of the second order is not Hebb's."""
    theory = {name: FAR * _disagreement(name, FAR) for name in LEARNERS}
    n, alpha, runs = (40, 50.0, 60) if context.quick else (50, 100.0, 200)
    cases = {"Hebb approximation": (alpha, runs), "second order": (alpha, runs), "offline": (20.0, 30)}
    measured: dict[str, Any] = {"theory": theory, "closed form, second order": full_covariance.asymptote()}
    worst, apart = 0.0, False
    for name, (at, many) in cases.items():
        found = points(context, name, n, (at,), 0.0, many).iloc[0]
        measured[f"{name}, N = {n}, alpha = {at:g}: alpha d"] = at * found["disagreement"]
        judged = partial(over_allowed, found["disagreement"], error=found["disagreement_sem"], tests=3, runs=many)
        exact = _disagreement(name, at)
        worst = max(worst, judged(exact, bias=BIAS / n * exact))
        if name == "second order":  # as printed it would have the asymptote of Hebb
            printed = theory["Hebb approximation"] / at
            apart = judged(printed, bias=BIAS / n * printed) > 1.0
    measured["largest difference over what is allowed"] = worst
    expected = {"Hebb approximation": 0.88340, "second order": 0.59716, "offline": 0.44170}
    near = max(abs(theory[name] / value - 1.0) for name, value in expected.items()) < 1e-4
    near &= abs(theory["second order"] / full_covariance.asymptote() - 1.0) < 1e-4
    return Outcome(measured, bool(worst < 1.0 and apart and near))


def _disagreement(name: str, alpha: float) -> float:
    return float(learning_curve(LEARNERS[name], [alpha]).frame["disagreement"][0])


def _hebb_instead(deficit: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """Return the theory of the Hebb approximation in place of that of the second order, for noisy labels."""

    def changed(alpha: np.ndarray, channel: Flips = CLEAN) -> np.ndarray:
        return bayes.online(GaussianPrior(), channel, alpha)[1] if channel.noise > 0.0 else deficit(alpha, channel)

    return changed


def _without_logarithm(squared_surprise: Callable[..., Any]) -> Callable[..., Any]:
    """Return 1 - G such that -ln(1 - G) is G."""

    def changed(u: np.ndarray, *known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        g, _ = squared_surprise(u, *known)
        return g, np.exp(-g)

    return changed


ROWS = (
    Row(
        "fig. 2, Hebb approximation",
        "the isotropic online algorithm at N = 100, kappa = 0 and 0.1",
        "as in theory",
        _figure_2_row("Hebb approximation"),
        sabotages=(
            times("rosenblatt.scenario.channels:Flips.information", 1.1),
            called_with("rosenblatt.simulation.simulate:simulate", noise=0.1),
        ),
    ),
    Row(
        "fig. 2, second order",
        "the online algorithm with its full covariance at N = 100, kappa = 0 and 0.1",
        "as in theory",
        _figure_2_row("second order"),
        sabotages=(
            times("rosenblatt.theory.full_covariance:deficit", 1.2),  # d by a tenth
            Sabotage("Hebb's theory at kappa = 0.1", "rosenblatt.theory.full_covariance:deficit", _hebb_instead),
        ),
    ),
    Row(
        "fig. 2, offline",
        "the mean-field algorithm at N = 100, kappa = 0 and 0.1",
        "as in theory",
        _figure_2_row("offline"),
        sabotages=(
            Sabotage(
                "the online equation",
                "rosenblatt.theory.bayes:offline",
                lambda _: lambda *a, **_b: bayes.online(*a[:3]),
            ),
        ),
    ),
    Row(
        "sec. 4, second order",
        "the online algorithm with its full covariance, in theory",
        "lambda as measured",
        _second_order_theory,
        errata='SW: "no theoretical analysis is available"; there is one, an integral equation for lambda',
        correction=Correction(
            "no theoretical analysis is available",
            "an integral equation for lambda gives the curve",
            "lambda at alpha = 5 is 0.0835 in theory, 0.0829 of students",
        ),
        sabotages=(times("rosenblatt.theory.full_covariance:deficit", 1.02),),
    ),
    Row(
        "table 1, asymptotes",
        "epsilon alpha: online 0.88 (both), offline 0.44",
        "0.8834 (Hebb), 0.59716 (second order), 0.4417 (offline)",
        _asymptotes,
        errata="the two online algorithms do not share the asymptote: that of second order is 0.59716",
        correction=Correction(
            "epsilon alpha -> 0.88 for both online algorithms",
            "0.8834 (Hebb) and 0.59716 (second order)",
            "0.88 is 48 % too large for the second order",
        ),
        sabotages=(
            Sabotage("G in place of -ln(1 - G)", "rosenblatt.gaussian:squared_surprise", _without_logarithm),
            times("rosenblatt.scenario.channels:Flips.information", 1.01),
        ),
    ),
)
