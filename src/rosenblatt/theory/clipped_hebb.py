r"""The clipped Hebb rule with N weights and P examples: exact, not only for N -> infinity.

Teacher and inputs are signs. An example votes for the right sign of a weight with a probability q
that does not depend on the weight, and the votes of different examples are independent:

    clipped-hebb-theory.1   q = 1/2 + P(S = 0)/2  (N odd),  1/2 + P(S = 1)/2  (N even),  S a sum of N - 1 fair
                            signs; with noise q (1 - kappa) + (1 - q) kappa                         (GM 25, 31)
    clipped-hebb-theory.2   P(wrong) = P(Z < 0) + P(Z = 0)/2,   Z = votes for - votes against, of P       (GM 24)
    clipped-hebb-theory.3   <rho> = 1 - 2 P(wrong), for every N and P                                     (GM 21)
    clipped-hebb-theory.4   two votes of one example have the covariance -(2q - 1)^2, so that two weights are wrong
                            with the covariance c = -(2q - 1)^2/(4q(1 - q)) phi(z)^2,  P(wrong) = Phi(-z)
    clipped-hebb-theory.5   Var(rho) = 4 [P(wrong) (1 - P(wrong)) + (N - 1) c]/N
    clipped-hebb-theory.6   <f(K)> = E f(K) + c N (N - 1)/2 E[f(L + 2) - 2 f(L + 1) + f(L)],  K the number of wrong
                            weights, on the right binomial(N, P(wrong)), and L binomial(N - 2, P(wrong))
    clipped-hebb-theory.7   d < exp(-(1 - 2 kappa)^2 alpha/(2 pi))/2,  from erf(x)^2 > 1 - exp(-x^2) and
                            arcsin(t) <= pi t/2                                                           (GM 30)

A tie counts as -1, in labels and weights alike: half of the teacher's signs win by it. (3) is exact. (4), and with it
(5) and (6), is the first order in 1/N of the normal law of two votes: the mean of d is right to some 0.5 % at N = 15,
where weights that erred independently would have it 3 % low. The second term of (6) is what a law of K does whose
variance is not that of a binomial.

With f = arccos(1 - 2 K/N)/pi, GM's (19), the mean of f is that of d for Gaussian inputs. GM's (14), the probability to
differ on signs, is the same for many weights only: `disagreement_on_signs` has f = `signs.fair_disagreements`. GM
compare the mean over students of d with d at the mean of rho: these are two columns here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtri
from scipy.stats import binom

from rosenblatt import checks, gaussian, signs
from rosenblatt.rules.clipped_hebb import ClippedHebb
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Flips, Scenario
from rosenblatt.scenario.priors import BinaryPrior
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.registry import Theory, theory


@theory
class FiniteClippedHebbTheory(Theory):
    """The clipped Hebb rule with n weights."""

    learners = (ClippedHebb,)

    def further_obstacle(self, learner: ClippedHebb, scenario: Scenario) -> str:
        """Return that teacher and labels must be signs, and nothing be forgotten."""
        if learner.weight_decay > 0.0:
            return f"n must be left out for {learner.name!r} with weight decay, whose theory is for N -> infinity"
        if scenario.teacher.prior != BinaryPrior():
            return f"teacher must be 'binary' for {learner.name!r} at finite n; got {scenario.teacher.name!r}"
        if not isinstance(scenario.channel, Flips):
            return f"channel must be one of flipped signs for {learner.name!r}; got {scenario.channel!r}"
        return ""

    def beginning(self, learner: Any, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the row of no examples, by which half of the teacher's signs are right."""
        row = finite_frame(options["n"], np.array([0.0]), scenario.noise).iloc[0]
        return {str(name): float(value) for name, value in row.items()}

    def curve(self, learner: ClippedHebb, scenario: Scenario, alpha: np.ndarray, readout: Readout, *, n: int) -> Curve:
        """Return the curve for n weights; alpha is rounded to whole examples."""
        method = "exact mean overlap of n weights; disagreement with the correlation of two"
        return Curve(learner, scenario, readout.name, finite_frame(n, alpha, scenario.noise), method)


def vote_probability(n: int, noise: float = 0.0) -> float:
    """Return the probability that an example votes for the right sign of a weight.

    >>> round(vote_probability(3), 12)
    0.75
    """
    n, noise = checks.whole("n", n, 1, "It is the number of weights."), checks.noise(noise)
    clean = 0.5 + 0.5 * float(binom.pmf(n // 2, n - 1, 0.5))  # clipped-hebb-theory.1, S = 0 or 1
    return clean * (1.0 - noise) + (1.0 - clean) * noise


def wrong_probability(n: int, examples: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return the probability that a weight has the wrong sign.  (clipped-hebb-theory.2)"""
    q, votes = vote_probability(n, noise), np.asarray(examples, dtype=np.int64)
    tie = np.where(votes % 2 == 0, binom.pmf(votes // 2, votes, q), 0.0)
    return binom.cdf((votes - 1) // 2, votes, q) + 0.5 * tie


def pair_covariance(n: int, examples: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return the covariance of two weights' being wrong.  (clipped-hebb-theory.4)"""
    q = vote_probability(n, noise)
    correlation = -((2.0 * q - 1.0) ** 2) / (4.0 * q * (1.0 - q)) if q < 1.0 else 0.0  # n = 1 has no pair
    return correlation * gaussian.pdf(ndtri(wrong_probability(n, examples, noise))) ** 2


def finite_frame(n: int, alpha: np.ndarray, noise: float) -> pd.DataFrame:
    """Return the columns of a learning curve for n weights; alpha is rounded to whole examples.

    ``disagreement`` is the mean over students, ``disagreement_of_overlap`` that at the mean overlap.
    """
    n = checks.size(n)
    examples = checks.whole_examples(alpha, n)
    wrong = wrong_probability(n, examples, noise)
    overlap = 1.0 - 2.0 * wrong  # clipped-hebb-theory.3
    mean = _over_students(n, examples, noise, _angles)[0]
    return pd.DataFrame(
        {
            "alpha": examples / n,
            "r": overlap,
            "q_norm": np.ones(len(overlap)),
            "overlap": overlap,
            "disagreement": mean,
            "error": noise + (1.0 - 2.0 * noise) * mean,
            "disagreement_of_overlap": 2.0 * np.arcsin(np.sqrt(wrong)) / math.pi,
        }
    )


def disagreement_deviation(n: int, alpha: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return the standard deviation of d = arccos(rho)/pi over students of n weights."""
    return _over_students(n, checks.whole_examples(np.asarray(alpha, dtype=float), n), noise, _angles)[1]


def disagreement_on_signs(n: int, alpha: np.ndarray, noise: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean over students, and the standard deviation, of the probability to differ on fair signs.

    For some thousand weights at most: the time grows as their square, and many have d = arccos(rho)/pi.

    >>> mean, deviation = disagreement_on_signs(50, [10.0])
    >>> round(float(mean[0]), 4), round(float(deviation[0]), 4)
    (0.0293, 0.0496)
    """
    examples = checks.whole_examples(np.asarray(alpha, dtype=float), checks.size(n))
    return _over_students(n, examples, noise, _on_signs)


def _over_students(
    n: int, examples: np.ndarray, noise: float, of_errors: Callable[[int, np.ndarray], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and standard deviation of a function of the number of wrong weights, for numbers of examples."""
    wrong, pair = wrong_probability(n, examples, noise), pair_covariance(n, examples, noise)
    found = [_moments(n, float(p), float(c), of_errors) for p, c in zip(wrong, pair, strict=True)]
    return np.array([mean for mean, _ in found]), np.array([deviation for _, deviation in found])


def _moments(
    n: int, wrong: float, pair: float, of_errors: Callable[[int, np.ndarray], np.ndarray]
) -> tuple[float, float]:
    """Return mean and standard deviation of a function of the number of wrong weights.  (clipped-hebb-theory.6)"""
    centre, reach = n * wrong, 12.0 * math.sqrt(n * wrong) + 40.0  # beyond lies less than 1e-15
    errors = np.arange(max(0, math.floor(centre - reach)), min(n, math.ceil(centre + reach)) + 1)
    law, curved = binom.pmf(errors, n, wrong), binom.pmf(errors[:-2], n - 2, wrong)

    def average(values: np.ndarray) -> float:
        return float(law @ values + 0.5 * pair * n * (n - 1) * (curved @ np.diff(values, 2)))

    values = of_errors(n, errors)
    mean = average(values)
    return mean, math.sqrt(average((values - mean) ** 2))


def _angles(n: int, errors: np.ndarray) -> np.ndarray:
    """Return arccos(rho)/pi."""
    return 2.0 * np.arcsin(np.sqrt(errors / n)) / math.pi


def _on_signs(n: int, errors: np.ndarray) -> np.ndarray:
    return signs.fair_disagreements(n)[errors]


def examples_needed(n: int, disagreement: float, noise: float = 0.0) -> int:
    """Return the smallest number of examples after which students of n weights disagree so little on average.

    Only odd numbers are looked at: an even one has ties, and is no better than the odd one before it.

    >>> examples_needed(501, 0.05)
    4791
    """
    n, target = checks.size(n), checks.fraction("disagreement", disagreement)
    if target < 1e-200:
        raise ValueError(f"disagreement must be at least 1e-200; got {disagreement!r}. Such small ones underflow.")
    low, high = -1, 1  # in pairs of examples: 2 k + 1 of them are too few at low and enough at high
    while finite_frame(n, np.array([(2.0 * high + 1.0) / n]), noise)["disagreement"][0] > target:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        enough = finite_frame(n, np.array([(2.0 * middle + 1.0) / n]), noise)["disagreement"][0] <= target
        low, high = (low, middle) if enough else (middle, high)
    return 2 * high + 1


def overlap_deviation(n: int, alpha: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return the standard deviation of the overlap over students of n weights.  (clipped-hebb-theory.5)"""
    examples = checks.whole_examples(np.asarray(alpha, dtype=float), n)
    wrong = wrong_probability(n, examples, noise)
    return np.sqrt(4.0 / n * (wrong * (1.0 - wrong) + (n - 1) * pair_covariance(n, examples, noise)))


def disagreement_bound(alpha: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return the exponential that bounds the disagreement.  (clipped-hebb-theory.7)"""
    return 0.5 * np.exp(-((1.0 - 2.0 * checks.noise(noise)) ** 2) * np.asarray(alpha, dtype=float) / (2.0 * math.pi))
