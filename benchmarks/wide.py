"""Wide rows: python -m benchmarks.wide [--data DIR]. How rows a second fall with the features, and what it costs.

What is to hold: no step by more than 2 in rows a second between d and 1.1 d, for 10 to 5,000 dense features; a thousand
rows a second at 1,300; at 410 features, with all cores busy with other work, 0.85 times those at 390; from 100 on
"fast" three times as fast as "auto"; a model that is saved takes 1.2 times its file in memory. With DIR, see
`benchmarks.streams`, log-losses of "auto" within 1 % of those of "best" on sets of 1,300 features.

Speeds are of processor time, the best of some rounds: other work on the machine does not count. Only with busy cores
they are of the clock.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.metrics import log_loss

import rosenblatt as rb
from benchmarks.data_files import load
from benchmarks.timing import Row, side_by_side

WIDE = 1300
MOST_ROWS = 5000
EDGES = (
    273,
    300,
    301,
    330,
    390,
    400,
    440,
    690,
    691,
    1310,
    1311,
    1440,
    1692,
    1694,
    1885,
    2072,
    2073,
    2280,
    2666,
    2931,
    2932,
    3224,
)
GRID = sorted(
    {*np.geomspace(10, 300, 14).astype(int).tolist(), *np.geomspace(330, 5000, 29).astype(int).tolist(), *EDGES}
)
SHOWN = (100, 300, 600, 1000, 1300, 2000, 3000, 5000)
BUSY = "while True: pass"
Set = tuple[np.ndarray, np.ndarray]


def _stream(rows: int, features: int) -> Set:
    random = np.random.default_rng(0)
    x = random.standard_normal((rows, features))
    return x, (x @ random.standard_normal(features) + random.standard_normal(rows) > 0.0).astype(int)


def rows_a_second(features: int, effort: str, rounds: int = 3) -> float:
    """Return how many rows are predicted and learnt in a second of processor time."""
    number = max(256, min(4096, int(3e6 / features**1.3))) // 64 * 64
    x, y = _stream(number, features)
    model = rb.BayesClassifier(effort=effort).partial_fit(x[:64], y[:64], classes=[0, 1])
    best = np.inf
    for _ in range(rounds):
        start = time.process_time()
        model.partial_fit(x, y)
        best = min(best, time.process_time() - start)
    return number / best


def steps() -> Iterator[Row]:
    """Rows a second by width, and the largest step between widths that differ by a tenth at most."""
    speeds = {d: rows_a_second(d, "auto") for d in GRID}
    found = [
        (max(speeds[a] / speeds[b], speeds[b] / speeds[a]), a, b) for a in GRID for b in GRID if a < b <= 1.101 * a
    ]
    ratio, a, b = max(found)
    detail = f"d = {a}: {speeds[a]:,.0f} rows/s, d = {b}: {speeds[b]:,.0f}"
    yield Row("largest step in rows/s between d and 1.1 d, 10 to 5,000", ratio, 2.0, False, detail)
    steepest = max((speeds[b] / speeds[a], a, b) for a, b in pairwise(GRID))
    detail = f"d = {steepest[1]} to {steepest[2]}"
    yield Row("largest rise in rows/s from one width to the next", steepest[0], 2.0, False, detail)


def efforts() -> Iterator[Row]:
    """What each effort gives, side by side."""
    for d in SHOWN:
        fast, auto, best = (rows_a_second(d, effort) for effort in ("fast", "auto", "best"))
        detail = f"fast {fast:,.0f} rows/s, auto {auto:,.0f}, best {best:,.0f}"
        yield Row(f"fast over auto, d = {d}", fast / auto, 3.0, True, detail)
        if d == WIDE:
            yield Row(f"auto, d = {d} / 1,000 rows/s", auto / 1000.0, 1.0, True, detail)


def busy_cores() -> Iterator[Row]:
    """Rows on both sides of where matrix products begin, while other programmes want all cores."""
    works: list[Callable[[], object]] = []
    for d in (390, 410):
        x, y = _stream(512, d)
        model = rb.BayesClassifier().partial_fit(x, y, classes=[0, 1])
        works.append(lambda model=model, x=x, y=y: model.partial_fit(x, y))
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
    try:
        narrow, wide = side_by_side(*works, clock=time.perf_counter)
    finally:
        for other in others:
            other.kill()
            other.wait()
    detail = f"{512 / wide:,.0f} and {512 / narrow:,.0f} rows/s"
    yield Row("d = 410 / d = 390, rows/s, two cores busy", narrow / wide, 0.85, True, detail)


def saving() -> Iterator[Row]:
    """The memory that a model and saving it take, in units of its file."""
    x, y = _stream(64, WIDE)
    model = rb.BayesClassifier(effort="best").partial_fit(x, y, classes=[0, 1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        tracemalloc.start()
        model.save(path)
        more, size = tracemalloc.get_traced_memory()[1], path.stat().st_size
        tracemalloc.stop()
    own = sum(array.nbytes for array in model.state_.arrays().values())
    yield Row("memory while saving / the file", (own + more) / size, 1.2, False, f"{size / 2**20:,.0f} MB")


def _products(x: np.ndarray) -> np.ndarray:
    """Return standardised features and the first of their products, `WIDE` together."""
    z = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9)
    first, second = np.triu_indices(z.shape[1], 1)
    number = WIDE - z.shape[1]
    return np.hstack([z, z[:, first[:number]] * z[:, second[:number]]])


def _bent(x: np.ndarray) -> np.ndarray:
    """Return standardised features and random combinations of them above 0, `WIDE` together."""
    z, random = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9), np.random.default_rng(0)
    directions = random.standard_normal((z.shape[1], WIDE - z.shape[1])) / np.sqrt(z.shape[1])
    return np.hstack([z, np.maximum(z @ directions + 0.5 * random.standard_normal(directions.shape[1]), 0.0)])


def wide_sets(data: Path) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield sets of `WIDE` dense features, the first rows of files, and their names."""
    for name, widen in (("phishing", _products), ("covtype", _products), ("a9a", _bent), ("elec2", _bent)):
        x, y = load(data / f"{name}.parquet")
        dense = sparse.csr_matrix(x[:MOST_ROWS]).toarray()
        yield f"{name}, {'products' if widen is _products else 'bent'}", widen(dense), y[:MOST_ROWS]
    x, y = load(data / "sms_spam.parquet")
    words = sparse.csc_matrix(x)
    commonest = np.argsort(-words.getnnz(axis=0), kind="stable")[:WIDE]
    yield "sms_spam, commonest words", words[:, np.sort(commonest)].toarray(), y


def losses(data: Path) -> Iterator[Row]:
    """Log-losses of "auto" over those of "best": each row predicted, then learnt."""
    for name, x, y in wide_sets(data):
        found = {}
        for effort in ("best", "auto", "fast"):
            said = rb.BayesClassifier(effort=effort).predict_then_learn(x, y, classes=[0, 1])
            found[effort] = log_loss(y, said)
        detail = ", ".join(f"{effort} {loss:.4f}" for effort, loss in found.items())
        yield Row(f"log-loss of auto / best, {name}", found["auto"] / found["best"], 1.01, False, detail)


def main() -> int:
    """Print every row as it is measured."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder of Parquet files; without it no log-losses")
    data, failed = parser.parse_args().data, 0
    groups = [busy_cores(), saving(), efforts(), steps(), *([] if data is None else [losses(data)])]
    for group in groups:
        for row in group:
            print(row, flush=True)
            failed += not row.holds
    print("all ratios hold" if not failed else f"{failed} ratios do not hold")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
