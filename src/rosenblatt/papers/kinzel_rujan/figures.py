"""The figure of KR: Hebb's rule with examples as they come, and with those that it selects."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = np.array([0.3, 1.0, 3.0, 10.0, 30.0, 100.0])
# What is selected, the share of flipped labels, and the name and the style of the line.
CASES: tuple[tuple[str | None, float, str, str], ...] = (
    (None, 0.0, "as they come", "-"),
    ("orthogonal", 0.0, "orthogonal", "-"),
    (None, 0.2, r"as they come, $\kappa = 0.2$", "--"),
    ("orthogonal", 0.2, r"orthogonal, $\kappa = 0.2$", "--"),
)


def simulated(context: Context, queries: str | None, noise: float) -> list[float]:
    """Return d of simulated students."""
    n, runs = (200, 10) if context.quick else (500, 20)

    def experiment() -> list[float]:
        how: dict[str, Any] = {"queries": queries, "noise": noise, "seed": context.seed}
        return simulate("hebb", n=n, alpha=POINTS, runs=runs, **how).frame["disagreement"].tolist()

    return context.result(f"simulated, {queries}, noise {noise:g}", experiment, n=n, runs=runs)


def figure_selection(context: Context) -> Figure:
    """Learning curves, theory and simulation, and the laws at large alpha."""
    figure, ax = plots.new_figure(6.8, 4.4)
    alpha = np.geomspace(0.1, POINTS[-1], 100)
    for queries, noise, label, style in CASES:
        colour = plots.COLOURS[0] if queries is None else plots.COLOURS[1]
        curve = learning_curve("hebb", alpha, queries=queries, noise=noise)
        curve.plot(ax, color=colour, linestyle=style, label=label)
        found = simulated(context, queries, noise)
        ax.plot(POINTS, found, color=colour, linestyle="none", marker="o", markersize=4, markerfacecolor="white")
        factor = (2.0 if queries is None else 1.0) / ((1.0 - 2.0 * noise) * math.sqrt(8.0 * math.pi))
        late = alpha[alpha > 3.0]
        ax.plot(late, factor / np.sqrt(late), color="0.4", linestyle=":", linewidth=1.0)
    ax.plot([], [], color="0.4", linestyle=":", linewidth=1.0, label="laws at large $\\alpha$")
    ax.set_title("Hebb's rule: examples as they come, and orthogonal to the student", fontsize=10)
    plots.legend(ax, [("o", "simulated")], loc="lower left")
    return figure
