"""Second pictures: the path in the plane of R and the root of Q, and how students scatter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rosenblatt.lab.curves.lines import Line
from rosenblatt.lab.curves.points import Points
from rosenblatt.lab.pictures import axis, curve, look, nothing, picture, rounded

BINS = 24


def path_figure(lines: Iterable[Line], points: Points) -> dict[str, Any]:
    """Return the path of each student: how far it points along the teacher, and how long it is."""
    traces: list[dict[str, Any]] = []
    for place, line in enumerate(lines):
        seen, simulation = look(place), points.simulations.get(line.title)
        if line.frame is not None:
            said = _said(line.frame["alpha"])
            traces.append(curve(line.title, place, line.frame["r"], np.sqrt(line.frame["q_norm"]), **said))
        if simulation is not None:
            length = np.sqrt(simulation.samples["q_norm"]).mean(axis=0)
            dots = {"mode": "markers", "marker": {"color": seen["color"], "symbol": seen["symbol"], "size": 7}}
            more = {**dots, **_said(simulation.frame["alpha"]), "showlegend": line.frame is None}
            traces.append(curve(line.title, place, simulation.frame["r"], length, **more))
    if not traces:
        return nothing("Choose a rule that can learn here.")
    return picture(
        traces,
        xaxis=axis("R, the student along the teacher"),
        yaxis=axis("√Q, the student's length", rangemode="tozero"),
    )


def _said(alphas: Any) -> dict[str, Any]:
    """Return what the pointer says of the places of a path."""
    said = "R = %{x:.3g}, √Q = %{y:.3g}, %{text}<extra>%{fullData.name}</extra>"
    return {"text": [f"α = {alpha:.3g}" for alpha in alphas], "hovertemplate": said}


def spread_figure(lines: Iterable[Line], points: Points) -> dict[str, Any]:
    """Return how the overlaps of single students are distributed at the last alpha."""
    traces: list[dict[str, Any]] = []
    simulated = [(place, points.simulations.get(line.title)) for place, line in enumerate(lines)]
    overlaps = [(place, one.rule.name, one.samples["overlap"][:, -1]) for place, one in simulated if one is not None]
    finite = np.concatenate([values for _, _, values in overlaps]) if overlaps else np.zeros(0)
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    edges = np.linspace(low, high if high > low else low + 1e-6, BINS + 1)
    for place, title, values in overlaps:
        counts, _ = np.histogram(values, edges)
        traces.append(
            {
                "type": "bar",
                "name": title,
                "x": rounded(0.5 * (edges[1:] + edges[:-1])),
                "y": counts.tolist(),
                "marker": {"color": look(place)["color"], "opacity": 0.6},
                "hovertemplate": "%{y} students around %{x:.3g}<extra>%{fullData.name}</extra>",
            }
        )
    if not traces:
        return nothing("Simulate to see how single students scatter.")
    return picture(
        traces,
        barmode="overlay",
        bargap=0.04,
        xaxis=axis("overlap of a student with its teacher, at the last α"),
        yaxis=axis("students", rangemode="tozero"),
    )
