"""Labels saved by choosing them: python -m benchmarks.queries [--data DIR] [--seeds 10].

Each run draws a pool of 1,500 rows and 1,000 others for the test, begins with 20 labels, and goes on by 20: rows at
random, or those of `rb.choose_queries`. Dense features are standardised by the whole pool: a model that standardised
the chosen rows as they come would see its units change with what it asks for. The goal of each
seed is the log-loss that rows at random have around 100 labels, the mean of 80, 100 and 120. A run needs as many labels
as it has when its log-loss on the test rows first gets there (between two measurements by a straight line), and 240 if
it never does. Printed are these numbers, as medians and quartiles over the seeds, the ratio of their means, chosen over
random, with its standard error by resampling the seeds, and how many seeds were better off.

breast_cancer and digits come with scikit-learn; DIR holds the others as Parquet files, see `benchmarks.data_files`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.metrics import log_loss
from sklearn.preprocessing import StandardScaler

import rosenblatt as rb
from benchmarks.data_files import load

SHIPPED: dict[str, Any] = {"breast_cancer": load_breast_cancer, "digits": load_digits}
FILES = ("phishing", "sms_spam", "a9a", "bank_marketing")
POOL, TEST, FIRST, STEP, GOAL, LAST = 1500, 1000, 20, 20, (80, 100, 120), 240
RESAMPLED = 2000
KNOWN: dict[str, dict[str, Any]] = {"one": {"drift": 0.0, "prior": 1.0}, "bank": {"drift": 0.0, "linear": True}}


def losses(x: Any, y: np.ndarray, seed: int, known: dict[str, Any], *, choosing: bool) -> np.ndarray:
    """Return the log-loss on the test rows after 20, 40, ... labels."""
    order, classes = np.random.default_rng(seed).permutation(len(y)), np.unique(y)
    test = order[: min(TEST, len(y) // 3)]
    pool = order[len(test) :][:POOL]
    dense, left = isinstance(x, np.ndarray), np.arange(FIRST, len(pool))
    x = StandardScaler().fit(x[pool]).transform(x) if dense else x
    model = rb.BayesClassifier(runs=False, standardise=not dense, **known)
    model.partial_fit(x[pool[:FIRST]], y[pool[:FIRST]], classes=classes)
    found = []
    for labels in range(FIRST, LAST + 1, STEP):
        found.append(log_loss(y[test], model.predict_proba(x[test]), labels=classes))
        if labels < LAST:
            chosen = rb.choose_queries(model, x[pool[left]], STEP) if choosing else np.arange(STEP)
            rows = pool[left[chosen]]
            model.partial_fit(x[rows], y[rows])
            left = np.delete(left, chosen)
    return np.array(found)


def labels_needed(found: np.ndarray, goal: float) -> float:
    """Return the number of labels at which a run first has a log-loss of ``goal``; the last, if it never has."""
    labels = np.arange(FIRST, LAST + 1, STEP, dtype=float)
    reached = np.flatnonzero(found <= goal)
    if reached.size == 0 or reached[0] == 0:
        return float(labels[-1] if reached.size == 0 else labels[0])
    k = int(reached[0])
    return float(labels[k] - STEP * (goal - found[k]) / (found[k - 1] - found[k]))


def summary(name: str, runs: dict[bool, np.ndarray]) -> str:
    """Return the line of a data set from the losses of its runs, by whether labels were chosen."""
    goals = runs[False][:, [(labels - FIRST) // STEP for labels in GOAL]].mean(axis=1)
    needed = {
        choosing: np.array([labels_needed(run, goal) for run, goal in zip(found, goals, strict=True)])
        for choosing, found in runs.items()
    }
    again = np.random.default_rng(0).integers(0, len(needed[True]), (RESAMPLED, len(needed[True])))
    ratios = needed[True][again].mean(axis=1) / needed[False][again].mean(axis=1)
    words = [f"{name:15s} log-loss {goals.mean():.3f}"]
    for word, choosing in (("random", False), ("chosen", True)):
        low, middle, high = np.quantile(needed[choosing], [0.25, 0.5, 0.75])
        words.append(f"{word} {middle:.0f} ({low:.0f} to {high:.0f})")
    ratio = needed[True].mean() / needed[False].mean()
    better = int((needed[True] < needed[False]).sum())
    return ", ".join([*words, f"ratio {ratio:.2f} +- {ratios.std():.2f}", f"{better} of {len(again[0])} seeds better"])


def main() -> None:
    """Print a line for each data set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a folder of Parquet files")
    parser.add_argument("--names", default=",".join([*SHIPPED, *FILES]), help="the data sets, with commas between them")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--model", choices=list(KNOWN), default="one", help="one posterior, or a bank of priors")
    options = parser.parse_args()
    for name in options.names.split(","):
        if name in SHIPPED:
            x, y = SHIPPED[name](return_X_y=True)
        elif options.data is not None:
            x, y = load(options.data / f"{name}.parquet")
        else:
            continue
        known, seeds = KNOWN[options.model], range(options.seeds)
        runs = {
            choosing: np.array([losses(x, y, seed, known, choosing=choosing) for seed in seeds])
            for choosing in (False, True)
        }
        print(summary(name, runs), flush=True)


if __name__ == "__main__":
    main()
