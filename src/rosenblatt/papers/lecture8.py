"""L8: Sompolinsky's lecture on Cover's count and on the perceptron algorithm; sec. 3 is in `lecture8_bounded`."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.batch.cyclic import CyclicResult, correction_bound, cyclic_perceptron
from rosenblatt.batch.separable import find_separator
from rosenblatt.papers import lecture8_bounded
from rosenblatt.papers.claims import Z_LIMIT, Context, Outcome, PaperPlan, Row
from rosenblatt.theory.capacity import capacity, log_capacity, separable_fraction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KEY = "sompolinsky-lecture-2010"


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


def _convergence(context: Context) -> Outcome:
    ratios = []
    for k in range(context.runs(200)):
        run, x, labels, _ = separable_run(context.seed + k)
        if not run.separable or not (labels * (x @ run.weights) > 0.0).all() or run.bound is None:
            return Outcome(f"run {k} did not separate its examples", False)
        ratios.append(run.corrections / run.bound)
    return Outcome({"largest corrections/bound": max(ratios), "runs": len(ratios)}, max(ratios) <= 1.0)


def _alignment(context: Context) -> Outcome:
    smallest = math.inf
    for k in range(context.runs(100)):
        run, x, labels, teacher = separable_run(context.seed + k)
        n = np.arange(1, run.corrections + 1)
        lower = np.sqrt(n / correction_bound(x, labels, teacher))
        smallest = min(smallest, float((run.alignment - lower).min()))
    return Outcome({"smallest A(n) - (delta*/D) sqrt(n)": smallest}, smallest >= -1e-12)


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


def _no_separator(context: Context) -> Outcome:
    random = np.random.default_rng([context.seed, 9])
    x, labels = random.standard_normal((100, 10)), np.where(random.random(100) < 0.5, 1.0, -1.0)
    run = cyclic_perceptron(x, labels)
    return Outcome(run.statement, run.separable is False and find_separator(x, labels) is None)


def figure_fraction(context: Context) -> Figure:
    """Figure 1: the fraction of separable dichotomies against P/N, for N = 5 and 65."""
    figure, ax = plots.new_figure()
    for colour, n in zip(plots.COLOURS, (5, 65), strict=False):
        points = np.arange(1, 4 * n + 1)
        ax.plot(points / n, [separable_fraction(int(p), n) for p in points], color=colour, label=f"N = {n}, Cover")
    trials = context.runs(300)

    def experiment() -> list[float]:
        random = np.random.default_rng([context.seed, 1])
        return [measured_fraction(p, 5, trials, random) for p in range(5, 19)]

    fractions = np.array(context.result(KEY, "figure 1", experiment, trials=trials))
    errors = np.sqrt(fractions * (1.0 - fractions) / trials)
    look = {"linestyle": "none", "marker": "o", "markersize": 4, "capsize": 2, "markerfacecolor": "white"}
    ax.errorbar(
        np.arange(5, 19) / 5, fractions, yerr=errors, color=plots.COLOURS[0], label="N = 5, linear programs", **look
    )
    ax.set_xlabel("$P/N$")
    ax.set_ylabel("fraction of dichotomies that are separable")
    ax.legend(frameon=False)
    return figure


def figure_alignment(context: Context) -> Figure:
    """The convergence theorem: A(n) between its lower bound and 1."""
    run, x, labels, teacher = separable_run(context.seed, p=400, margin=0.5)
    bound = correction_bound(x, labels, teacher)
    n = np.arange(1, run.corrections + 1)
    figure, ax = plots.new_figure()
    ax.plot(n, run.alignment, color=plots.COLOURS[0], label="$A(n)$, cosine with the teacher")
    ends = np.geomspace(1.0, bound, 100)
    ax.plot(ends, np.sqrt(ends / bound), color=plots.COLOURS[1], label=r"lower bound $(\delta^*/D)\sqrt{n}$")
    ax.axhline(1.0, color="0.5", linestyle=":", label="upper bound 1")
    ax.axvline(run.corrections, color="0.8", zorder=0)
    ax.set_xscale("log")
    ax.set_xlabel(f"corrections $n$ (it stops after {run.corrections}; the theorem allows {bound:,.0f})")
    ax.set_ylabel("$A(n)$")
    ax.legend(frameon=False, loc="lower right")
    return figure


PLAN = PaperPlan(
    key=KEY,
    rows=(
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
        Row("eq. 13-15, 18-20", "W.W* grows at least as n delta*, |W| at most as sqrt(n) D", "every step", _walk),
        Row("eq. 21", "A(n) >= (delta*/D) sqrt(n) after n corrections", ">= 0", _alignment),
        Row("convergence theorem", "from W = 0 at most (D/delta*)^2 corrections are made", "<= 1", _convergence),
        Row("convergence theorem, converse", "without a separator it must be stopped", "said", _no_separator),
        *lecture8_bounded.ROWS,
    ),
    figures={
        "figure-1": ("Fraction of linearly separable dichotomies against P/N (L8 figure 1).", figure_fraction),
        "alignment": ("The perceptron algorithm: A(n) and its two bounds.", figure_alignment),
        "bounded": (
            "Bounded synapses: 40 separable sets of 30 patterns of 20 zeros and ones, one condition changed at a time; "
            "dotted, the value that the others keep.",
            lecture8_bounded.figure_conditions,
        ),
    },
)
