"""Gauss-Bernoulli weights from numbers without noise: alpha = density is enough, algorithms need more."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import fminbound

from rosenblatt.batch.message_passing import Known, message_passing
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, instead, times
from rosenblatt.scenario import GaussBernoulli, GaussianNoise
from rosenblatt.scenario.priors import gauss_bernoulli
from rosenblatt.theory.bayes import thresholds

EXPECTED = {0.1: 0.207559, 0.4: 0.589246}
FOUND = 0.999  # of an overlap


def _thresholds(context: Context) -> Outcome:
    """Both thresholds, and the largest A (1 - q(A)) by its own search."""
    measured, worst = {}, 0.0
    for density, expected in EXPECTED.items():
        found, prior = thresholds(GaussBernoulli(density), GaussianNoise()), gauss_bernoulli(density)

        def negative(log_a: float, prior=prior) -> float:
            a = math.exp(log_a)
            return -a * float(prior.deficit(a)[0])

        largest = -negative(float(fminbound(negative, -1.0, 4.0, xtol=1e-8)))  # pyright: ignore[reportArgumentType]
        measured[f"density {density:g}: thresholds, max A (1 - q)"] = [found.transition, found.spinodal, largest]
        worst = max(worst, *(abs(one - expected) for one in (found.spinodal, largest)), abs(found.transition - density))
    return Outcome({**measured, "largest difference": worst}, worst < 2e-6)


def _recovered(context: Context) -> Outcome:
    """Message passing at density 0.1 below and above 0.2076."""
    n, runs, alphas = *((500, 10) if context.quick else (1000, 20)), (0.15, 0.3)

    def experiment() -> list[int]:
        random, counts = np.random.default_rng([context.seed, 12]), []
        for alpha in alphas:
            count = 0
            for _ in range(runs):
                teacher = GaussBernoulli(0.1).draw(n, random)
                x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
                known = Known(GaussianNoise(1e-8))
                mean = message_passing(x, x @ teacher, gauss_bernoulli(0.1), known, sweeps=200, tolerance=1e-5).mean
                count += float(mean @ teacher) > FOUND * math.sqrt(n) * float(np.linalg.norm(mean))
            counts.append(count)
        return counts

    below, above = context.result("recovered", experiment, n=n, runs=runs)
    measured = {f"found in so many of {runs} at alpha = {alphas}": [below, above]}
    return Outcome(measured, below <= 0.2 * runs and above >= 0.7 * runs)


ROWS = (
    Row(
        "thresholds",
        "numbers without noise: the best learner needs alpha = density, message passing max A (1 - q(A))",
        "0.207559 at density 0.1, 0.589246 at 0.4",
        _thresholds,
        sabotages=(
            times("rosenblatt.scenario.priors:MixturePrior.deficit", 0.9999),
            times("rosenblatt.scenario.channels.gaussian_noise:GaussianNoise.information", 1.0001),
        ),
    ),
    Row(
        "recovery",
        "message passing finds sparse weights above its threshold and not below",
        "seldom at alpha = 0.15, mostly at 0.3",
        _recovered,
        sabotages=(
            called_with("rosenblatt.batch.message_passing:message_passing", sweeps=5),
            instead("rosenblatt.papers.krzakala.sensing:FOUND", 0.1),
        ),
    ),
)
