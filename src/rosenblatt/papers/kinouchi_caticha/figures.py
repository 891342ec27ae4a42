"""Figures 1 to 3 of KC, one of errors offline, and two about teachers that change."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.kinouchi_caticha.changing_teacher import CHANGE, DRIFTS, LAST, LONGER, settled, tracked
from rosenblatt.papers.kinouchi_caticha.offline import COLD, cold
from rosenblatt.papers.kinouchi_caticha.online import EXACT, RATIOS, late_overlap, online_points, unequal_ends
from rosenblatt.papers.kinouchi_caticha.training_error import free_students
from rosenblatt.rules.adaline import Adaline
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.scenario.channels import GaussianNoise
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.best_rate import best_rate
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica
from rosenblatt.theory.tracking import stationary

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
    """Figure 2: the asymptotic overlap of the standard and of the optimal rule."""
    figure, ax = plots.new_figure(5.4, 3.8)
    ratio = np.geomspace(0.05, 20.0, 41).tolist()
    for colour, name, style in ((plots.COLOURS[1], "optimal", "--"), (plots.COLOURS[0], "standard", "-")):
        rules = [OptimalLinear(ratio=m) if name == "optimal" else Adaline(ratio=m, constrained=True) for m in ratio]
        ax.plot(ratio, [late_overlap(rule)[0] for rule in rules], color=colour, linestyle=style, label=name)
    ends = unequal_ends(context)["overlap"]
    ax.plot(RATIOS, ends, color=plots.COLOURS[0], linestyle="none", marker="o", markerfacecolor="white")
    ax.set_xscale("log")
    ax.set_ylim(0.3, 1.05)
    ax.set_xlabel("M/Q")
    ax.set_ylabel(r"overlap at $\alpha \to \infty$")
    plots.legend(ax, [("o", "simulated")])
    return figure


def figure_3(context: Context) -> Figure:
    """Figure 3: four curves for students of fixed length, with simulated points."""
    figure, ax = plots.new_figure()
    grid = np.linspace(0.001, 3.0, 200)
    for name, style, filled in (("optimal", "-", None), ("standard", "--", "white")):
        points = online_points(context, name)
        near = points["alpha"] <= 3.0
        sampled = [float(cold(context, alpha, name)[0][0]) for alpha in COLD]
        lines = (
            ("offline", [replica(a, r=name).rho for a in grid.tolist()], COLD, sampled),
            ("online", EXACT[name](grid), points["alpha"][near], points["overlap"][near]),
        )
        for colour, (when, curve, alpha, overlap) in zip(plots.COLOURS, lines, strict=False):
            ax.plot(grid, curve, color=colour, linestyle=style, label=f"{when}, {name}")
            ax.plot(alpha, overlap, color=colour, linestyle="none", marker="o", markerfacecolor=filled or colour)
    ax.axvline(0.7146, color="0.7", linestyle=":")
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"overlap $\rho$")
    plots.legend(ax, [("o", "simulated")])
    return figure


def figure_errors(context: Context) -> Figure:
    """Both errors of students of fixed and of free length, by theory and counted."""
    figure, ax = plots.new_figure(6.4, 4.2)
    grid = np.linspace(0.005, 1.0, 100).tolist()
    for colour, name in zip(plots.COLOURS, ("standard", "optimal"), strict=False):
        states = [replica(alpha, r=name) for alpha in grid]
        found = np.array([cold(context, alpha, name)[0] for alpha in COLD])
        for style, column, kind in (("-", 2, "$e_g$"), ("--", 3, r"$\mathcal{E}/N$")):
            curve = [s.generalisation_error if column == 2 else s.empirical_error for s in states]
            ax.plot(grid, curve, color=colour, linestyle=style, label=f"{kind}, {name}")
            ax.plot(COLD, found[:, column], color=colour, linestyle="none", marker="o", markerfacecolor="white")
    free = learning_curve("pseudo-inverse", grid, channel=GaussianNoise(0.0)).frame["error"]
    ax.plot(grid, free, color=plots.COLOURS[2], label="$e_g$, pseudo-inverse")
    points = [free_students(context, alpha)["error"] for alpha in COLD]
    ax.plot(COLD, points, color=plots.COLOURS[2], linestyle="none", marker="o", markerfacecolor="white")
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel("error, $M = 1$")
    plots.legend(ax, [("o", "students")])
    return figure


def figure_tracking(context: Context) -> Figure:
    """What a change of the teacher does to three students."""
    figure, ax = plots.new_figure(7.2, 4.2)
    alpha = 0.5 * (1.0 + np.arange(round(2 * LAST)))
    for colour, (name, found) in zip(plots.COLOURS, tracked(context).items(), strict=False):
        ax.plot(alpha, found, color=colour, label=name)
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
    points = [math.asin(math.sqrt(settled(context, d, 0.0).mean())) / math.pi for d in DRIFTS]
    ax.plot(DRIFTS, points, color=plots.COLOURS[0], linestyle="none", marker="o", markerfacecolor="white")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel(r"drift $\delta$ of the teacher, per $\alpha$")
    ax.set_ylabel("disagreement where the student settles")
    plots.legend(ax, [("o", "simulated")])
    return figure
