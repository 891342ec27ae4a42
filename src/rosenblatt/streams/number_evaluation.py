"""`evaluate` for numbers: predict each row, then learn it; errors, densities, and how often intervals cover.

number-evaluation.1   mae = mean |y - prediction|,  rmse = sqrt(mean (y - prediction)^2)
number-evaluation.2   log score = -mean ln p(y), p the density that was predicted, in nats; lower is better
number-evaluation.3   y is inside the interval of coverage c, as much on either side, if P(at most y), as it was
                      predicted, is within c/2 of 1/2

The first row of a model that has learnt nothing is not scored: nothing is known, not even the units of the targets.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import is_regressor
from sklearn.exceptions import NotFittedError

from rosenblatt import plots
from rosenblatt.estimators.common.validation import validated_numbers
from rosenblatt.progress import progress as progress_bar
from rosenblatt.streams.html_tables import html_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COVERAGES = (0.8, 0.95)
POINTS = 100  # of the frame


@dataclass(frozen=True)
class NumberEvaluation:
    """What a model said of the number of each row before it learnt it.

    Attributes
    ----------
    targets : as they are scored.
    predictions : before each row was learnt; NaN where a model had learnt nothing yet.
    densities, probabilities : the logarithms of the densities at the targets, and P(at most y); None if the model
        predicts no distribution.
    seconds : for all rows.
    """

    targets: np.ndarray
    predictions: np.ndarray
    densities: np.ndarray | None
    probabilities: np.ndarray | None
    seconds: float

    @property
    def mae(self) -> float:
        """The mean absolute error.  (number-evaluation.1)"""
        return float(np.mean(np.abs(self._errors)))

    @property
    def rmse(self) -> float:
        """The root of the mean square error.  (number-evaluation.1)"""
        return float(np.sqrt(np.mean(self._errors**2)))

    @property
    def log_score(self) -> float:
        """The mean surprise, in nats.  (number-evaluation.2)"""
        return float(-np.mean(self._needed(self.densities)))

    def coverage(self, inside: float) -> float:
        """Return how many targets were in the interval that was to cover a part ``inside`` of them."""
        return float(np.mean(self._covered(inside)))

    @property
    def rows_per_second(self) -> float:
        """The speed."""
        return len(self.targets) / self.seconds

    @cached_property
    def frame(self) -> pd.DataFrame:
        """How it went: means up to some numbers of rows, and over the rows since the last of them (``recent_``)."""
        what = {"mae": np.abs(self._errors), "rmse": self._errors**2}
        if self.densities is not None:
            what["log_score"] = -self._needed(self.densities)
            what |= {f"coverage_{round(100 * inside)}": self._covered(inside) for inside in COVERAGES}
        count = len(self._errors)
        rows = np.unique(np.linspace(0, count, POINTS + 1).round().astype(int))[1:]
        table: dict[str, Any] = {"rows": rows + len(self.targets) - count}
        for name, values in what.items():
            totals = np.concatenate([[0.0], np.cumsum(values)])[np.concatenate([[0], rows])]
            shown = np.sqrt if name == "rmse" else np.asarray
            table[name] = shown(totals[1:] / rows)
            table[f"recent_{name}"] = shown(np.diff(totals) / np.diff(np.concatenate([[0], rows])))
        return pd.DataFrame(table)

    def plot(self, ax: Axes | None = None, column: str = "rmse", **style: Any) -> Axes:
        """Draw a column of the frame, and what was recent, against the number of rows."""
        ax = ax if ax is not None else plots.current_axes()
        ax.plot(self.frame["rows"], self.frame[column], **{"color": plots.COLOURS[0], "label": "all rows", **style})
        ax.plot(self.frame["rows"], self.frame[f"recent_{column}"], color="0.7", linewidth=1.0, label="recent")
        ax.set_xlabel("rows")
        ax.set_ylabel(column.replace("_", " "))
        plots.legend(ax)
        return ax

    def __str__(self) -> str:
        parts = [f"{len(self.targets):,} rows: MAE {self.mae:.4g}", f"RMSE {self.rmse:.4g}"]
        if self.densities is not None:
            parts.append(f"log score {self.log_score:.4f}")
            parts += [f"{100 * inside:g} % intervals cover {100 * self.coverage(inside):.1f} %" for inside in COVERAGES]
        return ", ".join(parts) + f"; {self.rows_per_second:,.0f} rows/s"

    def _repr_html_(self) -> str:
        """Return the summary as a table, for notebooks."""
        numbers = [("rows", f"{len(self.targets):,}"), ("MAE", f"{self.mae:.4g}"), ("RMSE", f"{self.rmse:.4g}")]
        if self.densities is not None:
            covers = [(f"{100 * part:g} % intervals cover", f"{100 * self.coverage(part):.1f} %") for part in COVERAGES]
            numbers += [("log score", f"{self.log_score:.4f}"), *covers]
        return html_table([*numbers, ("rows per second", f"{self.rows_per_second:,.0f}")])

    @cached_property
    def _scored(self) -> np.ndarray:
        """The rows of which something was said."""
        return np.flatnonzero(~np.isnan(self.predictions))

    @cached_property
    def _errors(self) -> np.ndarray:
        return (self.predictions - self.targets)[self._scored]

    def _needed(self, values: np.ndarray | None) -> np.ndarray:
        if values is None:
            raise AttributeError("the model predicts no distribution: it has errors only")
        return values[self._scored]

    def _covered(self, inside: float) -> np.ndarray:
        """Return which rows were covered, as numbers.  (number-evaluation.3)"""
        return (np.abs(self._needed(self.probabilities) - 0.5) <= 0.5 * inside).astype(float)


def predicts_numbers(model: Any) -> bool:
    """Return whether a model is a regressor, as scikit-learn says it."""
    return hasattr(model, "__sklearn_tags__") and is_regressor(model)


def evaluate_numbers(
    model: Any, X: Any, y: Any, *, truth: Any = None, progress: bool | None = None
) -> NumberEvaluation:
    """Let a regressor predict each row and then learn it, and say how well it did; `evaluate` calls it.

    >>> from rosenblatt.estimators.numbers import BayesRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> result = evaluate_numbers(BayesRegressor(), *load_diabetes(return_X_y=True))
    >>> result.rmse < 60.0, 0.75 < result.coverage(0.8) < 0.85
    (True, True)
    """
    if not hasattr(model, "partial_fit") or not hasattr(model, "predict"):
        raise TypeError(f"model must have partial_fit and predict; got {type(model).__name__}, which learns in one go.")
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    targets, scored = (validated_numbers(values, rows) for values in (y, y if truth is None else truth))
    if targets.ndim != 1 or scored.ndim != 1 or rows == 0:
        raise ValueError(f"y must be one number for each row, of at least one; got shape {targets.shape}.")
    start = time.perf_counter()
    densities = probabilities = None
    with progress_bar(type(model).__name__, float(rows), progress) as report:
        if hasattr(model, "predict_then_learn"):
            said = model.predict_then_learn(X, targets, report=report)
            predictions, densities, probabilities = said.means, said.densities, said.probabilities
        else:
            predictions = _row_by_row(model, X, targets, report)
    return NumberEvaluation(scored, predictions, densities, probabilities, time.perf_counter() - start)


def _row_by_row(model: Any, x: Any, y: np.ndarray, report: Callable[[float], None]) -> np.ndarray:
    """Return what is said of one row after the other; of the first, if the model is new, nothing."""
    predictions = np.full(len(y), np.nan)
    x = x.tocsr() if sp.issparse(x) else x
    take = x.iloc.__getitem__ if isinstance(x, pd.DataFrame) else x.__getitem__
    for k in range(len(y)):
        row = take(slice(k, k + 1))
        try:
            predictions[k] = model.predict(row)[0]
        except NotFittedError:
            if k > 0:
                raise
        model.partial_fit(row, y[k : k + 1])
        report(1.0)
    return predictions
