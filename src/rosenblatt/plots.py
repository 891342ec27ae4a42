"""Drawing of frames with an ``alpha`` column: lines for theory, points for simulation.

Matplotlib is imported when something is drawn, and only here.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, overload

from rosenblatt import checks

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMN = "disagreement"
PICTURES = ("png", "svg", "pdf")
AXIS_LABELS = {
    "disagreement": "disagreement $d$ with the true rule",
    "error": r"error $\epsilon$ on noisy labels",
    "overlap": r"overlap $\rho$",
    "r": "$R$",
    "q_norm": "$Q$",
    "r_v": "$R_v$",
    "x_v": "$X$",
    "w_v": "$W$",
}
# Okabe and Ito's colours, told apart by nearly everybody.
HATCH = "0.6"
FAR = 30.0  # an excess this many times more or less than what is allowed is drawn as if it were there
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


class Result(Protocol):
    """A curve or a simulation: who learns what, and how it is drawn."""

    @property
    def heading(self) -> str: ...
    @property
    def rule(self) -> Any: ...
    @property
    def scenario(self) -> Any: ...
    @property
    def readout(self) -> str: ...
    @property
    def update(self) -> Any: ...
    def plot(self, ax: Axes | None = None, column: str = COLUMN, **style: Any) -> Axes: ...


class Table(Protocol):
    """A result with many curves, which are drawn in panels."""

    @property
    def frame(self) -> pd.DataFrame: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    def plot(self, **how: Any) -> Figure: ...


@overload
def plot(*results: Result, ax: Axes | None = None, column: str = COLUMN) -> Axes: ...
@overload
def plot(
    results: Table,
    /,
    *,
    x: str = "alpha",
    hue: str | None = None,
    row: str | None = None,
    col: str | None = None,
    column: str = COLUMN,
) -> Figure: ...
def plot(*results: Any, ax: Axes | None = None, column: str = COLUMN, **panels: Any) -> Axes | Figure:
    """Draw learning curves as lines and simulations as points, with a legend.

    What belongs together, a rule in a scenario whose weights change and are read in one way, has one colour.

    Parameters
    ----------
    results : what `learning_curve` and `simulate` return, in any order; or what `sweep` returns, alone.
    ax : axes to draw on; defaults to the current ones of Matplotlib.
    column : of their frames: "disagreement", "error", "overlap", "r" or "q_norm".
    x, hue, row, col : of a sweep, columns of its frame: what is drawn along the axis (defaults to alpha), what has a
        colour of its own (the rule), and what has panels of its own. What is returned is then a figure.

    >>> import rosenblatt as rb
    >>> figure, ax = new_figure()
    >>> alpha = [1, 10, 100]
    >>> _ = plot(rb.learning_curve("hebb", alpha), rb.simulate("hebb", n=100, alpha=alpha), ax=ax)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['hebb, exact learning curve', 'hebb, 100 runs of N = 100 (chain)']
    """
    checks.one_of("column", column, tuple(AXIS_LABELS))
    if len(results) == 1 and hasattr(results[0], "names"):
        if ax is not None:
            raise TypeError("ax must be left out for a sweep, which has panels of its own; got one. Leave it out.")
        return results[0].plot(column=column, **panels)
    if panels:
        raise TypeError(f"{next(iter(panels))} must be left out but for a sweep alone; got {panels}. Leave it out.")
    if not results:
        raise TypeError("plot must be given a curve or a simulation; got nothing. Give what learning_curve returned.")
    ax = ax if ax is not None else current_axes()
    seen: list[tuple[Any, Any, str, Any]] = []
    for result in results:
        if not hasattr(result, "heading"):
            raise TypeError(f"plot must be given curves and simulations; got {result!r}. See rb.learning_curve.")
        kind = (result.rule, result.scenario, result.readout, result.update)
        if kind not in seen:
            seen.append(kind)
        result.plot(ax, column, color=COLOURS[seen.index(kind) % len(COLOURS)], label=result.heading)
    legend(ax)
    return ax


def new_figure(width: float = 6.4, height: float = 4.4) -> tuple[Figure, Axes]:
    """Return a figure that belongs to nobody else, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def kind_of_picture(path: Path) -> str:
    """Return the kind of picture that a name ends with, or raise if it is none."""
    return checks.one_of("the ending of the plot", path.suffix.lstrip(".").lower(), PICTURES)


def picture(figure: Figure, kind: str) -> bytes:
    """Return a figure as a file of one of ``PICTURES``, drawn in memory: a disk that fills meanwhile does not matter.

    >>> picture(new_figure()[0], "png")[1:4]
    b'PNG'
    """
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=160, format=kind)
    return drawn.getvalue()


def new_panels(
    number: int, width: float = 9.6, height: float = 3.2, *, share: bool = True
) -> tuple[Figure, list[Axes]]:
    """Return a figure and its panels side by side; they share the vertical axis by default."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, number, sharey=share, squeeze=False)[0])


def new_grid(number: int, columns: int = 3, width: float = 3.6, height: float = 2.9) -> tuple[Figure, list[Axes]]:
    """Return a figure and so many panels, row after row, each of the given size."""
    from matplotlib.figure import Figure

    columns = min(columns, number)
    rows = -(-number // columns)
    figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
    panels = [figure.add_subplot(rows, columns, k + 1) for k in range(number)]
    return figure, panels


def current_axes() -> Axes:
    """Return the axes on which an interactive user draws."""
    import matplotlib.pyplot as plt

    return plt.gca()


def draw_line(frame: pd.DataFrame, ax: Axes | None, column: str = COLUMN, **style: Any) -> Axes:
    """Draw a column against alpha as a line."""
    ax = ax if ax is not None else current_axes()
    frame = _after_start(frame).sort_values("alpha")
    ax.plot(frame["alpha"], frame[column], **{"linewidth": 1.5, "marker": "" if len(frame) > 1 else ".", **style})
    return _dress(ax, column)


def draw_points(frame: pd.DataFrame, ax: Axes | None, column: str = COLUMN, **style: Any) -> Axes:
    """Draw a column against alpha as points with their standard errors."""
    ax = ax if ax is not None else current_axes()
    frame = _after_start(frame)
    look = {"linestyle": "none", "marker": "o", "markersize": 4.0, "capsize": 2.0, **style}
    ax.errorbar(frame["alpha"], frame[column], yerr=frame[f"{column}_sem"], **look)
    return _dress(ax, column)


def draw_on_linear_axes(frame: pd.DataFrame, ax: Axes | None, column: str, **style: Any) -> Axes:
    """Draw a column against alpha on linear axes, on which plateaus are seen."""
    ax = ax if ax is not None else current_axes()
    ax.errorbar(frame["alpha"], frame[column], **style)
    ax.set_xlabel(r"examples per weight $\alpha = P/N$")
    ax.set_ylabel("error $e_g$" if column == "error" else column)
    return ax


def draw_against(frame: pd.DataFrame, ax: Axes, x: str, column: str, **style: Any) -> Axes:
    """Draw a column against another one, in the order of that, on a logarithmic axis if it spans more than a decade."""
    frame = frame.sort_values(x)
    ax.errorbar(frame[x], frame[column], **style)
    ax.set_xlabel({"n": "number of weights $N$", "alpha": r"$\alpha$"}.get(x, x))
    ax.set_ylabel(AXIS_LABELS.get(column, column))
    if frame[x].dtype.kind in "iuf" and frame[x].min() > 0.0 and frame[x].max() > 10.0 * frame[x].min():
        ax.set_xscale("log")
    return ax


def draw_sizes(points: pd.DataFrame, limits: pd.DataFrame, ax: Axes | None, column: str, **style: Any) -> Axes:
    """Draw means against 1/N, the law through them as a line, and theory as a cross at 0, a colour for each alpha.

    So that all alphas are seen, values are divided by the limit.
    """
    ax = ax if ax is not None else current_axes()
    for k, row in enumerate(limits.to_dict("records")):
        part, limit = points[points["alpha"] == row["alpha"]], row["limit"] or 1.0
        look = {"color": COLOURS[k % len(COLOURS)], "label": rf"$\alpha = {row['alpha']:g}$", **style}
        ax.errorbar(
            1.0 / part["n"],
            part["mean"] / limit,
            yerr=part["sem"] / abs(limit),
            **{"linestyle": "none", "marker": "o", "markersize": 4.0, "capsize": 2.0, **look},
        )
        most = float(1.0 / part["n"].min())
        inverse = [most * step / 50.0 for step in range(51)]
        law = [(row["limit"] + row["slope"] * x + row["curvature"] * x * x) / limit for x in inverse]
        ax.plot(inverse, law, linewidth=1.0, color=look["color"])
        ax.plot([0.0], [row["theory"] / limit], "x", markersize=7.0, color=look["color"], clip_on=False)
    ax.set_xlim(left=0.0)
    ax.set_xlabel("$1/N$")
    ax.set_ylabel(f"{AXIS_LABELS.get(column, column)}, over its limit")
    legend(ax, [("x", r"theory, $N \to \infty$")])
    return ax


def draw_density(frame: pd.DataFrame, ax: Axes | None, **style: Any) -> Axes:
    """Draw the density of the overlap with standard errors, in bins where these are below half of it."""
    ax = ax if ax is not None else current_axes()
    frame = frame[frame["density_sem"] < 0.5 * frame["density"]]
    middle = 0.5 * (frame["overlap_low"] + frame["overlap_high"])
    look = {"linestyle": "-", "linewidth": 0.8, "marker": ".", "markersize": 5.0, "elinewidth": 0.8, **style}
    ax.errorbar(middle, frame["density"], yerr=frame["density_sem"], **look)
    ax.set_yscale("log")
    ax.set_xlabel(AXIS_LABELS["overlap"])
    ax.set_ylabel("density")
    legend(ax)
    return ax


def draw_path(frame: pd.DataFrame, ax: Axes | None, **style: Any) -> Axes:
    """Draw the way of a student: R along the teacher against its length, the root of Q, which R cannot exceed."""
    ax = ax if ax is not None else current_axes()
    ax.plot(frame["r"], frame["length"], **{"linewidth": 1.5, "marker": "" if len(frame) > 1 else ".", **style})
    ax.set_xlabel("$R$, the part along the teacher")
    ax.set_ylabel(r"$\sqrt{Q}$, the length of the student")
    return ax


def draw_regions(regions: dict[str, pd.DataFrame], jumps: pd.DataFrame, most: float, ax: Axes) -> None:
    """Fill where an excess is at most ``most`` with the colour of the first such name; a line is the edge of each.

    Frames have a row for each noise and a column for each alpha. Between the thresholds of ``jumps`` it is hatched.
    """
    from matplotlib.ticker import StrMethodFormatter

    fewest = min(frame.shape for frame in regions.values())
    if min(fewest) < 2:
        raise ValueError(
            f"alpha and noise must have at least 2 values each for a picture; got {fewest[1]} and {fewest[0]}. "
            "Take more."
        )
    ax.set_xscale("log")
    surfaces = [_logarithms(frame, most) for frame in regions.values()]
    for number, surface in reversed(list(enumerate(surfaces))):
        ax.contourf(*surface, levels=[-math.inf, 0.0], colors=[COLOURS[number % len(COLOURS)]])
    for number, surface in enumerate(surfaces):
        ax.contour(*surface, levels=[0.0], colors=[COLOURS[number % len(COLOURS)]], linewidths=1.8)
    low, high = ax.get_xlim()
    ends = (jumps["noise"], jumps["information_theoretic"], jumps["algorithmic"])
    ax.fill_betweenx(*ends, facecolor="none", edgecolor=HATCH, hatch="//////", linewidth=0.8)
    ax.set_xlim(low, high)
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.set_xlabel(r"examples per weight $\alpha = P/N$")
    ax.set_ylabel(r"share of flipped labels $\kappa$")
    ax.label_outer()


def _logarithms(frame: pd.DataFrame, most: float) -> tuple[Any, Any, list[list[float]]]:
    """Return the axes and ln(excess/most), which between rows is smoother than the excess itself."""
    values = (frame / most).fillna(FAR).clip(1.0 / FAR, FAR).to_numpy().tolist()
    return frame.columns.tolist(), frame.index.tolist(), [[math.log(value) for value in row] for row in values]


def region_legend(figure: Figure, names: Iterable[str], title: str) -> None:
    """Draw the legend of regions above the panels."""
    from matplotlib.patches import Patch

    patches = [Patch(color=COLOURS[number % len(COLOURS)], label=name) for number, name in enumerate(names)]
    patches += [Patch(facecolor="white", edgecolor="0.4", label="only Bayes")]
    patches += [Patch(facecolor="white", edgecolor=HATCH, hatch="//////", label="Bayes, by no known algorithm")]
    columns = int(figure.get_figwidth() / 1.4)
    look = {"loc": "outside upper center", "ncols": columns, "frameon": False, "fontsize": 9}
    figure.legend(handles=patches, title=title, **look)


def legend(ax: Axes, markers: Iterable[tuple[str, str]] = (), **style: Any) -> None:
    """Draw the legend of the lines, and say in grey what the given markers mean."""
    for marker, meaning in markers:
        ax.plot([], [], color="0.4", linestyle="none", marker=marker, markerfacecolor="white", label=meaning)
    ax.legend(**{"frameon": False, "fontsize": 9, **style})


def _after_start(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that a logarithmic axis has: it has no start."""
    later = frame[frame["alpha"] > 0.0]
    if later.empty:
        raise ValueError("alpha must be above 0 somewhere to be drawn on a logarithmic axis; got 0 alone. Add another.")
    return later


def _dress(ax: Axes, column: str) -> Axes:
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    if column in ("disagreement", "error") and ax.dataLim.ymax > 0.0:
        ax.set_yscale("log")
        low, high = ax.get_ylim()
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 1e3 * low else (1.0,)))
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.yaxis.set_minor_formatter("")
    ax.set_xlabel(r"examples per weight $\alpha = P/N$")
    ax.set_ylabel(AXIS_LABELS.get(column, column))
    return ax
