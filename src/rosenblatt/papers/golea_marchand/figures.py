"""Figures 2 and 3 of GM, the one about the distribution that fools a rule, and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.golea_marchand.average_case import NOISES, RULE, SIZES, side_by_side
from rosenblatt.papers.golea_marchand.learners_on_data import fooled_errors
from rosenblatt.papers.judging import Context
from rosenblatt.planning import sample_sizes
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FOOLED = (30, 100, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 30_000)

RUNS_OF_GM = 50  # of GM's figures; rows that are judged by standard errors take more


def _points(ax: Axes, frame: pd.DataFrame, column: str, error: str, **style: Any) -> None:
    ax.errorbar(
        frame["alpha"],
        frame[column],
        yerr=frame[error] if error else None,
        linestyle="none",
        markersize=4,
        capsize=2,
        **style,
    )


def figure_2(column: str, std: str, label: str):
    """Figure 2: theory as a line, simulations of three sizes as points with their standard deviations."""

    def draw(context: Context) -> Figure:
        figure, ax = plots.new_figure()
        grid = np.linspace(0.01, 15.5, 300)
        limit = learning_curve(RULE, grid).frame
        values = limit["overlap"] if column == "overlap" else 1.0 - limit["disagreement"]
        ax.plot(grid, values, color="black", label=r"theory, $n \to \infty$")
        for colour, marker, n in zip(plots.COLOURS, "os^", SIZES, strict=False):
            exact = learning_curve(RULE, grid[grid * n >= 1.0], n=n).frame
            odd = np.rint(exact["alpha"] * n) % 2 == 1  # an even number of examples has ties: a comb
            shown = exact["overlap"] if column == "overlap" else 1.0 - exact["disagreement"]
            ax.plot(
                exact["alpha"][odd], shown[odd], color=colour, linewidth=1, linestyle="--", label=f"theory, n = {n}"
            )
            frame = side_by_side(context, n, 0.0, context.runs(RUNS_OF_GM))
            _points(ax, frame, column, std, color=colour, marker=marker, markerfacecolor="white", label=f"n = {n}")
        ax.set_xlabel(r"examples per weight $\alpha = m/n$")
        ax.set_ylabel(label)
        ax.legend(frameon=False, loc="lower right", fontsize=9)
        return figure

    return draw


def figure_3(context: Context) -> Figure:
    """Figure 3: five noise levels at n = 100; error bars at the largest only, as GM have it."""
    figure, ax = plots.new_figure()
    grid = np.linspace(0.01, 15.5, 300)
    for colour, noise in zip(plots.COLOURS, NOISES, strict=False):
        curve = learning_curve(RULE, grid, noise=noise).frame
        ax.plot(grid, 1.0 - curve["disagreement"], color=colour, label=rf"$\sigma = {noise:g}$")
        frame = side_by_side(context, 100, noise, context.runs(RUNS_OF_GM))
        bars = "G_std" if noise == NOISES[-1] else ""
        _points(ax, frame, "mean of G", bars, color=colour, marker="o", markerfacecolor="white")
    ax.set_xlabel(r"examples per weight $\alpha = m/n$")
    ax.set_ylabel(r"generalisation rate $\langle\langle G \rangle\rangle$")
    ax.legend(frameon=False, loc="lower right", fontsize=9)
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
    records = context.result("sample sizes", lambda: sample_sizes(seed=context.seed, progress=False).to_dict("records"))
    return pd.DataFrame(records)


def table_points(context: Context) -> pd.DataFrame:
    """All points of figures 2 and 3."""
    cases = [*((n, 0.0) for n in SIZES), *((100, noise) for noise in NOISES[1:])]
    return pd.concat(
        [side_by_side(context, n, noise, context.runs(RUNS_OF_GM)) for n, noise in cases], ignore_index=True
    )
