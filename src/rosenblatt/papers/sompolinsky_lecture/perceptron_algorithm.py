"""L8 sec. 2: the perceptron algorithm and its convergence theorem."""

from __future__ import annotations

import itertools
import math

import numpy as np

from rosenblatt.batch.cyclic import CyclicResult, correction_bound, cyclic_perceptron
from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.judging import Context, Outcome, Row


def separable_run(
    seed: int, p: int = 100, n: int = 20, margin: float = 0.0
) -> tuple[CyclicResult, np.ndarray, np.ndarray, np.ndarray]:
    """Return a run of the algorithm on examples with a teacher, the examples, the labels and the teacher.

    Examples nearer than ``margin`` to the teacher's plane are left out.
    """
    random = np.random.default_rng([seed, 8])
    x, teacher = random.standard_normal((p, n)), random.standard_normal(n)
    x = x[np.abs(x @ teacher) >= margin * np.linalg.norm(teacher)]
    labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
    return cyclic_perceptron(x, labels, separator=teacher), x, labels, teacher


def _walk(context: Context) -> Outcome:
    """The two halves of the proof: the numerator grows at least like n, the length at most like sqrt(n)."""
    _, x, labels, teacher = separable_run(context.seed)
    unit = teacher / np.linalg.norm(teacher)
    margin, longest = float((labels * (x @ unit)).min()), float(np.linalg.norm(x, axis=1).max())
    weights, n, holds = np.zeros(x.shape[1]), 0, True
    for row, label in itertools.islice(itertools.cycle(zip(x, labels, strict=True)), 100 * len(x)):
        if label * (weights @ row) <= 0.0:
            weights, n = weights + label * row, n + 1
            holds &= bool(weights @ unit >= n * margin - 1e-9)
            holds &= bool(np.linalg.norm(weights) <= math.sqrt(n) * longest + 1e-9)
    return Outcome({"corrections": n}, holds)


def _alignment(context: Context) -> Outcome:
    smallest = math.inf
    for k in range(context.runs(100)):
        run, x, labels, teacher = separable_run(context.seed + k)
        n = np.arange(1, run.corrections + 1)
        lower = np.sqrt(n / correction_bound(x, labels, teacher))
        smallest = min(smallest, float((run.alignment - lower).min()))
    return Outcome({"smallest A(n) - (delta*/D) sqrt(n)": smallest}, smallest >= -1e-12)


def _convergence(context: Context) -> Outcome:
    ratios = []
    for k in range(context.runs(200)):
        run, x, labels, _ = separable_run(context.seed + k)
        if not run.separable or not (labels * (x @ run.weights) > 0.0).all() or run.bound is None:
            return Outcome(f"run {k} did not separate its examples", False)
        ratios.append(run.corrections / run.bound)
    return Outcome({"largest corrections/bound": max(ratios), "runs": len(ratios)}, max(ratios) <= 1.0)


def _no_separator(context: Context) -> Outcome:
    random = np.random.default_rng([context.seed, 9])
    x, labels = random.standard_normal((100, 10)), np.where(random.random(100) < 0.5, 1.0, -1.0)
    run = cyclic_perceptron(x, labels)
    return Outcome(run.statement, run.separable is False and find_separator(x, labels) is None)


ROWS = (
    Row("eq. 13-15, 18-20", "W.W* grows at least as n delta*, |W| at most as sqrt(n) D", "every step", _walk),
    Row("eq. 21", "A(n) >= (delta*/D) sqrt(n) after n corrections", ">= 0", _alignment),
    Row("convergence theorem", "from W = 0 at most (D/delta*)^2 corrections are made", "<= 1", _convergence),
    Row("convergence theorem, converse", "without a separator it must be stopped", "said", _no_separator),
)
