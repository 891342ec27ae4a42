"""The overview: for two rules, with and without noise, simulation against theory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome, Reproduction, Row
from rosenblatt.papers.overview.geometry import figure_geometry
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.simulation.simulate import simulate
from rosenblatt.simulation.size_bias import bias_constant
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LAST_QUICK = 100.0  # alpha; what lies beyond takes nine tenths of the time
CASES = (("hebb", 0.0), ("hebb", 0.1), ("rosenblatt", 0.0), ("rosenblatt", 0.1))
AVERAGES = {
    "hebb": "rosenblatt.rules.hebb:Hebb.averages",
    "rosenblatt": "rosenblatt.rules.rosenblatt:Rosenblatt.averages",
}


def fewer_examples(rule: str) -> Sabotage:
    """Return the sabotage of theory that it is for fewer examples."""

    def change(curve: Callable[..., Any]) -> Callable[..., Any]:
        return lambda rule, alpha, **how: curve(rule, 0.8 * np.asarray(alpha), **how)

    return Sabotage("theory for a fifth fewer examples", "rosenblatt.theory.learning_curve:learning_curve", change)


def stronger_signal(rule: str) -> Sabotage:
    """Return the sabotage of the averages of a rule that <F b>, what is learnt of the teacher, is larger."""

    def change(averages: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*where: float) -> tuple[float, float, float]:
            along, across, square = averages(*where)
            return along + 0.1 * abs(along), across, square

        return changed

    return Sabotage("a tenth more of the teacher is learnt in theory", AVERAGES[rule], change)


@dataclass(frozen=True)
class Ensemble:
    """One way of simulating: with vectors where they are affordable, with two numbers everywhere."""

    method: str
    n: int
    alpha: tuple[float, ...]
    marker: str
    legend: str
    wrong_theory: Callable[[str], Sabotage]

    def points(self, context: Context) -> tuple[float, ...]:
        """Return the alphas to simulate."""
        return tuple(alpha for alpha in self.alpha if not context.quick or alpha <= LAST_QUICK)

    def runs(self, context: Context) -> int:
        """Return how many runs to make: enough that their standard errors can be relied on."""
        return max(40, context.runs(100))


ENSEMBLES = (
    Ensemble("vector", 500, (0.2, 0.5, 2.0, 5.0, 20.0), "o", "simulated with vectors, N = 500", fewer_examples),
    Ensemble(
        "auto",
        1000,
        tuple(np.geomspace(0.1, 1000.0, 13).tolist()),
        "s",
        "simulated by the exact chain, N = 1000",
        stronger_signal,
    ),
)


def compared(rule: str, noise: float, ensemble: Ensemble, context: Context) -> pd.DataFrame:
    """Return simulated and exact disagreement side by side, and the difference that is allowed."""
    runs = ensemble.runs(context)

    def compute() -> dict[str, list[float]]:
        how = {"alpha": ensemble.points(context), "noise": noise}
        result = simulate(rule, n=ensemble.n, runs=runs, method=ensemble.method, seed=context.seed, **how)
        frame = result.frame[["alpha", "disagreement", "disagreement_sem"]].copy()
        frame["theory"] = learning_curve(rule, frame["alpha"], noise=noise).frame["disagreement"].to_numpy()
        bias = bias_constant(rule, runs=4 * runs, **how) / ensemble.n
        frame["allowed"] = limit(len(frame), runs) * frame["disagreement_sem"] + bias
        return {str(column): frame[column].tolist() for column in frame}

    return pd.DataFrame(context.result(f"{rule}, {noise:g}, {ensemble.method}", compute, n=ensemble.n, runs=runs))


def _row(rule: str, noise: float, ensemble: Ensemble) -> Row:
    def compute(context: Context) -> Outcome:
        frame = compared(rule, noise, ensemble, context)
        off = (frame["disagreement"] - frame["theory"]).abs() / frame["allowed"]
        return Outcome({"largest difference/allowed": float(off.max()), "points": len(frame)}, bool(off.max() <= 1.0))

    claim = f"{ensemble.legend}: exact theory within what chance allows, and c/N with c measured at N = 50 and 100"
    sabotages = (
        ensemble.wrong_theory(rule),
        called_with("rosenblatt.simulation.simulate:simulate", noise=round(noise + 0.05, 2)),
    )
    return Row(f"{rule}, noise {noise:g}", claim, "<= 1", compute, sabotages=sabotages)


def draw(context: Context) -> Figure:
    """Lines of theory through simulated points."""
    figure, ax = plots.new_figure()
    for colour, (rule, noise) in zip(plots.COLOURS, CASES, strict=False):
        label = f"{rule}, {noise:.0%} of the labels flipped" if noise else rule
        learning_curve(rule, np.geomspace(0.1, 1000.0, 200), noise=noise).plot(ax, color=colour, label=label)
        for ensemble in ENSEMBLES:
            frame = compared(rule, noise, ensemble, context)
            plots.draw_points(frame, ax, color=colour, marker=ensemble.marker, markerfacecolor="white")
    plots.legend(ax, [(ensemble.marker, ensemble.legend) for ensemble in ENSEMBLES], loc="lower left")
    return figure


def table(context: Context) -> pd.DataFrame:
    """Theory and simulation side by side, all points."""
    parts = []
    for rule, noise in CASES:
        for ensemble in ENSEMBLES:
            frame = compared(rule, noise, ensemble, context)
            parts.append(frame.assign(rule=rule, noise=noise, n=ensemble.n)[["rule", "noise", "n", *frame.columns]])
    return pd.concat(parts, ignore_index=True)


ROWS = tuple(_row(rule, noise, ensemble) for rule, noise in CASES for ensemble in ENSEMBLES)
REPRODUCTION = Reproduction(
    rows=ROWS,
    figures={
        "teacher-and-student": ("What R, Q and theta are.", figure_geometry),
        "theory-and-simulation": ("Exact learning curves as lines through simulated points.", draw),
    },
    beside={"theory-and-simulation": tuple(dict.fromkeys(row.label for row in ROWS))},
    tables={"theory-and-simulation": ("The same as numbers: disagreement with the true rule.", table)},
)
