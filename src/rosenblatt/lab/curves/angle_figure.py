"""The moving picture: the teacher, the students and the angles between them, at one alpha after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.lab.curves.lines import Line
from rosenblatt.lab.pictures import COLOURS, look, nothing, picture, rounded

FRAMES = 60
MOST_STUDENTS = len(COLOURS)
STONE = "#8794a3"  # of what is no curve: seen on light and on dark
SIDE = {"visible": False, "range": [-1.12, 1.12], "fixedrange": True}


def moment(frame: pd.DataFrame, step: int) -> pd.Series:
    """Return the row of a curve at a step of the moving picture, of which there are `FRAMES`."""
    return frame.iloc[round(step * (len(frame) - 1) / (FRAMES - 1))]


def angle_figure(lines: Sequence[Line], step: int) -> dict[str, Any]:
    """Return the picture at a step: the teacher points up, each student at its angle to it."""
    drawn = [(place, line) for place, line in enumerate(lines) if line.frame is not None][:MOST_STUDENTS]
    if not drawn:
        return nothing("Choose a rule with a line.")
    traces = [_circle(), _arrow("teacher B", 0.0, STONE)]
    alpha = math.nan
    for place, line in drawn:
        assert line.frame is not None
        alpha = float(moment(line.frame, step)["alpha"])
        angle = math.acos(float(np.clip(moment(line.frame, step)["overlap"], -1.0, 1.0)))
        colour = look(place)["color"]
        traces += [_wedge(angle, colour), _arrow(f"{line.title}: {math.degrees(angle):.1f}°", angle, colour)]
    return picture(
        traces,
        xaxis={**SIDE},
        yaxis={**SIDE, "scaleanchor": "x"},
        annotations=[_caption(alpha)],
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
    )


def described(lines: Sequence[Line], step: int) -> str:
    """Return in words what the moving picture shows."""
    seen = [(line.title, moment(line.frame, step)) for line in lines if line.frame is not None]
    if not seen:
        return "Nobody learns here."
    said = [f"{title} at {math.degrees(math.acos(min(max(row['overlap'], -1.0), 1.0))):.1f}°" for title, row in seen]
    return f"α = {seen[0][1]['alpha']:.3g}: {', '.join(said)}."


def _caption(alpha: float) -> dict[str, Any]:
    where = {"xref": "paper", "yref": "paper", "x": 0.02, "y": 0.02, "xanchor": "left", "showarrow": False}
    return {**where, "text": f"α = {alpha:.3g}", "font": {"size": 15}}


def _circle() -> dict[str, Any]:
    turn = np.linspace(0.0, 2.0 * math.pi, 121)
    shared = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "showlegend": False}
    return {**shared, "x": rounded(np.cos(turn)), "y": rounded(np.sin(turn)), "line": {"color": STONE, "width": 1}}


def _wedge(angle: float, colour: str) -> dict[str, Any]:
    """Return the two sectors of inputs of which student and teacher say different things, seen from the teacher."""
    turn = np.linspace(0.0, angle, 24)
    x = np.concatenate([[0.0], 0.35 * np.sin(turn), [0.0]])
    y = np.concatenate([[0.0], 0.35 * np.cos(turn), [0.0]])
    fill = {"fill": "toself", "fillcolor": colour, "opacity": 0.12, "line": {"width": 0}}
    shared = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "showlegend": False}
    return {**shared, **fill, "x": rounded(x), "y": rounded(y)}


def _arrow(title: str, angle: float, colour: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": title,
        "x": rounded([0.0, math.sin(angle)]),
        "y": rounded([0.0, math.cos(angle)]),
        "line": {"color": colour, "width": 3},
        "marker": {"color": colour, "size": [0, 12], "symbol": "arrow", "angleref": "previous"},
        "hoverinfo": "name",
    }
