"""A hundred million rows through BayesClassifier, by hand: python -m torture.long_stream [--rows N] [--state FOLDER].

One member with its full covariance on 20 features, and the whole bank on 10. After each of a few batches, closer at the
beginning: the covariance of every member is symmetric, its least eigenvalue is above 0, and predictions are finite and
right. Rows are normal, and one label in ten is flipped. The picture shows the least eigenvalue, which falls as 1/rows.
The bank takes an hour or more: at each look the model is saved, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import rosenblatt as rb
from rosenblatt.estimators.bayes.members import Members

BATCH = 100_000
FLIPPED = 0.1
LOOKS = 30  # at the model, by equal factors of the rows
EVERY = 2_000_000  # rows at the most from one look to the next


def models() -> dict[str, tuple[Callable[[], rb.BayesClassifier], int]]:
    """Return what is tried: a model and its number of features."""
    return {
        "one member, 20 features": (lambda: rb.BayesClassifier(drift=0.0, prior=1.0, runs=False), 20),
        "the whole bank, 10 features": (rb.BayesClassifier, 10),
    }


def teacher_of(features: int) -> np.ndarray:
    """Return the weights that label the rows."""
    return np.random.default_rng(0).standard_normal(features)


def batches(features: int, done: int, looks: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield rows and labels from row `done` on, in batches that end at the looks."""
    teacher = teacher_of(features)
    while done < looks[-1]:
        random = np.random.default_rng([1, done])  # of its place, so that a run that goes on meets the same rows
        size = int(min(BATCH, looks[looks > done][0] - done))
        x = random.standard_normal((size, features))
        flipped = random.random(size) < FLIPPED
        yield x, ((x @ teacher > 0.0) ^ flipped).astype(int)
        done += size


def look(model: rb.BayesClassifier, features: int) -> dict[str, float]:
    """Return the least eigenvalue of the covariance of any member, and how often clean rows are predicted."""
    least = np.inf
    for bank in model.state_.chosen():
        for _, members, _ in bank.groups():
            for spread in members.spreads if isinstance(members, Members) and members.full else ():
                whole = np.tril(spread) + np.tril(spread, -1).T
                least = min(least, float(np.linalg.eigvalsh(whole)[0]))
    covariance = np.asarray(model.covariance_)
    teacher = teacher_of(features)
    x = np.random.default_rng(1).standard_normal((5_000, features))
    chances = model.predict_proba(x)[:, 1]
    return {
        "least eigenvalue": least,
        "asymmetry": float(np.abs(covariance - np.swapaxes(covariance, -1, -2)).max()),
        "finite": float(np.isfinite(chances).all()),
        "right": float(np.mean((chances > 0.5) == (x @ teacher > 0.0))),
    }


def followed(name: str, rows: int, state: Path) -> Iterator[list[dict[str, float]]]:
    """Yield all that was seen of a model along the stream, after each look; raise as soon as it is broken."""
    make, features = models()[name]
    saved, seen_before = state / f"{name}.model", state / f"{name}.json"
    seen: list[dict[str, float]] = json.loads(seen_before.read_text()) if seen_before.exists() else []
    model = rb.load(saved) if saved.exists() else make()
    learnt, begun = int(model.n_examples_) if saved.exists() else 0, time.perf_counter()
    looks = np.unique(
        np.concatenate([np.geomspace(100, rows, LOOKS), np.arange(EVERY, rows, EVERY), [rows]]).astype(int)
    )
    for x, y in batches(features, learnt, looks):
        model.partial_fit(x, y)
        learnt += len(y)
        if learnt in looks:
            row = {"rows": float(learnt), **look(model, features)}
            print(f"{name}: {row}, {time.perf_counter() - begun:.0f} s", flush=True)
            if not (row["least eigenvalue"] > 0.0 and row["asymmetry"] == 0.0 and row["finite"]):
                raise SystemExit(f"{name} broke after {learnt:,} rows")
            seen.append(row)
            model.save(saved)
            seen_before.write_text(json.dumps(seen))
        yield seen


def draw(found: dict[str, pd.DataFrame], path: Path) -> None:
    """Draw least eigenvalues and mistakes on clean rows."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 3.6), layout="constrained")
    axes: Any = figure.subplots(1, 2)
    for name, frame in found.items():
        axes[0].loglog(frame["rows"], frame["least eigenvalue"], marker="o", markersize=3, label=name)
        axes[1].loglog(frame["rows"], 1.0 - frame["right"] + 1e-5, marker="o", markersize=3, label=name)
    axes[0].set(xlabel="rows", title="least eigenvalue of any member's covariance")
    axes[1].set(xlabel="rows", title="mistakes on clean rows (plus 1e-5)")
    axes[0].legend(frameon=False)
    figure.savefig(path, dpi=150)


def main() -> int:
    """Run it all and draw."""
    parser = argparse.ArgumentParser(prog="python -m torture.long_stream", description="A very long stream.")
    parser.add_argument("--rows", type=int, default=100_000_000)
    parser.add_argument(
        "--state", type=Path, default=Path("long-stream"), help="folder of models, looks and the picture"
    )
    chosen = parser.parse_args()
    chosen.state.mkdir(parents=True, exist_ok=True)
    picture = chosen.state / "long-stream.png"
    found: dict[str, pd.DataFrame] = {}
    for name in models():
        for seen in followed(name, chosen.rows, chosen.state):
            found[name] = pd.DataFrame(seen)
        draw(found, picture)
    print(f"{chosen.rows:,} rows each: nothing broke; {picture} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
