"""Figures of SS: learning curves, overlaps through the plateau, and what the rate of learning does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.saad_solla.near_the_teacher import critical_rate_of_moments, rate_across, rate_along
from rosenblatt.simulation.soft_committee import simulate_soft_committee
from rosenblatt.theory.soft_committee import plateau, soft_committee

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVES = (1.5, 0.6, 0.3)
TWO: dict[str, Any] = {"r0": [[0.05, 0.0], [0.0, 0.03]], "q0": [[0.3, 0.0], [0.0, 0.2]]}
THREE: dict[str, Any] = {"k": 3, "m": 3, "r0": np.diag([0.03, 0.02, 0.01]), "q0": np.diag([0.3, 0.25, 0.2])}
POINTS = np.array([2.0, 20.0, 40.0, 70.0, 100.0, 140.0, 180.0, 220.0, 260.0])


def simulated(context: Context, name: str, alpha: np.ndarray, **how: Any) -> dict[str, list[float]]:
    """Return the means of simulated columns; few runs of many inputs, since few inputs leave plateaus early."""
    n, runs = (500, 2) if context.quick else (2000, 4)

    def experiment() -> dict[str, list[float]]:
        frame = simulate_soft_committee(n=n, alpha=alpha, runs=runs, seed=context.seed, **how).frame
        return {str(column): frame[column].tolist() for column in frame if not str(column).endswith("_sem")}

    return context.result(f"simulated, {name}", experiment, n=n, runs=runs)


def figure_curves(context: Context) -> Figure:
    """Learning curves at three rates, theory and simulation, and their plateaus."""
    figure, ax = plots.new_figure(6.8, 4.4)
    alpha = np.linspace(0.0, POINTS[-1], 200)
    for colour, eta in zip(plots.COLOURS, CURVES, strict=False):
        theory = soft_committee(alpha, eta=eta, **TWO).frame
        ax.plot(alpha, theory["error"], color=colour, label=rf"$\eta = {eta:g}$")
        found = simulated(context, f"eta = {eta:g}", POINTS, eta=eta, **TWO)
        ax.plot(POINTS, found["error"], color=colour, linestyle="none", marker="o", markerfacecolor="white")
        ax.axhline(plateau(2, eta=eta).error, color=colour, linestyle=":", linewidth=1.0)
    ax.set_yscale("log")
    ax.set_ylim(1e-5, 1.0)
    ax.set_xlabel(r"examples per weight $\alpha = P/N$")
    ax.set_ylabel("error $e_g$, $K = M = 2$")
    ax.plot([], [], color="0.4", linestyle=":", linewidth=1.0, label="plateau")
    plots.legend(ax, [("o", "simulated")])
    return figure


def figure_overlaps(context: Context) -> Figure:
    """Overlaps of three units with the teacher's, and among each other."""
    figure, axes = plots.new_panels(2, height=3.8)
    alpha, points = np.linspace(0.0, 220.0, 200), np.linspace(20.0, 220.0, 11)
    theory = soft_committee(alpha, eta=0.9, **THREE).frame
    found = simulated(context, "three units", points, eta=0.9, **THREE)
    panels = (("r", "$R_{in}$, with the teacher's units"), ("q", "$Q_{ik}$, among each other"))
    for ax, (letter, title) in zip(axes, panels, strict=True):
        for name in [str(name) for name in theory if str(name).startswith(letter)]:
            same, colour = name[-1] == name[-2], plots.COLOURS[int(name[-2]) - 1]
            label = f"${letter.upper()}_{{{name[-2:]}}}$" if same else None
            ax.plot(alpha, theory[name], color=colour, linestyle="-" if same else "--", label=label)
            dots: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 4, "markerfacecolor": "white"}
            ax.plot(points, found[name], color=colour, **dots)
        ax.plot([], [], color="0.4", linestyle="--", label="different units")
        ax.set_title(title, fontsize=10)
        ax.set_xlabel(r"examples per weight $\alpha = P/N$")
        plots.legend(ax, [("o", "simulated")], loc="center right")
    axes[0].set_ylabel(r"overlap, $K = M = 3$, $\eta = 0.9$")
    return figure


def figure_rates(context: Context) -> Figure:
    """The plateau's error and escape, and the rate of the last stage, against the rate of learning."""
    figure, axes = plots.new_panels(3, width=10.8, height=3.6, share=False)
    for colour, k in zip(plots.COLOURS, (2, 3, 4), strict=False):
        critical = critical_rate_of_moments(k)
        etas = np.linspace(0.02, 1.0, 10 if context.quick else 40) * critical
        found = [plateau(k, eta=eta) for eta in etas.tolist()]
        axes[0].plot(etas, [state.error for state in found], color=colour, label=f"$K = {k}$")
        axes[1].plot(etas, [state.escape_rate for state in found], color=colour)
        fine = np.linspace(0.0, 1.05 * critical, 200)
        last = [min(2.0 * rate_along(k, eta), rate_across(k, eta)) for eta in fine.tolist()]
        axes[2].plot(fine, last, color=colour)
        axes[2].plot([critical], [0.0], color=colour, linestyle="none", marker="o", markerfacecolor="white")
    titles = ("$e_g$ on the plateau", "rate of escape from it", "rate at which $e_g$ decays at last")
    for ax, title in zip(axes, titles, strict=True):
        ax.set_title(title, fontsize=10)
        ax.set_xlabel(r"rate of learning $\eta$")
        ax.set_ylim(bottom=-0.01 if ax is axes[2] else 0.0)
    axes[0].set_ylabel("error or rate")
    plots.legend(axes[0])
    plots.legend(axes[2], [("o", "critical rate")], loc="upper left")
    return figure
