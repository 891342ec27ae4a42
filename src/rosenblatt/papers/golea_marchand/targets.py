"""Perceptrons of signs on product distributions, with all 2^n inputs: what GM's secs. 2 to 4 are tried on.

For n <= 8 everything is exact. A sample of any size is drawn as the counts of the inputs, so that theorem 1 is tried
with the m that it asks for; and GM's algorithm can be given estimates that are as far off as somebody likes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import RARE_CLASS, BinaryPerceptron, Counts


@dataclass(frozen=True)
class Target:
    """A perceptron of signs on a product distribution, with all inputs, their probabilities and labels."""

    p: np.ndarray
    w: np.ndarray
    theta: int

    @property
    def n(self) -> int:
        """The number of variables."""
        return len(self.p)

    @cached_property
    def x(self) -> np.ndarray:
        """All inputs."""
        return np.array(list(itertools.product((-1, 1), repeat=self.n)))

    @cached_property
    def mass(self) -> np.ndarray:
        """The probability of each input."""
        return np.prod(np.where(self.x > 0, self.p, 1.0 - self.p), axis=1)

    @cached_property
    def positive(self) -> np.ndarray:
        """Whether each input has g = +1."""
        return self.x @ self.w > self.theta

    @property
    def p_positive(self) -> float:
        """P(g = +1)."""
        return float(self.mass[self.positive].sum())

    def counts(self, cells: np.ndarray) -> Counts:
        """Return the counts of a sample in which each input occurs so often."""
        on, yes = self.x > 0, self.positive
        return Counts(float(cells.sum()), float(cells[yes].sum()), cells @ on, (cells * yes) @ on)

    def sample(self, random: np.random.Generator, m: int) -> np.ndarray:
        """Return how often each input occurs among m examples."""
        return random.multinomial(m, self.mass / self.mass.sum())

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


def all_ones(n: int, p: float) -> Target:
    """Return the target that is +1 only if all inputs are, of which each is with probability p."""
    return Target(np.full(n, p), np.ones(n, dtype=int), n - 1)


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


@dataclass(frozen=True)
class Errors:
    """How far the four estimates of theorem 1 are off: numbers, or one for each variable or each r."""

    positive: float
    ones: np.ndarray
    influences: np.ndarray
    conditionals: np.ndarray

    @classmethod
    def corner(cls, random: np.random.Generator, n: int, sizes: tuple[float, float, float, float]) -> Errors:
        """Return errors of these four sizes and random directions."""
        first, *others = (
            size * random.choice([-1.0, 1.0], number) for size, number in zip(sizes, (1, n, n, 2 * n + 2), strict=True)
        )
        return cls(float(first[0]), *others)


def learnt_from_estimates(
    target: Target, errors: Errors, epsilon: float, rare_class: float = RARE_CLASS
) -> BinaryPerceptron:
    """Run GM's algorithm on the true probabilities and influences plus errors."""
    n, p = target.n, np.clip(target.p + errors.ones, 0.0, 1.0)
    positive = float(np.clip(target.p_positive + errors.positive, 0.0, 1.0))
    influences = target.counts(target.mass).influences() + errors.influences
    counts = Counts(1.0, positive, p, p * (positive + (1.0 - p) * 0.5 * influences))  # which have these influences
    answer = influence.constant_answer(counts, epsilon, rare_class)
    if answer is not None:
        return influence.constant_perceptron(answer, counts, epsilon)
    weights = influence.weight_signs(counts, epsilon)
    sums = target.x @ weights
    by_sum = np.bincount(sums + n, target.mass, 2 * n + 1)
    above = np.array([target.mass[sums > r].sum() for r in range(-n - 1, n + 1)])
    both = np.array([target.mass[(sums > r) & target.positive].sum() for r in range(-n - 1, n + 1)])
    both += above * errors.conditionals
    return influence.described(counts, epsilon, weights, influence.threshold_of_rows(by_sum, -np.diff(both), epsilon))
