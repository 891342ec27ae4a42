"""L8 sec. 1: Cover's count of the dichotomies that a linear rule can realise, and its consequences."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import stats

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.pseudo_inverse import pseudo_inverse
from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.chance import too_many
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.papers.sompolinsky_lecture.dichotomies import count_separable, planes_of_fewer_dimensions, realised
from rosenblatt.theory.capacity import capacity, capacity_rate, count_dichotomies, log_capacity, separable_fraction

LINEAR_PROGRAM = "rosenblatt.batch.separable:find_separator"
BEST_PLANE = "rosenblatt.batch.maximal_margin:find_best_separator"
COUNT, LOG_COUNT, FRACTION = (
    f"rosenblatt.theory.capacity:{name}" for name in ("capacity", "log_capacity", "separable_fraction")
)
TERM_DROPPED = Sabotage(
    "the last term of the sum (1) is dropped", COUNT, lambda count: lambda p, n: count(p, n - 1) if n > 1 else 0
)
WEIGHT_DROPPED = Sabotage("one weight is not counted", FRACTION, lambda fraction: lambda p, n: fraction(p, n - 1))


def _count(context: Context) -> Outcome:
    sizes = [(p, n) for n in (1, 2, 3, 4) for p in (3, 5, 7)]
    random = np.random.default_rng(context.seed)
    counted = {(p, n): 2 * len(realised(random.standard_normal((p, n)), find_separator)) for p, n in sizes}
    measured = {f"C({p},{n})": count for (p, n), count in counted.items()}
    return Outcome(measured, all(count == capacity(p, n) for (p, n), count in counted.items()))


def _experiment(p: int):
    def compute(context: Context) -> Outcome:
        n, trials = 20, max(2000, context.runs(8000))
        exact = separable_fraction(p, n)
        found = count_separable(p, n, trials, np.random.default_rng([context.seed, p]))
        off = too_many(found, trials, exact, tests=2) or too_many(trials - found, trials, 1.0 - exact, tests=2)
        return Outcome(found / trials, not off, math.sqrt(exact * (1.0 - exact) / trials))

    return compute


def special_positions(random: np.random.Generator) -> dict[str, np.ndarray]:
    """Return points that are not in general position, by what is special about them."""
    x = random.standard_normal((6, 3))
    corners = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    return {
        "one point twice": np.vstack([x, x[:1]]),
        "a point and its opposite": np.vstack([x, -2.0 * x[:1]]),
        "three of seven in a plane": np.vstack([x, x[0] + x[1]]),
        "all in a plane": np.hstack([x[:, :2], np.zeros((6, 1))]) @ random.standard_normal((3, 3)),
        "the corners of a cube, with a threshold": np.hstack([corners, np.ones((8, 1))]),
    }


def _special_positions(context: Context) -> Outcome:
    random = np.random.default_rng([context.seed, 2])
    sets = {**special_positions(random), "general position": random.standard_normal((7, 3))}
    found = {name: 2 * len(realised(x, find_separator)) for name, x in sets.items()}
    most = {name: capacity(*x.shape) for name, x in sets.items()}
    holds = all(count_dichotomies(x) == found[name] for name, x in sets.items())
    holds &= {name for name in sets if found[name] == most[name]} == {"general position"}
    holds &= all(found[name] <= most[name] for name in sets)
    return Outcome({name: f"{found[name]} of C = {most[name]}" for name in sets}, holds)


def _all_dichotomies(context: Context) -> Outcome:
    """The weights that fit all labels exist for independent points: one matrix of them for all 2^P dichotomies."""
    random, counted = np.random.default_rng([context.seed, 3]), {}
    for p, n in ((1, 1), (2, 5), (6, 6), (9, 9), (9, 10), (12, 40)):
        x, labels = random.standard_normal((p, n)), np.array(list(itertools.product((1.0, -1.0), repeat=p))).T
        fields = x @ pseudo_inverse(x, labels)
        counted[p, n] = int(np.all(fields * labels > 0.0, axis=0).sum())
    measured = {f"P = {p}, N = {n}": count for (p, n), count in counted.items()}
    return Outcome(measured, all(count == capacity(p, n) == 2**p for (p, n), count in counted.items()))


def _half_of_them(context: Context) -> Outcome:
    x = np.random.default_rng([context.seed, 4]).standard_normal((10, 5))
    counted = 2 * len(realised(x, find_best_separator))
    exact = all(capacity(2 * n, n) == 2 ** (2 * n - 1) for n in range(1, 201))
    return Outcome({"exact": "N = 1 ... 200", "counted, N = 5": counted}, exact and counted == 2**9)


def _growth(context: Context) -> Outcome:
    slopes = {
        n: (log_capacity(10**7, n) - log_capacity(10**6, n)) / math.log(10.0) for n in (2, 5, 10)
    }  # d log C / d log P at large P
    close = all(abs(slope - (n - 1)) < 1e-3 for n, slope in slopes.items())
    printed = any(abs(slope - n) < 0.5 for n, slope in slopes.items())
    return Outcome({f"N = {n}": round(slope, 6) for n, slope in slopes.items()}, close and not printed)


def _logarithmic_plot(context: Context) -> Outcome:
    """The limit is reached up to log(N)/N: the largest term of the sum has a power of N before it."""
    straight = max(abs(log_capacity(p, n) / (p * math.log(2.0)) - 1.0) for n in (5, 65, 1000) for p in (1, n // 2, n))
    n = 10_000
    off = {a: capacity_rate(a) - log_capacity(round(a * n), n) / n for a in (0.5, 1.0, 1.9, 2.0, 2.5, 4.0, 10.0)}
    measured = {
        "log C/(P log 2) - 1, P <= N": straight,
        **{f"rate - log C/N, P = {a:g} N": round(x, 7) for a, x in off.items()},
    }
    return Outcome(measured, straight < 1e-12 and all(-1e-12 <= x <= math.log(n) / n for x in off.values()))


def _half_point(context: Context) -> Outcome:
    right = {f"C({2 * n}, {n})/2^{2 * n}": capacity(2 * n, n) / 2 ** (2 * n) for n in (5, 20)}
    printed = {f"C({2 * n}, {n})/2^{n}": capacity(2 * n, n) / 2**n for n in (5, 20)}
    holds = all(value == 0.5 for value in right.values()) and all(value > 1.0 for value in printed.values())
    return Outcome({**right, **printed}, holds)


def _step(context: Context) -> Outcome:
    """A coin thrown P times shows heads with a deviation of sqrt(P)/2, so that the width is 3.6245 N^(-1/2)."""
    prefactor = 2.0 * math.sqrt(2.0) * float(stats.norm.isf(0.1))
    measured, holds = {}, True
    for n in (65, 1000, 10_000):
        points = np.arange(n, 4 * n + 1)
        fractions = np.array([separable_fraction(int(p), n) for p in points])
        width = float(points[fractions > 0.1].max() - points[fractions > 0.9].max()) / n
        measured[f"width times sqrt(N), N = {n}"] = round(width * math.sqrt(n), 3)
        holds &= abs(width - prefactor / math.sqrt(n)) <= 2.0 / n  # P is a whole number
        holds &= points[fractions > 0.5 + 1e-9].max() == 2 * n - 1
    return Outcome(measured, holds)


ROWS = (
    Row(
        "eq. 1",
        "C(P, N) = 2 sum_{k<N} binom(P-1, k), by enumerating all dichotomies with linear programs",
        "equal",
        _count,
        sabotages=(TERM_DROPPED, times(COUNT, 1.01), planes_of_fewer_dimensions(LINEAR_PROGRAM)),
    ),
    *(
        Row(
            f"theorem, P = {p}",
            f"fraction of separable dichotomies of {p} random points in 20 dimensions, by search of the best plane",
            separable_fraction(p, 20),
            _experiment(p),
            sabotages=(
                WEIGHT_DROPPED,
                planes_of_fewer_dimensions(BEST_PLANE),
            ),
        )
        for p in (30, 40, 50)
    ),
    Row(
        "general position",
        "the theorem is for points in general position: others have fewer dichotomies, as many as (5) counts",
        "fewer",
        _special_positions,
        sabotages=(
            times("rosenblatt.theory.capacity:PARALLEL", 0.0),
            Sabotage(
                "the count of points in any position is that of general position",
                "rosenblatt.theory.capacity:count_dichotomies",
                lambda count: lambda points: capacity(*points.shape),
            ),
            planes_of_fewer_dimensions(LINEAR_PROGRAM),
        ),
    ),
    Row(
        "eq. 2, consequence 1",
        "for P <= N all 2^P dichotomies of independent points can be realised: weights that do are computed",
        "2^P",
        _all_dichotomies,
        sabotages=(
            TERM_DROPPED,
            Sabotage(
                "weights are computed from the labels of all points but one",
                "rosenblatt.batch.pseudo_inverse:pseudo_inverse",
                lambda solve: lambda x, b: solve(x[1:], b[1:]) if len(x) > 1 else solve(x, b),
            ),
        ),
    ),
    Row(
        "eq. 3, consequence 2",
        "C(2N, N) = 2^(2N-1): exactly half",
        "equal",
        _half_of_them,
        sabotages=(TERM_DROPPED, planes_of_fewer_dimensions(BEST_PLANE)),
    ),
    Row(
        "consequence 3",
        "for P >> N the count grows as a power of P",
        "N - 1",
        _growth,
        errata="L8 prints P^N; the largest term of the sum is P^(N-1)/(N-1)!",
        correction=Correction(
            "P^N",
            "P^(N-1)",
            "one power of P",
        ),
        sabotages=(
            Sabotage("the printed power", LOG_COUNT, lambda log: lambda p, n: n * math.log(p)),
            times(LOG_COUNT, 1.01),
        ),
    ),
    Row(
        "consequence 3, logarithmic plot",
        "log C(P, N) is P log 2 up to P = N, and N times a function of P/N that bends at 2, as N grows",
        "0, < log(N)/N",
        _logarithmic_plot,
        sabotages=(
            times(LOG_COUNT, 1.01),
            times("rosenblatt.theory.capacity:capacity_rate", 0.99),
            Sabotage("one more weight in a hundred", LOG_COUNT, lambda log: lambda p, n: log(p, n + n // 100)),
        ),
    ),
    Row(
        "consequence 4, half point",
        "the step is at P/N = 2, where the fraction is one half",
        0.5,
        _half_point,
        errata="L8 prints C(2N, N)/2^N = 0.5; the number of all dichotomies of 2N points is 2^(2N)",
        correction=Correction(
            "C(2N, N)/2^N = 0.5",
            "C(2N, N)/2^(2N) = 0.5",
            "a factor of 2^N: as printed 16 at N = 5",
        ),
        sabotages=(TERM_DROPPED, times(COUNT, 1.01)),
    ),
    Row(
        "consequence 4, figure 1",
        "as N grows the fraction becomes a step at P/N = 2: its width from 0.9 to 0.1 is 3.6245 N^(-1/2)",
        3.6245,
        _step,
        sabotages=(
            times(FRACTION, 1.01),
            Sabotage("a step at P/N = 1.98", FRACTION, lambda fraction: lambda p, n: fraction(p, n - n // 100)),
        ),
    ),
)
