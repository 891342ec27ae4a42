"""Streams from River's generators: python -m benchmarks.generators --out DIR writes Parquet files for `streams`.

Eight generators with three seeds each, 20,000 rows a stream, named `agrawal-1`. They were chosen, with their numbers,
before anything had learnt any of them: the first three are where forests are known to be good, and the other five are
those of the literature on forests for streams that have two classes or halves.

agrawal        Agrawal's function 4, an "if" on age, education, salary and loan, with 5 % perturbation.
tree           A random tree on 10 numbers.
rbf-drift      50 clusters on 10 numbers, of either class, all of which move by 1e-4 a row.
sea            Whether two of three numbers add up to more than 7, from the middle on 9.5; 10 % wrong labels.
hyperplane     A plane on 20 numbers, all weights of which move by 0.001 a row; 5 % wrong labels.
sine           Whether a point is below the curve of a sine; from the middle on the labels are reversed. Two of the
               four numbers mean nothing.
led            Whether a display of seven segments shows 5 or more. One segment in ten is wrong, 17 of 24 mean nothing.
agrawal-drift  Agrawal's function 1, which turns into function 6 over some 2,000 rows in the middle; 5 % perturbation.

All features are numbers, as River gives them; categories of Agrawal's are their codes. It needs river.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from river.datasets import synth  # pyright: ignore[reportMissingImports]

from benchmarks.gather import write

ROWS = 20_000
SEEDS = (1, 2, 3)
ABRUPT = 100  # rows over which a stream turns; River overflows far below that
LATER = 100  # added to the seed of what follows a drift: the same seed would give the same rows again


def _turn(before: Callable[[int], Any], after: Callable[[int], Any], seed: int, width: int) -> Any:
    """Return a stream that turns into another one in the middle."""
    return synth.ConceptDriftStream(before(seed), after(seed + LATER), position=ROWS // 2, width=width, seed=seed)


def _agrawal(function: int, seed: int) -> Any:
    return synth.Agrawal(classification_function=function, perturbation=0.05, seed=seed)


def _sea(variant: int, seed: int) -> Any:
    return synth.SEA(variant=variant, noise=0.1, seed=seed)


def _sine(function: int, seed: int) -> Any:
    return synth.Sine(classification_function=function, has_noise=True, seed=seed)


def _agrawal_drift(seed: int) -> Any:
    return _turn(lambda s: _agrawal(1, s), lambda s: _agrawal(6, s), seed, 2000)


def _tree(seed: int) -> Any:
    return synth.RandomTree(seed_tree=seed, seed_sample=seed, n_classes=2, n_num_features=10, n_cat_features=0)


def _rbf_drift(seed: int) -> Any:
    how = {"n_features": 10, "n_centroids": 50, "n_drift_centroids": 50, "change_speed": 1e-4}
    return synth.RandomRBFDrift(seed_model=seed, seed_sample=seed, n_classes=2, **how)


def _hyperplane(seed: int) -> Any:
    how = {"n_features": 20, "n_drift_features": 20, "mag_change": 0.001, "noise_percentage": 0.05}
    return synth.Hyperplane(seed=seed, **how)


GENERATORS: dict[str, Callable[[int], Any]] = {
    "agrawal": lambda seed: _agrawal(4, seed),
    "tree": _tree,
    "rbf-drift": _rbf_drift,
    "sea": lambda seed: _turn(lambda s: _sea(2, s), lambda s: _sea(3, s), seed, ABRUPT),
    "hyperplane": _hyperplane,
    "sine": lambda seed: _turn(lambda s: _sine(0, s), lambda s: _sine(1, s), seed, ABRUPT),
    "led": lambda seed: synth.LED(seed=seed, noise_percentage=0.1, irrelevant_features=True),
    "agrawal-drift": _agrawal_drift,
}
FIRST_OF_ONE = {"led": 5}  # the first class that is called 1, where there are more than two


def rows_of(name: str, seed: int, rows: int = ROWS) -> tuple[pd.DataFrame, np.ndarray]:
    """Return features and labels of a stream."""
    pairs = list(islice(GENERATORS[name](seed), rows))
    labels = np.array([int(label) for _, label in pairs]) >= FIRST_OF_ONE.get(name, 1)
    return pd.DataFrame([features for features, _ in pairs]), labels


def main() -> None:
    """Write all streams."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in GENERATORS:
        for seed in SEEDS:
            features, labels = rows_of(name, seed)
            write(options.out, f"{name}-{seed}", features, labels)
            print(f"{name}-{seed}: {features.shape[1]} features, {np.mean(labels):.0%} of the labels are 1", flush=True)


if __name__ == "__main__":
    main()
