"""The picture of learning curves: theory as lines, simulated students as points with standard errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rosenblatt.lab.curves.lines import Line
from rosenblatt.lab.curves.points import Points
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.thresholds import Threshold
from rosenblatt.lab.pictures import INK, axis, curve, look, nothing, picture, rounded

TITLES = {
    "disagreement": "disagreement with the teacher",
    "overlap": "overlap with the teacher",
    "error": "error on the labels",
}
ALPHA = "examples per weight, α"


def curves_figure(
    settings: CurveSettings, lines: Iterable[Line], points: Points, marks: Iterable[Threshold]
) -> dict[str, Any]:
    """Return the main picture."""
    traces: list[dict[str, Any]] = []
    for place, line in enumerate(lines):
        simulation = points.simulations.get(line.title)
        if line.frame is not None:
            traces.append(_line_trace(settings, line, place))
        if simulation is not None:
            traces.append(_points_trace(settings, line, simulation.frame, place))
    if not traces:
        return nothing("Choose a rule that can learn here.")
    shapes, annotations = _marks(settings, marks)
    return picture(
        traces,
        xaxis=axis(ALPHA, settings.x),
        yaxis=axis(TITLES[settings.show], settings.y),
        shapes=shapes,
        annotations=annotations,
        uirevision=f"{settings.x} {settings.y} {settings.show} {settings.first} {settings.last}",
    )


def _line_trace(settings: CurveSettings, line: Line, place: int) -> dict[str, Any]:
    assert line.frame is not None
    values, said = _drawable(line.frame[settings.show], settings.y), "%{y:.4g} at α = %{x:.4g}"
    return curve(
        line.title, place, line.frame["alpha"], values, hovertemplate=f"{said}<extra>%{{fullData.name}}</extra>"
    )


def _points_trace(settings: CurveSettings, line: Line, frame: Any, place: int) -> dict[str, Any]:
    seen, runs = look(place), int(frame["runs"].iloc[0])
    return {
        "type": "scatter",
        "mode": "markers",
        "name": f"{line.title}, simulated",
        "legendgroup": line.title,
        "showlegend": line.frame is None,
        "x": rounded(frame["alpha"]),
        "y": rounded(_drawable(frame[settings.show], settings.y)),
        "error_y": {
            "type": "data",
            "array": rounded(frame[f"{settings.show}_sem"]),
            "color": seen["color"],
            "thickness": 1.2,
            "width": 3,
        },
        "marker": {"color": seen["color"], "symbol": seen["symbol"], "size": 7},
        "hovertemplate": f"%{{y:.4g}} ± %{{error_y.array:.2g}}, {runs} runs<extra>%{{fullData.name}}</extra>",
    }


def _drawable(values: Any, scale: str) -> np.ndarray:
    """Return the values, of which a logarithmic axis has only those above 0."""
    found = np.asarray(values, dtype=float)
    return np.where(found > 0.0, found, np.nan) if scale == "log" else found


def _marks(settings: CurveSettings, marks: Iterable[Threshold]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    shapes, annotations = [], []
    for height, mark in enumerate(marks):
        line = {"color": INK, "width": 1, "dash": "dot"}
        shapes.append(
            {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": mark.alpha, "x1": mark.alpha, "line": line}
        )
        place = float(np.log10(mark.alpha)) if settings.x == "log" else mark.alpha
        text = {"text": mark.meaning, "showarrow": False, "xanchor": "left", "xshift": 4, "font": {"size": 11}}
        annotations.append({**text, "x": place, "yref": "paper", "y": 1.0 - 0.06 * height, "yanchor": "top"})
    return shapes, annotations
