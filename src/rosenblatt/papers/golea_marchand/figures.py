"""Figures 2 and 3 of GM, the one about the distribution that fools a rule, and tables."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.golea_marchand.other_distributions import fooled_errors
from rosenblatt.papers.golea_marchand.samples import NOISES, QUANTITIES, SIZES, many_weights, simulated, theory
from rosenblatt.papers.judging import Context
from rosenblatt.planning import sample_sizes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FOOLED = (30, 100, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 30_000)
RUNS_OF_GM = 50  # of GM's figures; rows that are judged by standard errors take more
GRID = np.linspace(0.01, 15.5, 300)
PANELS = {"G": "(14): agreement on signs", "G(rho)": r"(19): $1 - \arccos(\rho)/\pi$"}


def _points(ax: Axes, frame: pd.DataFrame, column: str, *, bars: bool, **style: Any) -> None:
    look = {"linestyle": "none", "markersize": 4, "capsize": 2, "markerfacecolor": "white", **style}
    ax.errorbar(frame["alpha"], frame[column], yerr=frame[f"{column}_std"] if bars else None, **look)


@functools.lru_cache(maxsize=16)
def _line(n: int, noise: float) -> pd.DataFrame:
    """Return the theory of n weights at odd numbers of examples: an even one has ties, a comb."""
    odd = np.unique(np.rint(GRID[::2] * n).astype(int) // 2 * 2 + 1)
    return theory(n, odd / n, noise)


def _theory_line(ax: Axes, n: int, noise: float, column: str, **style: Any) -> None:
    frame = _line(n, noise)
    ax.plot(frame["alpha"], frame[column], linewidth=1, linestyle="--", **style)


def _sizes(ax: Axes, context: Context, column: str) -> None:
    """Draw three sizes, theirs and the theory of many weights."""
    ax.plot(GRID, many_weights(GRID)[column], color="black", label=r"theory, $n \to \infty$")
    for colour, marker, n in zip(plots.COLOURS, "os^", SIZES, strict=False):
        _theory_line(ax, n, 0.0, column, color=colour, label=f"theory, n = {n}")
        frame = simulated(context, n, 0.0, context.runs(RUNS_OF_GM))
        _points(ax, frame, column, bars=True, color=colour, marker=marker, label=f"n = {n}")
    ax.set_xlabel(r"examples per weight $\alpha = m/n$")


def figure_2a(context: Context) -> Figure:
    """Figure 2a: the generalisation rate, as GM define it and as they calculate it."""
    figure, axes = plots.new_panels(2, height=4.2)
    for ax, (column, title) in zip(axes, PANELS.items(), strict=True):
        _sizes(ax, context, column)
        ax.set_title(title, fontsize=10)
    axes[0].set_ylabel(r"generalisation rate $\langle\langle G \rangle\rangle$")
    axes[1].legend(frameon=False, loc="lower right", fontsize=9)
    return figure


def figure_2b(context: Context) -> Figure:
    """Figure 2b: the overlap."""
    figure, ax = plots.new_figure()
    _sizes(ax, context, "overlap")
    ax.set_ylabel(r"overlap $\langle\langle \rho \rangle\rangle$")
    ax.legend(frameon=False, loc="lower right", fontsize=9)
    return figure


def figure_3(context: Context) -> Figure:
    """Figure 3: five noise levels at n = 100; error bars at the largest only, as GM have it."""
    figure, axes = plots.new_panels(2, height=4.2)
    for ax, (column, title) in zip(axes, PANELS.items(), strict=True):
        for colour, noise in zip(plots.COLOURS, NOISES, strict=False):
            ax.plot(GRID, many_weights(GRID, noise)[column], color=colour, label=rf"$\sigma = {noise:g}$")
            _theory_line(ax, 100, noise, column, color=colour)
            frame = simulated(context, 100, noise, context.runs(RUNS_OF_GM))
            _points(ax, frame, column, bars=noise == NOISES[-1], color=colour, marker="o")
        ax.set_title(title, fontsize=10)
        ax.set_xlabel(r"examples per weight $\alpha = m/n$")
    axes[0].set_ylabel(r"generalisation rate $\langle\langle G \rangle\rangle$")
    axes[1].legend(frameon=False, loc="lower right", fontsize=9)
    return figure


def figure_fooled(context: Context) -> Figure:
    """The malicious distribution: clipped Hebb stays wrong, the influence learner gets it right."""
    runs = context.runs(20)
    errors = context.result("fooled", lambda: fooled_errors(context.seed, FOOLED, runs=runs), runs=runs)
    figure, ax = plots.new_figure()
    for colour, marker, (name, values) in zip(plots.COLOURS[1::-1], "so", errors.items(), strict=True):
        ax.plot(FOOLED, values, color=colour, marker=marker, markersize=4, label=name)
    ax.axhline(0.4, color="0.6", linestyle=":", label="$P(g = -1)$: always answering $+1$")
    ax.set_xscale("log")
    ax.set_xlabel("examples")
    ax.set_ylabel("exact error")
    ax.legend(frameon=False)
    return figure


def table_sizes(context: Context) -> pd.DataFrame:
    """Theorem 1's m beside the average case."""
    runs = max(20, context.runs(40))

    def compute() -> list[dict[Any, Any]]:
        return sample_sizes(runs=runs, seed=context.seed, progress=False).to_dict("records")

    return pd.DataFrame(context.result("sample sizes", compute, runs=runs))


def table_points(context: Context) -> pd.DataFrame:
    """All points of figures 2 and 3, with the theory of n weights and of many."""
    parts = []
    for n, noise in [*((n, 0.0) for n in SIZES), *((100, noise) for noise in NOISES[1:])]:
        found = simulated(context, n, noise, context.runs(RUNS_OF_GM))
        alpha = found["alpha"].to_numpy()
        exact, many = theory(n, alpha, noise), many_weights(alpha, noise)
        columns = {"n": n, "noise": noise, "alpha": alpha}
        for name in QUANTITIES:
            columns |= {
                name: found[name],
                f"{name}_std": found[f"{name}_std"],
                f"{name}, theory at n": exact[name],
                f"{name}, many weights": many[name],
            }
        parts.append(pd.DataFrame(columns))
    return pd.concat(parts, ignore_index=True)
