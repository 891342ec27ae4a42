"""L8 sec. 1: Cover's count of the dichotomies that a linear rule can realise."""

from __future__ import annotations

import itertools
import math

import numpy as np

from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Row
from rosenblatt.theory.capacity import capacity, log_capacity, separable_fraction


def count_by_enumeration(p: int, n: int, random: np.random.Generator) -> int:
    """Return how many dichotomies of p random points in n dimensions a linear program finds separable."""
    x = random.standard_normal((p, n))
    half = itertools.product((1.0, -1.0), repeat=p - 1)  # the other half are these, all signs turned
    return 2 * sum(find_separator(x, np.array([1.0, *signs])) is not None for signs in half)


def measured_fraction(p: int, n: int, trials: int, random: np.random.Generator) -> float:
    """Return the fraction of random dichotomies of p random points that are separable."""
    found = [
        find_separator(random.standard_normal((p, n)), np.where(random.random(p) < 0.5, 1.0, -1.0)) is not None
        for _ in range(trials)
    ]
    return float(np.mean(found))


def _cover(context: Context) -> Outcome:
    sizes = [(p, n) for n in (1, 2, 3, 4) for p in (3, 5, 7)]
    random = np.random.default_rng(context.seed)
    counted = {f"C({p},{n})": count_by_enumeration(p, n, random) for p, n in sizes}
    return Outcome(counted, all(counted[f"C({p},{n})"] == capacity(p, n) for p, n in sizes))


def _all_dichotomies(context: Context) -> Outcome:
    pairs = [(p, n) for n in range(1, 60) for p in range(1, n + 1)]
    return Outcome(f"{len(pairs)} pairs P <= N < 60", all(capacity(p, n) == 2**p for p, n in pairs))


def _half_of_them(context: Context) -> Outcome:
    return Outcome("N = 1 ... 200", all(capacity(2 * n, n) == 2 ** (2 * n - 1) for n in range(1, 201)))


def _growth(context: Context) -> Outcome:
    slopes = {
        n: (log_capacity(10**7, n) - log_capacity(10**6, n)) / math.log(10.0) for n in (2, 5, 10)
    }  # d log C / d log P at large P
    close = all(abs(slope - (n - 1)) < 1e-3 for n, slope in slopes.items())
    printed = any(abs(slope - n) < 0.5 for n, slope in slopes.items())
    return Outcome({f"N = {n}": round(slope, 6) for n, slope in slopes.items()}, close and not printed)


def _half_point(context: Context) -> Outcome:
    right = {f"C({2 * n}, {n})/2^{2 * n}": capacity(2 * n, n) / 2 ** (2 * n) for n in (5, 20)}
    printed = {f"C({2 * n}, {n})/2^{n}": capacity(2 * n, n) / 2**n for n in (5, 20)}
    holds = all(value == 0.5 for value in right.values()) and all(value > 1.0 for value in printed.values())
    return Outcome({**right, **printed}, holds)


def _step(context: Context) -> Outcome:
    widths = {}
    for n in (5, 65, 1000, 10_000):
        points = np.arange(n, 4 * n + 1)
        fractions = np.array([separable_fraction(int(p), n) for p in points])
        widths[n] = float((points[fractions > 0.1].max() - points[fractions > 0.9].max()) / n)
    exponent = math.log(widths[10_000] / widths[65]) / math.log(10_000 / 65)
    measured = {"exponent": round(exponent, 4), **{f"width at N = {n}": round(w, 4) for n, w in widths.items()}}
    return Outcome(measured, abs(exponent + 0.5) < 0.05)


def _recursion(context: Context) -> Outcome:
    pairs = [(p, n) for p in range(1, 80) for n in range(2, 80)]
    return Outcome(
        f"{len(pairs)} pairs", all(capacity(p + 1, n) == capacity(p, n) + capacity(p, n - 1) for p, n in pairs)
    )


def _experiment(p: int):
    def compute(context: Context) -> Outcome:
        n, trials = 20, context.runs(400)
        exact = separable_fraction(p, n)
        measured = measured_fraction(p, n, trials, np.random.default_rng([context.seed, p]))
        error = math.sqrt(exact * (1.0 - exact) / trials)
        return Outcome(measured, abs(measured - exact) <= Z_LIMIT * error, error)

    return compute


ROWS = (
    Row("eq. 1", "C(P, N) = 2 sum_{k<N} binom(P-1, k), by enumerating all dichotomies", "equal", _cover),
    Row("eq. 2, consequence 1", "for P <= N all 2^P dichotomies can be realised", "equal", _all_dichotomies),
    Row("eq. 3, consequence 2", "C(2N, N) = 2^(2N-1): exactly half", "equal", _half_of_them),
    Row(
        "consequence 3",
        "for P >> N the count grows as a power of P",
        "N - 1",
        _growth,
        errata="L8 prints P^N; the largest term of the sum is P^(N-1)/(N-1)!",
    ),
    Row(
        "consequence 4, half point",
        "the step is at P/N = 2, where the fraction is one half",
        0.5,
        _half_point,
        errata="L8 prints C(2N, N)/2^N = 0.5; the number of all dichotomies of 2N points is 2^(2N)",
    ),
    Row(
        "consequence 4, figure 1",
        "as N grows the fraction becomes a step: its width from 0.9 to 0.1 shrinks as N^(-1/2)",
        -0.5,
        _step,
    ),
    Row("eq. 6", "C(P+1, N) = C(P, N) + C(P, N-1)", "equal", _recursion),
    *(
        Row(
            f"theorem, P = {p}",
            f"fraction of separable dichotomies of {p} random points in 20 dimensions, by linear programming",
            separable_fraction(p, 20),
            _experiment(p),
        )
        for p in (30, 40, 50)
    ),
)
