"""A picture of what R, Q and theta are: a teacher, a simulated student, and the inputs on which they differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.simulation.simulate import simulate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

N, ALPHA = 1000, 2.0


def figure_geometry(context: Context) -> Figure:
    """Left, the plane of teacher and student; right, that plane as inputs meet it."""
    frame = simulate("rosenblatt", n=N, alpha=[ALPHA], runs=1, seed=context.seed).frame
    along, length = float(frame["r"][0]), math.sqrt(float(frame["q_norm"][0]))
    figure, (left, right) = plots.new_panels(2, 8.4, 3.8, share=False)
    _vectors(left, along, math.sqrt(length**2 - along**2))
    _wedges(right, math.acos(along / length), context.seed)
    for ax in (left, right):
        ax.set_aspect("equal")
        ax.set_axis_off()
    return figure


def _arrow(ax: Axes, x: float, y: float, name: str, colour: str) -> None:
    ax.annotate("", (x, y), (0.0, 0.0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2.0})
    ax.annotate(name, (x, y), xytext=(6, 4), textcoords="offset points", fontsize=13, color=colour)


def _arc(ax: Axes, radius: float, theta: float) -> None:
    turn = np.linspace(0.0, theta, 50)
    ax.plot(radius * np.cos(turn), radius * np.sin(turn), color="0.3", linewidth=1.0)
    ax.annotate(r"$\theta$", (1.15 * radius * math.cos(theta / 2), 1.15 * radius * math.sin(theta / 2)), fontsize=12)


def _vectors(ax: Axes, along: float, across: float) -> None:
    """The teacher to the right, the student, its two parts, and the angle between the two."""
    ax.plot([along, along], [0.0, across], color="0.5", linestyle="--", linewidth=1.0)
    ax.plot([0.0, along], [-0.05, -0.05], color=plots.COLOURS[1], linewidth=3.0, solid_capstyle="butt")
    _arrow(ax, 1.0, 0.0, r"$B/\sqrt{N}$, length 1", plots.COLOURS[0])
    _arrow(ax, along, across, r"$J/\sqrt{N}$, length $\sqrt{Q}$", plots.COLOURS[1])
    _arc(ax, 0.22, math.atan2(across, along))
    ax.annotate("$R$", (along / 2, -0.07), ha="center", va="top", fontsize=12)
    ax.annotate(r"$R_\perp = \sqrt{Q - R^2}$", (along, across / 2), xytext=(6, 0), textcoords="offset points")
    ax.set_xlim(-0.08, 1.55)
    ax.set_ylim(-0.25, 0.95)
    ax.set_title(rf"after $\alpha = {ALPHA:g}$ examples per weight (rosenblatt, N = {N:,})", fontsize=10)


def _wedges(ax: Axes, theta: float, seed: int) -> None:
    """The lines at right angles to both, and inputs: those between the lines are answered differently."""
    inputs = np.random.default_rng([seed, 2]).standard_normal((500, 2))
    differ = (inputs[:, 0] > 0.0) != (inputs @ [math.cos(theta), math.sin(theta)] > 0.0)
    for chosen, colour, label in ((~differ, "0.75", "same answer"), (differ, "black", "they differ")):
        ax.plot(*inputs[chosen].T, linestyle="none", marker=".", markersize=4, color=colour, label=label)
    for turn, colour in ((0.0, plots.COLOURS[0]), (theta, plots.COLOURS[1])):
        x, y = -3.2 * math.sin(turn), 3.2 * math.cos(turn)
        ax.plot([-x, x], [-y, y], color=colour, linewidth=1.5)
        _arrow(ax, 1.6 * math.cos(turn), 1.6 * math.sin(turn), "$B$" if turn == 0.0 else "$J$", colour)
    _arc(ax, 0.6, theta)
    ax.set_xlim(-3.2, 3.2)
    ax.set_ylim(-3.2, 3.2)
    ax.set_title(rf"inputs: a share $\theta/\pi$ = {theta / math.pi:.2f} lies between the lines", fontsize=10)
    ax.legend(frameon=False, fontsize=9, loc="lower right")
