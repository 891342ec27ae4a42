"""Rows as they come, one at a time: python -m benchmarks.one_row. Exit code 1 if a ratio is on the wrong side.

What is to be beaten, by the median CPU time of single rows: to predict and learn one dictionary with the whole bank,
five rows of a batch plus 40 microseconds, and a tenth of River's forest; to learn one dictionary of 20 features with
`OnlineClassifier(standardise=True)`, River's logistic regression behind its scaler. Then all again while another
process keeps a core busy, and the first calls of a process that finds no kernels but those that go with the package.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd

import rosenblatt as rb
from benchmarks.timing import Row

SHORT, LONG = 8, 20  # features
TURN = 50  # rows
FIRST_CALL = 3.0  # seconds
FIRST_CALLS = {
    "BayesClassifier": "model = rb.BayesClassifier().partial_fit(x, y); model.predict_proba(x)",
    "OnlineClassifier": "model = rb.OnlineClassifier(standardise=True).partial_fit(x, y); model.predict(x)",
}


def _stream(rows: int, features: int) -> tuple[np.ndarray, list[dict[str, float]], list[int]]:
    random = np.random.default_rng(0)
    x = random.standard_normal((rows, features))
    y = (x @ random.standard_normal(features) + random.standard_normal(rows) > 0.0).astype(int)
    names = [f"feature {i}" for i in range(features)]
    return x, [dict(zip(names, row, strict=True)) for row in x.tolist()], y.tolist()


def _median(work: Callable[[Any, Any], object], x: Any, y: list[int], rows: range) -> float:
    """Return the median of the seconds that single rows take."""
    return _medians([work], x, y, rows)[0]


def _medians(works: list[Callable[[Any, Any], object]], x: Any, y: list[int], rows: range) -> list[float]:
    """Return the median for each work, of CPU time; they take turns, some rows each."""
    seconds: list[list[float]] = [[] for _ in works]
    for first in rows[::TURN]:
        for work, own in zip(works, seconds, strict=True):
            for i in range(first, min(first + TURN, rows.stop)):
                start = time.thread_time()
                work(x[i], y[i])
                own.append(time.thread_time() - start)
    return [float(np.median(own)) for own in seconds]


def _batch_row(x: np.ndarray, y: list[int]) -> float:
    """Return the seconds of a row of a batch that is predicted and learnt, the median of some batches."""
    model, seconds = rb.BayesClassifier(), []
    for start in range(0, len(x), 256):
        rows = slice(start, start + 256)
        begin = time.thread_time()
        model.predict_then_learn(x[rows], y[rows], classes=[0, 1] if start == 0 else None)
        seconds.append((time.thread_time() - begin) / len(x[rows]))
    return float(np.median(seconds))


def bank(when: str) -> Iterator[Row]:
    """The whole bank of two classes."""
    x, named, y = _stream(6000, SHORT)
    batch = _batch_row(x, y)
    allowed = 5.0 * batch + 40e-6
    model = rb.BayesClassifier().partial_fit(x[:1000], y[:1000], classes=[0, 1])

    def arrays(row: np.ndarray, label: int) -> None:
        model.predict_proba_one(row)
        model.learn_one(row, label)

    seconds = _median(arrays, x, y, range(1000, 3000))
    detail = f"{seconds * 1e6:.0f} us, a row of a batch {batch * 1e6:.1f} us"
    yield Row(f"predict + learn, an array, d = 8 / (5 rows + 40 us){when}", seconds / allowed, 1.0, False, detail)
    other = rb.BayesClassifier().partial_fit(pd.DataFrame(named[:200]), y[:200], classes=[0, 1])

    def dictionaries(row: dict[str, float], label: int) -> None:
        other.predict_proba_one(row)
        other.learn_one(row, label)

    works: list[Any] = [dictionaries]
    if _has_river():
        from river import forest

        peer: Any = forest.ARFClassifier(n_models=10, seed=0)

        def theirs(row: dict[str, float], label: int) -> None:
            peer.predict_proba_one(row)
            peer.learn_one(row, label)

        for i in range(200):
            theirs(named[i], y[i])
        works.append(theirs)
    seconds, *river = _medians(works, named, y, range(200, 1200))
    detail = f"{seconds * 1e6:.0f} us, a row of a batch {batch * 1e6:.1f} us"
    yield Row(f"predict + learn, a dictionary, d = 8 / (5 rows + 40 us){when}", seconds / allowed, 1.0, False, detail)
    if river:
        detail = f"{seconds * 1e6:.0f} us, River {river[0] * 1e6:.0f} us"
        yield Row(f"predict + learn, a dictionary, over River's forest{when}", river[0] / seconds, 10.0, True, detail)


def online(when: str) -> Iterator[Row]:
    """`OnlineClassifier`, features standardised."""
    if not _has_river():
        return
    from river import linear_model, preprocessing

    _, named, y = _stream(4000, LONG)
    model, rows = rb.OnlineClassifier(standardise=True), range(200, 4000)
    peer: Any = preprocessing.StandardScaler() | linear_model.LogisticRegression()
    for i in range(200):
        model.learn_one(named[i], y[i])
        peer.learn_one(named[i], y[i])
    mine, river = _medians([model.learn_one, peer.learn_one], named, y, rows)
    detail = f"{mine * 1e6:.1f} us, River {river * 1e6:.1f} us"
    yield Row(f"learn_one, a dictionary, d = 20, over River's logistic{when}", river / mine, 1.0, True, detail)


def first_calls() -> Iterator[Row]:
    """First calls of a process that finds no kernel on disk."""
    for name, code in FIRST_CALLS.items():
        begin = "import time, numpy as np, rosenblatt as rb; x = np.random.default_rng(0).standard_normal((50, 8))"
        timed = (
            f"{begin}; y = x[:, 0] > 0.0; rb.{name}; t = time.process_time(); {code}; print(time.process_time() - t)"
        )
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            done = subprocess.run([sys.executable, "-c", timed], env=environment, capture_output=True, check=True)
        seconds = float(done.stdout)
        yield Row(f"first call of {name} / 3 s", seconds / FIRST_CALL, 1.0, False, f"{seconds:.1f} s")


def _has_river() -> bool:
    return importlib.util.find_spec("river") is not None


def _work_for_ever() -> None:
    while True:
        sum(range(1000))


def rows() -> Iterator[Row]:
    """Yield all rows of this file."""
    for when in ("", ", busy"):
        other = multiprocessing.Process(target=_work_for_ever, daemon=True)
        if when:
            other.start()
        for group in (bank, online):
            yield from group(when)
        if when:
            other.kill()
    yield from first_calls()


def main() -> int:
    """Print every row as it is measured."""
    if not _has_river():
        print("River is not there: nothing is compared with it")
    failed = 0
    for row in rows():
        print(row, flush=True)
        failed += not row.holds
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
