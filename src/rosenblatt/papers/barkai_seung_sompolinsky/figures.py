"""Figures 1 and 2 of BSS, the scaling laws of its sec. 4, and the laws of one weight."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.barkai_seung_sompolinsky.one_weight import FLIPS, RHO, law_points
from rosenblatt.papers.barkai_seung_sompolinsky.output_noise import FIGURE_2, NOISE
from rosenblatt.papers.barkai_seung_sompolinsky.shifted_convergence import MODIFIED, over_18, points_of_figure_2
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_functions import CASES, scaling_points
from rosenblatt.papers.judging import Context
from rosenblatt.papers.power_fit import fit_power
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ALPHA_1 = tuple(np.geomspace(1.0, 1000.0, 16).tolist())
ALPHA_2 = (2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
POINTS = {"linestyle": "none", "marker": "o", "markersize": 4, "capsize": 2, "markerfacecolor": "white"}


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
    runs, plain = context.runs(20), Normalised(eta=PowerLaw(17.0, cap=1.0))

    def experiment() -> dict[str, list[float]]:
        how = {"n": 250, "alpha": ALPHA_2, "noise": NOISE, "inputs": FIGURE_2, "runs": runs, "seed": context.seed}
        frame = simulate(plain, **how).frame
        return {str(c): frame[c].tolist() for c in ("alpha", "error", "error_sem")}

    slow = context.result("figure 2, plain rule", experiment, runs=runs)
    found = {"plain": slow, "modified": points_of_figure_2(context)}
    figure, ax = plots.new_figure()
    grid = np.geomspace(2.0, 1e4, 200)
    for colour, (name, rule) in zip(plots.COLOURS[1::-1], (("plain", plain), ("modified", MODIFIED)), strict=True):
        theory, points = learning_curve(rule, grid, noise=NOISE, inputs=FIGURE_2).frame["error"], found[name]
        ax.plot(grid, theory, color=colour, label=rf"{name} rule, $N \to \infty$")
        label = f"{name} rule, simulated, N = 250"
        ax.errorbar(points["alpha"], points["error"], yerr=points["error_sem"], color=colour, label=label, **POINTS)
    ax.plot(grid, NOISE + np.sqrt(2.0 * NOISE / (math.pi * grid)), color="0.4", linestyle="--", label="BSS 18")
    ax.axhline(NOISE, color="0.7", linestyle=":")
    ax.set_xscale("log")
    ax.set_ylim(0.18, 0.5)
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel("error against the noisy labels")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_ratio(context: Context) -> Figure:
    """The excess error of figure 2's modified rule over BSS 18, with T learnt and with T known."""
    figure, ax = plots.new_figure()
    grid = np.geomspace(10.0, 1e5, 200)
    for shift, style in (("learnt", "-"), ("known", ":")):
        theory = learning_curve(MODIFIED, grid, noise=NOISE, inputs=FIGURE_2, shift=shift).frame["error"]
        ax.plot(
            grid, over_18(grid, theory), color=plots.COLOURS[0], linestyle=style, label=rf"T {shift}, $N \to \infty$"
        )
    points = points_of_figure_2(context)
    alpha, error, sem = (np.array(points[name][2:]) for name in ("alpha", "error", "error_sem"))
    ratio = over_18(alpha, error)
    label = "T learnt, simulated, N = 250"
    ax.errorbar(alpha, ratio, yerr=ratio * sem / (error - NOISE), color=plots.COLOURS[0], label=label, **POINTS)
    ax.axhline(1.0, color="0.4", linestyle="--", label="BSS 18")
    ax.set_xscale("log")
    ax.set_ylim(0.0, 2.0)
    ax.set_xlabel(r"examples per weight $\alpha$")
    ax.set_ylabel(r"$(\epsilon - p)$ over BSS 18")
    ax.legend(frameon=False, fontsize=9)
    return figure


def figure_scaling(context: Context) -> Figure:
    """Three laws for two functions, with the lines that are fitted."""
    figure, panels = plots.new_panels(3)
    laws = (("clean", "none", r"rate $\eta$"), ("1/n", "none", "examples $n$"), ("noisy", "shift", r"rate $\eta$"))
    for ax, (law, correction, label) in zip(panels, laws, strict=True):
        for colour, name in zip(plots.COLOURS, CASES, strict=False):
            points = scaling_points(context, law, name, correction)
            _draw_law(ax, points, name, colour)
            if law == "1/n":
                _draw_law(ax, scaling_points(context, "adiabatic", name), f"{name}, z = 1/2", colour, marker="s")
            if law == "noisy":
                printed = scaling_points(context, law, name)
                ax.plot(printed["x"], printed["d"], color=colour, linestyle=":", marker="x", markersize=5)
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.tick_params(axis="x", which="minor", labelbottom=False)
        ax.set_xlabel(label)
        ax.legend(frameon=False, fontsize=7.5)
    low, high = panels[0].get_ylim()
    panels[0].set_ylim(0.3 * low, high)  # room for legends
    panels[0].set_ylabel("disagreement $d$")
    panels[0].set_title("clean labels, constant rate", fontsize=9)
    panels[1].set_title(r"clean labels, rate $\propto 1/n$ and $n^{-1/2}$", fontsize=9)
    panels[2].set_title("1 label in 5 flipped (crosses: as printed)", fontsize=9)
    return figure


def _draw_law(ax: Axes, points: dict[str, list[float]], name: str, colour: str, marker: str = "o") -> None:
    """Draw points and the power law through them."""
    fit, x = fit_power(points["x"], points["d"], points["sem"]), np.array(points["x"])
    ax.errorbar(x, points["d"], yerr=points["sem"], color=colour, linestyle="none", marker=marker, markersize=4)
    ax.plot(x, fit.prefactor * x**fit.exponent, color=colour, linewidth=1.2, label=f"{name}: {fit.exponent:.2f}")


def figure_laws(context: Context) -> Figure:
    """The laws of delta w/eta with clean labels, and of delta w/sqrt(eta) with flipped ones, at several rates."""
    figure, (clean, noisy) = plots.new_panels(2)
    found = law_points(context)
    for ax, which in ((clean, "clean"), (noisy, "noisy")):
        for colour, (name, heights) in zip(plots.COLOURS, found[which].items(), strict=False):
            ax.plot(found[f"{which} x"], heights, color=colour, linestyle="none", marker="o", markersize=4, label=name)
        ax.set_ylabel("density")
        ax.legend(frameon=False, fontsize=8)
    x = np.linspace(-1.0, 1.0, 3)
    clean.plot(x, 1.0 - np.abs(x), color="0.4", label="F")
    clean.set_xlabel(r"$\delta w/\eta$")
    clean.set_title("clean labels", fontsize=9)
    x, variance = np.linspace(-1.3, 1.3, 200), FLIPS / (2.0 * RHO)
    noisy.plot(x, np.exp(-0.5 * x * x / variance) / math.sqrt(2.0 * math.pi * variance), color="0.4")
    noisy.set_xlabel(r"$\delta w/\sqrt{\eta}$")
    noisy.set_title("1 label in 10 flipped", fontsize=9)
    return figure
