"""The alarm on streams with known changes, and on streams without: python -m benchmarks.changes [--data DIR].

Worlds: linear, with bends, with products; 3 to 20 features; no noise to a quarter of the labels flipped; classes of
equal size and not. The change is in the middle of 6,000 rows: another teacher, or labels swapped. With --data rows of
Parquet files too, shuffled, so that nothing changes, and in order.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import rosenblatt as rb
from benchmarks.data_files import load

ROWS = 6000
SHAPES = {
    "linear": lambda x, w: x @ w,
    "bends": lambda x, w: np.sin(2.0 * x) @ w,
    "products": lambda x, w: 2.0 * x[:, 0] * x[:, 1] + x @ w,
}


def world(seed: int, change: str) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and labels of one stream."""
    random = np.random.default_rng([2026, seed])
    features, noise = int(random.choice([3, 5, 8, 20])), float(random.choice([0.0, 0.05, 0.1, 0.25]))
    heavy, offset = random.random() < 0.25, float(random.choice([0.0, 0.5]))
    x = random.standard_t(3.0, (ROWS, features)) if heavy else random.standard_normal((ROWS, features))
    before, after = random.standard_normal((2, features)) / np.sqrt(features)
    shape = SHAPES[str(random.choice(list(SHAPES)))]
    h, later = shape(x, before) - offset, np.arange(ROWS) >= ROWS // 2
    if change == "teacher":
        h = np.where(later, shape(x, after) - offset, h)
    elif change == "swap":
        h = np.where(later, -h, h)
    return x, np.where(random.random(ROWS) < noise, h < 0.0, h > 0.0).astype(int)


def main() -> None:
    """Print how often it rang, rightly and wrongly, and how late."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=40)
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    for change in ("none", "teacher", "swap"):
        false, delays, rows = 0, [], 0
        for seed in range(options.streams):
            rung = rb.evaluate(rb.BayesClassifier(), *world(seed, change), progress=False).changes_["row"].to_numpy()
            right = rung >= ROWS // 2 if change != "none" else np.zeros(len(rung), dtype=bool)
            false, rows = false + int((~right).sum()), rows + (ROWS if change == "none" else ROWS // 2)
            delays += (rung[right][:1] - ROWS // 2).tolist()
        late = f"; found {len(delays)}, median delay {np.median(delays):.0f}, most {max(delays)} rows" if delays else ""
        print(f"{change}: {options.streams} streams, {false} false alarms in {rows:,} rows without a change{late}")
    for path in sorted(options.data.glob("*.parquet")) if options.data else ():
        x, y = load(path)
        order = np.random.default_rng(0).permutation(len(y))[:10_000]
        for name, rows in (("shuffled", order), ("in order", np.arange(min(len(y), 10_000)))):
            rung = rb.evaluate(rb.BayesClassifier(), x[rows], y[rows], progress=False).changes_["row"].tolist()
            print(f"{path.stem}, {name}: {len(rung)} alarms in {len(rows):,} rows {rung[:8]}")


if __name__ == "__main__":
    main()
