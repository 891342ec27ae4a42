"""What users touch: the estimator against scikit-learn, single rows, the command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Perceptron

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side

RIVER_ROWS = 230_000  # a second: what River's Perceptron learns from dictionaries, and a little more
BARE = "import click; click.group()(lambda: None)(['--help'])"
OURS = "from rosenblatt.cli import main; main(['--help'])"


def estimator() -> Iterator[Row]:
    """Bulk and single rows."""
    random = np.random.default_rng(0)
    x = random.standard_normal((20_000, 100))
    y = np.where(x @ random.standard_normal(100) > 0.0, 1, 0)
    ours, theirs = rb.OnlineClassifier("rosenblatt"), Perceptron()
    for model in (ours, theirs):
        model.partial_fit(x, y, classes=[0, 1])
    mine, peer = side_by_side(lambda: ours.partial_fit(x, y), lambda: theirs.partial_fit(x, y))
    detail = f"{mine / len(x) * 1e9:.0f} ns a row, scikit-learn {peer / len(x) * 1e9:.0f} ns"
    yield Row("partial_fit over scikit-learn's Perceptron, d = 100", peer / mine, 1.5, True, detail)
    rows, labels = list(np.ascontiguousarray(x[:, :20])), y.tolist()
    single = rb.OnlineClassifier("rosenblatt")

    def one_by_one() -> None:
        for row, label in zip(rows, labels, strict=True):
            single.learn_one(row, label)

    (seconds,) = side_by_side(one_by_one)
    speed = len(rows) / seconds
    yield Row("learn_one, d = 20 / 230,000 rows a second", speed / RIVER_ROWS, 1.0, True, f"{speed:,.0f} rows/s")


def command_line() -> Iterator[Row]:
    """The time of --help over that of a bare click program."""
    ours, bare = side_by_side(
        *(lambda code=code: subprocess.run([sys.executable, "-c", code], capture_output=True) for code in (OURS, BARE))
    )
    yield Row("rosenblatt --help / a bare click program", ours / bare, 1.5, False, f"{ours * 1e3:.0f} ms")


def capacity() -> Iterator[Row]:
    """The logarithm of a number with 300,000 digits."""
    (seconds,) = side_by_side(lambda: rb.log_capacity(10**6, 4 * 10**5))
    yield Row("log_capacity(10^6, 4 10^5) / 1 s", seconds, 1.0, False, f"{seconds * 1e3:.1f} ms")


def rows() -> Iterator[Row]:
    """Yield all rows of this file."""
    for group in (estimator, command_line, capacity):
        yield from group()
