"""Pictures of an evaluation: how it went, whether probabilities are frequencies, what the model saw of the world."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pandas as pd

from rosenblatt import plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MEASURED = ("accuracy", "log_loss")
BELIEFS = {"drift_": "drift per row", "noise_": "share of wrong labels"}


def draw_history(ax: Axes, frame: pd.DataFrame, column: str, **style: Any) -> Axes:
    """Draw a column of the frame of an evaluation, and what was recent, against the number of rows."""
    ax.plot(frame["rows"], frame[column], **{"color": plots.COLOURS[0], "label": "all rows", **style})
    ax.plot(frame["rows"], frame[f"recent_{column}"], color="0.7", linewidth=1.0, zorder=1.0, label="recent")
    ax.set_xlabel("rows")
    ax.set_ylabel(column.replace("_", " "))
    plots.legend(ax)
    return ax


def draw_side_by_side(ax: Axes, frames: dict[str, pd.DataFrame], column: str) -> Axes:
    """Draw a column of the frames of several models, each in its colour; the first rows, which are wild, may be cut."""
    settled = []
    for name, colour in zip(frames, itertools.cycle(plots.COLOURS), strict=False):
        if column in frames[name]:
            frame = frames[name]
            ax.plot(frame["rows"], frame[column], color=colour, label=_short_name(name))
            settled.append(frame[column].iloc[len(frame) // 10 :])
    if settled:
        values = pd.concat(settled)
        room = 0.08 * (values.max() - values.min()) or 0.01
        ax.set_ylim(values.min() - room, values.max() + room)
    ax.set_xlabel("rows")
    ax.set_ylabel(column.replace("_", " "))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), fontsize="small", frameon=False)
    return ax


def _short_name(name: str, most: int = 40) -> str:
    """Return the name of a model without the packages that it is in.

    >>> _short_name("sklearn.preprocessing.StandardScaler+sklearn.linear_model.SGDClassifier:alpha=0.1")
    'StandardScaler+SGDClassifier:alpha=0.1'
    """
    steps = [part.partition(":") for part in name.split("+")]
    short = "+".join(path.rpartition(".")[2] + colon + said for path, colon, said in steps)
    return short if len(short) <= most else f"{short[:most]}..."


def draw_reliability(ax: Axes, reliability: pd.DataFrame) -> Axes:
    """Draw frequencies against the probabilities that were said, with two standard errors."""
    ax.plot([0.0, 1.0], [0.0, 1.0], color="0.7", linewidth=1.0)
    look: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 4.0, "capsize": 2.0}
    errors = 2.0 * reliability["standard_error"]
    ax.errorbar(reliability["said"], reliability["happened"], yerr=errors, color=plots.COLOURS[0], **look)
    ax.set_xlabel("probability said")
    ax.set_ylabel("frequency")
    return ax


def draw_belief(ax: Axes, frame: pd.DataFrame, column: str) -> Axes:
    """Draw what the model believed of the world against the number of rows."""
    ax.plot(frame["rows"], frame[column], color=plots.COLOURS[1])
    if column == "drift_" and (frame[column] > 0.0).all():
        ax.set_yscale("log")  # drifts of members are apart by factors of ten
    else:
        ax.set_ylim(bottom=0.0)
    ax.set_xlabel("rows")
    ax.set_ylabel(BELIEFS[column])
    return ax


def overview(frame: pd.DataFrame, reliability: pd.DataFrame | None, changes: pd.DataFrame) -> Figure:
    """Return a figure with a panel for everything that is known; alarms are dotted lines."""
    measured = [column for column in MEASURED if column in frame]
    believed = [column for column in BELIEFS if column in frame]
    figure, panels = plots.new_grid(len(measured) + len(believed) + (reliability is not None))
    over_time = [draw_history(ax, frame, column) for ax, column in zip(panels, measured, strict=False)]
    rest = panels[len(measured) :]
    if reliability is not None:
        draw_reliability(rest.pop(0), reliability)
    over_time += [draw_belief(ax, frame, column) for ax, column in zip(rest, believed, strict=True)]
    for ax in over_time:
        ax.locator_params(axis="x", nbins=5)
        for row in changes["row"]:
            ax.axvline(row, color="0.4", linestyle=":", linewidth=1.0)
    return figure
