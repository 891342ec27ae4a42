"""The figure of AB: how fast algorithms come to the largest margin."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.batch.dual_ascent import UPDATES, adatron_rounds, batch_adatron_rounds
from rosenblatt.batch.margin_certificate import SignedRows
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.minover import minover_rounds
from rosenblatt.kernels.dual_sweep import compiled_sweep
from rosenblatt.papers.judging import Context
from rosenblatt.papers.krauth_mezard_1987.least_stable_first import taught

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rounds = Callable[[SignedRows], Iterator[np.ndarray]]
# The name, the algorithm, and the passes over all examples that a round is worth at most.
ALGORITHMS: dict[str, tuple[Rounds, int]] = {
    "MinOver": (minover_rounds, 1),
    "AdaTron, batch": (partial(batch_adatron_rounds, rate=1.9), UPDATES),
    "AdaTron, sequential": (partial(adatron_rounds, sweep=compiled_sweep), 10),
}
SMALLEST = 1e-12


def gaps(context: Context, name: str) -> list[float]:
    """Return by what fraction the margin is below the largest one, after each round."""
    rounds, passes = ALGORITHMS[name]
    number = (400 if context.quick else 4000) // passes

    def experiment() -> list[float]:
        x, labels = taught(context, 0, alpha=1.5, n=60)
        best = find_best_separator(x, labels)
        assert best is not None
        largest, rows = float(np.min(labels * (x @ best))), SignedRows(x, labels, False)
        return [1.0 - rows.plane(shares).margin / largest for shares in itertools.islice(rounds(rows), number)]

    return context.result(f"gaps of {name}", experiment, rounds=number)


def figure_convergence(context: Context) -> Figure:
    """The gap against passes over all examples."""
    figure, ax = plots.new_figure(6.4, 4.0)
    for (name, (_, passes)), colour in zip(ALGORITHMS.items(), plots.COLOURS, strict=False):
        found = np.array(gaps(context, name))
        ended = int(np.argmax(found <= SMALLEST)) if found.min() <= SMALLEST else len(found) - 1
        shown = np.unique(np.geomspace(1, ended + 1, 60).astype(int)) - 1  # as many on each part of the axis
        shown = shown[found[shown] < 1.0]
        heights = np.maximum(found[shown], SMALLEST)
        ax.plot((shown + 1) * passes, heights, color=colour, marker="o", markersize=3, linewidth=1.0, label=name)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("passes over the examples (MinOver: corrections/P)")
    ax.set_ylabel("$1 - K/K^*$ (at the bottom: 0 to rounding)")
    plots.legend(ax)
    return figure
