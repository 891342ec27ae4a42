"""The figure of OKKN: curves of maximal stability, and exact programs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.separability import separable_alpha

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = {0.0: (0.3, 1.0, 2.0, 5.0, 10.0), 0.1: (0.3, 0.7, 1.5), 0.3: (0.3, 0.7)}
LAST = 20.0
COLUMNS = {
    "disagreement": "disagreement $d$",
    "margin": "margin $K$",
    "support_vectors": "support vectors per weight",
}


def simulated(context: Context, noise: float) -> dict[str, list[float]]:
    """Return the columns of exact programs."""
    n, runs = (60, 10) if context.quick else (150, 40)

    def experiment() -> dict[str, list[float]]:
        how: dict[str, Any] = {"n": n, "runs": runs, "noise": noise, "seed": context.seed}
        frame = simulate("max-stability", alpha=POINTS[noise], **how).frame
        return {column: frame[column].tolist() for column in COLUMNS}

    return context.result(f"programs, noise {noise:g}", experiment, n=n, runs=runs)


def figure_curves(context: Context) -> Figure:
    """Disagreement, margin and support vectors against alpha, for clean and flipped labels."""
    figure, axes = plots.new_panels(3, width=11.0, height=3.8, share=False)
    for noise, colour in zip(POINTS, plots.COLOURS, strict=False):
        end = min(LAST, (1.0 - 1e-6) * separable_alpha(noise))
        frame = learning_curve("max-stability", np.geomspace(0.1, end, 100), noise=noise).frame
        found = simulated(context, noise)
        for ax, column in zip(axes, COLUMNS, strict=True):
            ax.plot(frame["alpha"], frame[column], color=colour, label=rf"$\kappa = {noise:g}$")
            ax.plot(POINTS[noise], found[column], color=colour, linestyle="none", marker="o", markerfacecolor="white")
            if noise > 0.0:
                ax.plot(frame["alpha"].iloc[-1], frame[column].iloc[-1], color=colour, marker="o", markersize=4)
    for ax, label in zip(axes, COLUMNS.values(), strict=True):
        ax.set_xscale("log")
        ax.set_xlabel(r"examples per weight $\alpha$")
        ax.set_ylabel(label)
    axes[0].set_yscale("log")
    axes[0].set_yticks([0.03, 0.1, 0.3], ["0.03", "0.1", "0.3"])
    axes[0].minorticks_off()
    plots.legend(axes[0], [("o", "exact programs")], loc="lower left")
    return figure
