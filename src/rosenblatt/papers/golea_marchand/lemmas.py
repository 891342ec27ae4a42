"""GM secs. 2 and 3.2: the influence and the three lemmas, by enumeration of all inputs."""

from __future__ import annotations

import itertools
import math

import numpy as np

from rosenblatt import signs
from rosenblatt.papers.golea_marchand.targets import Target, all_ones, targets
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times

DISAGREEMENT, INFLUENCES = "rosenblatt.signs:disagreement", "rosenblatt.batch.influence:Counts.influences"


def law_times(factor: float) -> Sabotage:
    """Return the sabotage that multiplies the probabilities of a sum of signs."""

    def change(sum_law):
        def changed(probabilities, weights):
            values, law = sum_law(probabilities, weights)
            return values, factor * law

        return changed

    return Sabotage(f"the law of a sum times {factor:g}", "rosenblatt.signs:sum_law", change)


def _influence(context: Context) -> Outcome:
    worst = 0.0
    for target in targets(context.seed, context.runs(200)):
        mass, found = target.mass, target.counts(target.mass).influences()
        for i in range(target.n):
            others = np.delete(target.w * target.x, i, axis=1).sum(axis=1)
            gap = 2.0 * mass[(others == target.theta) | (others == target.theta + 1)].sum()
            worst = max(worst, abs(float(target.w[i] * found[i] - gap)))
    return Outcome({"largest difference": worst}, worst < 1e-9)


def _lemma_1(context: Context) -> Outcome:
    """The largest of the ratios; a single variable that decides has equality."""
    largest, single = 0.0, Target(np.array([0.3]), np.array([1]), 0)
    for target in (single, *targets(context.seed, context.runs(200))):
        for i, a in itertools.product(range(target.n), (-1, 1)):
            without = np.where(np.arange(target.n) == i, 0, target.w)
            differ = signs.disagreement(target.p, target.w, target.theta, without, target.theta - target.w[i] * a)
            largest = max(largest, differ / (1.0 - target.p[i] if a > 0 else target.p[i]))
    return Outcome({"largest P(g != g')/P(x_i = -a)": largest}, abs(largest - 1.0) < 1e-9)


def _tails(target: Target, i: int) -> tuple[float, float, int] | None:
    """Return P(g = a), p(s) and the number of values of the sum of the others from s on, or None if g is constant.

    s is the one of theta and theta + 1 that the sum takes, and a = +1 if s is at the mode or above it, else -1.
    """
    n, p_positive = target.n, target.p_positive
    s = target.theta if (target.theta - n + 1) % 2 == 0 else target.theta + 1
    if abs(s) > n - 1:
        return None
    values, law = signs.sum_law(np.delete(target.p, i), np.delete(target.w, i))
    above = s >= values[np.argmax(law)]
    number = (n - 1 - s if above else n - 1 + s) // 2 + 1
    return p_positive if above else 1.0 - p_positive, float(law[values == s].sum()), number


def _lemma_2(context: Context) -> Outcome:
    """Each influence over GM's bound, and over that of the proof on the lattice of the sum."""
    printed, sharper, tried = math.inf, math.inf, 0
    for target in (all_ones(4, 1.0 - 1e-6), *targets(context.seed, context.runs(1000))):
        rarer = min(target.p_positive, 1.0 - target.p_positive)
        if rarer < 1e-9:
            continue
        tried += 1
        found = target.counts(target.mass).influences() * target.w
        printed = min(printed, float(found.min()) * (target.n + 1) / rarer)
        for i in range(target.n):
            share, _, number = _tails(target, i) or (0.0, 0.0, 1)
            if share > 1e-9:
                sharper = min(sharper, float(found[i]) * number / (2.0 * share))
    measured = {"smallest Inf (n+1)/rho": printed, "smallest Inf L/(2 P(g))": sharper, "targets": tried}
    return Outcome(measured, printed > 1.0 and 1.0 - 1e-9 < sharper < 1.001)


def _lemma_2_proof(context: Context) -> Outcome:
    """GM 9 at n = 3, fair signs, theta = 1: p(theta) = 0 by parity."""
    target = Target(np.full(3, 0.5), np.ones(3, dtype=int), 1)
    values, law = signs.sum_law(target.p[1:], target.w[1:])
    printed = (target.n - target.theta + 1) * float(law[values == target.theta].sum())
    largest = 0.0
    for other in (all_ones(4, 1.0 - 1e-6), *targets(context.seed, context.runs(400))):
        for share, at_s, number in filter(None, (_tails(other, i) for i in range(other.n))):
            if share > 1e-9:
                largest = max(largest, share / (number * at_s))
    measured = {
        "P(g = +1)": target.p_positive,
        "printed bound (n - theta + 1) p(theta)": printed,
        "largest P(g)/(L p(s)) on the lattice": largest,
    }
    beyond_the_mode = int(values[np.argmax(law)]) <= target.theta
    return Outcome(measured, beyond_the_mode and target.p_positive > printed and 0.999 < largest < 1.0 + 1e-9)


def _lemma_3(context: Context) -> Outcome:
    """The largest of the ratios: it is P(g' = +1), and 1 for the lowest r."""
    largest, off = 0.0, 0.0
    for target in targets(context.seed, context.runs(200)):
        law = signs.sum_law(target.p, target.w)
        for r in range(-target.n - 1, target.theta + 1):
            above, both = signs.tail(law, np.array([r, target.theta]))
            missing = 1.0 - both / above if above > 0.0 else 0.0
            if missing > 1e-6:
                ratio = signs.disagreement(target.p, target.w, target.theta, target.w, r) / missing
                largest, off = max(largest, ratio), max(off, abs(ratio - above))
    measured = {"largest P(g != g')/(1 - P(g = +1 | g' = +1))": largest, "largest difference from P(g' = +1)": off}
    return Outcome(measured, largest < 1.0 + 1e-9 and off < 1e-9)


ROWS = (
    Row(
        "eq. 2, 5, 6",
        "Inf(y_i) = 2 P(sum = theta) + 2 P(sum = theta + 1), all inputs enumerated",
        0.0,
        _influence,
        sabotages=(
            times(INFLUENCES, 1.01),
            Sabotage(
                "P(g = +1) for P(g = +1 | x_i = -1)",
                "rosenblatt.batch.influence:Counts.conditionals",
                lambda conditionals: lambda counts: (conditionals(counts)[0], counts.p_positive()),
            ),
        ),
    ),
    Row(
        "lemma 1",
        "setting x_i to a changes g with probability at most P(x_i = -a): the largest ratio, which one variable has",
        1.0,
        _lemma_1,
        sabotages=(times(DISAGREEMENT, 1.01), times(DISAGREEMENT, 0.99), law_times(1.01)),
    ),
    Row(
        "lemma 2, eq. 7-10",
        "|Inf| > rho/(n+1), of the weight's sign, if P(g = +-1) > rho",
        "> 1; 1",
        _lemma_2,
        sharper="|Inf| >= 2 P(g)/L, with L <= n the values that the sum of the others takes beyond theta, so that "
        "|Inf| >= 2 rho/n; a target that is +1 only if all inputs are reaches it",
        correction=Correction(
            "|Inf| > rho/(n+1)",
            "|Inf| >= 2 P(g)/L >= 2 rho/n",
            "a factor of 2 and more",
        ),
        sabotages=(times(INFLUENCES, 0.99), times(INFLUENCES, 1.01)),
    ),
    Row(
        "lemma 2, proof, eq. 9, 10",
        "P(g = +1) <= (n - theta + 1) p(theta) beyond the mode",
        "<= 1",
        _lemma_2_proof,
        errata="false by parity: the sum of the others takes every second value, and p(theta) may be 0; on the "
        "lattice, with the one of theta and theta + 1 that it can take, P(g) <= L p",
        correction=Correction(
            "P(g = +1) <= (n - theta + 1) p(theta)",
            "P(g = +1) <= L p(s), with s the one of theta and theta + 1 that the sum can take",
            "the printed bound is 0 where P(g = +1) is 0.125",
        ),
        sabotages=(
            law_times(0.99),
            law_times(1.01),
            Sabotage(
                "a sum of signs that takes every value",
                "rosenblatt.signs:sum_law",
                lambda sum_law: (
                    lambda p, w: (
                        np.arange(-len(p), len(p) + 1),
                        np.repeat(sum_law(p, w)[1], 2)[: 2 * len(p) + 1] / 2,
                    )
                ),
            ),
        ),
    ),
    Row(
        "lemma 3",
        "P(g != g') <= 1 - P(g = +1 | g' = +1) if r <= theta: the ratio is P(g' = +1)",
        "<= 1",
        _lemma_3,
        sabotages=(times(DISAGREEMENT, 1.01), times(DISAGREEMENT, 0.99)),
    ),
)
