"""The figure of SOS: what is learnt by queries of a committee, and by examples as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt import plots
from rosenblatt.papers.judging import Context
from rosenblatt.papers.seung_opper_sompolinsky.information import ALPHA, SIZES, committees
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GRID = np.linspace(0.0, 10.0, 101)


def figure_committee(context: Context) -> Figure:
    """Disagreement, and the information of a query, against the number of queries."""
    figure, axes = plots.new_panels(2, 9.6, 4.2, share=False)
    plain = learning_curve("gibbs", GRID).frame
    axes[0].plot(GRID, plain["disagreement"], color="0.5", label="as they come")
    for colour, queries in zip(plots.COLOURS, ("pair", "zero-field"), strict=False):
        frame = learning_curve("query-by-committee", GRID, queries=queries).frame
        axes[0].plot(GRID, frame["disagreement_gibbs"], color=colour, label=f"{queries}: a student")
        axes[0].plot(GRID, frame["disagreement_bayes"], color=colour, linestyle="--", label=f"{queries}: the mean")
        axes[1].plot(GRID, frame["information"], color=colour, label=queries)
    for n, marker in zip(SIZES, "so", strict=True):
        found = committees(context)[n]
        axes[0].errorbar(
            ALPHA,
            found["disagreement"],
            found["disagreement_sem"],
            label=f"pair, N = {n}",
            color=plots.COLOURS[0],
            linestyle="none",
            marker=marker,
            fillstyle="none",
        )
    axes[0].set(xlabel=r"$\alpha$", ylabel="disagreement with the teacher", yscale="log")
    axes[1].set(xlabel=r"$\alpha$", ylabel="information of a query (nats)", ylim=(0.5, 0.72))
    for axis in axes:
        axis.legend(fontsize="small")
    return figure
