"""The main job: theory against simulation, as a figure, a table and a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from rosenblatt import plots
from rosenblatt.simulation.finite_size import Z_LIMIT, bias_constant
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

NAME = "theory-and-simulation"
CASES = (("hebb", 0.0), ("hebb", 0.1), ("rosenblatt", 0.0), ("rosenblatt", 0.1))
SHOWN_ALPHAS = (0.1, 0.2, 1.0, 2.0, 10.0, 20.0, 100.0, 1000.0)  # in the table that is printed; the file has all


@dataclass(frozen=True)
class Plan:
    """One way of simulating: with vectors where they are affordable, with two numbers everywhere."""

    method: str
    n: int
    alpha: tuple[float, ...]
    marker: str
    legend: str
    runs: int = 100


PLANS = (
    Plan("vector", 500, (0.2, 0.5, 2.0, 5.0, 20.0), "o", "simulated with vectors, N = 500"),
    Plan("auto", 1000, tuple(np.geomspace(0.1, 1000.0, 13)), "s", "simulated by the exact chain, N = 1000"),
)


def reproduce(out: Path, *, quick: bool, seed: int, say: Callable[[str], None]) -> bool:
    """Write the figure (PNG, SVG) and the table (CSV) into ``out``; return whether all rows agree."""
    out.mkdir(parents=True, exist_ok=True)
    table = pd.concat(
        [compare(rule, noise, plan, 20 if quick else plan.runs, seed) for rule, noise in CASES for plan in PLANS],
        ignore_index=True,
    )
    figure = draw(table)
    for suffix in ("png", "svg"):
        figure.savefig(out / f"{NAME}.{suffix}", dpi=160)
    table.to_csv(out / f"{NAME}.csv", index=False)
    say(_text(table))
    holds = int((table["verdict"] == "holds").sum())
    say(
        f"{holds} of {len(table)} rows agree: simulation and theory differ by less than what is allowed, {Z_LIMIT:g} "
        "standard errors + c/N, with c the constant of the finite-size bias as measured at N = 50 and 100."
    )
    say(f"Wrote {out / NAME}.png, .svg and .csv.")
    return holds == len(table)


def compare(rule: str, noise: float, plan: Plan, runs: int, seed: int) -> pd.DataFrame:
    """Return simulated and exact disagreement side by side, with a verdict."""
    result = simulate(rule, n=plan.n, alpha=plan.alpha, runs=runs, noise=noise, method=plan.method, seed=seed)
    frame = result.frame[["alpha", "disagreement", "disagreement_sem", "runs"]].copy()
    theory = learning_curve(rule, frame["alpha"], noise=noise).frame["disagreement"].to_numpy()
    constant = bias_constant(rule, alpha=plan.alpha, noise=noise, runs=400)
    frame.insert(0, "rule", rule)
    frame.insert(1, "noise", noise)
    frame.insert(2, "method", result.method)
    frame.insert(3, "n", plan.n)
    frame["theory"] = theory
    frame["allowed"] = Z_LIMIT * frame["disagreement_sem"] + constant / plan.n
    close = (frame["disagreement"] - theory).abs() <= frame["allowed"]
    frame["verdict"] = np.where(close, "holds", "fails")
    return frame


def draw(table: pd.DataFrame):
    """Return the figure: lines of theory through simulated points."""
    figure, ax = plots.new_figure()
    for colour, (rule, noise) in zip(plots.COLOURS, CASES, strict=False):
        label = f"{rule}, {noise:.0%} of the labels flipped" if noise else rule
        curve = learning_curve(rule, np.geomspace(table["alpha"].min(), table["alpha"].max(), 200), noise=noise)
        curve.plot(ax, color=colour, label=label)
        for plan in PLANS:
            mine = (table["rule"] == rule) & (table["noise"] == noise) & (table["n"] == plan.n)
            plots.draw_points(table[mine], ax, color=colour, marker=plan.marker, markerfacecolor="white")
    markers = [(plan.marker, plan.legend) for plan in PLANS]
    plots.legend(ax, markers, loc="lower left")
    return figure


def _text(table: pd.DataFrame) -> str:
    shown = table[table["alpha"].round(6).isin(SHOWN_ALPHAS)].copy()
    for column in ("theory", "disagreement", "disagreement_sem", "allowed"):
        shown[column] = shown[column].map("{:.5f}".format)
    columns = [
        "rule",
        "noise",
        "method",
        "n",
        "alpha",
        "theory",
        "disagreement",
        "disagreement_sem",
        "allowed",
        "verdict",
    ]
    return shown[columns].to_string(index=False)
