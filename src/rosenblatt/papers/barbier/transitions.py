"""Thresholds of weights with finitely many values, the free entropy, and what message passing reaches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.batch.message_passing import Known, message_passing
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.scenario import BinaryTeacher, Flips, Logistic, Ternary
from rosenblatt.scenario.priors import ternary
from rosenblatt.theory import bayes
from rosenblatt.theory.bayes import thresholds
from rosenblatt.theory.learning_curve import learning_curve

# Density, flips: where the best learner jumps, and where message passing does. They are not monotone in the density.
TERNARY = {(0.1, 0.0): (0.65410, 0.79302), (0.5, 0.0): (2.07300, 2.48658), (0.1, 0.1): (1.30600, 1.57743)}


def _transitions(context: Context) -> Outcome:
    """Both thresholds of each teacher, by the free entropies and the largest alpha of the branch from ignorance."""
    expected = {(1.0, 0.0): (1.24468, 1.49263), **TERNARY}
    measured, worst = {}, 0.0
    for (density, noise), values in expected.items():
        teacher = BinaryTeacher() if density == 1.0 else Ternary(density)
        found = thresholds(teacher, noise=noise)
        measured[f"density {density:g}, kappa = {noise:g}"] = [found.information_theoretic, found.algorithmic]
        both = found.information_theoretic - values[0], found.algorithmic - values[1]
        worst = max(worst, *map(abs, both))
    return Outcome({**measured, "largest difference": worst}, worst < 1.5e-5)


def _slope(context: Context) -> Outcome:
    """The free entropy of a branch is stationary in q: along it d Psi/d alpha = chi(q)."""
    measured, worst, step = {}, 0.0, 1e-4
    for density, channel, alpha in ((0.25, Flips(0.05), 0.5), (0.5, Logistic(4.0), 1.0)):
        prior = ternary(density)
        below, here, above = (bayes.branches(prior, channel, alpha + shift)[0] for shift in (-step, 0.0, step))
        slope = (above.free_entropy - below.free_entropy) / (2.0 * step)
        chi = float(channel.potential(np.array([here.deficit]))[0])
        measured[f"density {density:g}, {channel!r}: slope, chi"] = [slope, chi]
        worst = max(worst, abs(slope - chi))
    return Outcome({**measured, "largest difference": worst}, worst < 1e-6)


def _reached(context: Context) -> Outcome:
    """Message passing between the thresholds and above them: the metastable branch, and the teacher."""
    n, runs = (400, 12) if context.quick else (1000, 20)

    def experiment() -> dict[str, Any]:
        random, found = np.random.default_rng([context.seed, 26]), {"0.7": [], "1.1": []}
        for alpha, overlaps in found.items():
            for _ in range(runs):
                teacher = Ternary(0.1).draw(n, random)
                x = random.standard_normal((round(float(alpha) * n), n)) / math.sqrt(n)
                labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
                mean = message_passing(x, labels, ternary(0.1), Known(Flips()), sweeps=200, tolerance=1e-5).mean
                overlaps.append(float(mean @ teacher) / math.sqrt(n) / max(float(np.linalg.norm(mean)), 1e-300))
        return found

    found = {alpha: np.array(one) for alpha, one in context.result("reached", experiment, n=n, runs=runs).items()}
    both = [
        float(learning_curve("bayes", [0.7], teacher=Ternary(0.1), branch=branch).frame["overlap"][0])
        for branch in ("stable", "metastable")
    ]
    share = float(np.mean(found["1.1"] > 0.99))
    middle = float(np.median(found["0.7"]))
    measured = {
        "rho at alpha = 0.7: median; stable and metastable branch": [middle, *both],
        "share of runs that find the teacher at 1.1, above both": share,
    }
    return Outcome(measured, share > 0.7 and abs(middle - both[1]) < 0.06 and both[0] == 1.0)


ROWS = (
    Row(
        "thresholds",
        "the best learner of weights +1 and -1 jumps at 1.245, message passing at 1.493; of ternary weights likewise",
        "1.24468, 1.49263; density 0.1: 0.65410, 0.79302; 0.5: 2.07300, 2.48658; 0.1, kappa = 0.1: 1.30600, 1.57743",
        _transitions,
        sabotages=(
            times("rosenblatt.scenario.channels.flips:blurred_potential", 1.0003),
            times("rosenblatt.scenario.channels.flips:blurred_information", 1.0003),
        ),
    ),
    Row(
        "free entropy",
        "d Psi/d alpha = chi(q) along a branch",
        "equal",
        _slope,
        sabotages=(
            times("rosenblatt.theory.bayes:free_entropy", 1.001),
            times("rosenblatt.theory.signal_to_noise:SignalToNoise.unknown", 1.01),
        ),
    ),
    Row(
        "algorithm",
        "between the thresholds message passing stays on the metastable branch, above them it finds the teacher",
        "as in theory",
        _reached,
        sabotages=(
            called_with("rosenblatt.batch.message_passing:message_passing", sweeps=3),
            called_with("rosenblatt.theory.learning_curve:learning_curve", noise=0.1),
        ),
    ),
)
