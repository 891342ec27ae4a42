"""L8 sec. 3, its beginning: thresholds that are learnt, and thresholds that stay, with weights of any size."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rosenblatt.batch.cyclic import correction_bound, cyclic_perceptron
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.separable import find_separator
from rosenblatt.estimators.cyclic import CyclicPerceptron
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.papers.sompolinsky_lecture.cover_count import TERM_DROPPED
from rosenblatt.papers.sompolinsky_lecture.dichotomies import random_labels
from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import BOUND, sets
from rosenblatt.theory.capacity import capacity

CORRECTED = "rosenblatt.batch.cyclic:corrected"
THRESHOLDS = (0.0, 1.0, -10.0, 100.0)
STEPS = ((1.0, 0.1), (1.0, 5.0), (0.0, 0.1), (-1.0, 0.1))  # of thresholds and rates: only the first is to be learnt
MOST_PASSES = 3000  # before the weights are to come back; thirty are enough for nearly all sets


def _learnt_threshold(context: Context) -> Outcome:
    random, ratios, without = np.random.default_rng([context.seed, 12]), [], 0
    for k in range(context.runs(50)):
        x, weights = random.standard_normal((100, 10)), random.standard_normal(10)
        teacher = np.append(weights / np.linalg.norm(weights), -0.5)
        x = x[np.abs(x @ teacher[:-1] - 0.5) >= 0.1]  # with this margin the bound is below the cap on passes
        inputs = np.hstack([x, np.ones((len(x), 1))])
        labels = np.where(inputs @ teacher > 0.0, 1.0, -1.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a class that is not separated is a row that fails
            model = CyclicPerceptron(max_passes=10_000).fit(x, labels)
        if model.separable_ != [True] or model.score(x, labels) < 1.0:
            return Outcome(f"set {k} was not learnt", False)
        ratios.append(model.corrections_[0] / correction_bound(inputs, labels, teacher))
        without += find_best_separator(x, labels) is None
    measured = {"largest corrections/bound": max(ratios), "sets that need the threshold": without, "of": len(ratios)}
    return Outcome(measured, max(ratios) <= 1.0 and without > 0)


def _takes_longer(context: Context) -> Outcome:
    eta, corrections, ratios = 0.5, {threshold: [] for threshold in THRESHOLDS}, []
    for examples in sets(context, 50):
        for threshold in THRESHOLDS:
            run = examples.learn(eta=eta, threshold=threshold)
            if run is None or run.bound is None or not run.separable:
                return Outcome(f"a set was not learnt with threshold {threshold:g}", False)
            corrections[threshold].append(run.corrections)
            ratios.append(run.corrections / run.bound)
    by_hand = [20 * (int(abs(threshold) / eta) + 1) for threshold in (0.0, 1.0)]  # all labels positive, as below
    positive = [
        cyclic_perceptron(np.eye(20), np.ones(20), eta=eta, threshold=threshold, separator=np.ones(20)).corrections
        for threshold in (0.0, 1.0)
    ]
    means = {f"mean corrections, theta = {t:g}": float(np.mean(found)) for t, found in corrections.items()}
    holds = max(ratios) <= 1.0 + 1e-9 and positive == by_hand
    longer = np.mean(corrections[0.0]) < np.mean(corrections[100.0])
    return Outcome({**means, "largest corrections/bound": max(ratios)}, bool(holds and longer))


def passes_until_back(x: np.ndarray, labels: np.ndarray) -> tuple[int | None, float]:
    """Return after how many passes the weights are what they were after an earlier one, or the same; and the largest.

    With whole numbers as inputs nothing is rounded: weights that come back go round for ever.
    """
    weights, seen, largest = np.zeros(x.shape[1]), set[bytes](), 0.0
    for number in range(MOST_PASSES):
        if weights.tobytes() in seen:
            return number, largest
        seen.add(weights.tobytes())
        weights = cyclic_perceptron(x, labels, start=weights, max_passes=1).weights + 0.0  # no zero is negative
        largest = max(largest, float(np.linalg.norm(weights)))
    return None, largest


def _growth(context: Context) -> Outcome:
    random, ends, longest = np.random.default_rng([context.seed, 13]), {True: [], False: []}, 0.0
    for _ in range(context.runs(200)):
        x, labels = np.where(random.random((14, 6)) < 0.5, 1.0, -1.0), random_labels(14, random)
        passes, largest = passes_until_back(x, labels)
        if passes is None:
            return Outcome(f"in {MOST_PASSES} passes the weights did not come back", False)
        ends[find_best_separator(x, labels) is not None].append(passes)
        longest = max(longest, largest)
    measured = {
        "not separable, come back": len(ends[False]),
        "separable, stay": len(ends[True]),
        "passes, at most": max(ends[True] + ends[False]),
        "largest |W|": longest,
    }
    return Outcome(measured, bool(ends[False]))


def _realised(context: Context) -> Outcome:
    """A dichotomy with t > 0 and one with t < 0 of the same points mix to one with t = 0, which is therefore both.

    And opposite dichotomies have opposite thresholds. So those with t >= 0 are half of C(P, N) + C(P, N + 1).
    """
    random, measured, holds = np.random.default_rng([context.seed, 14]), {}, True
    for p, n in ((4, 1), (5, 2), (6, 3)):
        x = random.standard_normal((p, n))
        sides = [np.array(signs) for signs in itertools.product((1.0, -1.0), repeat=p)]
        allowed = [labels for labels in sides if find_separator(x, labels, threshold=1.0) is not None]
        none, learnable = capacity(p, n), capacity(p, n + 1)
        holds &= 2 * len(allowed) == none + learnable and len(allowed) != none
        measured[f"P = {p}, N = {n}"] = (
            f"{len(allowed)}; without a threshold {none}, with one that is learnt {learnable}"
        )
    x, labels = np.array([[1.0], [2.0]]), np.array([-1.0, 1.0])  # only a threshold above 0 separates them
    ends = {(t, eta): cyclic_perceptron(x, labels, eta=eta, threshold=t, max_passes=1000) for t, eta in STEPS}
    measured |= {f"x = 1, 2; theta = {t:g}, eta = {eta:g}": end.statement for (t, eta), end in ends.items()}
    return Outcome(measured, holds and [end.separable for end in ends.values()] == [True, None, False, False])


ROWS = (
    Row(
        "sec. 3, learnt threshold",
        "a threshold is learnt as the weight of a constant input: the convergence theorem applies",
        "<= 1",
        _learnt_threshold,
        sabotages=(
            called_with("rosenblatt.estimators.cyclic:CyclicPerceptron", fit_intercept=False),
            Sabotage(
                "the intercept is left out of the fields",
                "rosenblatt.estimators.common.linear:LinearClassifier._fields",
                lambda fields: lambda self, x: fields(self, x) - self.intercept_,
            ),
        ),
    ),
    Row(
        "sec. 3, fixed threshold",
        "what is separable without a threshold is learnt with one that stays, but it may take longer: "
        "up to (D^2 + 2|theta|/eta)/delta*^2 corrections",
        "<= 1, growing",
        _takes_longer,
        sabotages=(
            Sabotage(
                "the threshold is dropped from the bound",
                BOUND,
                lambda bound: lambda *data, threshold=0.0, **how: bound(*data, **how),
            ),
            called_with("rosenblatt.batch.cyclic:cyclic_perceptron", threshold=0.0),
            Sabotage(
                "weights are clipped at 5",
                CORRECTED,
                lambda corrected: lambda *how: np.clip(corrected(*how), -5.0, 5.0),
            ),
        ),
    ),
    Row(
        "sec. 3, growth of the weights",
        "whether |W| rises to infinity",
        "never",
        _growth,
        errata="L8 says that |W| rises to infinity; the algorithm ends on separable sets, and on others the weights "
        "come back. It is W* that may be as long as one likes, so that the threshold becomes negligible",
        correction=Correction(
            "|W| rises to infinity",
            "|W| stays bounded; it is W* that may be as long as one likes",
            "|W| is 12.2 at most in 20 sets",
        ),
        sabotages=(
            Sabotage(
                "each correction stretches the weights by a hundredth",
                CORRECTED,
                lambda corrected: lambda weights, *how: corrected(1.01 * weights, *how),
            ),
        ),
    ),
    Row(
        "sec. 3, realised with a fixed threshold",
        "how many dichotomies a threshold that stays, other than 0, leaves to weights of any size",
        "(C(P, N) + C(P, N+1))/2",
        _realised,
        errata="L8 says that learning becomes the same as without a threshold; sets that need one of its sign are "
        "learnt too, with a small step, and sets that need the other sign are not",
        correction=Correction(
            "as many as without a threshold, C(P, N)",
            "(C(P, N) + C(P, N+1))/2",
            "42 instead of 32 for P = 6, N = 3",
        ),
        sabotages=(
            called_with("rosenblatt.batch.separable:find_separator", threshold=0.0),
            TERM_DROPPED,
        ),
    ),
)
