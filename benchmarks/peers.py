"""Online learners of other packages, each run through a stream: predict row t from the rows before it, then learn it.

A contender is a name, a setting and a function run(x, labels) -> (scores, seconds). Scores are P(label = 1) if the
contender is probabilistic, else decision values whose sign is the prediction. Settings are meant to be chosen in
hindsight, so the grids are wide.

What each is fed:

raw           the values as they are.
standardised  (value - mean) / deviation, over the rows so far including this one. Its label is not used. Dense only.
scaler        River's StandardScaler. It predicts with the mean and deviation of earlier rows. Dense only: on stored
              entries alone it would turn every 0/1 feature into 0. Sparse rows go to River as dicts of stored entries.
bucketed      one indicator for each feature and half deviation. AdPredictor ignores the size of a value, and its
              documentation asks for buckets. This makes it more than linear. Dense only.

Compiled copies run instead of scikit-learn's learners; check() compares them row by row. Seconds include standardising
and Vowpal Wabbit's parsing of text. They leave out compiling, changes of layout, and the making of dicts and lines.

It needs river, vowpalwabbit, and scikit-learn 1.8 or newer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
import vowpalwabbit  # pyright: ignore[reportMissingImports]
from river import linear_model, optim, preprocessing  # pyright: ignore[reportMissingImports]
from scipy import sparse
from scipy.special import expit

from benchmarks.compiled_peers import (
    RATES,
    Copy,
    Csr,
    adagrad_walk,
    passive_copies,
    perceptron_copies,
    sgd_copies,
    standardise,
)

Matrix = np.ndarray | sparse.csr_matrix
Fed = tuple[Csr, float]  # the rows that are learnt, and the seconds it took to make them
Result = tuple[np.ndarray, float]

CHUNK = 5000  # rows whose dicts or lines are in memory at once
BUCKETS = 12  # from -3 to 3 deviations; the outer two are open


@dataclass(frozen=True)
class Contender:
    """One learner with one setting."""

    name: str
    setting: str
    probabilistic: bool
    run: Callable[[Matrix, np.ndarray], Result]


def _full(x: np.ndarray) -> Csr:
    """Return dense rows as stored entries, zeros too: a scaler has to see them."""
    rows, width = x.shape
    columns = np.tile(np.arange(width, dtype=np.int32), rows)
    return sparse.csr_matrix((x.ravel(), columns, width * np.arange(rows + 1)), shape=x.shape)


def raw(x: Matrix) -> Fed:
    """Feed what is not zero."""
    return sparse.csr_matrix(x), 0.0


def scaler(x: np.ndarray) -> Fed:
    """Feed everything to a pipeline that scales."""
    return _full(x), 0.0


def standardised(x: np.ndarray) -> Fed:
    """Feed standardised rows."""
    standardise(x[:1])  # compiles
    start = time.perf_counter()
    scaled = standardise(x)
    return _full(scaled), time.perf_counter() - start


def bucketed(x: np.ndarray) -> Fed:
    """Feed one indicator for each feature and half deviation."""
    fed, seconds = standardised(x)
    half = BUCKETS // 2
    bucket = np.clip(np.floor(2.0 * fed.data), -half, half - 1).astype(np.int32) + half
    columns = fed.indices * BUCKETS + bucket
    shape = (fed.shape[0], fed.shape[1] * BUCKETS)
    return sparse.csr_matrix((np.ones(len(columns)), columns, fed.indptr), shape=shape), seconds


Feed = Callable[[Any], Fed]


def scales(is_sparse: bool) -> tuple[Feed, ...]:
    """Return the feeds of a learner that does not scale by itself. Centring would fill sparse rows."""
    return (raw,) if is_sparse else (raw, standardised)


def _copy_of(copy: Copy, feed: Feed) -> Contender:
    def run(x: Matrix, labels: np.ndarray) -> Result:
        fed, seconds = feed(x)
        copy.fields(fed[:1], labels[:1], sparse.issparse(x))  # compiles
        start = time.perf_counter()
        fields = copy.fields(fed, labels, sparse.issparse(x))
        scores = expit(fields) if copy.probabilistic else fields
        return scores, seconds + time.perf_counter() - start

    return Contender(copy.name, f"{copy.setting} {feed.__name__}", copy.probabilistic, run)


def _follow(model: Any, rows: list, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return an original's fields, the size |w| . |x| of their terms, and the seconds to predict and learn each row."""
    fields, sizes, seconds = np.zeros(len(rows)), np.zeros(len(rows)), 0.0
    for t, row in enumerate(rows):
        start = time.perf_counter()
        if t:
            fields[t] = model.decision_function(row)[0]
        model.partial_fit(row, labels[t : t + 1], classes=[0, 1])
        seconds += time.perf_counter() - start
        sizes[t] = (abs(row) @ np.abs(model.coef_[0]))[0]
    return fields, sizes, seconds


def check(copies: Iterable[Copy], x: Matrix, labels: np.ndarray) -> tuple[float, float]:
    """Return the largest difference of a copy's fields from its original's, and the original's us a row.

    Differences are over max(1, |w| . |x|): to predict, the original adds the terms of a field in another order, and
    those of raw rows are large and cancel.
    """
    is_sparse, worst, costs = sparse.issparse(x), 0.0, []
    for feed, copy in product(scales(is_sparse), copies):
        fed = feed(x)[0]
        rows = [fed[t] if is_sparse else fed[t].toarray() for t in range(len(labels))]
        theirs, sizes, seconds = _follow(copy.original(), rows, labels)
        difference = np.abs(copy.fields(fed, labels, is_sparse) - theirs) / np.maximum(1.0, sizes)
        worst = max(worst, float(np.max(difference)))
        costs.append(seconds / len(rows) * 1e6)
    return worst, float(np.mean(costs))


def _adagrad(rate: float, feed: Feed) -> Contender:
    def run(x: Matrix, labels: np.ndarray) -> Result:
        fed, seconds = feed(x)
        signs = 2.0 * labels - 1.0
        adagrad_walk(fed.indptr, fed.indices, fed.data, signs[:1], fed.shape[1], rate)  # compiles
        start = time.perf_counter()
        scores = expit(adagrad_walk(fed.indptr, fed.indices, fed.data, signs, fed.shape[1], rate))
        return scores, seconds + time.perf_counter() - start

    return Contender("adagrad", f"rate={rate:g} {feed.__name__}", True, run)


# --- River and Vowpal Wabbit: one row at a time through their Python interfaces


def _in_chunks(fed: Csr, make: Callable[[list, list], Any]) -> Iterator[list]:
    """Yield lists of rows, each made from its columns and values."""
    for first in range(0, fed.shape[0], CHUNK):
        ends = fed.indptr[first : first + CHUNK + 1]
        columns, values = (part[ends[0] : ends[-1]].tolist() for part in (fed.indices, fed.data))
        ends = (ends - ends[0]).tolist()
        yield [make(columns[a:b], values[a:b]) for a, b in pairwise(ends)]


def _one_by_one(
    fed: Fed, labels: np.ndarray, make: Callable[[list, list], Any], learn: Callable[[Any, bool], float]
) -> Result:
    """Return what learn(row, label) says of each row, and the seconds spent in it."""
    scores, known, seconds = [], iter(labels.astype(bool).tolist()), fed[1]
    for rows in _in_chunks(fed[0], make):
        start = time.perf_counter()
        scores += [learn(row, next(known)) for row in rows]
        seconds += time.perf_counter() - start
    return np.array(scores), seconds


def _as_dict(columns: list[int], values: list[float]) -> dict[int, float]:
    return dict(zip(columns, values, strict=True))


def _river(name: str, setting: str, feed: Feed, model: Callable[[], Any]) -> Contender:
    def run(x: Matrix, labels: np.ndarray) -> Result:
        learner = model()
        if feed is scaler:
            learner = preprocessing.StandardScaler() | learner

        def learn(row: dict[int, float], label: bool) -> float:
            score = learner.predict_proba_one(row)[True]
            learner.learn_one(row, label)
            return score

        return _one_by_one(feed(x), labels, _as_dict, learn)

    return Contender(name, f"{setting} {feed.__name__}", True, run)


def river_logistic(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's logistic regression."""
    feed = raw if is_sparse else scaler
    for rate in RATES[2:]:
        how = f"SGD({rate:g})"
        yield _river("river-logistic", how, feed, lambda r=rate: linear_model.LogisticRegression(optim.SGD(r)))


def river_alma(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's ALMA, whose probability is the sigmoid of a field with |w| <= 1."""
    feed = raw if is_sparse else scaler
    for alpha, c in product((0.5, 0.9), (0.1, 2**0.5, 10.0)):
        how: dict[str, Any] = {"alpha": alpha, "B": 1.0 / alpha, "C": c}
        setting = " ".join(f"{key}={value:.3g}" for key, value in how.items())
        yield _river("river-alma", setting, feed, lambda how=how: linear_model.ALMAClassifier(**how))


def river_pa(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's passive-aggressive learners, whose probability is the sigmoid of the margin."""
    feed = raw if is_sparse else scaler
    for mode, c in ((0, 1.0), *product((1, 2), (1e-3, 0.01, 0.1, 1.0))):
        setting = f"mode={mode} C={c:g}"
        yield _river("river-pa", setting, feed, lambda c=c, m=mode: linear_model.PAClassifier(C=c, mode=m))


def river_adpredictor(is_sparse: bool) -> Iterator[Contender]:
    """Yield River's Bayesian probit regression; its default is the last setting."""
    for feed in (raw,) if is_sparse else (raw, bucketed):
        for beta, epsilon in (*product((0.1, 1.0, 3.0, 10.0), (0.0, 1e-4)), (0.1, 0.05)):
            how = {"beta": beta, "epsilon": epsilon}
            setting = f"beta={beta:g} epsilon={epsilon:g}"
            yield _river("river-adpredictor", setting, feed, lambda how=how: linear_model.AdPredictor(**how))


def _as_text(columns: list[int], values: list[float]) -> str:
    return " | " + " ".join([f"{column}:{value:.9g}" for column, value in zip(columns, values, strict=True)])


def _vw(options: str, feed: Feed) -> Contender:
    """Return Vowpal Wabbit with these options. The link is applied here, in double precision.

    learn() leaves in the example the prediction that was made before learning.
    """

    def run(x: Matrix, labels: np.ndarray) -> Result:
        space: Any = vowpalwabbit.Workspace(f"--quiet --loss_function logistic -b 22 {options}")

        def learn(text: str, label: bool) -> float:
            example = space.parse(("1" if label else "-1") + text)
            space.learn(example)
            score = example.get_simplelabel_prediction()
            space.finish_example(example)
            return score

        fields, seconds = _one_by_one(feed(x), labels, _as_text, learn)
        space.finish()
        return expit(fields), seconds

    return Contender("vw", f"{options} {feed.__name__}", True, run)


def vw(is_sparse: bool) -> Iterator[Contender]:
    """Yield Vowpal Wabbit: the default (adaptive, normalised, invariant), plain gradients, coin betting, FTRL."""
    rates = (0.02, 0.1, 0.5, 2.0, 8.0, 32.0, 128.0, 512.0, 2048.0)
    options = [*(f"-l {rate:g}" for rate in rates), *(f"--sgd -l {rate:g}" for rate in rates), "--coin"]
    options += [f"--ftrl --ftrl_alpha {alpha:g}" for alpha in (0.005, 0.05, 0.5, 2.0)]
    yield from (_vw(option, feed) for feed in scales(is_sparse) for option in options)


def _fed(copies: Callable[[], Iterable[Copy]]) -> Callable[[bool], Iterator[Contender]]:
    """Return the family of these copies, with every feed."""
    return lambda is_sparse: (_copy_of(copy, feed) for feed in scales(is_sparse) for copy in copies())


def adagrad(is_sparse: bool) -> Iterator[Contender]:
    """Yield logistic regression with Adagrad."""
    yield from (_adagrad(rate, feed) for feed in scales(is_sparse) for rate in (*RATES[3:], 10.0, 30.0, 100.0))


# Name -> is_sparse -> contenders, the fast families first.
TWINS = {"sklearn-sgd": sgd_copies, "sklearn-perceptron": perceptron_copies, "sklearn-pa": passive_copies}
FAST = {**{name: _fed(copies) for name, copies in TWINS.items()}, "adagrad": adagrad, "vw": vw}
SLOW = {
    "river-logistic": river_logistic,
    "river-pa": river_pa,
    "river-alma": river_alma,
    "river-adpredictor": river_adpredictor,
}
FAMILIES: dict[str, Callable[[bool], Iterator[Contender]]] = {**FAST, **SLOW}
