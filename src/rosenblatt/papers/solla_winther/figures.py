"""Figures 2 and 3 of SW, the transition at finite N, and the costs of table 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.solla_winther import correlated_inputs
from rosenblatt.papers.solla_winther.binary_performance import CURVES, points_of_figure_3
from rosenblatt.papers.solla_winther.continuous_performance import LEARNERS, NOISES, points_of_figure_2
from rosenblatt.papers.solla_winther.costs import measured_powers
from rosenblatt.papers.solla_winther.offline_binary import enumerated, enumerated_sizes
from rosenblatt.theory.bayes_online import perfect_alpha
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure_2(context: Context) -> Figure:
    """Figure 2: three algorithms, two noises, N = 100."""
    figure, ax = plots.new_figure()
    grid = np.linspace(0.05, 10.0, 120)
    styles = {"Hebb approximation": "-.", "second order": "--", "offline": "-"}
    for noise in NOISES:
        for colour, (name, style) in zip(plots.COLOURS, styles.items(), strict=False):
            curve = learning_curve(LEARNERS[name], grid, noise=noise).frame
            label = f"{name}, theory" if noise == 0.0 else None
            ax.plot(grid, curve["error"], color=colour, linestyle=style, label=label)
            points = points_of_figure_2(context, name, noise)
            error = noise + (1.0 - 2.0 * noise) * points["disagreement"]
            ax.errorbar(
                points["alpha"],
                error,
                yerr=(1.0 - 2.0 * noise) * points["disagreement_sem"],
                color=colour,
                linestyle="none",
                marker="o",
                markersize=4,
                markerfacecolor="white",
                label="N = 100, simulated" if noise == 0.0 and name == "offline" else None,
            )
    ax.axhline(0.1, color="0.7", linestyle=":")
    ax.set_ylim(0.0, 0.5)
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"error $\epsilon$")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_correlated_inputs(context: Context) -> Figure:
    """Three online algorithms on spherical and on correlated inputs."""
    figure, ax = plots.new_figure()
    for colour, name in zip(plots.COLOURS, correlated_inputs.RULES, strict=False):
        for law, style, marker in (("spherical", "--", "o"), ("correlated", "-", "s")):
            points = correlated_inputs.points(context, law, name)
            ax.errorbar(
                points["alpha"],
                points["disagreement"],
                yerr=points["disagreement_sem"],
                color=colour,
                linestyle=style,
                marker=marker,
                markersize=9 if name == "diagonal covariance" else 5,  # it lies below another
                label=f"{name}, {law}",
            )
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks(correlated_inputs.ALPHAS, [f"{alpha:g}" for alpha in correlated_inputs.ALPHAS])
    ax.set_yticks([0.03, 0.05, 0.1, 0.2], ["0.03", "0.05", "0.1", "0.2"])
    ax.minorticks_off()
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"error $\epsilon$")
    ax.legend(frameon=False, fontsize=8)
    return figure


def figure_3(context: Context) -> Figure:
    """Figure 3: seven curves for binary weights."""
    figure, ax = plots.new_figure(height=5.0)
    grid = np.linspace(0.02, 5.0, 250)
    for colour, (name, rule, readout) in zip(plots.COLOURS, CURVES, strict=False):
        curve = learning_curve(rule, grid, teacher="binary", readout=readout).frame
        ax.plot(grid, curve["disagreement"], color=colour, label=f"online, {name}")
        points = points_of_figure_3(context, rule, readout)
        ax.plot(points["alpha"], points["disagreement"], color=colour, linestyle="none", marker="^", markersize=4)
    for name, style in (("gibbs", "-"), ("bayes", "--")):
        curve = learning_curve(name, grid, teacher="binary").frame
        ax.plot(grid, curve["disagreement"], color="black", linestyle=style, label=f"offline, {name.title()}")
    ax.axvline(perfect_alpha("bayes-binary"), color="0.7", linestyle=":", label=r"$\alpha^* = 4.368$")
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"error $\epsilon$")
    ax.set_ylim(0.0, 0.5)
    ax.legend(frameon=False, fontsize=8)
    return figure


def figure_transition(context: Context) -> Figure:
    """The transition at finite N, by enumeration."""
    figure, ax = plots.new_figure()
    for colour, n in zip(plots.COLOURS, enumerated_sizes(context), strict=False):
        frame = enumerated(context, n)
        for name, style in (("gibbs", "-"), ("bayes", "--")):
            ax.errorbar(
                frame["alpha"],
                frame[name],
                yerr=frame[f"{name}_sem"],
                color=colour,
                linestyle=style,
                label=f"{name}, N = {n}",
            )
    grid = np.linspace(0.02, 2.0, 200)
    for name, style in (("gibbs", "-"), ("bayes", "--")):
        curve = learning_curve(name, grid, teacher="binary").frame
        ax.plot(grid, curve["disagreement"], color="black", linestyle=style, label=rf"{name}, N $\to \infty$")
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"error $\epsilon$")
    ax.legend(frameon=False, fontsize=8)
    return figure


def table_1(context: Context) -> pd.DataFrame:
    """Table 1, the costs as they are counted: powers of N and t."""
    found = measured_powers()
    table = {
        f"{what}, power of {which}": {name: round(found[name][what][k], 2) for name in found}
        for what in ("operations", "memory")
        for k, which in enumerate(("N", "t"))
    }
    return pd.DataFrame(table).rename_axis("algorithm").reset_index()
