"""Streams to begin with: data that scikit-learn ships, and worlds that are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from rosenblatt import checks

MADE_ROWS, SEED = 50_000, 0

Rows = tuple[pd.DataFrame, np.ndarray]


class Example(NamedTuple):
    """What an example is called, and how it is made."""

    title: str
    load: Callable[[], Rows]


def example(name: str) -> Rows:
    """Return rows and labels of an example.

    >>> example("cancer")[0].shape
    (569, 30)
    """
    return EXAMPLES[checks.one_of("example", name, tuple(EXAMPLES))].load()


def _drifting() -> Rows:
    """Return a world that turns slowly, and at one moment is another; one label in twenty is wrong."""
    random = np.random.default_rng(SEED)
    x, turn = random.standard_normal((MADE_ROWS, 6)), np.arange(MADE_ROWS) / 8000.0
    turn = turn + np.where(np.arange(MADE_ROWS) >= 3000, 2.0, 0.0)
    fields = np.cos(turn) * x[:, 0] + np.sin(turn) * x[:, 1] + 0.5 * x[:, 2]
    flipped = random.random(MADE_ROWS) < 0.05
    names = ["turns out", "turns in", "stays", "idle 1", "idle 2", "idle 3"]
    return pd.DataFrame(x, columns=names), ((fields > 0.0) ^ flipped).astype(int)


def _noisy() -> Rows:
    """Return a plane of which one label in five is wrong."""
    random = np.random.default_rng(SEED + 1)
    x = random.standard_normal((MADE_ROWS, 8))
    fields = x @ np.array([1.0, -1.0, 0.7, 0.5, 0.0, 0.0, 0.0, 0.0])
    labels = (fields > 0.0) ^ (random.random(MADE_ROWS) < 0.2)
    return pd.DataFrame(x, columns=[f"x{place}" for place in range(1, 9)]), labels.astype(int)


def _steps() -> Rows:
    """Return a world of steps and interactions, which no plane can follow."""
    random = np.random.default_rng(SEED + 2)
    x = random.random((MADE_ROWS, 5))
    labels = ((x[:, 0] > 0.5) ^ (x[:, 1] > 0.3)) | (x[:, 2] > 0.85)
    return pd.DataFrame(x, columns=["left", "right", "high", "idle 1", "idle 2"]), labels.astype(int)


def _shipped(name: str) -> Rows:
    """Return a data set of scikit-learn in a random order, as its rows come sorted."""
    from sklearn import datasets

    frame, labels = getattr(datasets, f"load_{name}")(return_X_y=True, as_frame=True)
    order = np.random.default_rng(SEED).permutation(len(frame))
    return frame.iloc[order].reset_index(drop=True), labels.to_numpy()[order]


def _digits() -> Rows:
    frame, digits = _shipped("digits")
    return frame, digits % 2


EXAMPLES = {
    "drifting": Example("A world that turns, and jumps after 3,000 rows", _drifting),
    "noisy": Example("A plane with one label in five wrong", _noisy),
    "steps": Example("Steps and interactions", _steps),
    "cancer": Example("Breast cancer, 569 rows (scikit-learn)", lambda: _shipped("breast_cancer")),
    "digits": Example("Odd or even digits, 1,797 rows (scikit-learn)", _digits),
    "wine": Example("Three kinds of wine, 178 rows (scikit-learn)", lambda: _shipped("wine")),
}
