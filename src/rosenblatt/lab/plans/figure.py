"""The picture of a plan: curves that fall to the target, and where students get there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rosenblatt.lab.pictures import INK, axis, curve, look, nothing, picture
from rosenblatt.lab.plans.answers import Answer
from rosenblatt.lab.plans.settings import PlanSettings


def plan_figure(settings: PlanSettings, answers: Sequence[Answer]) -> dict[str, Any]:
    """Return the picture."""
    traces: list[dict[str, Any]] = []
    for place, answer in enumerate(answers):
        if answer.frame is not None:
            traces += [_curve(settings, answer, place), _crossing(settings, answer, place)]
    if not traces:
        return nothing("Choose a rule that can reach the target.")
    ends = {"x0": 0, "x1": 1, "y0": settings.value, "y1": settings.value}
    target = {"type": "line", "xref": "paper", **ends, "line": {"color": INK, "width": 1, "dash": "dot"}}
    place = {"xref": "paper", "x": 0.0, "xanchor": "left", "y": settings.value, "yanchor": "bottom"}
    label = {**place, "text": f"target {settings.value:g}", "showarrow": False}
    return picture(
        traces,
        xaxis=axis("labels", "log", tickformat="~s"),
        yaxis=axis(f"{settings.target}", rangemode="tozero"),
        shapes=[target],
        annotations=[label],
    )


def _curve(settings: PlanSettings, answer: Answer, place: int) -> dict[str, Any]:
    assert answer.frame is not None
    labels, said = answer.frame["alpha"] * settings.n, "%{y:.3g} after %{x:.4g} labels<extra>%{fullData.name}</extra>"
    return curve(answer.title, place, labels, answer.frame[settings.target], hovertemplate=said)


def _crossing(settings: PlanSettings, answer: Answer, place: int) -> dict[str, Any]:
    """Return the point at which a rule reaches the target, with its range as a bar."""
    assert answer.examples is not None
    seen = look(place)
    bar: dict[str, Any] = {}
    if answer.interval is not None:
        low, high = answer.interval
        ends = {"array": [max(high - answer.examples, 0)], "arrayminus": [max(answer.examples - low, 0)]}
        form = {"type": "data", "symmetric": False, "thickness": 3, "width": 8}
        bar = {"error_x": {**form, **ends, "color": seen["color"]}}
    return {
        "type": "scatter",
        "mode": "markers",
        "name": answer.title,
        "legendgroup": answer.title,
        "showlegend": False,
        "x": [answer.examples],
        "y": [settings.value],
        "marker": {"color": seen["color"], "size": 10, "symbol": seen["symbol"]},
        "hovertemplate": f"{answer.examples:,} labels<extra>%{{fullData.name}}</extra>",
        **bar,
    }
