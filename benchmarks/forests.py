"""Trees and forests of other packages, as contenders, each with the setting that its authors publish.

moa-arf    MOA's adaptive random forest of 30 trees, through CapyMOA.
moa-srp    MOA's streaming random patches, 30 trees.
moa-sgbt   MOA's streaming gradient boosted trees, as CapyMOA sets them: 100 rounds. MOA scales a tree's score by the
           learning rate, 0.0125, when the next tree learns, but not when it predicts: logits are 80 times as large as
           those that were fitted. So the votes are taken once as they are, and once with the rate put in.
river-hat  River's Hoeffding adaptive tree as it comes.
river-arf  River's adaptive random forest as it comes: 10 trees.
lightgbm   LightGBM as it comes, fitted anew to all rows so far after every 1,000 rows, or every 500 if the stream has
           fewer than 5,000. Before the first fit, and while there is one class, it says how frequent 1 was among the
           rows so far: (k + 1)/(n + 2).

Probabilities are normalised votes, 0.5 if there are none, and are clipped to [1e-3, 1 - 1e-3]: a vote without a
dissenter is common, and would cost 34 nats where it is wrong. So the clip favours the forests. They are fed features
as they are; trees ignore scales.

Sparse rows are made dense for all but LightGBM, which takes them as they are. Of more than 1,000 columns the 300 with
the most entries in the first 1,000 rows are kept; choosing them looks at features that are yet to come, not at labels.

Seconds are those that the processor gave to the thread that learns, which does all the learning: Java's compiling and
collecting of garbage, and the making of its instances and River's dicts, are left out. Who learns fewer than 150 rows/s
is stopped.

It needs lightgbm, river, capymoa and a Java runtime. They are imported by who runs, so that others can go without.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.peers import Contender, Matrix, Result

CLIP = 1e-3
SEED = 1
TREES = 30
RATE = 0.0125  # of SGBT
TINY = 1e-300  # instead of a vote of 0, of which there is no logarithm
WIDEST = 1000  # columns that a forest is given
WORDS = 300  # columns that it is given where there are more
FIRST = 1000  # rows that choose them
CHUNK = 1000  # rows that are made at once
SLOWEST = 150.0  # rows/s
PATIENCE = 2000  # rows before the speed matters
# Without helpers, whose seconds would not be counted, and without the collections that MOA and JPype ask for.
JAVA = "-Xmx6g -Xss10M -XX:+UseSerialGC -XX:+DisableExplicitGC -Djava.util.concurrent.ForkJoinPool.common.parallelism=0"

Say = Callable[[Any], float]  # the probability of 1
Learn = Callable[[Any, bool], None]
Make = Callable[[np.ndarray, np.ndarray], list]  # rows and labels as the package wants them
Parts = tuple[Make, Say, Learn]
Share = Callable[[float, float], float]  # votes for 0 and 1 -> the probability of 1


class TooSlow(Exception):
    """A contender would take too long; the text says how long."""


def dense(x: Matrix) -> np.ndarray:
    """Return rows that a forest can be given."""
    if isinstance(x, np.ndarray):
        return x
    entries = x[:FIRST].getnnz(axis=0)  # of each column
    if len(entries) > WIDEST:
        x = sparse.csr_matrix(x[:, np.sort(np.argsort(-entries, kind="stable")[:WORDS])])
    return x.toarray()


def share(zero: float, one: float) -> float:
    """Return the votes for 1 over all votes."""
    return one / (zero + one) if zero + one > 0.0 else 0.5


def tempered(zero: float, one: float) -> float:
    """Return the probability whose logit is that of the votes times the rate."""
    return 1.0 / (1.0 + math.exp(RATE * (math.log(max(zero, TINY)) - math.log(max(one, TINY)))))


def _walk(make: Make, say: Say, learn: Learn, x: np.ndarray, labels: np.ndarray) -> Result:
    scores, seconds = [], 0.0
    for first in range(0, len(x), CHUNK):
        known = labels[first : first + CHUNK].astype(bool).tolist()
        rows = make(x[first : first + CHUNK], labels[first : first + CHUNK])
        start = time.thread_time()
        for row, label in zip(rows, known, strict=True):
            scores.append(say(row))
            learn(row, label)
        seconds += time.thread_time() - start
        if PATIENCE <= len(scores) < SLOWEST * seconds:
            raise TooSlow(f"{len(scores) / seconds:.0f} rows/s after {len(scores)} rows of {len(x)}")
    return np.clip(scores, CLIP, 1.0 - CLIP), seconds


def _forest(name: str, setting: str, parts: Callable[[int], Parts]) -> Iterator[Contender]:
    """Yield a contender whose parts depend on the number of features."""

    def run(x: Matrix, labels: np.ndarray) -> Result:
        rows = dense(x)
        return _walk(*parts(rows.shape[1]), rows, labels)

    yield Contender(name, setting, True, run)


# --- MOA


def _moa(name: str, width: int, shared: Share = share, **how: Any) -> Parts:
    os.environ.setdefault("CAPYMOA_JVM_ARGS", JAVA)
    from capymoa import classifier  # pyright: ignore[reportMissingImports]
    from capymoa.core import LabeledInstance  # pyright: ignore[reportMissingImports]
    from capymoa.stream import NumpyStream  # pyright: ignore[reportMissingImports]

    schema = NumpyStream(np.zeros((2, width)), np.array([0, 1])).get_schema()
    model = getattr(classifier, name)(schema=schema, random_seed=SEED, **how)

    def make(x: np.ndarray, labels: np.ndarray) -> list:
        rows = [LabeledInstance.from_array(schema, row, int(label)) for row, label in zip(x, labels, strict=True)]
        assert all(row.java_instance is not None for row in rows)  # made when first asked for
        return rows

    def say(row: Any) -> float:
        votes = model.predict_proba(row)
        return 0.5 if votes is None else shared(votes[0], votes[1])

    return make, say, lambda row, label: model.train(row)


def moa_arf(is_sparse: bool) -> Iterator[Contender]:
    """Yield MOA's adaptive random forest."""
    name = "AdaptiveRandomForestClassifier"
    yield from _forest("moa-arf", f"{TREES} trees", lambda width: _moa(name, width, ensemble_size=TREES))


def moa_srp(is_sparse: bool) -> Iterator[Contender]:
    """Yield MOA's streaming random patches."""
    name = "StreamingRandomPatches"
    yield from _forest("moa-srp", f"{TREES} trees", lambda width: _moa(name, width, ensemble_size=TREES))


def moa_sgbt(is_sparse: bool) -> Iterator[Contender]:
    """Yield MOA's streaming gradient boosted trees."""
    name = "StreamingGradientBoostedTrees"
    yield from _forest("moa-sgbt", "100 rounds", lambda width: _moa(name, width))
    yield from _forest("moa-sgbt", "100 rounds, rate put in", lambda width: _moa(name, width, tempered))


# --- River


def _river(model: Any) -> Parts:
    def make(x: np.ndarray, labels: np.ndarray) -> list:
        return [dict(enumerate(row)) for row in x.tolist()]

    def say(row: dict[int, float]) -> float:
        votes = model.predict_proba_one(row)
        return share(votes.get(False, 0.0), votes.get(True, 0.0))

    return make, say, model.learn_one


def _river_hat(width: int) -> Parts:
    from river import tree  # pyright: ignore[reportMissingImports]

    return _river(tree.HoeffdingAdaptiveTreeClassifier(seed=SEED))


def _river_arf(width: int) -> Parts:
    from river import forest  # pyright: ignore[reportMissingImports]

    return _river(forest.ARFClassifier(seed=SEED))


def river_hat(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's Hoeffding adaptive tree."""
    yield from _forest("river-hat", "as it comes", _river_hat)


def river_arf(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's adaptive random forest."""
    yield from _forest("river-arf", "10 trees", _river_arf)


# --- LightGBM


def frequencies(labels: np.ndarray) -> np.ndarray:
    """Return, for each row, how frequent 1 was in the rows before it."""
    seen = np.arange(len(labels))
    ones = np.concatenate([[0], np.cumsum(labels[:-1])])
    return (ones + 1.0) / (seen + 2.0)


def refitted(x: Matrix, labels: np.ndarray, fit: Callable[[Matrix, np.ndarray], Any]) -> np.ndarray:
    """Return what a model says that is fitted, after each block, to all rows so far."""
    scores = frequencies(labels)
    every = 1000 if len(labels) >= 5000 else 500
    for end in range(every, len(labels), every):
        if np.ptp(labels[:end]):
            scores[end : end + every] = fit(x[:end], labels[:end]).predict_proba(x[end : end + every])[:, 1]
    return scores


def lightgbm(is_sparse: bool) -> Iterator[Contender]:
    """Yield LightGBM."""

    def run(x: Matrix, labels: np.ndarray) -> Result:
        from lightgbm import LGBMClassifier  # pyright: ignore[reportMissingImports]

        def fit(rows: Matrix, known: np.ndarray) -> Any:
            return LGBMClassifier(n_jobs=1, random_state=SEED, verbose=-1).fit(rows, known)

        start = time.thread_time()
        scores = refitted(x, labels, fit)
        return np.clip(scores, CLIP, 1.0 - CLIP), time.thread_time() - start

    yield Contender("lightgbm", "refitted on all rows so far", True, run)


# Name -> is_sparse -> contenders, the fast families first.
FORESTS: dict[str, Callable[[bool], Iterator[Contender]]] = {
    "lightgbm": lightgbm,
    "moa-arf": moa_arf,
    "river-hat": river_hat,
    "moa-sgbt": moa_sgbt,
    "moa-srp": moa_srp,
    "river-arf": river_arf,
}
