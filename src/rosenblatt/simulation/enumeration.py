"""Exact Gibbs and Bayes learning of +1 and -1 weights for N up to 25, by enumerating all vectors.

The posterior is known exactly: the share p of it that answers +1 to a new input. The teacher is itself a draw from the
posterior, so that on average over teachers

    exact.1   Gibbs errs with probability 2 p (1 - p),  Bayes with the lesser of p and 1 - p,

which are averaged over new inputs (``probes``). Both are disagreements with the clean label.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.kernels.enumeration import count_consistent, count_mistakes
from rosenblatt.progress import progress as progress_bar
from rosenblatt.simulation.runs import available_cores

MOST = 25


def enumerate_binary(
    n: int,
    alpha: Any,
    *,
    runs: int = 100,
    noise: float = 0.0,
    probes: int = 32,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Return the exact errors of offline learning for n binary weights, inputs +1 and -1, means over runs.

    Parameters
    ----------
    n : number of weights, odd (a field is then never 0), at most 25.
    alpha : examples per weight, a number or a sequence.
    runs, noise, seed, threads, progress : as in `simulate`.
    probes : new inputs on which a posterior is asked, in each run.

    Returns columns ``alpha, gibbs, bayes, entropy`` with standard errors; ``entropy`` is the logarithm of the number
    of vectors that are consistent with the labels, divided by n (with noise all are, and there is no such column).

    >>> enumerate_binary(7, [0, 1], runs=400)["gibbs"].round(1).tolist()
    [0.5, 0.2]
    """
    n = checks.whole("n", n, 3, "It is the number of weights.")
    if n > MOST or n % 2 == 0:
        raise ValueError(f"n must be odd and at most {MOST}; got {n}. There are 2^n vectors, and an even n has ties.")
    grid = np.atleast_1d(np.asarray(alpha, dtype=float))
    if grid.size == 0 or not np.all(np.isfinite(grid) & (grid >= 0.0)):
        raise ValueError(f"alpha must be 0 or above; got {alpha!r}. It is the number of examples per weight.")
    runs = checks.whole("runs", runs, 2, "Standard errors need 2.")
    marks = np.rint(grid * n).astype(np.int64)
    order = np.argsort(marks)
    seeds = np.random.SeedSequence(checks.seed(seed)).spawn(runs)
    noise, probes = checks.noise(noise), checks.whole("probes", probes, 1, "It is a number of inputs.")
    threads = available_cores() if threads is None else checks.whole("threads", threads, 1, "Leave it out.")
    with (
        progress_bar(f"enumeration, N = {n}", float(runs), progress) as report,
        ThreadPoolExecutor(max_workers=threads) as pool,
    ):

        def one(child: np.random.SeedSequence) -> np.ndarray:
            measured = _run(n, marks[order], noise, probes, np.random.default_rng(child))
            report(1.0)
            return measured

        samples = np.array(list(pool.map(one, seeds)))
    samples[:, :, order] = samples.copy()
    frame = pd.DataFrame({"alpha": marks / n})
    for k, name in enumerate(("gibbs", "bayes", "entropy") if noise == 0.0 else ("gibbs", "bayes")):
        frame[name] = samples[:, k].mean(axis=0)
        frame[f"{name}_sem"] = samples[:, k].std(axis=0, ddof=1) / np.sqrt(runs)
    return frame


def _run(n: int, marks: np.ndarray, noise: float, probes: int, random: np.random.Generator) -> np.ndarray:
    """Return Gibbs error, Bayes error and entropy at each of the increasing marks, for one teacher."""
    top = np.uint32(1 << n)
    teacher = random.integers(0, top, dtype=np.uint32)
    examples = random.integers(0, top, size=int(marks[-1]), dtype=np.uint32)
    asked = random.integers(0, top, size=probes, dtype=np.uint32)
    clean = 2 * np.bitwise_count(teacher ^ examples) < n
    labels = clean ^ (random.random(len(examples)) < noise)
    if noise == 0.0:
        alive = np.zeros(len(examples) + 1, dtype=np.int64)
        votes = np.zeros((len(examples) + 1, probes), dtype=np.int64)
        count_consistent(n, examples, labels, asked, 0, int(top), alive, votes)
        # A vector that survives t examples has survived all before.
        weights, answers = (np.cumsum(part[::-1], axis=0)[::-1][marks].astype(float) for part in (alive, votes))
    else:
        weights, answers = np.zeros(len(marks)), np.zeros((len(marks), probes))
        odds = noise / (1.0 - noise)
        usual = np.concatenate([[0], np.cumsum(labels ^ clean)])[marks]
        count_mistakes(n, examples, labels, marks, usual, asked, 0, int(top), odds, weights, answers)
    p = answers / weights[:, None]
    gibbs, bayes = (2.0 * p * (1.0 - p)).mean(axis=1), np.minimum(p, 1.0 - p).mean(axis=1)  # exact.1
    return np.array([gibbs, bayes, np.log(weights) / n])
