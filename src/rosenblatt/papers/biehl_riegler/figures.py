"""The figure of BR: learning curves at several rates, and where flipped labels leave the AdaTron."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.biehl_riegler.angle_equation import START, end
from rosenblatt.papers.judging import Context
from rosenblatt.rules.adatron import Adatron
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.best_schedule import best_schedule
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVES = (0.3, 1.0, 3.0, 4.0)
ENDS = (0.5, 1.0, 2.0)
POINTS = np.array([1.0, 3.0, 10.0, 30.0, 100.0])
NOISE = (0.02, 0.1, 0.2, 0.3)
LATE = 60.0  # an alpha at which students have come to the end


def simulated(context: Context, eta: float, alpha: list[float], noise: float = 0.0) -> list[float]:
    """Return d of simulated students."""
    n, runs = (200, 10) if context.quick else (500, 20)

    def experiment() -> list[float]:
        how = {"start": START, "noise": noise, "seed": context.seed}
        return simulate(Adatron(eta=eta), n=n, alpha=alpha, runs=runs, **how).frame["disagreement"].tolist()

    return context.result(f"simulated, eta = {eta:g}, noise {noise:g}, {alpha}", experiment, n=n, runs=runs)


def figure_rates(context: Context) -> Figure:
    """Curves at several rates from one start; and where they end with flipped labels."""
    figure, (left, right) = plots.new_panels(2, height=3.9, share=False)
    alpha = np.geomspace(0.3, POINTS[-1], 100)
    dots = {"linestyle": "none", "marker": "o", "markersize": 4, "markerfacecolor": "white"}
    for colour, eta in zip(plots.COLOURS, CURVES, strict=False):
        learning_curve(Adatron(eta=eta), alpha, start=START).plot(left, color=colour, label=rf"$\eta = {eta:g}$")
        left.plot(POINTS, simulated(context, eta, POINTS.tolist()), color=colour, **dots)
    best_schedule("adatron", alpha=alpha, start=START).plot(left, color="0.2", linestyle="--", label="best rate")
    plots.legend(left, [("o", "simulated")], loc="lower left")
    left.set_title(rf"clean labels, from $\rho = {START:g}$", fontsize=10)
    levels = 0.4 * np.linspace(0.0, 1.0, 81)[1:] ** 2
    for colour, eta in zip(plots.COLOURS, ENDS, strict=False):
        ends = [end(eta, kappa) for kappa in levels.tolist()]
        right.plot([0.0, *levels], [0.0, *ends], color=colour, label=rf"$\eta = {eta:g}$")
        right.plot(NOISE, [simulated(context, eta, [LATE], kappa)[0] for kappa in NOISE], color=colour, **dots)
    right.set_xlabel(r"share $\kappa$ of flipped labels")
    right.set_ylabel("$d$ at which learning ends")
    right.set_title("flipped labels, a constant rate", fontsize=10)
    plots.legend(right, [("o", rf"simulated, $\alpha = {LATE:g}$")], loc="lower right")
    return figure
