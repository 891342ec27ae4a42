r"""MinOver on random examples of a teacher: it comes to the largest margin, and slowly.

least-stable-first.1   M corrections at levels label J.S/sqrt(N) <= c:  M <= (D^2 + 2 c) N/K*^2,  D^2 = max |S|^2/N
least-stable-first.2   found:  1 - K_M/K* is about N/(2 K*^2 M), here within a factor 2
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from rosenblatt.batch.margin_certificate import SignedRows
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.minover import MinoverRun, correction_bound, minover_rounds
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times

BOUND = "rosenblatt.batch.minover:correction_bound"
MINOVER = "rosenblatt.batch.minover:minover_rounds"
CORRECTIONS = 5  # of each example, on average
ROUNDS = (20, 60)  # at which the gap is looked at


def taught(context: Context, number: int, alpha: float = 1.5, n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Return examples S/sqrt(N) as rows, and their labels."""
    random = np.random.default_rng([context.seed, 87, number])
    x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
    return x, np.where(x @ random.standard_normal(n) > 0.0, 1.0, -1.0)


def _bound(context: Context) -> Outcome:
    """Corrections over the bound with the largest margin there is, for many sets; orthogonal examples come nearest."""
    ratios = []
    sets = [taught(context, number) for number in range(context.runs(50))]
    for x, labels in [*sets, (np.eye(10), np.ones(10))]:
        best = find_best_separator(x, labels)
        assert best is not None
        run = MinoverRun(SignedRows(x, labels, False))
        for _ in range(CORRECTIONS * len(x)):
            run.correct()
        bound = correction_bound(run.square, run.level, float(np.min(labels * (x @ best))))
        ratios.append(run.corrections / bound)
    measured = {"largest corrections/bound": max(ratios), "of orthogonal examples": ratios[-1]}
    return Outcome(measured, max(ratios) <= 1.0 and ratios[-1] > 0.4)


def _slow(context: Context) -> Outcome:
    """The gap after M corrections times 2 K*^2 M/N.  (least-stable-first.2)"""
    found: dict[int, list[float]] = {number: [] for number in ROUNDS}
    for number in range(context.runs(30)):
        x, labels = taught(context, number)
        best = find_best_separator(x, labels)
        assert best is not None
        largest, rows = float(np.min(labels * (x @ best))), SignedRows(x, labels, False)
        for count, shares in enumerate(itertools.islice(minover_rounds(rows), ROUNDS[-1]), start=1):
            if count in found:
                gap = 1.0 - rows.plane(shares).margin / largest
                found[count].append(gap * 2.0 * largest**2 * count * len(labels))
    means = {number: float(np.mean(values)) for number, values in found.items()}
    measured = {f"gap times 2 K*^2 M/N, M = {number} P": mean for number, mean in means.items()}
    return Outcome(measured, all(0.5 < mean < 2.0 for mean in means.values()))


def _instead_of_least(rounds: object) -> object:
    """Return the sabotage that corrects every example in turn."""

    def in_turn(rows: SignedRows) -> itertools.repeat[np.ndarray]:
        return itertools.repeat(np.full(len(rows.labels), 1.0))

    return in_turn


ROWS = (
    Row(
        "bound",
        "after M corrections at levels up to c, M <= (D^2 + 2c) N/K*^2",
        "at most 1",
        _bound,
        sabotages=(
            times(BOUND, 0.5),
            Sabotage("levels do not count", BOUND, lambda bound: lambda d, c, k: bound(d, 0.0, k)),
        ),
    ),
    Row(
        "rate",
        "it comes to the largest margin, and 1 - K/K* falls as N/(2 K*^2 M)",
        "of order 1",
        _slow,
        sabotages=(Sabotage("every example in turn", MINOVER, _instead_of_least),),
    ),
)
