"""Figures 1 and 2 of BSS, and the scaling laws of its sec. 4."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.barkai_seung_sompolinsky.output_noise import FIGURE_2, NOISE
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_functions import CASES, scaling_points
from rosenblatt.papers.judging import Context
from rosenblatt.papers.power_fit import fit_power
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.shifted import Shifted
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALPHA_1 = tuple(np.geomspace(1.0, 1000.0, 16).tolist())
ALPHA_2 = (2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


def figure_1(context: Context) -> Figure:
    """Figure 1: the optimal schedule at N = 50, and 1.27/alpha."""
    figure, ax = plots.new_figure()
    grid = np.geomspace(1.0, 1000.0, 100)
    learning_curve("normalised", grid).plot(ax, color=plots.COLOURS[0], label=r"theory, $N \to \infty$")
    runs = context.runs(200)

    def experiment() -> dict[str, list[float]]:
        frame = simulate("normalised", n=50, alpha=ALPHA_1, runs=runs, seed=context.seed).frame
        return {str(c): frame[c].tolist() for c in ("alpha", "disagreement", "disagreement_sem")}

    points = pd.DataFrame(context.result("figure 1", experiment, runs=runs))
    plots.draw_points(points, ax, color=plots.COLOURS[0], markerfacecolor="white", label="simulated, N = 50")
    ax.plot(grid, 4.0 / (math.pi * grid), color="0.4", linestyle="--", label=r"$1.27/\alpha$")
    plots.legend(ax)
    return figure


def figure_2(context: Context) -> Figure:
    """Figure 2: both algorithms at N = 250, p = 0.2, u = 4, q_0 = -1.95, and BSS 18."""
    runs = context.runs(20)
    rules = {"plain": Normalised(eta=PowerLaw(17.0, cap=1.0)), "shifted": Shifted(cap=1.0)}

    def experiment() -> dict[str, dict[str, list[float]]]:
        how = {"n": 250, "alpha": ALPHA_2, "noise": NOISE, "inputs": FIGURE_2, "runs": runs, "seed": context.seed}
        frames = {name: simulate(rule, **how).frame for name, rule in rules.items()}
        return {name: {str(c): f[c].tolist() for c in ("alpha", "error", "error_sem")} for name, f in frames.items()}

    found = context.result("figure 2", experiment, runs=runs)
    figure, ax = plots.new_figure()
    grid = np.geomspace(2.0, 1000.0, 200)
    for colour, (name, rule) in zip(plots.COLOURS[1::-1], rules.items(), strict=True):
        theory = learning_curve(rule, grid, noise=NOISE, inputs=FIGURE_2).frame
        shown = "the shift known" if name == "shifted" else "theory"
        ax.plot(grid, theory["error"], color=colour, label=f"{name} rule, {shown}")
        points = pd.DataFrame(found[name])
        ax.errorbar(
            points["alpha"],
            points["error"],
            yerr=points["error_sem"],
            color=colour,
            linestyle="none",
            marker="o",
            markersize=4,
            capsize=2,
            markerfacecolor="white",
            label=f"{name} rule, simulated, N = 250",
        )
    ax.plot(grid, NOISE + np.sqrt(2.0 * NOISE / (math.pi * grid)), color="0.4", linestyle="--", label="BSS 18")
    ax.axhline(NOISE, color="0.7", linestyle=":")
    ax.set_xscale("log")
    ax.set_ylim(0.18, 0.5)
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel("error against the noisy labels")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_scaling(context: Context) -> Figure:
    """Three laws for two functions, with the lines that are fitted."""
    figure, panels = plots.new_panels(3)
    laws = (("clean", "none", r"rate $\eta$"), ("decay", "none", "examples $n$"), ("noisy", "shift", r"rate $\eta$"))
    for ax, (law, correction, label) in zip(panels, laws, strict=True):
        for colour, name in zip(plots.COLOURS, CASES, strict=False):
            points = scaling_points(context, law, name, correction)
            fit = fit_power(points["x"], points["d"], points["sem"])
            x = np.array(points["x"])
            shown = f"{name}: {fit.exponent:.2f}"
            ax.errorbar(x, points["d"], yerr=points["sem"], color=colour, linestyle="none", marker="o", markersize=4)
            ax.plot(x, fit.prefactor * x**fit.exponent, color=colour, linewidth=1.2, label=shown)
            if law == "noisy":
                printed = scaling_points(context, law, name)
                ax.plot(x, printed["d"], color=colour, linestyle=":", marker="x", markersize=5)
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.tick_params(axis="x", which="minor", labelbottom=False)
        ax.set_xlabel(label)
        ax.legend(frameon=False, fontsize=8)
    panels[0].set_ylabel("disagreement $d$")
    panels[0].set_title("clean labels, constant rate", fontsize=9)
    panels[1].set_title(r"clean labels, rate $\propto 1/n$", fontsize=9)
    panels[2].set_title("1 label in 10 flipped (crosses: as printed)", fontsize=9)
    return figure
