"""The Bayesian classifier: its bank, one diagonal member, and covariances in blocks.

What is to be beaten: 30,000 rows a second with the whole bank at 50 features; scikit-learn's logistic SGD and a hundred
times River's AdPredictor with one diagonal member at 100; the compiled rank-one loop 1.9 times, and the time of the
matrix products alone within 1.4 times, at 500 and 1000.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.linalg.blas import dsymm, dsyrk  # pyright: ignore[reportAttributeAccessIssue]
from sklearn.linear_model import SGDClassifier
from threadpoolctl import threadpool_limits

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side
from rosenblatt.kernels.bank.block_update import BLOCK, learn_by_blocks
from rosenblatt.kernels.bank.members import KAPPAS, Batch, Member, Said
from rosenblatt.kernels.rows import NO_FIELDS, dense_kernel

ASKED = 30_000.0


def _stream(rows: int, features: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    x = random.standard_normal((rows, features))
    return x, (x @ random.standard_normal(features) + random.standard_normal(rows) > 0.0).astype(int)


def bank() -> Iterator[Row]:
    """The whole default bank."""
    x, y = _stream(10_000, 50)
    model = rb.BayesClassifier().partial_fit(x, y, classes=[0, 1])
    (seconds,) = side_by_side(lambda: model.partial_fit(x, y))
    speed = len(x) / seconds
    yield Row("BayesClassifier, whole bank, d = 50 / 30,000 rows/s", speed / ASKED, 1.0, True, f"{speed:,.0f} rows/s")


def diagonal() -> Iterator[Row]:
    """One member with a diagonal."""
    x, y = _stream(20_000, 100)
    ours = rb.BayesClassifier(covariance="diagonal", drift=0.0, prior=1.0, noise=0.01)
    theirs = SGDClassifier(loss="log_loss")
    for model in (ours, theirs):
        model.partial_fit(x, y, classes=[0, 1])
    mine, peer = side_by_side(lambda: ours.partial_fit(x, y), lambda: theirs.partial_fit(x, y))
    detail = f"{mine / len(x) * 1e9:.0f} ns a row, scikit-learn {peer / len(x) * 1e9:.0f} ns"
    yield Row("one diagonal member over SGDClassifier(log_loss), d = 100", peer / mine, 1.0, True, detail)
    if importlib.util.find_spec("river") is not None:
        river = _adpredictor(x[:500], y[:500])
        detail = f"River {river * 1e6:.0f} us a row"
        yield Row("one diagonal member over River's AdPredictor, d = 100", river * len(x) / mine, 100.0, True, detail)


def _adpredictor(x: np.ndarray, y: np.ndarray) -> float:
    """Return the seconds a row of River's AdPredictor, predicting and learning as a stream does."""
    from river.linear_model import AdPredictor  # pyright: ignore[reportMissingImports]

    model: Any = AdPredictor()
    rows = [dict(enumerate(row)) for row in x.tolist()]
    start = time.perf_counter()
    for row, label in zip(rows, y.astype(bool).tolist(), strict=True):
        model.learn_one(row, label)
    return (time.perf_counter() - start) / len(rows)


def blocks() -> Iterator[Row]:
    """A full covariance in blocks, against the rank-one loop and against its products alone."""
    for d in (500, 1000):
        rows = 256
        x, y = _stream(rows, d)
        labels, ones = np.where(y == 1, 1.0, -1.0), np.ones(rows)
        batch = Batch(x, np.zeros(rows), labels, ones)
        kappas = np.full(len(KAPPAS), 1.0 / len(KAPPAS))
        member = Member(0.0, np.ones(d), np.zeros(d), np.eye(d), kappas, KAPPAS)
        said = Said(*np.empty((3, rows)))
        rule = rb.BayesGaussian(noise=0.1)
        students = (*rule.start_students(1, d, scale=1.0), NO_FIELDS)
        plain, products = dense_kernel(rule, np.dtype(np.float64)), np.eye(d)

        def by_blocks(task: tuple[Batch, Member, Said] = (batch, member, said)) -> None:
            learn_by_blocks(*task)

        def one_by_one(state: tuple[Any, ...] = (*students, rule.parameters)) -> None:
            plain(x, labels[None], ones, *state)  # noqa: B023

        def only_products(matrix: np.ndarray = products) -> None:
            for start in range(0, rows, BLOCK):  # noqa: B023
                z = x[start : start + BLOCK]  # noqa: B023
                seen = dsymm(1.0, matrix.T, z.T, lower=0)
                np.dot(seen.T, z.T)
                dsyrk(-1e-12, seen, 1.0, matrix.T, lower=0, overwrite_c=1)

        with threadpool_limits(1, "blas"):
            mine, loop, alone = side_by_side(by_blocks, one_by_one, only_products)
        detail = f"{mine / rows * 1e6:.0f} us a row"
        yield Row(f"covariance in blocks over the rank-one loop, d = {d}", loop / mine, 1.9, True, detail)
        yield Row(f"covariance in blocks / its matrix products, d = {d}", mine / alone, 1.4, False, detail)


ROWS = (bank, diagonal, blocks)
