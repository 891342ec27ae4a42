"""Regression on a real stream: python -m benchmarks.regression --data DIR [--plot FILE].

The stream is elec2, the electricity market of New South Wales (half-hourly, 45,312 rows), made a regression: the demand
of the state, ``nswdemand``, from the hour, the day of the week, the price and what is known of the neighbouring state.
Its label is not used. For more than a year the neighbour's columns are constant; then the two markets are joined and
they come to life: an abrupt change of the world, on 2 May 1997. Each day is predicted and then learnt.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import SGDRegressor
from sklearn.preprocessing import StandardScaler

import rosenblatt as rb
from rosenblatt.kernels.standardise import FARTHEST

TARGET, INPUTS = "nswdemand", ("day", "period", "nswprice", "vicprice", "vicdemand", "transfer")
DAY = 48
RATES = (0.0003, 0.001, 0.003, 0.01, 0.03)
RULES: dict[str, Any] = {
    "bayes-linear": "bayes-linear",
    "practical-linear": "practical-linear",
    "optimal-linear": "optimal-linear",
    "adaline": "adaline",
}


class ScaledSGD:
    """scikit-learn's stochastic gradient descent, behind its running standardisation and the clip that ours has."""

    def __init__(self, rate: float) -> None:
        self.scaler, self.model = StandardScaler(), SGDRegressor(learning_rate="constant", eta0=rate, shuffle=False)

    def partial_fit(self, x: np.ndarray, y: np.ndarray) -> None:
        """Learn a batch."""
        self.scaler.partial_fit(x)
        self.model.partial_fit(self._seen(x), y)

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Return the value of each row."""
        return self.model.predict(self._seen(x))

    def _seen(self, x: np.ndarray) -> np.ndarray:
        return np.clip(self.scaler.transform(x), -FARTHEST, FARTHEST)


def load(folder: Path) -> tuple[np.ndarray, np.ndarray, int]:
    """Return inputs, targets, and the row at which the neighbour's columns begin to vary.

    The hour is told as a wave and its first harmonic, the day as one column for each.
    """
    frame = pd.read_parquet(folder / "elec2.parquet").astype(float)
    hour = 2.0 * np.pi * frame["period"].to_numpy()
    waves = [f(k * hour) for k in (1, 2) for f in (np.sin, np.cos)]
    days = [(frame["day"] == day).to_numpy(dtype=float) for day in range(1, 8)]
    others = [frame[name].to_numpy() for name in INPUTS[2:]]
    change = int(np.flatnonzero(frame["transfer"] != frame["transfer"].iloc[0])[0])
    return np.column_stack([*waves, *days, *others]), frame[TARGET].to_numpy(), change


def daily_errors(model: Any, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the mean square error of each day, predicted before it is learnt, in units of the variance of y."""
    model.partial_fit(x[:DAY], y[:DAY])
    errors = []
    for start in range(DAY, len(y) - DAY + 1, DAY):
        rows = slice(start, start + DAY)
        errors.append(float(np.mean((model.predict(x[rows]) - y[rows]) ** 2)))
        model.partial_fit(x[rows], y[rows])
    return np.array(errors) / np.var(y)


def main() -> None:
    """Print a table: all days, the month before the change, the week after it, and the month after that."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with elec2.parquet")
    parser.add_argument("--plot", type=Path, help="draw the errors around the change into this file")
    given = parser.parse_args()
    x, y, change = load(given.data)
    contenders = {name: rb.OnlineRegressor(rule) for name, rule in RULES.items()}
    contenders |= {f"SGDRegressor, eta0 = {rate:g}": ScaledSGD(rate) for rate in RATES}
    day = change // DAY - 1
    spans = {
        "all": slice(None),
        "month before": slice(day - 30, day),
        "week after": slice(day, day + 7),
        "month after that": slice(day + 7, day + 37),
    }
    errors = {name: daily_errors(model, x, y) for name, model in contenders.items()}
    print(f"{'MSE / variance, days ahead':<34}" + "".join(f"{name:>18}" for name in spans))
    for name, values in errors.items():
        print(f"{name:<34}" + "".join(f"{values[span].mean():>18.4g}" for span in spans.values()))
    if given.plot is not None:
        draw(errors, day, given.plot)


def draw(errors: dict[str, np.ndarray], change: int, file: Path) -> None:
    """Draw a running mean of a week for our rules and the best of SGD."""
    from rosenblatt import plots

    best = min((name for name in errors if name.startswith("SGD")), key=lambda name: errors[name].mean())
    figure, ax = plots.new_figure(7.2, 3.8)
    for colour, name in zip(plots.COLOURS, ["bayes-linear", "practical-linear", "adaline", best], strict=False):
        ax.plot(pd.Series(errors[name]).rolling(7).mean(), color=colour, label=name)
    ax.axvline(change, color="0.7", linestyle=":")
    ax.set_xlim(change - 90, change + 120)
    ax.set_yscale("log")
    ax.set_xlabel("day (dotted: the markets are joined)")
    ax.set_ylabel("MSE/variance, a week's mean")
    ax.legend(frameon=False, fontsize=9)
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    main()
