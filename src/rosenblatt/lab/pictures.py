"""What all pictures share: colours that can be told apart on light and on dark, and a calm layout.

A picture is a dictionary in Plotly's format, which the browser draws; numbers have six digits, so that it stays small.
Colours of text and of the grid are those of paper, for downloads; on a dark page its style sheet has others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

COLOURS = (
    "#3b7dd8",
    "#e0792b",
    "#2a9d78",
    "#c9486b",
    "#8a63d2",
    "#a88a1d",
    "#2ba3b8",
    "#9a6a4f",
    "#6f8794",
    "#d667b4",
)
DASHES = ("solid", "dash", "dot")
SYMBOLS = ("circle", "diamond", "square")
INK, GRID = "#39424e", "#e3e7ec"
FONT = "Roboto, system-ui, sans-serif"


def look(place: int) -> dict[str, str]:
    """Return colour, dash and symbol of the curve at a place in the list."""
    lap = (place // len(COLOURS)) % len(DASHES)
    return {"color": COLOURS[place % len(COLOURS)], "dash": DASHES[lap], "symbol": SYMBOLS[lap]}


def rounded(values: Any) -> list[float | None]:
    """Return numbers with six digits; what is not finite is a gap.

    >>> rounded([1.23456789, float("nan"), 1e-12])
    [1.23457, None, 1e-12]
    """
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in np.asarray(values, dtype=float).tolist()]


def curve(title: str, place: int, x: Any, y: Any, **more: Any) -> dict[str, Any]:
    """Return a line, in the look of its place in the list; clicking its name hides all that has this name."""
    seen = look(place)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": title,
        "legendgroup": title,
        "x": rounded(x),
        "y": rounded(y),
        "line": {"color": seen["color"], "dash": seen["dash"], "width": 2},
        **more,
    }


def axis(title: str, kind: str = "linear", **more: Any) -> dict[str, Any]:
    """Return an axis."""
    shared = {"gridcolor": GRID, "zeroline": False, "linecolor": INK, "ticks": "outside", "ticklen": 4}
    digits = {"dtick": "D2", "tickformat": "~g"} if kind == "log" else {}
    return {"title": {"text": title}, "type": kind, "automargin": True, **shared, **digits, **more}


def picture(traces: list[dict[str, Any]], **layout: Any) -> dict[str, Any]:
    """Return a picture of some traces."""
    base: dict[str, Any] = {
        "font": {"family": FONT, "size": 13, "color": INK},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "margin": {"l": 56, "r": 16, "t": 20, "b": 48},
        "legend": {"orientation": "h", "x": 0.0, "y": 1.02, "yanchor": "bottom", "font": {"size": 12}},
        "hovermode": "closest",
        "uirevision": "kept",
    }
    config = {"displaylogo": False, "displayModeBar": False, "responsive": True}
    return {"data": traces, "layout": {**base, **layout}, "config": config}


def nothing(text: str) -> dict[str, Any]:
    """Return a picture that has nothing to show: a sentence in its middle, and no axes."""
    where = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
    sentence = {**where, "text": text, "font": {"size": 14}}
    return picture([], xaxis={"visible": False}, yaxis={"visible": False}, annotations=[sentence])
