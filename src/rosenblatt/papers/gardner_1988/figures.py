"""The picture of the capacities: which sets of random labels are stored, and what margin and bias do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.simulation.storage import count_solutions, weight_vectors
from rosenblatt.theory.capacity import separable_fraction
from rosenblatt.theory.capacity_of import capacity_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COVER_SIZES = (10, 50, 250)
MARGINS = np.linspace(0.0, 2.0, 21)
BIASES = np.linspace(0.0, 0.9, 10)
# The values, the name in the legend, and the sizes whose vectors are counted.
KINDS: tuple[tuple[tuple[int, ...] | None, str, tuple[int, ...]], ...] = (
    (None, "on a sphere", ()),
    ((-1, 1), r"$\pm 1$", (7, 11, 15)),
    ((0, 1), "0 and 1", (7, 11, 15)),
)


def stored_fraction(context: Context, values: tuple[int, ...], n: int) -> list[float]:
    """Return the fraction of sets of 1, 2, ... 2 n random labels that some vector stores."""
    runs = context.runs(600)

    def experiment() -> list[float]:
        random, vectors = np.random.default_rng([context.seed, n, len(values)]), weight_vectors(values, n)
        counts = [count_solutions(vectors, 2 * n, random)[1:] > 0 for _ in range(runs)]
        return np.mean(counts, axis=0).tolist()

    return context.result(f"stored, {values}, N = {n}", experiment, n=n, runs=runs)


def figure_capacities(context: Context) -> Figure:
    """Sets that are stored against alpha, and capacities against margin and bias."""
    figure, (left, middle, right) = plots.new_panels(3, width=11.0, height=3.8, share=False)
    for (values, label, sizes), colour in zip(KINDS, plots.COLOURS, strict=False):
        weights = "spherical" if values is None else values
        for n, shade in zip(COVER_SIZES if values is None else sizes, (0.35, 0.6, 1.0), strict=True):
            if values is None:
                patterns = np.arange(1, 3 * n + 1, max(1, n // 50))
                heights = [separable_fraction(int(p), n) for p in patterns]
            else:
                patterns, heights = np.arange(1, 2 * n + 1), stored_fraction(context, values, n)
            left.plot(patterns / n, heights, color=colour, alpha=shade, linewidth=1.3)
        left.axvline(capacity_of(weights), color=colour, linestyle=":", linewidth=1.2)
        middle.plot(MARGINS, [capacity_of(weights, k) for k in MARGINS.tolist()], color=colour, label=label)
        right.plot(BIASES, [capacity_of(weights, 0.0, m) for m in BIASES.tolist()], color=colour)
    left.set_xlabel(r"labels per weight $\alpha$")
    left.set_ylabel("random sets that are stored")
    left.set_title("dotted: $N \\to \\infty$;  darker: larger $N$", fontsize=9)
    middle.set_xlabel("margin $K$")
    middle.set_ylabel(r"capacity $\alpha_c$")
    right.set_xlabel("mean label $m$, with the best threshold")
    right.set_yscale("log")
    right.set_yticks([0.5, 1.0, 2.0, 4.0], ["0.5", "1", "2", "4"])
    right.minorticks_off()
    plots.legend(middle, [])
    return figure
