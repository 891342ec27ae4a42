"""L8 sec. 3: bounded synapses. Three conditions, each with sets that are learnt with it and not without.

That a set is never learnt is proved, not guessed: learning is deterministic, and when the weights come
back after a whole pass they go round for ever.
"""

from __future__ import annotations

import itertools
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rosenblatt.batch.cyclic import cyclic_perceptron
from rosenblatt.batch.separable import find_separator
from rosenblatt.estimators.bounded import BoundedPerceptron
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import NO_TIE, NOT_ALL

N, P = 20, 30
GOOD = {"eta": 0.01, "inhibition": 0.5, "theta": 0.001}
PASSES = 1000


def separable_sets(seed: int, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return sets of P patterns of N zeros and ones, labelled by some w.x > 0, with both labels in each."""
    random, sets = np.random.default_rng([seed, 33]), []
    while len(sets) < count:
        x = (random.random((P, N)) < 0.5).astype(float)
        y = x @ random.standard_normal(N) > 0.0
        if y.any() and not y.all():
            sets.append((x, y))
    return sets


def run(x: np.ndarray, y: np.ndarray, **changed: float) -> BoundedPerceptron:
    """Pass over a set, with all three conditions met but for what is changed."""
    model = BoundedPerceptron(**{**GOOD, **changed}, max_passes=PASSES, fit_intercept=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # not to learn is what is looked for
        return model.fit(x, y)


def fraction_learnt(sets: list[tuple[np.ndarray, np.ndarray]], **changed: float) -> float:
    """Return the fraction of sets that are learnt."""
    return float(np.mean([run(x, y, **changed).learnt_[0] is True for x, y in sets]))


def plain_weights(x: np.ndarray, y: np.ndarray, passes: int, **changed: float) -> np.ndarray:
    """Return the weights after some passes, by (22) and (23) as they stand."""
    eta, inhibition, theta = ({**GOOD, **changed}[name] for name in ("eta", "inhibition", "theta"))
    weights = np.full(x.shape[1], inhibition)
    for row, label in itertools.islice(itertools.cycle(zip(x, y, strict=True)), passes * len(x)):
        if (np.mean((weights - inhibition) * row) > theta) != label:
            weights = weights + eta * row * ((1.0 - weights) if label else -weights)
    return weights


def _equations(context: Context) -> Outcome:
    low, high, off = 1.0, 0.0, 0.0
    for k, (x, y) in enumerate(separable_sets(context.seed, context.runs(50))):
        changed = ({}, {"eta": 1.0}, {"inhibition": 0.2}, {"eta": 0.3, "inhibition": 0.9})[k % 4]
        changed = {**changed, "theta": 0.00111}  # no sum of a few weights is equal to it: rounding decides nothing
        end = run(x, y, **changed)
        weights = end.coef_[0] + {**GOOD, **changed}["inhibition"]
        if end.learnt_[0]:
            off = max(off, float(np.abs(weights - plain_weights(x, y, end.passes_[0], **changed)).max()))
        low, high = min(low, float(weights.min())), max(high, float(weights.max()))
    measured = {"smallest W": low, "largest W": high, "difference from (22), (23)": off}
    return Outcome(measured, low >= -1e-12 and high <= 1.0 + 1e-12 and off < 1e-9)


def _all_three(context: Context) -> Outcome:
    fraction = fraction_learnt(separable_sets(context.seed, context.runs(200)))
    return Outcome({"fraction of separable sets learnt": fraction}, fraction == 1.0)


def _not_needed(context: Context) -> Outcome:
    """The rate only scales the weights of the plain algorithm, and its weights have either sign."""
    sets = separable_sets(context.seed, context.runs(100))
    ends = [cyclic_perceptron(x, np.where(y, 1.0, -1.0), eta=0.5) for x, y in sets]
    learnt = [
        bool(end.separable and ((x @ end.weights > 0.0) == y).all()) for end, (x, y) in zip(ends, sets, strict=True)
    ]
    return Outcome({"fraction learnt without bounds": float(np.mean(learnt))}, all(learnt))


def _without_inhibition(context: Context) -> Outcome:
    """x = (1, 0) is 1 and x = (1, 1) is 0: the second input must be able to say no."""
    x, y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([True, False])
    with_it, without = run(x, y, eta=0.1), run(x, y, eta=0.1, inhibition=0.0)
    fraction = fraction_learnt(separable_sets(context.seed, context.runs(50)), inhibition=0.0)
    measured = {
        "with it": with_it.statements_[0],
        "without": without.statements_[0],
        "fraction of random sets without": fraction,
    }
    return Outcome(measured, with_it.learnt_ == [True] and without.learnt_ == [False] and fraction < 1.0)


def _fast(context: Context) -> Outcome:
    sets = separable_sets(context.seed, context.runs(100))
    ends = [run(x, y, eta=0.5).learnt_[0] for x, y in sets]
    slow = fraction_learnt(sets)
    measured = {
        "learnt at eta = 0.01": slow,
        "learnt at eta = 0.5": ends.count(True) / len(ends),
        "proved never to be": ends.count(False) / len(ends),
    }
    return Outcome(measured, slow == 1.0 and False in ends)


def _high_threshold(context: Context) -> Outcome:
    """At theta = 0.5 no mean of weights of at most 1 - g_I = 0.5 can reach it: the answer is always 0."""
    sets = separable_sets(context.seed, max(20, context.runs(50)))
    high, between = fraction_learnt(sets[:10], theta=0.5), fraction_learnt(sets, theta=0.1)
    measured = {"learnt at theta = 0.001": fraction_learnt(sets), "at 0.1": between, "at 0.5": high}
    return Outcome(measured, measured["learnt at theta = 0.001"] == 1.0 and between < 1.0 and high == 0.0)


def _full_inhibition(context: Context) -> Outcome:
    sets = separable_sets(context.seed, context.runs(50))
    fractions = {g: fraction_learnt(sets, inhibition=g) for g in (0.5, 0.97, 1.0)}
    measured = {f"fraction learnt at g_I = {g:g}": value for g, value in fractions.items()}
    return Outcome(measured, fractions[0.5] == 1.0 and fractions[0.97] > 0.0 and fractions[1.0] == 0.0)


def _silence(context: Context) -> Outcome:
    """x = (0, 0) is 1 and x = (1, 1) is 0: separable, but only with a threshold below 0."""
    x, y = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([True, False])
    separator = find_separator(np.hstack([x, -np.ones((2, 1))]), np.where(y, 1.0, -1.0))
    assert separator is not None
    end = run(x, y)
    measured = {"threshold t of a separator w.x > t": float(separator[-1]), "end": end.statements_[0]}
    return Outcome(measured, separator[-1] < 0.0 and end.learnt_ == [False])


RULE = "rosenblatt.rules.bounded:Bounded"
TEACHES_MORE = Sabotage(
    "each example teaches a hundredth more",
    "rosenblatt.estimators.common.students:Students.learn",
    lambda learn: lambda self, x, labels, rows, kernel: learn(self, x, labels, 1.01 * rows, kernel),
)
ROWS = (
    Row(
        "sec. 3, eq. 22, 23",
        "weights follow (22) and (23) and stay between 0 and 1",
        "[0, 1]",
        _equations,
        sabotages=(TEACHES_MORE, called_with(RULE, theta=0.002)),
    ),
    Row(
        "sec. 3, all conditions",
        "with inhibition, small eta and small theta every set is learnt",
        1.0,
        _all_three,
        sabotages=(called_with(RULE, inhibition=0.0), called_with(RULE, eta=0.2), called_with(RULE, theta=0.1)),
    ),
    Row(
        "sec. 3, condition 1",
        "without inhibition a separable set is never learnt",
        "never",
        _without_inhibition,
        sabotages=(called_with(RULE, inhibition=0.01), called_with(RULE, inhibition=0.0)),
    ),
    Row(
        "sec. 3, condition 1, upper end",
        "how much inhibition",
        "0 < g_I < 1",
        _full_inhibition,
        errata="L8 asks for g_I > 0 only; at g_I = 1 no effective weight is positive and nothing is learnt",
        correction=Correction(
            "g_I > 0",
            "0 < g_I < 1",
            "all sets are learnt at g_I = 0.97, none at 1",
        ),
        sabotages=(called_with(RULE, inhibition=0.99), called_with(RULE, inhibition=1.0)),
    ),
    Row(
        "sec. 3, condition 2",
        "with a large rate some separable sets are never learnt",
        "some never",
        _fast,
        sabotages=(called_with(RULE, eta=0.01), called_with(RULE, eta=0.5)),
    ),
    Row(
        "sec. 3, condition 3",
        "with a large threshold separable sets are not learnt",
        "fewer, none",
        _high_threshold,
        sabotages=(called_with(RULE, theta=0.001), called_with(RULE, theta=0.1)),
    ),
    Row(
        "sec. 3, any separable set",
        "which separable sets",
        "t >= 0",
        _silence,
        errata="L8 says any; one that needs w.x > t with t < 0 cannot be learnt: a silent input is always answered 0",
        correction=Correction(
            "any separable set",
            "any set that is separable with a threshold t >= 0",
            "a set with t = -0.46 is never learnt",
        ),
        sabotages=(called_with("rosenblatt.estimators.bounded:BoundedPerceptron", fit_intercept=True),),
    ),
    Row(
        "sec. 3, note",
        "none of the three conditions is needed by the perceptron algorithm",
        1.0,
        _not_needed,
        sabotages=(NO_TIE, NOT_ALL),
    ),
)
