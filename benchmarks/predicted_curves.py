"""Predicted and measured learning curves on real streams: python -m benchmarks.predicted_curves DIR [--plot FILE].

DIR holds the Parquet files of `benchmarks.data_files`. Rows are shuffled: what is asked is whether a covariance and a
teacher say how fast a rule learns, and not how it follows a changing world. Of the largest files some rows are drawn;
of words those that occur in some rows. Prints a table: as how many directions the inputs count, the kurtosis of the
teacher's field, and the mean of |ln(predicted/measured)| for the prediction and for its Gaussian version.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse

import rosenblatt as rb
from benchmarks.data_files import load
from rosenblatt.plots import COLOURS
from rosenblatt.streams.predicted_curve import PredictedCurve

STREAMS = ("covtype", "a9a", "phishing", "bank_marketing", "elec2", "sms_spam")
MOST_ROWS, FEWEST_WITH_WORD = 30_000, 20
RULES = {
    "hebb": "hebb",
    "rosenblatt": "rosenblatt",
    "widrow-hoff": rb.rule(lambda label, field, eta=0.1: eta * (label - field), name="widrow-hoff")(),
}


def rows_of(path: Path, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and labels of a file: not too many, and of words only those that are not rare."""
    x, labels = load(path)
    chosen = random.permutation(len(labels))[:MOST_ROWS]
    if isinstance(x, np.ndarray):
        return x[chosen], labels[chosen]
    columns = sparse.csc_matrix(x)
    common = np.flatnonzero(np.diff(columns.indptr) >= FEWEST_WITH_WORD)
    return columns[:, common].toarray()[chosen], labels[chosen]


def curves_of(folder: Path, name: str, seed: int = 0) -> dict[str, PredictedCurve]:
    """Return the curves of all rules on a stream."""
    x, labels = rows_of(folder / f"{name}.parquet", np.random.default_rng(seed))
    return {rule: rb.predict_curve(x, labels, what, seed=seed) for rule, what in RULES.items()}


def table(found: dict[str, dict[str, PredictedCurve]]) -> pd.DataFrame:
    """Return how far predictions are off."""
    lines = []
    for name, curves in found.items():
        for rule, curve in curves.items():
            last = curve.frame.iloc[-1]
            gaussian = float(np.abs(np.log(curve.frame["gaussian"] / curve.frame["measured"])).mean())
            lines.append(
                {
                    "stream": name,
                    "directions": round(curve.directions, 1),
                    "kurtosis": round(curve.kurtosis, 1),
                    "rule": rule,
                    "off": round(curve.deviation, 2),
                    "gaussian off": round(gaussian, 2),
                    "last predicted": round(last["predicted"], 3),
                    "last measured": round(last["measured"], 3),
                }
            )
    return pd.DataFrame(lines)


def picture(found: dict[str, dict[str, PredictedCurve]], path: Path) -> None:
    """Draw a panel for each stream."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    figure = Figure(figsize=(10.5, 6.4), layout="constrained")
    panels = figure.subplots(2, 3).ravel()
    for ax, (name, curves) in zip(panels, found.items(), strict=False):
        for colour, (rule, curve) in zip(COLOURS, curves.items(), strict=False):
            curve.plot(ax, color=colour, label=rule)
        first = next(iter(curves.values()))
        ax.axhline(first.teacher_error, color="0.6", linewidth=0.8, linestyle="--")
        ax.set_title(f"{name}: {first.directions:.0f} directions", fontsize=10)
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 3.0, 5.0)))
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.yaxis.set_minor_formatter("")
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
        ax.get_legend().remove()
        if ax not in (panels[0], panels[3]):
            ax.set_ylabel("")
    panels[0].plot([], [], color="0.4", linestyle=":", linewidth=1.0, label="all Gaussian")
    panels[0].plot([], [], color="0.6", linestyle="--", linewidth=0.8, label="teacher")
    lines, names = panels[0].get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower center", ncols=4, frameon=False, fontsize=9)
    figure.savefig(path, dpi=110)


def main() -> None:
    """Run all streams."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path, help="folder of the Parquet files")
    parser.add_argument("--plot", type=Path, help="where to draw the picture")
    parser.add_argument("--streams", nargs="*", default=STREAMS)
    options = parser.parse_args()
    found = {name: curves_of(options.data, name) for name in options.streams}
    print(table(found).to_string(index=False))
    if options.plot:
        picture(found, options.plot)


if __name__ == "__main__":
    main()
