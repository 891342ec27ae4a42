"""Figure 1 of L8, the logarithmic plot that its text describes, and one for each of its two algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.batch.cyclic import correction_bound, cyclic_perceptron
from rosenblatt.papers.judging import Context
from rosenblatt.papers.sompolinsky_lecture.bounded_synapses import GOOD, fraction_learnt, separable_sets
from rosenblatt.papers.sompolinsky_lecture.dichotomies import count_separable
from rosenblatt.papers.sompolinsky_lecture.generalisation import recoded
from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import taught_set
from rosenblatt.theory.capacity import capacity_rate, log_capacity, separable_fraction

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SWEEPS = {
    "inhibition": ("inhibition $g_I$", (0.0, 0.003, 0.01, 0.03, 0.1, 0.5, 0.9, 0.97, 0.99, 1.0)),
    "eta": (r"rate $\eta$", (0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0)),
    "theta": (r"threshold $\theta$", (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.5)),
}


def figure_fraction(context: Context) -> Figure:
    """Figure 1: the fraction of separable dichotomies against P/N, for N = 5 and 65."""
    figure, ax = plots.new_figure()
    for colour, n in zip(plots.COLOURS, (5, 65), strict=False):
        points = np.arange(1, 4 * n + 1)
        ax.plot(points / n, [separable_fraction(int(p), n) for p in points], color=colour, label=f"N = {n}, Cover")
    trials = max(300, context.runs(2000))

    def experiment() -> list[float]:
        random = np.random.default_rng([context.seed, 1])
        return [count_separable(p, 5, trials, random) / trials for p in range(5, 19)]

    fractions = np.array(context.result("figure 1", experiment, trials=trials))
    _points(ax, np.arange(5, 19) / 5, fractions, trials, color=plots.COLOURS[0], label="N = 5, planes searched")
    ax.set_xlabel("$P/N$")
    ax.set_ylabel("fraction of dichotomies that are separable")
    ax.legend(frameon=False)
    return figure


def _points(ax: Axes, x: np.ndarray, fractions: np.ndarray, trials: int, **style: Any) -> None:
    """Draw measured fractions with the standard errors of so many trials."""
    errors = np.sqrt(fractions * (1.0 - fractions) / trials)
    look = {"linestyle": "none", "marker": "o", "markersize": 4, "capsize": 2, "markerfacecolor": "white"}
    ax.errorbar(x, fractions, yerr=errors, **look, **style)


def figure_log_count(context: Context) -> Figure:
    """The number of dichotomies on a logarithmic scale: straight up to P = N, a logarithm of P far beyond."""
    figure, ax = plots.new_figure()
    alpha = np.linspace(0.02, 10.0, 500)
    ax.plot(alpha, alpha, color="0.6", linestyle="--", label="all dichotomies, $2^P$")
    for colour, n in zip(plots.COLOURS, (5, 20, 65), strict=False):
        points = np.arange(1, 10 * n + 1)
        bits = np.array([log_capacity(int(p), n) for p in points]) / np.log(2.0)
        ax.plot(points / n, bits / n, color=colour, label=f"N = {n}")
    limit = np.array([capacity_rate(float(a)) for a in alpha]) / np.log(2.0)
    ax.plot(alpha, limit, color="black", linewidth=1.0, label=r"$N \to \infty$")
    ax.axvline(2.0, color="0.8", linestyle=":", zorder=0)
    ax.set_xlim(0.0, 10.0)
    ax.set_ylim(0.0, 6.0)
    ax.set_xlabel("$P/N$")
    ax.set_ylabel(r"$N^{-1} \log_2 C(P, N)$")
    ax.legend(frameon=False, loc="lower right")
    return figure


def figure_recoding(context: Context) -> Figure:
    """The fraction of separable dichotomies of points with four inputs, before and after they are recoded."""
    figure, ax = plots.new_figure()
    trials, points = max(200, context.runs(1000)), list(range(4, 49, 4))

    def experiment() -> dict[str, list[float]]:
        random = np.random.default_rng([context.seed, 17])
        ways = {"4": np.asarray, "14": recoded}
        return {n: [count_separable(p, 4, trials, random, way) / trials for p in points] for n, way in ways.items()}

    found = context.result("recoding", experiment, trials=trials)
    grid = np.arange(1, 49)
    names = ("four inputs", "recoded")
    for colour, name, (n, fractions) in zip(plots.COLOURS, names, found.items(), strict=False):
        ax.plot(grid, [separable_fraction(int(p), int(n)) for p in grid], color=colour, label=f"{name}, N = {n}")
        _points(ax, np.array(points), np.array(fractions), trials, color=colour)
    ax.set_xlabel("number of points $P$")
    ax.set_ylabel("fraction of dichotomies that are separable")
    ax.legend(frameon=False, loc="center right")
    return figure


def figure_alignment(context: Context) -> Figure:
    """The convergence theorem: A(n) between its lower bound and 1."""
    taught = taught_set(context.seed, p=400, margin=0.5)
    run = cyclic_perceptron(taught.x, taught.labels, separator=taught.separator)
    bound = correction_bound(taught.x, taught.labels, taught.separator)
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


def figure_conditions(context: Context) -> Figure:
    """The fraction of separable sets that are learnt, against each of the three parameters."""
    count = context.runs(40)

    def experiment() -> dict[str, list[float]]:
        sets = separable_sets(context.seed, count)
        return {
            name: [fraction_learnt(sets, **{name: value}) for value in values] for name, (_, values) in SWEEPS.items()
        }

    fractions = context.result("bounded synapses", experiment, count=count)
    figure, axes = plots.new_panels(3)
    for ax, colour, (name, (label, values)) in zip(axes, plots.COLOURS, SWEEPS.items(), strict=False):
        places = range(len(values))  # evenly spaced: the ends 0 and 1 matter most, and no logarithm shows them
        ax.plot(places, fractions[name], color=colour, marker="o", markersize=4)
        ax.axvline(values.index(GOOD[name]), color="0.7", linestyle=":", zorder=0)
        ax.set_xticks(places, [f"{value:g}" for value in values], rotation=60, fontsize=8)
        ax.set_xlabel(label)
        ax.set_ylim(-0.05, 1.05)
    axes[0].set_ylabel("fraction of sets learnt")
    return figure
