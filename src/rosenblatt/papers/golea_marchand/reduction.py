"""GM sec. 4: the influence by Bayes' formula, and the reduction to the clipped Hebb rule."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.estimators.influence import InfluenceClassifier
from rosenblatt.estimators.online import OnlineClassifier
from rosenblatt.papers.chance import too_many
from rosenblatt.papers.golea_marchand.guarantee import CORRELATIONS, INFLUENCES
from rosenblatt.papers.golea_marchand.targets import Target, targets
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.theory import clipped_hebb


def lean_times(factor: float) -> Sabotage:
    """Return the sabotage that multiplies what an example's vote for the right sign has beyond one half."""

    def change(vote_probability):
        return lambda n, noise=0.0: 0.5 + factor * (vote_probability(n, noise) - 0.5)

    return Sabotage(f"q - 1/2 times {factor:g}", "rosenblatt.theory.clipped_hebb:vote_probability", change)


def _printed_influence(context: Context) -> Outcome:
    """GM sec. 4: as printed, and with the denominators and the factors P(g) that it lacks."""
    printed_off, corrected_off = 0.0, 0.0
    for target in targets(context.seed, context.runs(200)):
        mass, yes, share = target.mass, target.positive, target.p_positive
        if yes.all() or not yes.any():
            continue
        p, given_yes, given_no = target.p, *(mass[a] @ (target.x[a] > 0) / mass[a].sum() for a in (yes, ~yes))
        true = target.counts(mass).influences()
        printed = given_yes / p - (1 - given_yes) / p + (1 - given_no) / (1 - p) - given_no / p
        corrected = share * (given_yes / p - (1 - given_yes) / (1 - p))
        corrected += (1 - share) * ((1 - given_no) / (1 - p) - given_no / p)
        corrected_off = max(corrected_off, float(np.abs(corrected - true).max()))
        printed_off = max(printed_off, float(np.abs(printed - true).max()))
    measured = {"corrected, largest difference": corrected_off, "printed, largest difference": printed_off}
    return Outcome(measured, corrected_off < 1e-6 and printed_off > 0.1)


def _reduction(context: Context) -> Outcome:
    """On a sample that has -x for every x the two rules are the same; on any other up to a product of two means.

    With P of m labels and O of m inputs being +1: 4 (m P(g, x) - P O) = m votes - (2 P - m) (2 O - m).
    """
    random, n = np.random.default_rng([context.seed, 11]), 51
    balanced, explained, differ = 1.0, 1.0, []
    for _ in range(context.runs(50)):
        teacher, half = random.choice([-1.0, 1.0], n), random.choice([-1.0, 1.0], (n, n))
        x = np.vstack([half, -half])
        balanced = min(balanced, float(np.mean(np.equal(*_both_rules(x, x @ teacher > 0)))))
        x = random.choice([-1.0, 1.0], (4 * n, n))
        g = np.where(x @ teacher > 0, 1.0, -1.0)
        by_influence, hebb = _both_rules(x, g > 0)
        expected = np.sign(len(x) * (g @ x) - g.sum() * x.sum(axis=0))
        explained = min(explained, float(np.mean(by_influence == expected)))
        differ.append(float(np.mean(by_influence != hebb)))
    measured = {
        "equal weights, balanced samples": balanced,
        "weights as the product of means has them, other samples": explained,
        "weights that differ there": float(np.mean(differ)),
    }
    return Outcome(measured, balanced == 1.0 and explained == 1.0)


def _both_rules(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    hebb = OnlineClassifier("clipped-hebb", fit_intercept=False).fit(x, y).coef_[0]
    return InfluenceClassifier(epsilon=1e-6).fit(x, y).weights_[0], hebb


def _wrong(random: np.random.Generator, n: int, m: int, trials: int, epsilon: float) -> int:
    """Return in how many samples of m examples the clipped Hebb rule has an error above epsilon."""
    target = Target(np.full(n, 0.5), random.choice([-1, 1], n), 0)
    cells = random.multinomial(m, target.mass, size=trials)
    clipped = np.where(cells @ (np.where(target.positive, 1, -1)[:, None] * target.x) > 0, 1, -1)  # GM 11
    errors = (clipped != target.w).sum(axis=1)
    failed = [
        k
        for k in range(n + 1)
        if signs.disagreement(target.p, target.w, 0, target.w * np.where(np.arange(n) < k, -1, 1), 0) > epsilon
    ]
    return int(np.isin(errors, failed).sum())


def _corollary_1(context: Context) -> Outcome:
    """At theorem 1's m, and at the smallest m for which a union of n exact probabilities to be wrong is below delta.

    One wrong weight of 3, 5 or 7 is an error of more than 0.3, so that the share of failures is at most n P(wrong),
    and that less a pair's for every pair.
    """
    random, epsilon, delta = np.random.default_rng([context.seed, 2]), 0.3, 0.2
    trials, holds, measured = context.runs(20_000), True, {}
    for n in (3, 5, 7):
        guaranteed = math.ceil(influence.sample_size(n, epsilon, delta))
        candidates = np.arange(1, 1001, 2)
        wrong = clipped_hebb.wrong_probability(n, candidates)
        first = int(np.argmax(n * wrong <= delta))
        at_most = n * float(wrong[first])
        at_least = at_most - math.comb(n, 2) * float(wrong[first]) ** 2
        failed = _wrong(random, n, int(candidates[first]), trials, epsilon)
        holds &= not too_many(failed, trials, at_most, tests=6)
        holds &= not too_many(trials - failed, trials, 1.0 - at_least, tests=6)
        holds &= _wrong(random, n, guaranteed, 100, epsilon) == 0
        measured[f"n = {n}: share at {candidates[first]} examples, at most {at_most:.3f}"] = failed / trials
        measured[f"n = {n}: m over that"] = guaranteed / int(candidates[first])
    return Outcome(measured, holds)


ROWS = (
    Row(
        "sec. 4, influence",
        "the influence by Bayes' formula",
        "eq. 2",
        _printed_influence,
        errata="the second denominator is P(x_i = -1), and the factors P(g = +1), P(g = -1) are missing",
        correction=Correction(
            "P(x_i = +1) in the second denominator, without P(g = +1) and P(g = -1)",
            "P(x_i = -1) there, and the factors P(g = +1) and P(g = -1)",
            "off by hundreds, where an influence is 2 at most",
        ),
        sabotages=(times(INFLUENCES, 1.01), CORRELATIONS),
    ),
    Row(
        "eq. 11",
        "under the uniform distribution the algorithm is the clipped Hebb rule",
        "equal",
        _reduction,
        sabotages=(
            CORRELATIONS,
            Sabotage(
                "P(g = +1 | x_i = +1) - 1/2 instead of the influence",
                INFLUENCES,
                lambda influences: lambda counts: counts.conditionals()[0] - 0.5,
            ),
            times(INFLUENCES, -1.0),
        ),
    ),
    Row(
        "corollary 1",
        "the clipped Hebb rule PAC learns zero thresholds under the uniform distribution: never a failure at m, and a "
        "share of delta after some 10^-9 of m, as the exact probability of a wrong weight says",
        "<= 20 %",
        _corollary_1,
        sabotages=(lean_times(1.1), lean_times(0.9), times("rosenblatt.signs:disagreement", 0.9)),
    ),
)
