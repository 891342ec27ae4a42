"""SW sec. 4: continuous weights, online with the full covariance and with one variance, and offline."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import gaussian
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Row
from rosenblatt.papers.power_fit import fit_power
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import full_covariance
from rosenblatt.theory.learning_curve import learning_curve

NOISES = (0.0, 0.1)
ALPHA_2 = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0)
ONLINE_RULES = {"Hebb approximation": "bayes-hebb", "second order": "bayes-gaussian"}


def batch(n: int, alpha: float, noise: float, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a teacher, inputs divided by sqrt(n), and noisy labels."""
    teacher = random.standard_normal(n)
    x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
    labels = np.where((x @ teacher > 0.0) ^ (random.random(len(x)) < noise), 1.0, -1.0)
    return teacher, x, labels


def angle(weights: np.ndarray, teacher: np.ndarray) -> float:
    """Return the disagreement of two vectors for Gaussian inputs."""
    cosine = float(weights @ teacher) / float(np.linalg.norm(weights) * np.linalg.norm(teacher))
    return math.acos(min(1.0, max(-1.0, cosine))) / math.pi


def offline_points(context: Context, n: int, alphas: tuple[float, ...], noise: float, runs: int) -> pd.DataFrame:
    """Return what the mean-field iteration reaches, from the ledger if it is there."""

    def experiment() -> dict[str, list[float]]:
        random, means, errors = np.random.default_rng([context.seed, n, int(100 * noise)]), [], []
        for alpha in alphas:
            d = []
            for _ in range(runs):
                teacher, x, labels = batch(n, alpha, noise, random)
                d.append(angle(mean_field(x, labels, noise=noise).mean, teacher))
            means.append(float(np.mean(d)))
            errors.append(float(np.std(d, ddof=1)) / math.sqrt(runs))
        return {"alpha": list(alphas), "disagreement": means, "disagreement_sem": errors}

    return pd.DataFrame(context.result("offline", experiment, n=n, alphas=alphas, noise=noise, runs=runs))


def online_points(context: Context, rule: str, n: int, alphas: tuple[float, ...], noise: float, runs: int) -> Any:
    """Return what an online rule reaches, from the ledger if it is there."""

    def experiment() -> dict[str, list[float]]:
        frame = simulate(rule, n=n, alpha=alphas, noise=noise, runs=runs, seed=context.seed).frame
        return {str(c): frame[c].tolist() for c in ("alpha", "disagreement", "disagreement_sem", "r", "q_norm")}

    known = {"rule": rule, "n": n, "alphas": alphas, "noise": noise, "runs": runs}
    return pd.DataFrame(context.result("online", experiment, **known))


def _predictive(context: Context) -> Outcome:
    """Labels that are predicted with a probability come with that frequency: the full rule, N = 40."""
    random = np.random.default_rng([context.seed, 46])
    n, noise, groups = 40, 0.1, np.zeros((5, 2))
    rule = BayesGaussian(noise=noise)
    for _ in range(context.runs(60)):
        teacher, x, labels = batch(n, 4.0, noise, random)
        student = rule.start_students(1, n, scale=1.0)
        learn_rows(rule, x, labels[None], *student)
        synapses = student[0][0]
        fresh = random.standard_normal((400, n)) / math.sqrt(n)
        spread = np.sqrt(np.einsum("ri,ij,rj->r", fresh, synapses[1:], fresh))
        said = noise + (1.0 - 2.0 * noise) * gaussian.cdf(fresh @ synapses[0] / spread)
        came = (fresh @ teacher > 0.0) ^ (random.random(400) < noise)
        sure = np.where(said > 0.5, said, 1.0 - said)
        right = np.where(said > 0.5, came, ~came)
        place = np.clip(((sure - 0.5) / 0.08).astype(int), 0, 4)
        for k in range(5):
            groups[k] += (right[place == k].sum() - sure[place == k].sum(), (sure * (1.0 - sure))[place == k].sum())
    z = groups[:, 0] / np.sqrt(np.maximum(groups[:, 1], 1.0))
    return Outcome({"z of five groups": z.tolist()}, bool(np.abs(z).max() < Z_LIMIT))


def _mean_field_equations(context: Context) -> Outcome:
    """At the fixed point of the iteration m = X^T x, and lambda = 1 - m.m/N."""
    random = np.random.default_rng([context.seed, 48])
    _, x, labels = batch(300, 2.0, 0.1, random)
    found = mean_field(x, labels, noise=0.1, tolerance=1e-12, sweeps=3000)
    lam = found.variance
    u = labels * found.fields / math.sqrt(lam)
    clean = 0.8 * gaussian.pdf(u) / (0.1 + 0.8 * gaussian.cdf(u))
    effect = labels * clean / math.sqrt(lam)
    measured = {
        "SW 4.8, relative": float(np.linalg.norm(x.T @ effect - found.mean) / np.linalg.norm(found.mean)),
        "SW 4.11, relative": float(np.linalg.norm(x @ found.mean - lam * effect - found.fields) / len(labels) ** 0.5),
        "lambda - (1 - m.m/N)": abs(lam - (1.0 - float(found.mean @ found.mean) / 300.0)),
    }
    return Outcome(measured, max(measured.values()) < 1e-9)


def _error_formula(context: Context) -> Outcome:
    """SW 4.13 against counted labels."""
    random = np.random.default_rng([context.seed, 413])
    worst = 0.0
    for noise in (0.0, 0.1, 0.3):
        teacher, student = random.standard_normal((2, 30))
        student = teacher + 0.7 * student
        x = random.standard_normal((200_000, 30))
        wrong = np.mean((x @ student > 0.0) != ((x @ teacher > 0.0) ^ (random.random(len(x)) < noise)))
        exact = noise + (1.0 - 2.0 * noise) * angle(student, teacher)
        worst = max(worst, abs(wrong - exact) / math.sqrt(exact * (1.0 - exact) / len(x)))
    return Outcome({"largest z": float(worst)}, worst < Z_LIMIT)


def _figure_2_row(context: Context) -> Outcome:
    """Three algorithms at N = 100 against their theories; the allowance for finite N is measured at N = 50."""
    measured, worst = {}, 0.0
    for noise in NOISES:
        curves = {name: learning_curve(rule, ALPHA_2, noise=noise).frame for name, rule in ONLINE_RULES.items()}
        curves["offline"] = learning_curve("bayes", ALPHA_2, noise=noise).frame
        for name, curve in curves.items():
            points = points_of_figure_2(context, name, noise, 100)
            small = points_of_figure_2(context, name, noise, 50)
            allowed = Z_LIMIT * points["disagreement_sem"] + 0.5 * (
                np.abs(small["disagreement"] - curve["disagreement"]) + Z_LIMIT * small["disagreement_sem"]
            )
            part = float((np.abs(points["disagreement"] - curve["disagreement"]) / allowed).max())
            measured[f"{name}, kappa = {noise:g}: largest difference over what is allowed"] = part
            worst = max(worst, part)
    return Outcome(measured, worst < 1.0)


def points_of_figure_2(context: Context, name: str, noise: float, n: int) -> pd.DataFrame:
    """Return what one of the three algorithms reaches, from the ledger if it is there."""
    runs = context.runs(100)
    if name == "offline":
        return offline_points(context, n, ALPHA_2, noise, runs)
    return online_points(context, ONLINE_RULES[name], n, ALPHA_2, noise, runs)


def _second_order_theory(context: Context) -> Outcome:
    """The integral equation against simulation at N = 1000: lambda, and the disagreement."""
    n, alphas, runs = (200, (0.5, 1.0, 2.0), 10) if context.quick else (1000, (0.5, 1.0, 2.0, 3.0, 5.0), 12)
    points = online_points(context, "bayes-gaussian", n, alphas, 0.0, runs)
    theory = learning_curve("bayes-gaussian", alphas).frame
    z = ((points["disagreement"] - theory["disagreement"]) / points["disagreement_sem"]).abs()
    measured = {
        "1 - lambda in theory": theory["q_norm"].tolist(),
        "q simulated": points["q_norm"].tolist(),
        "largest z of d": float(z.max()),
    }
    return Outcome(measured, float(z.max()) < Z_LIMIT)


def _asymptotes(context: Context) -> Outcome:
    """alpha d at large alpha: in theory all three, the online ones by simulation at N = 100 too."""
    far = 1e6
    theory = {
        name: far * float(learning_curve(rule, [far]).frame["disagreement"][0])
        for name, rule in {**ONLINE_RULES, "offline": "bayes"}.items()
    }
    alpha, runs = 100.0, context.runs(40)
    measured: dict[str, Any] = {"theory": theory, "closed form, second order": full_covariance.asymptote()}
    z = []
    for name, rule in ONLINE_RULES.items():
        points = online_points(context, rule, 100, (alpha,), 0.0, runs)
        d, sem = float(points["disagreement"][0]), float(points["disagreement_sem"][0])
        exact = float(learning_curve(rule, [alpha]).frame["disagreement"][0])
        measured[f"{name}, N = 100, alpha = {alpha:g}: alpha d"] = alpha * d
        z.append(abs(d - exact) / (Z_LIMIT * sem + 0.03 * exact))
    alpha = 20.0
    points = offline_points(context, 100, (alpha,), 0.0, context.runs(20))
    d, sem = float(points["disagreement"][0]), float(points["disagreement_sem"][0])
    exact = float(learning_curve("bayes", [alpha]).frame["disagreement"][0])
    measured[f"offline, N = 100, alpha = {alpha:g}: alpha d"] = alpha * d
    z.append(abs(d - exact) / (Z_LIMIT * sem + 0.03 * exact))
    apart = measured["second order, N = 100, alpha = 100: alpha d"] < 0.75
    near = abs(theory["Hebb approximation"] - 0.8834) < 5e-4 and abs(theory["second order"] - 0.59716) < 5e-5
    return Outcome(measured, max(z) < 1.0 and apart and near and abs(theory["offline"] - 0.4417) < 2e-4)


def _seconds(rule: Rule, n: int, rows: int, random: np.random.Generator) -> float:
    """Return the processor's time for some rows, the best of three."""
    x, labels = random.standard_normal((rows, n)), np.where(random.random((1, rows)) < 0.5, 1.0, -1.0)
    best = math.inf
    for _ in range(3):
        synapses, cells = rule.start_students(1, n)
        learn_rows(rule, x[:2], labels[:, :2], synapses, cells)
        begin = time.thread_time()
        learn_rows(rule, x, labels, synapses, cells)
        best = min(best, time.thread_time() - begin)
    return best


def _costs(context: Context) -> Outcome:
    """Time against N and against t as fitted exponents, and memory in numbers kept."""
    random = np.random.default_rng([context.seed, 1])
    measured: dict[str, Any] = {}
    cases = {
        "Hebb approximation": (BayesHebb(), (2000, 4000, 8000), 400),
        "second order": (BayesGaussian(), (300, 600, 1200), 100),
    }
    for name, (rule, sizes, rows) in cases.items():
        with_n = [_seconds(rule, n, rows, random) for n in sizes]
        with_t = [_seconds(rule, sizes[0], many * rows, random) for many in (1, 2, 4)]
        measured[name] = {
            "time ~ N^": fit_power(sizes, with_n, [0.1 * s for s in with_n]).exponent,
            "time ~ t^": fit_power([1, 2, 4], with_t, [0.1 * s for s in with_t]).exponent,
            "numbers kept at N = 10, 100": [rule.start(n)[0].size for n in (10, 100)],
        }
    sizes, many = (100, 200, 400), context.runs(20)
    sweeps = [mean_field(*batch(n, 2.0, 0.0, random)[1:], tolerance=1e-4).sweeps for n in sizes for _ in range(many)]
    by_size = np.array(sweeps).reshape(len(sizes), -1).mean(axis=1)
    measured["offline"] = {
        "sweeps of O(N t) at N = 100, 200, 400": by_size.tolist(),
        "numbers kept": "N t, the examples",
    }
    powers = [measured[name][key] for name in cases for key in ("time ~ N^", "time ~ t^")]
    kept = [measured[name]["numbers kept at N = 10, 100"] for name in cases]
    # Large arrays leave the cache: half a power is allowed for. A quick run does not judge by the clock.
    near = context.quick or np.abs(np.array(powers) - [1.0, 1.0, 2.0, 1.0]).max() < 0.5
    return Outcome(measured, bool(near and kept == [[10, 100], [110, 10100]] and by_size[-1] < 2.0 * by_size[0]))


ROWS = (
    Row(
        "eq. 4.4-4.7",
        "the predictive probability kappa + (1 - 2 kappa) Phi(tau h/sqrt(lambda))",
        "calibrated",
        _predictive,
    ),
    Row("eq. 4.8-4.11", "mean-field equations of the offline algorithm", 0.0, _mean_field_equations),
    Row("eq. 4.12, 4.13", "epsilon = kappa + (1 - 2 kappa) arccos(R/sqrt(q T))/pi", "equal", _error_formula),
    Row("fig. 2", "three algorithms at N = 100, kappa = 0 and 0.1", "within 4 errors and finite N", _figure_2_row),
    Row(
        "sec. 4, second order",
        "the online algorithm with its full covariance, in theory",
        "within 4 errors",
        _second_order_theory,
        errata='SW: "no theoretical analysis is available"; there is one, an integral equation for lambda',
    ),
    Row(
        "table 1, asymptotes",
        "epsilon alpha: online 0.88 (both), offline 0.44",
        "0.883 (Hebb), 0.597 (second order), 0.442 (offline)",
        _asymptotes,
        errata="the two online algorithms do not share the asymptote: that of second order is 0.59716",
    ),
    Row(
        "table 1, costs",
        "O(N^2 t), O(N t), O(N t) a sweep; memory O(N^2), O(N), O(N t)",
        "powers of N, t: 1, 1; 2, 1",
        _costs,
    ),
)
