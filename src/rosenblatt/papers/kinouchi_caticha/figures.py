"""Figures 1 to 3 of KC, and two about teachers that change."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.kinouchi_caticha.changing_teacher import CHANGE, DRIFTS, LAST, LONGER, TRACKING, settled, tracked
from rosenblatt.papers.kinouchi_caticha.online import EXACT, online_points
from rosenblatt.rules.adaline import Adaline
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica
from rosenblatt.theory.tracking import best_rate, stationary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure_1(context: Context) -> Figure:
    """Figure 1 from data: a teacher, students of fixed and of free length after some examples, and their circles."""
    n, steps = 2000, (0.25, 0.5, 1.0, 2.0)
    figure, ax = plots.new_figure(5.0, 3.6)
    angle = np.linspace(0.0, math.pi, 200)
    ax.plot(np.cos(angle), np.sin(angle), color="0.7", linestyle="--", linewidth=1.0)
    ax.plot(0.5 + 0.5 * np.cos(angle), 0.5 * np.sin(angle), color="0.7", linewidth=1.0)
    ax.annotate("", (1.0, 0.0), (0.0, 0.0), arrowprops={"arrowstyle": "->", "color": "black", "linewidth": 1.8})
    ax.annotate("$B$", (1.02, -0.01), fontsize=11)
    styles = (("constrained", OptimalLinear(), "--", plots.COLOURS[1]), ("free", Adaline(), "-", plots.COLOURS[0]))
    for name, rule, style, colour in styles:
        frame = simulate(rule, n=n, alpha=steps, runs=1, seed=context.seed).frame
        across = np.sqrt(np.maximum(frame["q_norm"] - frame["r"] ** 2, 0.0))
        for k, (x, y) in enumerate(zip(frame["r"], across, strict=True)):
            ax.plot([0.0, x], [0.0, y], color=colour, linestyle=style, label=f"$J$, {name}" if k == 0 else None)
            ax.plot([x], [y], color=colour, marker="o", markersize=4.0)
            if name == "constrained":
                ax.annotate(rf"$\alpha = {steps[k]:g}$", (x, y), xytext=(4, 3), textcoords="offset points", fontsize=8)
    ax.set_aspect("equal")
    ax.set_xlim(-0.08, 1.25)
    ax.set_ylim(-0.06, 1.08)
    ax.set_xlabel("$R$, along the teacher")
    ax.set_ylabel(r"$\sqrt{Q - R^2}$, across")
    ax.legend(frameon=False, fontsize=9, loc="upper right")
    return figure


def figure_2(context: Context) -> Figure:
    """Figure 2: the asymptotic overlap of the standard rule."""
    figure, ax = plots.new_figure(5.4, 3.8)
    ratio = np.geomspace(0.05, 20.0, 200)
    ax.plot(ratio, 2.0 * np.sqrt(ratio) / (1.0 + ratio), color=plots.COLOURS[0], label="standard, KC 24")
    ax.axhline(1.0, color=plots.COLOURS[1], linestyle="--", label="optimal")
    some = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0]
    ends = [float(learning_curve(Adaline(ratio=m, constrained=True), [80.0]).frame["overlap"][0]) for m in some]
    ax.plot(some, ends, color=plots.COLOURS[0], linestyle="none", marker="o", markerfacecolor="white", label="ODE")
    ax.set_xscale("log")
    ax.set_xlabel("M/Q")
    ax.set_ylabel(r"overlap at $\alpha \to \infty$")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_3(context: Context) -> Figure:
    """Figure 3: four curves for students of fixed length, with simulated points."""
    figure, ax = plots.new_figure()
    grid = np.linspace(0.001, 3.0, 200)
    for name, style in (("optimal", "-"), ("standard", "--")):
        off = [replica(a, r=name).rho if a <= 1.0 else 1.0 for a in grid.tolist()]
        ax.plot(grid, off, color=plots.COLOURS[0], linestyle=style, label=f"offline, {name}")
        ax.plot(grid, EXACT[name](grid), color=plots.COLOURS[1], linestyle=style, label=f"online, {name}")
        points = online_points(context, name)
        near = points["alpha"] <= 3.0
        ax.plot(points["alpha"][near], points["overlap"][near], color=plots.COLOURS[1], linestyle="none", marker="o")
    ax.axvline(0.7146, color="0.7", linestyle=":")
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"overlap $\rho$")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_tracking(context: Context) -> Figure:
    """What a change of the teacher does to three students."""
    figure, ax = plots.new_figure(7.2, 4.2)
    alpha = 0.5 * (1.0 + np.arange(round(2 * LAST)))
    for colour, name in zip(plots.COLOURS, TRACKING, strict=False):
        ax.plot(alpha, tracked(context, name)[0], color=colour, label=name)
    for place, text in ((CHANGE, "another teacher"), (LONGER, "twice as long")):
        ax.axvline(place, color="0.7", linestyle=":")
        ax.annotate(text, (place, 1.4), xytext=(4, 0), textcoords="offset points", fontsize=9, color="0.4")
    ax.set_yscale("log")
    ax.set_ylim(1e-8, 4.0)
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel("$e_g/M$ of the prediction")
    ax.legend(frameon=False, fontsize=9, loc="lower left")
    return figure


def figure_drift(context: Context) -> Figure:
    """How well Boolean rules follow a drift: the one that knows it, and two with their best fixed rate."""
    figure, ax = plots.new_figure()
    drifts = np.geomspace(1e-3, 3.0, 6 if context.quick else 12).tolist()

    def curves() -> dict[str, list[float]]:
        return {
            "bayes-hebb, drift known": [float(stationary("bayes-hebb", d)["disagreement"]) for d in drifts],
            "normalised, best rate": [best_rate("normalised", d).disagreement for d in drifts],
            "hebb, best weight decay": [best_rate("hebb", d).disagreement for d in drifts],
        }

    lines = context.result("settled by drift", curves)
    for colour, (name, values) in zip(plots.COLOURS, lines.items(), strict=False):
        ax.plot(drifts, values, color=colour, label=name)
    points = [math.acos(math.sqrt(settled(context, d, 0.0)[0])) / math.pi for d in DRIFTS]
    ax.plot(DRIFTS, points, color=plots.COLOURS[0], linestyle="none", marker="o", markerfacecolor="white")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel(r"drift $\delta$ of the teacher, per $\alpha$")
    ax.set_ylabel("disagreement where the student settles")
    plots.legend(ax, [("o", "simulated")])
    return figure
