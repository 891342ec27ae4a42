"""The figure of KC92: rules at their best rate against the optimal one, and the optimal one with selected examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.scenario import Flips, Orthogonal, ShrinkingQueries
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.best_schedule import best_schedule
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.optimal import asymptote

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RULES = {"hebb": "Hebb", "rosenblatt": "perceptron", "adatron": "AdaTron"}
POINTS = np.array([0.5, 2.0, 5.0, 10.0, 15.0])
ASKED: dict[str, dict[str, Any]] = {
    "examples as they come": {},
    "$|h| = \\sqrt{Q}\\,\\tan\\theta$": {"queries": ShrinkingQueries(1.0)},
    "$h = 0$": {"queries": Orthogonal()},
    "$h = 0$, $\\kappa = 0.1$": {"queries": Orthogonal(), "noise": 0.1},
}
DOTS: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 4, "markerfacecolor": "white"}


def simulated(context: Context, name: str, scenario: dict[str, Any]) -> list[float]:
    """Return d of simulated students of the optimal rule."""
    n, runs = (100, 10) if context.quick else (200, 20)

    def experiment() -> list[float]:
        frame = simulate("bayes-hebb", n=n, alpha=POINTS, runs=runs, seed=context.seed, **scenario).frame
        return frame["disagreement"].tolist()

    return context.result(f"simulated, {name}", experiment, n=n, runs=runs)


def figure_bound(context: Context) -> Figure:
    """d alpha of rules at their best rate; d with selected examples, on a scale on which an exponential is a line."""
    figure, (left, right) = plots.new_panels(2, height=3.9, share=False)
    alpha = np.geomspace(0.3, 1000.0, 80)
    optimal = learning_curve("optimal", alpha).frame["disagreement"]
    for colour, (name, label) in zip(plots.COLOURS[1:], RULES.items(), strict=False):
        d = best_schedule(name, alpha=alpha).frame["disagreement"]
        left.plot(alpha, alpha * d, color=colour, label=f"{label}, best rate")
    left.plot(alpha, alpha * optimal, color=plots.COLOURS[0], label="optimal rule")
    left.axhline(asymptote(Flips())[0], color="0.4", linestyle=":", linewidth=1.0, label="0.8834")
    left.set_xscale("log")
    left.set_ylim(0.0, 2.0)
    left.set_xlabel(r"examples per weight $\alpha = P/N$")
    left.set_ylabel(r"$\alpha\,d$, clean labels")
    plots.legend(left, loc="lower right")
    alpha = np.linspace(0.05, POINTS[-1], 80)
    for colour, (label, scenario) in zip(plots.COLOURS, ASKED.items(), strict=False):
        d = learning_curve("bayes-hebb", alpha, **scenario).frame["disagreement"]
        right.plot(alpha, d, color=colour, label=label)
        right.plot(POINTS, simulated(context, label, scenario), color=colour, **DOTS)
    right.set_yscale("log")
    right.set_xlabel(r"examples per weight $\alpha = P/N$")
    right.set_ylabel("disagreement $d$, optimal rule")
    plots.legend(right, [("o", "simulated")], loc="lower left")
    return figure
