"""The pictures of a contest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.lab.pictures import COLOURS, INK, axis, look, nothing, picture, rounded
from rosenblatt.lab.streams.contest import OURS, Standing
from rosenblatt.lab.streams.settings import StreamSettings
from rosenblatt.streams.stream_evaluation import StreamEvaluation

SMOOTHED = 5  # lines of the history that are averaged, so that chance does not hide what happens
NOTHING = "What is learnt will be drawn here."


def over_time_figure(settings: StreamSettings, standing: Standing | None) -> dict[str, Any]:
    """Return how often, or how badly, each model is wrong of late."""
    traces = [
        _over_time(settings, name, one, place)
        for place, (name, one) in enumerate(_evaluations(standing).items())
        if settings.measure == "error" or one.has_probabilities
    ]
    titles = {"error": "error of late", "log-loss": "log-loss of late, nats"}
    if not traces:
        return nothing(NOTHING)
    return picture(traces, xaxis=axis("rows"), yaxis=axis(titles[settings.measure], rangemode="tozero"))


def _over_time(settings: StreamSettings, name: str, one: StreamEvaluation, place: int) -> dict[str, Any]:
    frame = one.frame
    values = 1.0 - frame["recent_accuracy"] if settings.measure == "error" else frame["recent_log_loss"]
    smooth = values.rolling(SMOOTHED, min_periods=1).mean()
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": frame["rows"].tolist(),
        "y": rounded(smooth),
        "line": {"color": look(place)["color"], "width": 3 if name == OURS else 1.8},
        "hovertemplate": "%{y:.3g} at row %{x}<extra>%{fullData.name}</extra>",
    }


def detail_figure(settings: StreamSettings, standing: Standing | None) -> dict[str, Any]:
    """Return the second picture."""
    if standing is None or not standing.evaluations:
        return nothing(NOTHING)
    makers = {"calibration": _calibration, "world": _world, "members": _members, "features": _features}
    return makers[settings.detail](standing)


def _calibration(standing: Standing) -> dict[str, Any]:
    """Return how often what was said to be so probable happened."""
    ideal = {"color": INK, "width": 1, "dash": "dot"}
    traces: list[dict[str, Any]] = [
        {"type": "scatter", "mode": "lines", "x": [0, 1], "y": [0, 1], "line": ideal, "name": "as said"}
    ]
    for place, (name, one) in enumerate(standing.evaluations.items()):
        if one.has_probabilities:
            table, colour = one.reliability, look(place)["color"]
            line = {"mode": "lines+markers", "line": {"color": colour, "width": 1.5}, "marker": {"size": 7}}
            ways = {"x": rounded(table["said"]), "y": rounded(table["happened"])}
            traces.append({"type": "scatter", "name": name, **line, **ways})
    return picture(
        traces,
        xaxis=axis("probability that was said", range=[-0.02, 1.02]),
        yaxis=axis("how often it happened", range=[-0.02, 1.02]),
    )


def _world(standing: Standing) -> dict[str, Any]:
    """Return the noise and the drift that our model believes in."""
    frame = standing.evaluations[OURS].frame
    rows, shared = frame["rows"].tolist(), {"type": "scatter", "mode": "lines"}
    traces = [
        {**shared, "name": "noise", "x": rows, "y": rounded(frame["noise_"]), "line": {"color": COLOURS[0]}},
        {
            **shared,
            "name": "drift a row (right)",
            "x": rows,
            "y": rounded(np.maximum(frame["drift_"], 1e-8)),
            "yaxis": "y2",
            "line": {"color": COLOURS[1]},
        },
    ]
    return picture(
        traces,
        xaxis=axis("rows"),
        yaxis=axis("share of wrong labels", rangemode="tozero"),
        yaxis2=axis("drift", "log", overlaying="y", side="right", showgrid=False, dtick=1, tickformat="~e"),
    )


def _members(standing: Standing) -> dict[str, Any]:
    """Return the weights of the members that speak loudest, the loudest on top."""
    table = standing.members.iloc[::-1]
    labels = [f"{kind}, drift {drift:g}" for kind, drift in zip(table["kind"], table["drift"], strict=True)]
    return _bars(labels, table["weight"], "weight in the mixture", COLOURS[0])


def _features(standing: Standing) -> dict[str, Any]:
    """Return what features matter: the weight for a deviation of each, with a standard error."""
    table = standing.features.iloc[::-1]
    errors = {"type": "data", "array": rounded(table["standard_error_per_deviation"]), "thickness": 1, "width": 3}
    weights = pd.Series(table["weight_per_deviation"])
    return _bars([str(name) for name in table.index], weights, "weight for a deviation", COLOURS[2], error_x=errors)


def _bars(labels: list[str], values: pd.Series, title: str, colour: str, **more: Any) -> dict[str, Any]:
    bars = {"type": "bar", "orientation": "h", "y": labels, "x": rounded(values), "marker": {"color": colour}, **more}
    return picture([bars], xaxis=axis(title), yaxis=axis("", type="category", dtick=1), bargap=0.35)


def _evaluations(standing: Standing | None) -> dict[str, StreamEvaluation]:
    return {} if standing is None else standing.evaluations
