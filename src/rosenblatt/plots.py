"""Drawing of frames with an ``alpha`` column: lines for theory, points for simulation.

Matplotlib is imported when something is drawn, and only here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMN = "disagreement"
AXIS_LABELS = {
    "disagreement": "disagreement $d$ with the true rule",
    "error": r"error $\epsilon$ on noisy labels",
    "overlap": r"overlap $\rho$",
    "r": "$R$",
    "q_norm": "$Q$",
}
# Okabe and Ito's colours, told apart by nearly everybody.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


def new_figure(width: float = 6.4, height: float = 4.4) -> tuple[Figure, Axes]:
    """Return a figure that belongs to nobody else, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def new_panels(number: int, width: float = 9.6, height: float = 3.2) -> tuple[Figure, list[Axes]]:
    """Return a figure and its panels side by side, with one vertical axis."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, number, sharey=True))


def current_axes() -> Axes:
    """Return the axes on which an interactive user draws."""
    import matplotlib.pyplot as plt

    return plt.gca()


def draw_line(frame: pd.DataFrame, ax: Axes | None, column: str = COLUMN, **style: Any) -> Axes:
    """Draw a column against alpha as a line."""
    ax = ax if ax is not None else current_axes()
    frame = frame[frame["alpha"] > 0.0].sort_values("alpha")  # a logarithmic axis has no start
    ax.plot(frame["alpha"], frame[column], **{"linewidth": 1.5, "marker": "" if len(frame) > 1 else ".", **style})
    return _dress(ax, column)


def draw_points(frame: pd.DataFrame, ax: Axes | None, column: str = COLUMN, **style: Any) -> Axes:
    """Draw a column against alpha as points with their standard errors."""
    ax = ax if ax is not None else current_axes()
    frame = frame[frame["alpha"] > 0.0]
    look = {"linestyle": "none", "marker": "o", "markersize": 4.0, "capsize": 2.0, **style}
    ax.errorbar(frame["alpha"], frame[column], yerr=frame[f"{column}_sem"], **look)
    return _dress(ax, column)


def legend(ax: Axes, markers: Iterable[tuple[str, str]] = (), **style: Any) -> None:
    """Draw the legend of the lines, and say in grey what the given markers mean."""
    for marker, meaning in markers:
        ax.plot([], [], color="0.4", linestyle="none", marker=marker, markerfacecolor="white", label=meaning)
    ax.legend(**{"frameon": False, "fontsize": 9, **style})


def _dress(ax: Axes, column: str) -> Axes:
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    if column in ("disagreement", "error"):
        ax.set_yscale("log")
        low, high = ax.get_ylim()
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 1e3 * low else (1.0,)))
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.yaxis.set_minor_formatter("")
    ax.set_xlabel(r"examples per weight $\alpha = P/N$")
    ax.set_ylabel(AXIS_LABELS.get(column, column))
    return ax
