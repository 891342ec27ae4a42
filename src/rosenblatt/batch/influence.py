r"""LEARN-BINARY-PERCEPTRON: weights of +1, -1 and 0 and a threshold, from counts (GM fig. 1).

The target is g = +1 if w.x > theta, else -1, with w_i = +-1 and independent inputs x_i = +-1. Steps:

    influence.1   m = [160 n (n+1)]^2/epsilon^4 ln(32 n/delta) examples are enough for an error of at most
                  epsilon with confidence 1 - delta, on every product distribution             (step 1, theorem 1)
    influence.2   P(g = +1) >= 1 - a epsilon: g' = +1;  a = 3/4, or 1/4 as printed                       (step 2)
    influence.3   P(g = +1) <= a epsilon: g' = -1                                                        (step 3)
    influence.4   rho = epsilon/2                                                                        (step 4)
    influence.5   P(x_i = +1) or P(x_i = -1) at most epsilon/(4 n): x_i is neglected                     (step 5)
    influence.6   Inf_i = 2 [P(g = +1 | x_i = +1) - P(g = +1 | x_i = -1)];  w_i is its sign, or 0 if it is
                  within rho/(2 (n+1)) of 0                                                     (step 6, eq. 2)
    influence.7   rows: the least r with P(g = +1 | w.x > r) > 1 - epsilon/4                             (step 7)
    influence.8   counts: the r whose P(w.x > r), for independent inputs of the estimated probabilities, is
                  nearest to P(g = +1)

    influence.9   labels flipped with a known probability kappa: P(g = +1) -> (P - kappa)/(1 - 2 kappa), and all
                  conditional P alike

All P are estimates. Corrections of the paper: GM test at epsilon/4 in steps 2 and 3 (``rare_class`` = 1/4), but an
estimate that is good to epsilon/4 leaves P(g = +-1) > rho = epsilon/2, which lemma 2 needs, only if it is above
3 epsilon/4, the default. The influence in GM sec. 4 is misprinted; (6) is its definition. Where w.x > r for no row,
step 7 divides nothing by nothing: then g' = -1. Step 7 needs the rows once more; (8) does not, so that
everything is learnt in one pass and adds up over shards. GM call the algorithm robust to flipped labels,
but show it for the clipped Hebb rule: the signs are, step 7 is not (no r is good enough once more than
epsilon/4 of the labels are flipped) and P(g = +1) is biased; (9) mends both if kappa is known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.special import ndtri

from rosenblatt import checks, signs

RARE_CLASS, PRINTED_RARE_CLASS = 0.75, 0.25  # the fraction of epsilon at which steps 2 and 3 test
ROUNDING = 1e-12  # of sums of weights, relative: a smaller difference is none


@dataclass(frozen=True)
class Counts:
    """What is counted of a sample: how many examples, positive ones, and both again where x_i = +1."""

    examples: float
    positive: float
    ones: np.ndarray
    positive_ones: np.ndarray

    @property
    def n(self) -> int:
        """The number of variables."""
        return len(self.ones)

    def p_positive(self) -> float:
        """Return the estimate of P(g = +1)."""
        return self.positive / self.examples

    def p_one(self) -> np.ndarray:
        """Return the estimates of P(x_i = +1)."""
        return self.ones / self.examples

    def conditionals(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the estimates of P(g = +1 | x_i = +1) and P(g = +1 | x_i = -1), NaN where there are none."""
        least = ROUNDING * self.examples
        zeros = self.examples - self.ones
        none = np.full(self.n, np.nan)
        on = np.divide(self.positive_ones, self.ones, out=none.copy(), where=self.ones > least)
        off = np.divide(self.positive - self.positive_ones, zeros, out=none, where=zeros > least)
        return on, off

    def influences(self) -> np.ndarray:
        """Return the influence of each variable; 0 for one that never changes.  (influence.6)"""
        on, off = self.conditionals()
        return np.nan_to_num(2.0 * (on - off), nan=0.0)

    def without_noise(self, noise: float) -> Counts:
        """Return what the counts would be on average if no label had been flipped.  (influence.9)"""

        def clean(positive: Any, of: Any) -> Any:
            return (positive - noise * of) / (1.0 - 2.0 * noise)

        return replace(
            self, positive=clean(self.positive, self.examples), positive_ones=clean(self.positive_ones, self.ones)
        )

    def influence_intervals(self, confidence: float) -> np.ndarray:
        """Return the interval of each influence, shape (n, 2): Newcombe's, from two score intervals.

        Each one holds with the given confidence by itself. A variable that never changes has [-2, 2].
        """
        z = float(ndtri(0.5 + 0.5 * confidence))
        on, off = self.conditionals()
        on_low, on_high = _score_interval(on, self.ones, z)
        off_low, off_high = _score_interval(off, self.examples - self.ones, z)
        low = on - off - np.hypot(on - on_low, off_high - off)
        high = on - off + np.hypot(on_high - on, off - off_low)
        ends = 2.0 * np.stack([low, high], axis=1)
        return np.where(np.isnan(ends), [-2.0, 2.0], ends)


def _score_interval(p: np.ndarray, trials: np.ndarray, z: float) -> tuple[np.ndarray, np.ndarray]:
    """Return Wilson's interval of a probability."""
    centre = (p * trials + 0.5 * z * z) / (trials + z * z)
    reach = z / (trials + z * z) * np.sqrt(p * (1.0 - p) * trials + 0.25 * z * z)
    return centre - reach, centre + reach


@dataclass(frozen=True)
class BinaryPerceptron:
    """g' = +1 if w.x > r, else -1.

    Attributes
    ----------
    weights : w, of -1, 0 and +1.
    threshold : r, a whole number from -(n+1) to n.
    neglected : the variables that hardly change.
    statement : how it came about.
    """

    weights: np.ndarray
    threshold: int
    neglected: np.ndarray
    statement: str


def neglected_variables(counts: Counts, epsilon: float) -> np.ndarray:
    """Return which variables hardly ever change.  (influence.5)"""
    limit = epsilon / (4.0 * counts.n) * counts.examples * (1.0 + ROUNDING)
    return (counts.ones <= limit) | (counts.examples - counts.ones <= limit)


def constant_answer(counts: Counts, epsilon: float, rare_class: float = RARE_CLASS) -> int | None:
    """Return +1 or -1 if nearly all examples are so labelled.  (influence.2, influence.3)"""
    limit = rare_class * epsilon * counts.examples * (1.0 + ROUNDING)
    rarer = min(counts.positive, counts.examples - counts.positive)  # epsilon > 2/3 passes both tests
    if rarer > limit:
        return None
    return 1 if counts.positive > rarer else -1


def weight_signs(counts: Counts, epsilon: float) -> np.ndarray:
    """Return the weights that the influences say.  (influence.5, influence.6)"""
    rho = epsilon / 2.0  # influence.4
    influences = counts.influences()
    there = ~neglected_variables(counts, epsilon) & (np.abs(influences) > 0.5 * rho / (counts.n + 1))
    return np.where(there, np.sign(influences), 0.0).astype(np.int8)


def threshold_of_counts(counts: Counts, weights: np.ndarray) -> int:
    """Return the threshold from counts alone.  (influence.8)"""
    n = counts.n
    candidates = np.arange(-n - 1, n + 1)
    above = signs.tail(signs.sum_law(counts.p_one(), weights), candidates)
    return int(candidates[np.argmin(np.abs(above - counts.p_positive()))])


def threshold_of_rows(by_sum: np.ndarray, positive_by_sum: np.ndarray, epsilon: float) -> int:
    """Return the threshold from rows: how many, and how many positive ones, have w.x = -n ... n.  (influence.7)

    Where w.x > r for no row the condition cannot be met, and g' = -1: the threshold is n.
    """
    n = len(by_sum) // 2
    above = np.append(np.cumsum(by_sum[::-1])[::-1], 0.0)  # of w.x > r, for r = -n-1 ... n
    positive = np.append(np.cumsum(positive_by_sum[::-1])[::-1], 0.0)
    met = np.flatnonzero((above > 0.0) & (positive > (1.0 - 0.25 * epsilon) * above))
    return int(met[0]) - n - 1 if met.size else n


def constant_perceptron(answer: int, counts: Counts, epsilon: float) -> BinaryPerceptron:
    """Return the perceptron that always gives the same answer."""
    n = counts.n
    share = min(1.0, max(counts.p_positive(), 1.0 - counts.p_positive()))  # without noise it may be a little more
    return BinaryPerceptron(
        np.zeros(n, dtype=np.int8),
        -(n + 1) if answer > 0 else n,
        neglected_variables(counts, epsilon),
        f"Always {answer:+d}: {share:.4g} of the examples are.",
    )


def learn_from_counts(counts: Counts, epsilon: float, rare_class: float = RARE_CLASS) -> BinaryPerceptron:
    """Run all steps, with the threshold from counts."""
    answer = constant_answer(counts, epsilon, rare_class)
    if answer is not None:
        return constant_perceptron(answer, counts, epsilon)
    weights = weight_signs(counts, epsilon)
    return described(counts, epsilon, weights, threshold_of_counts(counts, weights))


def described(counts: Counts, epsilon: float, weights: np.ndarray, threshold: int) -> BinaryPerceptron:
    """Return a perceptron with a sentence on its weights."""
    neglected = neglected_variables(counts, epsilon)
    plus, minus = int(np.sum(weights > 0)), int(np.sum(weights < 0))
    idle = counts.n - plus - minus - int(neglected.sum())
    silent = " It always answers -1: no lower threshold is good enough." if threshold >= plus + minus else ""
    statement = (
        f"Weights: {plus} of +1, {minus} of -1, {idle} without influence, {int(neglected.sum())} neglected; "
        f"threshold {threshold}.{silent}"
    )
    return BinaryPerceptron(weights, threshold, neglected, statement)


def sample_size(n: int, epsilon: float, delta: float) -> float:
    """Return the number of examples that guarantees an error of epsilon with confidence 1 - delta.  (influence.1)

    >>> f"{sample_size(50, 0.05, 0.05):.3g}"
    '2.76e+17'
    """
    n = checks.whole("n", n, 1, "It is the number of variables.")
    for name, value in (("epsilon", epsilon), ("delta", delta)):
        checks.fraction(name, value)
    return (160.0 * n * (n + 1)) ** 2 / epsilon**4 * math.log(32.0 * n / delta)


def guaranteed_error(n: int, examples: float, delta: float) -> float:
    """Return the epsilon that a sample guarantees; above 1 it guarantees nothing.  (influence.1)

    >>> round(guaranteed_error(50, 10**6, 0.05))
    36
    """
    return (sample_size(n, 0.5, delta) * 0.5**4 / examples) ** 0.25
