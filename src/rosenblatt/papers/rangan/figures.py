"""The figure of R: state evolution through the points of message passing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.rangan.sweeps import CASES, SWEEPS, overlaps
from rosenblatt.theory.state_evolution import state_evolution

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure_sweeps(context: Context) -> Figure:
    """What is not known after each sweep, by the recursion and by message passing."""
    n, runs = (300, 12) if context.quick else (1000, 40)
    figure, axis = plots.new_figure(6.8, 4.4)
    for case, (teacher, channel, alpha) in enumerate(CASES):
        colour, found = plots.COLOURS[case], 1.0 - overlaps(context, case, n, runs)
        exact = state_evolution(teacher, channel, alpha=alpha, sweeps=SWEEPS)
        start = np.concatenate([[1.0], exact["deficit"]])
        axis.plot(np.arange(SWEEPS + 1), start, color=colour, label=rf"{teacher}, {channel!r}, $\alpha$ = {alpha:g}")
        error = found.std(axis=0, ddof=1) / math.sqrt(runs)
        axis.errorbar(exact["sweep"], found.mean(axis=0), error, color=colour, linestyle="none", marker="o", capsize=2)
    axis.set(xlabel="sweep", ylabel="1 - q: what is not known of the weights", yscale="log", ylim=(0.04, 1.2))
    axis.legend(title=f"lines: state evolution; points: N = {n:,}, {runs} runs", fontsize="small", loc="lower left")
    return figure
