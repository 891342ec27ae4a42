"""A contest: models that each predict a row and then learn it, and what is known of them while it runs."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from rosenblatt.estimators.bayes.classifier import BayesClassifier
from rosenblatt.lab.streams.settings import StreamSettings
from rosenblatt.lab.streams.sources import Piece, Source
from rosenblatt.rules.kinds.rule import NonNegativeRule
from rosenblatt.rules.registry import registered
from rosenblatt.scenario import SignChannel
from rosenblatt.streams.contenders import contender
from rosenblatt.streams.stream_evaluation import StreamEvaluation
from rosenblatt.streams.stream_run import Contender, learn_rows
from rosenblatt.streams.tally import Tally

OURS = "BayesClassifier"
SCALED = "sklearn.preprocessing.StandardScaler"
DESCENT = f"{SCALED}+sklearn.linear_model.SGDClassifier:loss=log_loss,random_state=0"
RIVER = "river.preprocessing.StandardScaler+river.linear_model.LogisticRegression"
BETWEEN = 0.4  # seconds between two reports
MOST_MEMBERS, MOST_FEATURES = 14, 16  # that are shown


@dataclass(frozen=True)
class Standing:
    """How a contest stands.

    Attributes
    ----------
    rows, total : how many rows are learnt, and how many will be.
    evaluations : by name of the model.
    members, features : tables of our model: who speaks, and what matters.
    """

    rows: int
    total: int
    evaluations: dict[str, StreamEvaluation] = field(default_factory=dict)
    members: pd.DataFrame = field(default_factory=pd.DataFrame)
    features: pd.DataFrame = field(default_factory=pd.DataFrame)


def model_texts(settings: StreamSettings) -> dict[str, str]:
    """Return the models by the names under which they are shown, as `rosenblatt evaluate` takes them."""
    peer = RIVER if settings.peer == "river" else f"{settings.peer}:standardise=true"
    title = "River's logistic regression" if settings.peer == "river" else settings.peer
    return {OURS: OURS, "SGD logistic (scikit-learn)": DESCENT, title: peer}


def offered_peers() -> dict[str, str]:
    """Return the rules of which a classifier can be made, and River if it is there."""
    rules = {
        name: f"{name}, a rule"
        for name, cls in registered().items()
        if issubclass(SignChannel, cls.labels) and not issubclass(cls, NonNegativeRule)
    }
    return rules | ({"river": "logistic regression of River"} if importlib.util.find_spec("river") else {})


def contest(settings: StreamSettings, source: Source, stop: threading.Event) -> Iterator[Standing]:
    """Let the models learn a stream, and yield how they stand, until its end or until ``stop`` is set."""
    classes = source.classes()
    total = min(settings.rows, source.rows)
    contenders = [Contender(title, contender(text), Tally()) for title, text in model_texts(settings).items()]
    rows, told_at, last = 0, 0.0, None
    for piece in source.pieces(total):
        for one in contenders:
            if stop.is_set():
                return
            learn_rows(one, piece.x if one.name == OURS else numbers(piece.x), piece.y, classes)
        rows, last = rows + len(piece.y), piece
        if time.monotonic() - told_at > BETWEEN:
            yield _standing(rows, total, contenders, piece)
            told_at = time.monotonic()
    if last is None:
        raise ValueError("file must have a row that can be read; got none. Look at its first lines.")
    yield _standing(rows, rows, contenders, last)


def numbers(x: pd.DataFrame) -> np.ndarray:
    """Return what peers can take of rows: the columns of numbers, 0 where one is missing."""
    found = x.select_dtypes(["number", "bool"])
    if found.shape[1] == 0:
        raise ValueError("file must have a column of numbers, for the peers take no others; got none. Add one.")
    return np.nan_to_num(found.to_numpy(dtype=float))


def _standing(rows: int, total: int, contenders: list[Contender], last: Piece) -> Standing:
    evaluations = {
        one.name: StreamEvaluation(one.tally, max(one.seconds, 1e-9), one.name)
        for one in contenders
        if one.tally is not None
    }
    model = contenders[0].model
    assert isinstance(model, BayesClassifier)
    return Standing(rows, total, evaluations, _members(model), _features(model))


def _members(model: BayesClassifier) -> pd.DataFrame:
    """Return the members that speak loudest: what they see, their drift, and their weight."""
    table = model.bank_
    banks = len(model.banks_)
    total = pd.DataFrame(table.groupby(["kind", "drift"], as_index=False)["weight"].sum())
    total["weight"] /= banks
    return total.sort_values(by="weight", ascending=False).head(MOST_MEMBERS).reset_index(drop=True)


def _features(model: BayesClassifier) -> pd.DataFrame:
    """Return the features by the size of their weight for a deviation, with standard errors."""
    table = model.coefficients_[["weight_per_deviation", "standard_error_per_deviation"]]
    if isinstance(table.index, pd.MultiIndex):  # of each class against the rest: the mean size
        table = table.abs().groupby(level="feature", sort=False).mean()
    table = table.dropna()
    order = table["weight_per_deviation"].abs().sort_values(ascending=False).index[:MOST_FEATURES]
    return table.loc[order]
