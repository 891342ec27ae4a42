"""The overview: for two rules, with and without noise, simulation against theory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Reproduction, Row
from rosenblatt.papers.overview.geometry import figure_geometry
from rosenblatt.simulation.finite_size import bias_constant
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CASES = (("hebb", 0.0), ("hebb", 0.1), ("rosenblatt", 0.0), ("rosenblatt", 0.1))


@dataclass(frozen=True)
class Ensemble:
    """One way of simulating: with vectors where they are affordable, with two numbers everywhere."""

    method: str
    n: int
    alpha: tuple[float, ...]
    marker: str
    legend: str
    runs: int = 100


ENSEMBLES = (
    Ensemble("vector", 500, (0.2, 0.5, 2.0, 5.0, 20.0), "o", "simulated with vectors, N = 500"),
    Ensemble(
        "auto", 1000, tuple(np.geomspace(0.1, 1000.0, 13).tolist()), "s", "simulated by the exact chain, N = 1000"
    ),
)


def compared(rule: str, noise: float, ensemble: Ensemble, context: Context) -> pd.DataFrame:
    """Return simulated and exact disagreement side by side, and the difference that is allowed."""

    def compute() -> dict[str, list[float]]:
        how = {"alpha": ensemble.alpha, "noise": noise}
        result = simulate(
            rule, n=ensemble.n, runs=context.runs(ensemble.runs), method=ensemble.method, seed=context.seed, **how
        )
        frame = result.frame[["alpha", "disagreement", "disagreement_sem"]].copy()
        frame["theory"] = learning_curve(rule, frame["alpha"], noise=noise).frame["disagreement"].to_numpy()
        allowance = bias_constant(rule, runs=400, **how) / ensemble.n
        frame["allowed"] = Z_LIMIT * frame["disagreement_sem"] + allowance
        return {str(column): frame[column].tolist() for column in frame}

    return pd.DataFrame(
        context.result(f"{rule}, {noise:g}, {ensemble.method}", compute, n=ensemble.n, runs=ensemble.runs)
    )


def _row(rule: str, noise: float, ensemble: Ensemble) -> Row:
    def compute(context: Context) -> Outcome:
        frame = compared(rule, noise, ensemble, context)
        off = (frame["disagreement"] - frame["theory"]).abs() / frame["allowed"]
        return Outcome({"largest difference/allowed": float(off.max()), "points": len(frame)}, bool(off.max() <= 1.0))

    claim = f"{ensemble.legend}: within {Z_LIMIT:g} standard errors + c/N of exact theory, c measured at N = 50 and 100"
    return Row(f"{rule}, noise {noise:g}", claim, "<= 1", compute)


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


REPRODUCTION = Reproduction(
    rows=tuple(_row(rule, noise, ensemble) for rule, noise in CASES for ensemble in ENSEMBLES),
    figures={
        "teacher-and-student": ("What R, Q and theta are.", figure_geometry),
        "theory-and-simulation": ("Exact learning curves as lines through simulated points.", draw),
    },
    tables={"theory-and-simulation": ("The same as numbers: disagreement with the true rule.", table)},
)
