"""GM secs. 2 to 4: the influence learner, its lemmas by enumeration, and its theorem at its own sample size.

Everything is exact: for n <= 8 all 2^n inputs are enumerated, and a sample of any size is drawn as the
counts of these inputs, so that theorem 1 is tried with the m that it asks for.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import BinaryPerceptron, Counts
from rosenblatt.papers.judging import Context, Outcome, Row


@dataclass(frozen=True)
class Target:
    """A perceptron of signs on a product distribution, with all inputs, their probabilities and labels."""

    p: np.ndarray
    w: np.ndarray
    theta: int

    @property
    def n(self) -> int:
        return len(self.p)

    @property
    def x(self) -> np.ndarray:
        return np.array(list(itertools.product((-1, 1), repeat=self.n)))

    @property
    def mass(self) -> np.ndarray:
        return np.prod(np.where(self.x > 0, self.p, 1.0 - self.p), axis=1)

    @property
    def positive(self) -> np.ndarray:
        return self.x @ self.w > self.theta

    def counts(self, cells: np.ndarray) -> Counts:
        """Return the counts of a sample in which each input occurs so often."""
        on, yes = self.x > 0, self.positive
        return Counts(float(cells.sum()), float(cells[yes].sum()), cells @ on, (cells * yes) @ on)

    def error(self, learnt: BinaryPerceptron) -> float:
        """Return the probability that what was learnt differs from the target."""
        return signs.disagreement(self.p, self.w, self.theta, learnt.weights, learnt.threshold)


def targets(seed: int, count: int, sizes: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)) -> Iterator[Target]:
    """Return random perceptrons on random product distributions, some of them extreme."""
    random = np.random.default_rng([seed, 92])
    for k in range(count):
        n = sizes[k % len(sizes)]
        p = random.beta(0.6, 0.6, n) if k % 2 else random.uniform(0.05, 0.95, n)
        yield Target(np.clip(p, 1e-6, 1.0 - 1e-6), random.choice([-1, 1], n), int(random.integers(-n - 1, n + 1)))


def learnt_from_rows(target: Target, cells: np.ndarray, epsilon: float) -> BinaryPerceptron:
    """Run GM's own algorithm, step 7 included, on a sample given by the counts of all inputs."""
    counts = target.counts(cells)
    answer = influence.constant_answer(counts, epsilon)
    if answer is not None:
        return influence.constant_perceptron(answer, counts, epsilon)
    weights = influence.weight_signs(counts, epsilon)
    place = target.x @ weights + target.n
    by_sum, positive = (np.bincount(place, c, 2 * target.n + 1) for c in (cells, cells * target.positive))
    return influence.described(counts, epsilon, weights, influence.threshold_of_rows(by_sum, positive, epsilon))


def _influence(context: Context) -> Outcome:
    worst = 0.0
    for target in targets(context.seed, context.runs(200)):
        mass, found = target.mass, target.counts(target.mass).influences()
        for i in range(target.n):
            others = np.delete(target.w * target.x, i, axis=1).sum(axis=1)
            gap = 2.0 * mass[(others == target.theta) | (others == target.theta + 1)].sum()
            worst = max(worst, abs(float(target.w[i] * found[i] - gap)))
    return Outcome({"largest difference": worst}, worst < 1e-9)


def _printed_influence(context: Context) -> Outcome:
    """GM sec. 4: as printed, and with the denominators and the factors P(g) that it lacks."""
    printed_off, corrected_off = 0.0, 0.0
    for target in targets(context.seed, context.runs(200)):
        mass, yes = target.mass, target.positive
        share = float(mass[yes].sum())
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


def _lemma_1(context: Context) -> Outcome:
    largest = -math.inf
    for target in targets(context.seed, context.runs(200)):
        for i in range(target.n):
            for a in (-1, 1):
                without = np.where(np.arange(target.n) == i, 0, target.w)
                differ = signs.disagreement(target.p, target.w, target.theta, without, target.theta - target.w[i] * a)
                rare = 1.0 - target.p[i] if a > 0 else target.p[i]
                largest = max(largest, differ - rare)
    return Outcome({"largest P(g != g') - P(x_i = -a)": largest}, largest <= 1e-12)


def _lemma_2(context: Context) -> Outcome:
    smallest, tried = math.inf, 0
    for target in targets(context.seed, context.runs(3000)):
        counts = target.counts(target.mass)
        rarer = min(counts.p_positive(), 1.0 - counts.p_positive())
        if rarer > 1e-9:
            tried += 1
            smallest = min(smallest, float((counts.influences() * target.w).min()) * (target.n + 1) / rarer)
    return Outcome({"smallest Inf (n+1)/min P(g)": smallest, "targets": tried}, smallest >= 1.0)


def _lemma_2_proof(context: Context) -> Outcome:
    """GM 9 at n = 3, fair signs, theta = 1: p(theta) = 0 by parity. On the lattice of the sum it is 2 rho/n."""
    target = Target(np.full(3, 0.5), np.ones(3, dtype=int), 1)
    values, law = signs.sum_law(target.p[1:], target.w[1:])
    mode = int(values[np.argmax(law)])
    at_theta = float(law[values == target.theta].sum())
    printed = (target.n - target.theta + 1) * at_theta
    positive = float(target.mass[target.positive].sum())
    smallest = math.inf
    for other in targets(context.seed, context.runs(3000)):
        counts = other.counts(other.mass)
        rarer = min(counts.p_positive(), 1.0 - counts.p_positive())
        if rarer > 1e-9:
            smallest = min(smallest, float((counts.influences() * other.w).min()) * other.n / (2.0 * rarer))
    measured = {
        "P(g = +1)": positive,
        "printed bound (n - theta + 1) p(theta)": printed,
        "smallest Inf n/(2 min P(g))": smallest,
    }
    return Outcome(measured, mode <= target.theta and positive > printed and smallest >= 1.0 - 1e-9)


def _lemma_3(context: Context) -> Outcome:
    largest = -math.inf
    for target in targets(context.seed, context.runs(200)):
        sums, mass, yes = target.x @ target.w, target.mass, target.positive
        for r in range(-target.n - 1, target.theta + 1):
            above = sums > r
            if mass[above].sum() > 0.0:
                differ = float(mass[above != yes].sum())
                largest = max(largest, differ - (1.0 - float(mass[above & yes].sum() / mass[above].sum())))
    return Outcome({"largest P(g != g') - (1 - P(g = + | g' = +))": largest}, largest <= 1e-12)


def _steps_2_and_3(context: Context) -> Outcome:
    """All inputs must be +1, which is rare: P(g = +1) is below rho, but passes the printed test by an estimate."""
    epsilon, n = 0.4, 4
    target = Target(np.full(n, 0.2), np.ones(n, dtype=int), n - 1)
    counts = target.counts(target.mass)
    p, rho = counts.p_positive(), epsilon / 2.0
    estimate = p + epsilon / 4.0  # as far off as the theorem allows
    lost = float(counts.influences().max()) < 0.5 * rho / (n + 1)
    printed_goes_on = epsilon / 4.0 < estimate < 1.0 - epsilon / 4.0
    # Whatever passes the corrected test has P(g = +-1) > rho: estimate > 3 epsilon/4 and off by at most epsilon/4.
    corrected_stops = influence.constant_answer(replace(counts, positive=estimate), epsilon) == -1 and p <= epsilon
    measured = {
        "P(g = +1)": p,
        "estimate that passes the printed test": estimate,
        "influence of every variable": float(counts.influences().max()),
        "influence that step 6 needs": 0.5 * rho / (n + 1),
        "error of the corrected answer -1": p,
    }
    return Outcome(measured, lost and printed_goes_on and corrected_stops)


def _step_7(context: Context) -> Outcome:
    """Four noise-free examples of x_1 + x_2 + x_3 + x_4 > 0 after which no r is both defined and good enough."""
    target = Target(np.full(4, 0.5), np.ones(4, dtype=int), 0)
    sample = np.array([[-1, 1, 1, 1], [1, 1, -1, -1], [-1, -1, 1, 1], [1, -1, 1, 1]])
    cells = (target.x[:, None, :] == sample).all(axis=2).sum(axis=1)
    learnt = learnt_from_rows(target, cells, 0.1)
    sums, yes = sample @ learnt.weights, sample @ target.w > 0
    shares = {r: float(np.mean(yes[sums > r])) for r in range(-5, 5) if (sums > r).any()}
    measured = {
        "weights": learnt.weights.tolist(),
        "largest P(g = +1 | g' = +1) where it is defined": max(shares.values()),
        "undefined from r": max(shares) + 1,
        "answers +1": bool((target.x @ learnt.weights > learnt.threshold).any()),
    }
    return Outcome(measured, max(shares.values()) < 0.9 and max(shares) < 4 and not measured["answers +1"])


def _theorem_1(context: Context) -> Outcome:
    random = np.random.default_rng([context.seed, 1])
    epsilon, delta, trials = 0.2, 0.2, 0
    failures = {"rows": 0, "counts": 0}
    for target in targets(context.seed, context.runs(2000), sizes=(2, 3, 4, 5, 6)):
        if not epsilon < target.mass[target.positive].sum() < 1.0 - epsilon:
            continue  # a constant answer would do: nothing is learnt there
        trials += 1
        m = math.ceil(influence.sample_size(target.n, epsilon, delta))
        cells = random.multinomial(m, target.mass / target.mass.sum())
        failures["rows"] += target.error(learnt_from_rows(target, cells, epsilon)) > epsilon
        failures["counts"] += target.error(influence.learn_from_counts(target.counts(cells), epsilon)) > epsilon
    m = influence.sample_size(6, epsilon, delta)
    measured = {**{f"failures, threshold by {k}": v for k, v in failures.items()}, "trials": trials, "m at n = 6": m}
    return Outcome(measured, max(failures.values()) <= delta * trials)


def _complexity(context: Context) -> Outcome:
    epsilon, delta = 0.05, 0.05
    ratio = {
        n: influence.sample_size(n, epsilon, delta) / ((n / epsilon) ** 4 * math.log(32.0 * n / delta))
        for n in (10, 1000, 10**6)
    }
    return Outcome({f"n = {n}": value for n, value in ratio.items()}, abs(ratio[10**6] / 160.0**2 - 1.0) < 1e-5)


def _corollary_1(context: Context) -> Outcome:
    random = np.random.default_rng([context.seed, 2])
    epsilon, delta, failures, trials = 0.3, 0.2, 0, context.runs(200)
    for k in range(trials):
        n = (3, 5, 7)[k % 3]
        target = Target(np.full(n, 0.5), random.choice([-1, 1], n), 0)
        cells = random.multinomial(math.ceil(influence.sample_size(n, epsilon, delta)), target.mass)
        votes = (cells * np.where(target.positive, 1, -1)) @ target.x
        clipped = np.where(votes > 0, 1, -1)  # GM 11
        failures += signs.disagreement(target.p, target.w, 0, clipped, 0) > epsilon
    return Outcome({"failures": failures, "trials": trials}, failures <= delta * trials)


ROWS = (
    Row("eq. 2, 5, 6", "Inf(y_i) = 2 P(sum = theta) + 2 P(sum = theta + 1), all inputs enumerated", 0.0, _influence),
    Row("lemma 1", "setting x_i to a changes g with probability at most P(x_i = -a)", "<= 0", _lemma_1),
    Row("lemma 2, eq. 7-10", "|Inf| > rho/(n+1), of the weight's sign, if P(g = +-1) > rho", ">= 1", _lemma_2),
    Row(
        "lemma 2, proof, eq. 9, 10",
        "P(g = +1) <= (n - theta + 1) p(theta) beyond the mode",
        ">= 1",
        _lemma_2_proof,
        errata="false by parity: the sum of the others takes every second value, and p(theta) may be 0; on the "
        "lattice, with the one of theta and theta + 1 that it can take, the same argument gives Inf >= 2 rho/n",
    ),
    Row("lemma 3", "P(g != g') <= 1 - P(g = +1 | g' = +1) if r <= theta", "<= 0", _lemma_3),
    Row(
        "fig. 1, steps 2 and 3",
        "the tests ensure P(g = +-1) > rho = epsilon/2 for step 6",
        "3 epsilon/4",
        _steps_2_and_3,
        errata="GM test at epsilon/4: an estimate that is off by epsilon/4, as theorem 1 allows, passes with "
        "P(g = +1) near 0, where lemma 2 says nothing and step 6 finds no weight; the test must be at 3 epsilon/4",
    ),
    Row(
        "fig. 1, step 7",
        "the least r with P(g = +1 | g' = +1) > 1 - epsilon/4",
        "g' = -1",
        _step_7,
        errata="undefined where g' is never +1 on the sample, which even noise-free samples reach; then g' = -1",
    ),
    Row(
        "theorem 1",
        "with m examples the error is at most epsilon in all but delta of the samples",
        "<= 20 %",
        _theorem_1,
    ),
    Row("theorem 1, m", "m = O((n/epsilon)^4 ln(n/delta)): m/((n/epsilon)^4 ln(32 n/delta))", 160**2, _complexity),
    Row(
        "sec. 4, influence",
        "the influence by Bayes' formula",
        "eq. 2",
        _printed_influence,
        errata="the second denominator is P(x_i = -1), and the factors P(g = +1), P(g = -1) are missing",
    ),
    Row(
        "corollary 1",
        "the clipped Hebb rule PAC learns zero thresholds under the uniform distribution",
        "<= 20 %",
        _corollary_1,
    ),
)
