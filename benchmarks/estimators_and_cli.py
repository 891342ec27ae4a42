"""What users touch: the estimator against scikit-learn, single rows, the command line."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Perceptron, SGDRegressor

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side
from rosenblatt.kernels.counts import count_ones

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


def regressor() -> Iterator[Row]:
    """Bulk regression, features and targets standardised, against plain gradient descent on features as they come."""
    random = np.random.default_rng(1)
    x = random.standard_normal((20_000, 100))
    y = x @ random.standard_normal(100) + random.standard_normal(20_000)
    ours, theirs = rb.OnlineRegressor(), SGDRegressor()
    mine, peer = side_by_side(lambda: ours.partial_fit(x, y), lambda: theirs.partial_fit(x, y))
    detail = f"{mine / len(x) * 1e9:.0f} ns a row, scikit-learn {peer / len(x) * 1e9:.0f} ns"
    yield Row("OnlineRegressor over scikit-learn's SGDRegressor, d = 100", peer / mine, 1.0, True, detail)


def command_line() -> Iterator[Row]:
    """The time of --help over that of a bare click program."""
    ours, bare = side_by_side(
        *(lambda code=code: subprocess.run([sys.executable, "-c", code], capture_output=True) for code in (OURS, BARE)),
        clock=time.perf_counter,
    )
    yield Row("rosenblatt --help / a bare click program", ours / bare, 1.5, False, f"{ours * 1e3:.0f} ms")


def capacity() -> Iterator[Row]:
    """The logarithm of a number with 300,000 digits."""
    (seconds,) = side_by_side(lambda: rb.log_capacity(10**6, 4 * 10**5))
    yield Row("log_capacity(10^6, 4 10^5) / 1 s", seconds, 1.0, False, f"{seconds * 1e3:.1f} ms")


def influence() -> Iterator[Row]:
    """Counts over 10^6 x 200 booleans: bytes against blocked float32 products, and the memory of a whole fit."""
    random = np.random.default_rng(0)
    x = random.integers(0, 2, (10**6, 200), dtype=np.uint8).view(bool)
    y = random.integers(0, 2, 10**6)
    hot = np.eye(2, dtype=np.float32)[:, y]  # made beforehand, to the peer's advantage

    def products(block: int) -> np.ndarray:
        ones = np.zeros((2, 200))
        for first in range(0, len(x), block):
            part = slice(first, first + block)
            ones += hot[:, part] @ x[part].astype(np.float32)
        return ones

    blocks = (500, 1000, 2000, 4000, 16_000)
    if not np.array_equal(count_ones(x, y, 2)[0], products(1000)):
        raise RuntimeError("the two ways of counting differ")
    ours, *theirs = side_by_side(
        lambda: count_ones(x, y, 2), *(lambda block=block: products(block) for block in blocks), rounds=5
    )
    best = int(np.argmin(theirs))
    detail = (
        f"{ours * 1e3:.0f} ms against {theirs[best] * 1e3:.0f} ms in blocks of {blocks[best]}, the best of {blocks}"
    )
    yield Row("influence counts over float32 products, 10^6 x 200", theirs[best] / ours, 1.8, True, detail)
    tracemalloc.start()
    rb.InfluenceClassifier().fit(x, y).predict(x[:10])
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    yield Row(
        "memory of an influence fit, 10^6 x 200 / 64 MB", peak / 64.0, 1.0, False, f"{peak:.0f} MB beyond the rows"
    )


ROWS = (estimator, regressor, influence, command_line, capacity)
