"""Pictures of a sweep: panels of curves, side by side and one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.sweeps.cell import SIMULATE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rosenblatt.sweeps.result import Sweep

WIDTH, HEIGHT = 4.2, 2.9  # of a panel
LEGEND = 2.4  # its width beside the panels
MOST_INSIDE = 3  # entries of a legend that leave room for the curves
DASHES = ("-", "--", ":", "-.")


def draw(
    sweep: Sweep,
    *,
    x: str = "alpha",
    hue: str | None = None,
    row: str | None = None,
    col: str | None = None,
    column: str = plots.COLUMN,
) -> Figure:
    """Draw a measure against ``x``: simulations as points with standard errors, curves as lines.

    ``hue`` chooses colours, ``row`` and ``col`` panels. What is told apart by none of these gets a line of its own.
    """
    frame = sweep.frame[sweep.frame["problem"] == ""]
    known = [name for name in ("alpha", *sweep.names) if name in frame]
    for name, value in {"x": x, "hue": hue, "row": row, "col": col}.items():
        if value is not None:
            checks.one_of(name, value, known)
    checks.one_of("column", column, [name for name in plots.AXIS_LABELS if name in frame])
    hue = hue if hue is not None or "rule" in (x, row, col) else "rule"
    colours = _colours(frame, hue)
    rows, cols = _levels(frame, row), _levels(frame, col)
    figure, panels = plots.new_grid(len(rows) * len(cols), len(cols), WIDTH, HEIGHT)
    places = [(down, across) for down in rows for across in cols]
    for ax, (down, across) in zip(panels, places, strict=True):
        part = _chosen(_chosen(frame, row, down), col, across)
        _draw_panel(ax, part, x, column, [name for name in known if name not in (x, row, col)], hue, colours)
        ax.set_title(", ".join(_said(name, value) for name, value in ((row, down), (col, across)) if name))
    _share_limits(panels)
    handles, words = panels[0].get_legend_handles_labels()
    if len(words) > MOST_INSIDE:
        figure.set_figwidth(figure.get_figwidth() + LEGEND)
        figure.legend(handles, words, loc="outside right upper", frameon=False, fontsize=9)
    elif words:
        plots.legend(panels[0])
    return figure


def _draw_panel(
    ax: Axes, frame: pd.DataFrame, x: str, column: str, others: list[str], hue: str | None, colours: dict[Any, str]
) -> None:
    """Draw all lines and points of a panel."""
    varying = [name for name in others if frame[name].nunique(dropna=False) > 1]
    named: set[str] = set()
    looks: dict[Any, dict[Any, int]] = {}
    for (over, *values), part in frame.groupby(["over", *varying], dropna=False, sort=False, observed=True):
        label = {name: value for name, value in zip(varying, values, strict=True) if value == value}  # NaN is not
        colour = colours.get(part[hue].iloc[0], plots.COLOURS[0]) if hue is not None else plots.COLOURS[0]
        rest, mine = tuple(pair for pair in label.items() if pair[0] != hue), looks.setdefault(over, {})
        look = mine.setdefault(rest, len(mine) % len(DASHES))
        words = ", ".join(_said(name, value) for name, value in label.items())
        style: dict[str, Any] = {"color": colour, "label": words if words and words not in named else None}
        named.add(words)
        if over == SIMULATE:
            marks = {"markerfacecolor": colour if look == 0 else "white", "marker": "os^D"[look]}
            _points(ax, part, x, column, **marks, **style)
        else:
            _line(ax, part, x, column, linestyle=DASHES[look], **style)


def _points(ax: Axes, part: pd.DataFrame, x: str, column: str, **style: Any) -> None:
    if x == "alpha":
        plots.draw_points(part, ax, column, **style)
    else:
        look = {"linestyle": "-", "linewidth": 0.7, "markersize": 4.0, "capsize": 2.0, **style}
        plots.draw_against(part, ax, x, column, yerr=part[f"{column}_sem"], **look)


def _line(ax: Axes, part: pd.DataFrame, x: str, column: str, **style: Any) -> None:
    if x == "alpha":
        plots.draw_line(part, ax, column, **style)
    else:
        plots.draw_against(part, ax, x, column, **style)


def _colours(frame: pd.DataFrame, hue: str | None) -> dict[Any, str]:
    levels = _levels(frame, hue)
    return {level: plots.COLOURS[number % len(plots.COLOURS)] for number, level in enumerate(levels)}


def _levels(frame: pd.DataFrame, name: str | None) -> list[Any]:
    """Return the values of a column in their order, or nothing at all as the only one."""
    return [None] if name is None else frame[name].dropna().drop_duplicates().tolist()


def _chosen(frame: pd.DataFrame, name: str | None, value: Any) -> pd.DataFrame:
    """Return the rows of a panel: with its value, or with none, as curves for any N have."""
    return frame if name is None else frame[(frame[name] == value) | frame[name].isna()]


def _said(name: str, value: Any) -> str:
    return str(value) if name == "rule" else f"{name} = {value:g}" if isinstance(value, float) else f"{name} = {value}"


def _share_limits(panels: list[Axes]) -> None:
    """Give all panels the limits that hold all of what is drawn."""
    low, high = (np.array([ax.get_ylim() for ax in panels])[:, k] for k in (0, 1))
    for ax in panels:
        ax.set_ylim(low.min(), high.max())
