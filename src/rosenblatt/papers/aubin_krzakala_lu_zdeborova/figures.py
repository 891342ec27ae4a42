"""The figure of AKLZ: curves of ridge, logistic regression and the hinge loss through scikit-learn's students."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GRID = np.geomspace(0.1, 30.0, 120)
PLACES = np.array([0.2, 0.5, 1.0, 2.0, 4.0, 8.0])
PANELS = (("clean labels", 0.0), ("one label in ten flipped", 0.1))
LEARNERS = (("ridge", 1e-3), ("ridge", 1.0), ("logistic", 0.05), ("hinge", 0.3))


def students(context: Context, name: str, penalty: float, noise: float) -> list[float]:
    """Return d of students of scikit-learn."""
    n, runs = (60, 10) if context.quick else (200, 30)

    def experiment() -> list[float]:
        how: dict[str, Any] = {"penalty": penalty, "noise": noise, "seed": context.seed}
        return simulate(name, n=n, alpha=PLACES, runs=runs, **how).frame["disagreement"].tolist()

    return context.result(f"students of {name}, penalty {penalty:g}, noise {noise:g}", experiment, n=n, runs=runs)


def figure_curves(context: Context) -> Figure:
    """d against alpha: lines are theory, points scikit-learn; the dashed line is logistic regression at its best."""
    figure, axes = plots.new_panels(len(PANELS), height=4.0)
    dots: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 4, "markerfacecolor": "white"}
    for ax, (title, noise) in zip(axes, PANELS, strict=True):
        for colour, (name, penalty) in zip(plots.COLOURS, LEARNERS, strict=False):
            curve = learning_curve(name, GRID, penalty=penalty, noise=noise)
            curve.plot(ax, color=colour, label=f"{name}, penalty {penalty:g}")
            ax.plot(PLACES, students(context, name, penalty, noise), color=colour, **dots)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that no penalty is best where there are many examples
            best = learning_curve("logistic", GRID, penalty="best", noise=noise)
        best.plot(ax, color="0.2", linestyle="--", linewidth=1.0, label="logistic, best penalty")
        ax.set_title(title, fontsize=10)
    plots.legend(axes[0], [("o", "scikit-learn")], loc="lower left")
    return figure
