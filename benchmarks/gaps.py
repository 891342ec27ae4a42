"""Streams with gaps: python -m benchmarks.gaps --data DIR. Every row is predicted, then learnt.

DIR is as for benchmarks.streams. Of all cells a tenth, chosen at random, is NaN. `BayesClassifier` takes the rows as
they are. Each peer, at each of its settings, takes them after each imputation, and the best of all in hindsight is its
result:

zero    0
mean    the mean of the column in the rows before
last    the last value of the column that was there, 0 before it

each of them with and without a further column for each that is 1 where a value was missing. Sparse rows are imputed
with 0 alone. The peers are the fast ones of benchmarks.peers that give probabilities. For slow ones, --first chooses
the best few by the first rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

import rosenblatt as rb
from benchmarks.data_files import load
from benchmarks.peers import FAMILIES
from benchmarks.streams import SEED, measure

SHARE = 0.1
FEW = 2  # ways of a peer that are tried on all rows where they are chosen by the first ones
PEERS = ("sklearn-sgd", "adagrad", "vw")


def with_gaps(x: Any, share: float) -> Any:
    """Return rows in which some cells are missing; of sparse ones, cells without a value too."""
    random = np.random.default_rng(SEED)
    if not sparse.issparse(x):
        return np.where(random.random(x.shape) < share, np.nan, x)
    number = random.binomial(x.shape[0] * x.shape[1], share)
    cells = np.unique(random.integers(0, x.shape[0] * x.shape[1], number))
    places = (np.full(len(cells), np.nan), (cells // x.shape[1], cells % x.shape[1]))
    return sparse.csr_matrix(x + sparse.csr_matrix(places, shape=x.shape))


def imputed(x: Any) -> Iterator[tuple[str, Any]]:
    """Yield rows after each imputation, by its name."""
    if sparse.issparse(x):
        missing = x.copy()
        missing.data = np.isnan(x.data).astype(float)
        filled = x.copy()
        filled.data = np.nan_to_num(x.data)
        for matrix in (missing, filled):
            matrix.eliminate_zeros()
        yield "zero", filled
        yield "zero, indicators", sparse.csr_matrix(sparse.hstack([filled, missing]))
        return
    missing = np.isnan(x)
    zero = np.where(missing, 0.0, x)
    before = np.vstack([np.zeros((1, x.shape[1])), np.cumsum(zero, axis=0)[:-1]])
    number = np.vstack([np.zeros((1, x.shape[1])), np.cumsum(~missing, axis=0)[:-1]])
    latest = np.maximum.accumulate(np.where(missing, -1, np.arange(len(x))[:, None]), axis=0)
    last = np.where(latest < 0, 0.0, np.take_along_axis(zero, np.maximum(latest, 0), axis=0))
    mean = np.where(missing, before / np.maximum(number, 1.0), x)
    for name, filled in (("zero", zero), ("mean", mean), ("last", last)):
        yield name, filled
        yield f"{name}, indicators", np.hstack([filled, missing.astype(float)])


def losses(family: str, x: Any, labels: np.ndarray, among: Collection[str] | None = None) -> list[tuple[float, str]]:
    """Return the log-losses of a family, and how each was reached, the least first; only ``among`` some if given."""
    found = []
    for how, rows in imputed(x):
        for contender in FAMILIES[family](sparse.issparse(x)):
            name = f"{contender.setting}, {how}"
            if contender.probabilistic and (among is None or name in among):
                scores, seconds = contender.run(rows, labels)
                if np.isfinite(scores).all():
                    found.append((measure(contender, scores, seconds, labels).log_loss, name))
    return sorted(found)


def best_of(family: str, x: Any, labels: np.ndarray, first: int | None) -> tuple[float, str]:
    """Return the least log-loss of a family, of all or of the few that are best on the ``first`` rows."""
    few = None if first is None else [name for _, name in losses(family, x[:first], labels[:first])[:FEW]]
    return losses(family, x, labels, few)[0]


def main() -> None:
    """Print the log-loss of each on each stream."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of Parquet files")
    parser.add_argument("--rows", type=int, default=50_000, help="use only so many rows of each file")
    parser.add_argument("--files", help="names without .parquet, with commas between; default: all")
    parser.add_argument("--peers", default=",".join(PEERS), help="with commas between")
    parser.add_argument("--first", type=int, help=f"try only the {FEW} ways of a peer that are best on so many rows")
    options = parser.parse_args()
    names = options.files.split(",") if options.files else sorted(path.stem for path in options.data.glob("*.parquet"))
    won = 0
    for name in names:
        x, labels = load(options.data / f"{name}.parquet")
        x, labels = with_gaps(x[: options.rows], SHARE), labels[: options.rows]
        ours = rb.evaluate(rb.BayesClassifier(), x, labels, classes=[0, 1])
        print(f"{name}: rosenblatt {ours.log_loss:.4f}, {ours.rows_per_second:,.0f} rows/s", flush=True)
        peers = {family: best_of(family, x, labels, options.first) for family in options.peers.split(",")}
        for family, (loss, how) in peers.items():
            print(f"    {family} {loss:.4f} ({how})", flush=True)
        won += ours.log_loss < min(loss for loss, _ in peers.values())
    print(f"lower log-loss than every peer on {won} of {len(names)} streams")


if __name__ == "__main__":
    main()
