"""What learners do with bad input: python -m benchmarks.bad_inputs prints a table for docs/reliability.md.

Each learner learns 500 clean rows and then a bad batch, in a process of its own:

refused   an error, and the model predicts as before
half      an error, but the model predicts differently: a part of the batch was learnt
taken     no error, and predictions on clean rows are finite and as good as before
ruined    no error, but clean rows are no longer predicted: an error, not finite, or wrong in more than a third of them
crashed   the process died, or did not end in a minute

It needs river and vowpalwabbit. A learner that takes dictionaries or lines of text gets the rows in that form.
"""

from __future__ import annotations

import datetime
import math
import multiprocessing
import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

FEATURES = ["a", "b", "c", "d", "e"]
CLEAN, TESTED, BAD = 500, 300, 50  # rows
SECONDS = 60
RIGHT = 2.0 / 3.0  # of clean rows, for a model that is not ruined


class Learner(ABC):
    """A learner of another package, or of this one, behind one interface."""

    @abstractmethod
    def learn(self, x: Any, y: Any, weights: Any = None) -> None:
        """Learn rows."""

    @abstractmethod
    def scores(self, x: np.ndarray) -> np.ndarray:
        """Return numbers that are positive for the class 1."""


class Ours(Learner):
    """A classifier with ``partial_fit`` of this package."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.model = make()

    def learn(self, x: Any, y: Any, weights: Any = None) -> None:
        how = {} if weights is None else {"sample_weight": weights}
        self.model.partial_fit(x, y, **how)

    def scores(self, x: np.ndarray) -> np.ndarray:
        values = self.model.decision_function(pd.DataFrame(x, columns=FEATURES))
        return values if values.ndim == 1 else values[:, 1] - values[:, 0]


class ScikitLearn(Ours):
    """A scaler and a linear classifier, which must know all classes before they begin."""

    def __init__(self) -> None:
        from sklearn.linear_model import SGDClassifier
        from sklearn.preprocessing import StandardScaler

        self.scaler, self.model = StandardScaler(), SGDClassifier(loss="log_loss", random_state=0)

    def learn(self, x: Any, y: Any, weights: Any = None) -> None:
        self.scaler.partial_fit(x)
        self.model.partial_fit(self.scaler.transform(x), y, classes=[0, 1], sample_weight=weights)

    def scores(self, x: np.ndarray) -> np.ndarray:
        return self.model.decision_function(self.scaler.transform(pd.DataFrame(x, columns=FEATURES)))


class River(Learner):
    """A scaler and a logistic regression, row by row."""

    def __init__(self) -> None:
        from river import linear_model, preprocessing  # pyright: ignore[reportMissingImports]

        self.scaler, self.model = preprocessing.StandardScaler(), linear_model.LogisticRegression()

    def learn(self, x: Any, y: Any, weights: Any = None) -> None:
        rows = _as_dictionaries(x)
        counts = [1.0] * len(rows) if weights is None else weights
        for row, label, weight in zip(rows, y, counts, strict=True):
            self.scaler.learn_one(row)
            self.model.learn_one(self.scaler.transform_one(row), label, w=weight)

    def scores(self, x: np.ndarray) -> np.ndarray:
        rows = _as_dictionaries(pd.DataFrame(x, columns=FEATURES))
        chances = [self.model.predict_proba_one(self.scaler.transform_one(row)).get(True, 0.5) for row in rows]
        return np.array(chances) - 0.5


class VowpalWabbit(Learner):
    """Its logistic loss, row by row as lines of text."""

    def __init__(self) -> None:
        import vowpalwabbit  # pyright: ignore[reportMissingImports]

        self.model = vowpalwabbit.Workspace("--loss_function logistic --quiet")

    def learn(self, x: Any, y: Any, weights: Any = None) -> None:
        rows = _as_dictionaries(x)
        counts = [1.0] * len(rows) if weights is None else weights
        for row, label, weight in zip(rows, y, counts, strict=True):
            said = {0: "-1", 1: "1"}.get(label, str(label))
            self.model.learn(f"{said} {weight} | {_line(row)}")

    def scores(self, x: np.ndarray) -> np.ndarray:
        rows = _as_dictionaries(pd.DataFrame(x, columns=FEATURES))
        return np.array([self.model.predict(f"| {_line(row)}") for row in rows])


def _as_dictionaries(x: Any) -> list[dict[Any, Any]]:
    """Return rows as dictionaries, as who serves them would."""
    if isinstance(x, pd.DataFrame):
        return x.to_dict("records")  # pyright: ignore[reportReturnType]
    dense = x.toarray() if sp.issparse(x) else np.asarray(x)
    names = [*FEATURES, "f"]
    return [dict(zip(names, row.tolist(), strict=False)) for row in dense]


def _line(row: dict[str, Any]) -> str:
    return " ".join(f"{name}:{value}" for name, value in row.items())


def _bayes() -> Learner:
    import rosenblatt as rb

    return Ours(rb.BayesClassifier)


def _online() -> Learner:
    import rosenblatt as rb

    return Ours(lambda: rb.OnlineClassifier("arow", standardise=True))


LEARNERS: dict[str, Callable[[], Learner]] = {
    "`BayesClassifier`": _bayes,
    "`OnlineClassifier`": _online,
    "scikit-learn": ScikitLearn,
    "River": River,
    "Vowpal Wabbit": VowpalWabbit,
}


def _rows(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(seed).standard_normal((count, len(FEATURES)))
    return x, (x @ [1.0, -1.0, 0.5, 0.0, 0.3] > 0.0).astype(int)


def _with(value: Any) -> Callable[[pd.DataFrame, np.ndarray], tuple[Any, ...]]:
    """Return a change that puts a value into one cell in the middle of the batch."""

    def changed(x: pd.DataFrame, y: np.ndarray) -> tuple[Any, ...]:
        x = x.astype(object) if not isinstance(value, float) else x.copy()
        x.iloc[BAD // 2, 1] = value
        return x, y

    return changed


def _weights(value: float) -> Callable[[pd.DataFrame, np.ndarray], tuple[Any, ...]]:
    def changed(x: pd.DataFrame, y: np.ndarray) -> tuple[Any, ...]:
        weights = np.ones(len(y))
        weights[BAD // 2] = value
        return x, y, weights

    return changed


def _labelled(value: Any) -> Callable[[pd.DataFrame, np.ndarray], tuple[Any, ...]]:
    def changed(x: pd.DataFrame, y: np.ndarray) -> tuple[Any, ...]:
        labels = y.astype(object) if not isinstance(value, float) else y.astype(float)
        labels[BAD // 2] = value
        return x, labels

    return changed


CASES: dict[str, Callable[[pd.DataFrame, np.ndarray], tuple[Any, ...]]] = {
    "a cell is NaN": _with(math.nan),
    "a cell is infinite": _with(math.inf),
    "a cell is 1e200": _with(1e200),
    "a cell is 1.7e308": _with(1.7e308),
    "a cell is a word": _with("red"),
    "a cell is None": _with(None),
    "a cell is complex": _with(1j),
    "a column is a time in seconds since 1970": lambda x, y: (x.assign(b=1.79e9 + np.arange(len(x))), y),
    "a column is dates": lambda x, y: (x.assign(b=datetime.datetime(2026, 1, 1)), y),
    "all values times 1e150": lambda x, y: (1e150 * x, y),
    "a label is NaN": _labelled(math.nan),
    "a label is None": _labelled(None),
    "a label is of a new class": _labelled(7),
    "fewer labels than rows": lambda x, y: (x, y[:-1]),
    "a column is missing": lambda x, y: (x.drop(columns="b"), y),
    "a column too many": lambda x, y: (x.assign(f=1.0), y),
    "columns in another order": lambda x, y: (x[["e", "d", "c", "b", "a"]], y),
    "no rows": lambda x, y: (x.iloc[:0], y[:0]),
    "a weight is negative": _weights(-1.0),
    "a weight is NaN": _weights(math.nan),
}


def outcome(make: Callable[[], Learner], change: Callable[..., tuple[Any, ...]]) -> str:
    """Return what a learner does with a bad batch."""
    learner, (x, y) = make(), _rows(CLEAN, 0)
    learner.learn(pd.DataFrame(x, columns=FEATURES), y)
    tested, truth = _rows(TESTED, 1)
    before = learner.scores(tested)
    x, y = _rows(BAD, 2)
    try:
        learner.learn(*change(pd.DataFrame(x, columns=FEATURES), y))
    except Exception:  # whatever another package raises
        return "refused" if np.array_equal(_scores(learner, tested), before) else "half"
    scores = _scores(learner, tested)
    right = np.mean((scores > 0.0) == (truth > 0))
    return "taken" if np.isfinite(scores).all() and right > RIGHT else "ruined"


def _scores(learner: Learner, x: np.ndarray) -> np.ndarray:
    """Return the scores of rows, NaN if the model is such that it raises."""
    try:
        return learner.scores(x)
    except Exception:  # whatever another package raises
        return np.full(len(x), math.nan)


def _process(learner: str, case: str, answer: Any) -> None:
    warnings.simplefilter("ignore")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    answer.put(outcome(LEARNERS[learner], CASES[case]))


def in_a_process(learner: str, case: str) -> str:
    """Return the same from a process that may die."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=_process, args=(learner, case, answer))
    process.start()
    process.join(SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
    return answer.get(timeout=5) if process.exitcode == 0 else "crashed"


def main() -> None:
    """Print the table, a row as soon as it is known."""
    print(f"| | {' | '.join(LEARNERS)} |")
    print("| --- |" + " --- |" * len(LEARNERS))
    for case in CASES:
        print(f"| {case} | {' | '.join(in_a_process(learner, case) for learner in LEARNERS)} |", flush=True)


if __name__ == "__main__":
    main()
