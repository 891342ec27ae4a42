"""What a `BayesClassifier` has learnt: a bank for each binary subproblem, and how they see their features.

It learns, predicts, is merged with another one, and becomes named arrays and a header for files (and again a state).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from rosenblatt import checks
from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.bound_rows import BoundRows
from rosenblatt.estimators.bayes.device_members import placed
from rosenblatt.estimators.bayes.effort import kept_covariances, new_bank, say_what_is_kept
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.merging import change_of_view, merge_banks, merge_feature_scalings
from rosenblatt.estimators.bayes.posteriors import room_for_inputs
from rosenblatt.estimators.bayes.watching import Watch
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.classes import Classes
from rosenblatt.estimators.common.held_back_signals import signals_held_back
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import labels_from_json, labels_to_json, part, prefixed
from rosenblatt.estimators.common.validation import check_kind
from rosenblatt.kernels.bank.mixture import LONG, follow_each_error

FIXED = ("drifts", "priors", "grid", "shares")  # of members and mixtures: what they do not learn
OF_OWN_SHAPE = ("cells", "waves", "forest")  # parts that may look at other features, or hold other rows
HEADER = (
    "classes",
    "declared",
    "planes",
    "of_planes",
    "banks",
    "clock",
    "expected_error",
    "features",
    "sparse",
    "count",
)
ROWS_TOGETHER = 4096  # rows that are scaled and learnt while they are near
ROWS_IN_PLACE = 64  # rows between which a state that is learnt in place can be interrupted
ROWS_COPIED, COPIED_PER_ROW = 256, 2**15  # rows, and bytes for each: to copy a state is a small part of their time
MOST_COPIED = 2**28  # bytes, however long the batch is: there must be room for both


@dataclass(frozen=True)
class Options:
    """What a user chooses, once it has been checked; see `BayesClassifier`."""

    known: Known
    covariance: str
    memory: float
    standardise: bool
    linear: bool
    runs: bool
    effort: str = "auto"


@dataclass(eq=False)
class BankState:
    """Banks that learn the same rows, one for each binary subproblem.

    Attributes
    ----------
    classes : the classes, and which bank stands for which.
    banks : in the order of the subproblems.
    feature_scaling : how the banks see the features.
    rows : how many were learnt.
    expected_error : of the prediction of the observed label, a running mean; an array of one number.
    """

    classes: Classes
    banks: list[Bank]
    feature_scaling: FeatureScaling
    rows: int = 0
    expected_error: np.ndarray = field(default_factory=lambda: np.zeros(1))
    _bound: BoundRows | None = field(default=None, init=False, repr=False)

    @classmethod
    def new(cls, x: Any, classes: Classes, options: Options) -> BankState:
        """Return banks that have learnt nothing, for rows such as ``x``."""
        features, known = x.shape[1], options.known
        chosen = {"covariance": options.covariance, "effort": options.effort}
        room, sparse = options.memory / classes.subproblems, sp.issparse(x)
        kept = kept_covariances(features + 1, known, **chosen, sparse=sparse, memory=room)
        say_what_is_kept(kept, **chosen, memory=options.memory)
        sparse = sparse and kept.members == 0
        linear = options.linear or not (options.standardise or sparse)
        bank = new_bank(known, kept, effort=options.effort, sparse=sparse, linear=linear, runs=options.runs)
        banks = [bank, *(bank.copy() for _ in range(classes.subproblems - 1))]
        return cls(classes, banks, FeatureScaling.new(features, standardise=options.standardise, sparse=sparse))

    def copy(self) -> BankState:
        """Return a state that learns on its own."""
        banks, scaling = [bank.copy() for bank in self.banks], self.feature_scaling.copy()
        return BankState(self.classes, banks, scaling, self.rows, self.expected_error.copy())

    def with_inputs(self, source: np.ndarray) -> BankState:
        """Return a state whose features are those at ``source``; -1 is one that was 0, or missing, in all rows."""
        scaling = self.feature_scaling.with_inputs(source)
        banks = [bank.with_inputs(source, sparse=scaling.sparse) for bank in self.banks]
        return BankState(self.classes, banks, scaling, self.rows, self.expected_error.copy())

    def place(self, backend: str) -> None:
        """Lay members with whole covariances where a backend has them learn; see `device_members`."""
        for bank in self.banks:
            bank.members = placed(bank.members, backend)

    def room(self, memory: float) -> float:
        """Return how many features there may be, if full covariances are to fit into so many bytes."""
        return room_for_inputs(self.banks[0].members, len(self.banks), memory)

    def is_copied_for(self, rows: int) -> bool:
        """Whether a copy of the state costs little beside learning so many rows."""
        most = min(COPIED_PER_ROW * rows, MOST_COPIED)
        return rows >= ROWS_COPIED and sum(bank.nbytes for bank in self.banks) <= most

    def learn(
        self,
        x: Any,
        labels: np.ndarray,
        weights: np.ndarray,
        also: np.ndarray | None = None,
        *,
        in_place: bool = False,
        watch: Watch | None = None,
    ) -> np.ndarray:
        """Learn rows; return what `predict` would have said of each just before it was learnt.

        A class that appears late begins with a copy of the bank for which every row was of another class; ``also``
        are classes that are to be met without a row. ``in_place`` is for a state that somebody will look at even if
        an interrupt ends this: it then comes between two rows. ``watch`` is told of the rows as they are learnt.
        """
        at_once: AbstractContextManager[None] = nullcontext()
        chunks = _chunks(len(labels), ROWS_IN_PLACE if in_place else ROWS_TOGETHER)
        classes, late = self.classes.meet(labels if also is None else np.concatenate([also, labels]))
        targets, chosen = classes.targets(labels), classes.chosen()
        banks = [*self.banks, *(self.banks[0].copy() for _ in range(late))]
        said = np.empty((2, len(labels), len(classes.labels)))
        if watch is not None:
            watch.begin(float(self.expected_error[0]))
        for rows in chunks or [slice(0, 0)]:  # classes may be met without a row
            near, piece = weights[rows], x[rows]
            with signals_held_back() if in_place else at_once:
                self.classes, self.banks = classes, banks
                seen = self.feature_scaling.learn_and_look(piece, near)
                watches = [None] * len(banks) if watch is None else watch.of_banks(len(banks), len(near))
                together = zip(banks, targets, watches, strict=True)
                of_banks = [bank.learn(seen, y[rows], near, own) for bank, y, own in together]
                said[:, rows] = self.of_classes([of_banks[k] for k in chosen])
                errors = 1.0 - _largest(said[0, rows])
                expected = np.empty(len(near))
                follow_each_error(errors, self.expected_error, self.rows, expected)
                self.rows += len(near)
                if watch is not None:
                    watch.take([own for own in (watches[k] for k in chosen) if own], expected, self.of_classes)
        return said

    def predict(self, x: Any) -> np.ndarray:
        """Return the probabilities of the classes of rows that come next, observed and clean: (2, rows, classes)."""
        said = np.empty((2, x.shape[0], len(self.classes.labels)))
        for rows in _chunks(x.shape[0], ROWS_TOGETHER):
            seen = self.feature_scaling.look(x[rows])
            said[:, rows] = self.of_classes([bank.predict(seen) for bank in self.chosen()])
        return said

    def predict_row(self, row: np.ndarray) -> np.ndarray | None:
        """Return what `predict` says of one row, (2, classes); None if it has to be asked.

        ``row`` is a contiguous array of float64; NaN is a missing value. Threads may predict at the same time.
        """
        return self._single_rows().predict(self, row)

    def learn_row(self, row: np.ndarray, label: Any, weight: float = 1.0) -> bool:
        """Learn one row in place as `learn` does.

        Return False, with nothing learnt, if `learn` has to be asked: the label is no known class, a value is infinite
        or the first of its column, rows are sparse or very wide.
        """
        return self._single_rows().learn(self, row, label, weight)

    def _single_rows(self) -> BoundRows:
        """Return the kernels of single rows, bound again if the state has got other parts."""
        if self._bound is None or not self._bound.is_of(self):
            self._bound = BoundRows(self)
        return self._bound

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is bound to kernels: it is made again."""
        return {**vars(self), "_bound": None}

    def chosen(self) -> list[Bank]:
        """Return the banks that say which class a row is of; of two classes, only that of the second."""
        return [self.banks[k] for k in self.classes.chosen()]

    def weights(self) -> np.ndarray:
        """Return the mean weights over the linear members in the units of the data, intercept last, by `chosen`."""
        return self.feature_scaling.in_units(np.stack([bank.mean_weights() for bank in self.chosen()]))

    def covariances(self) -> list[np.ndarray]:
        """Return the mean covariance of each bank, or the variances, in the units of the data."""
        in_units, factor = self.feature_scaling.in_units, np.append(self.feature_scaling.factor(), 1.0)
        means = [bank.mean_covariance() for bank in self.chosen()]
        found = [in_units(in_units(mean).T) if mean.ndim == 2 else mean * factor**2 for mean in means]
        return [0.5 * (one + one.T) if one.ndim == 2 else one for one in found]  # symmetric to the last digit

    def table(self) -> pd.DataFrame:
        """Return a table of all members."""
        tables = [bank.table() for bank in self.chosen()]
        for name, table in zip(self.classes.names(), tables, strict=True):
            table.insert(0, "class", name)
        return pd.concat(tables, ignore_index=True)

    def merge(self, other: BankState) -> BankState:
        """Return the state that has learnt the rows of both, the other's last; see `merging`."""
        self._check_alike(other)
        scaling = merge_feature_scalings(self.feature_scaling, other.feature_scaling)
        views = (change_of_view(self.feature_scaling, scaling), change_of_view(other.feature_scaling, scaling))
        classes, late = self.classes.meet(other.classes.labels)
        mine, theirs = [*self.banks, *[self.banks[0]] * late], [other.banks[0]] * classes.subproblems
        for c, k in classes.subproblem_of.items():
            theirs[k] = other.banks[other.classes.subproblem_of.get(c, 0)]
        banks = [merge_banks(one, two, views) for one, two in zip(mine, theirs, strict=True)]
        share = min(other.rows, LONG) / max(min(self.rows, LONG) + min(other.rows, LONG), 1.0)
        expected = (1.0 - share) * self.expected_error + share * other.expected_error
        return BankState(classes, banks, scaling, self.rows + other.rows, expected)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays by the names that they have in files."""
        arrays = prefixed("eyes", self.feature_scaling.arrays())
        for k, bank in enumerate(self.banks):
            arrays |= prefixed(f"bank{k}", bank.arrays())
        return arrays

    def header(self) -> dict[str, Any]:
        """Return everything that is no array, as JSON, by the names that it has in files."""
        classes, scaler = self.classes, self.feature_scaling.scaler
        two = classes.declared and len(classes.labels) == 2  # in files these have no entry: bank 0 is the second's
        subproblem_of = {} if two else classes.subproblem_of
        return {
            "classes": labels_to_json(classes.labels),
            "declared": classes.declared,
            "planes": list(subproblem_of.values()),
            "of_planes": labels_to_json(np.array(list(subproblem_of))),
            "banks": len(self.banks),
            "clock": self.rows,
            "expected_error": float(self.expected_error[0]),
            "features": self.feature_scaling.features,
            "sparse": self.feature_scaling.sparse,
            "count": scaler.count if scaler is not None else 0.0,
        }

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray], header: dict[str, Any]) -> BankState:
        """Return the state whose `arrays` and `header` these are, once they have been checked."""
        model_file_checks.check_keys("about", header, HEADER)
        features = model_file_checks.whole("features", header["features"], 1, checks.MOST_EXAMPLES)
        sparse = model_file_checks.truth("sparse", header["sparse"])
        rows = model_file_checks.whole("clock", header["clock"], 0, checks.MOST_EXAMPLES)
        expected_error = model_file_checks.number("expected_error", header["expected_error"], 0.0, 1.0)
        of_scaling, classes = part("eyes", arrays), _classes(header)
        counted = rows if of_scaling and not sparse else 0
        count = model_file_checks.number("count", header["count"], counted, counted)
        named = [f"bank{k}" for k in range(classes.subproblems)]
        strange = {name.partition(".")[0] for name in arrays} - {"eyes", *named}
        if strange:
            raise Damaged(f"tensors must be of eyes and {len(named)} banks; got {min(strange)!r}")
        scaling = FeatureScaling.of_arrays(features, sparse, count, of_scaling)
        banks = [Bank.of_arrays(name, part(name, arrays), features + 1, sparse=sparse) for name in named]
        _check_same_members(banks)
        return cls(classes, banks, scaling, rows, np.array([expected_error]))

    def check_covariances(self) -> None:
        """Raise if a full covariance of some members is far from one."""
        for k, bank in enumerate(self.banks):
            bank.check_covariances(f"bank{k}")

    def of_classes(self, of_banks: list[np.ndarray]) -> np.ndarray:
        """Return the probabilities of the classes from those of the chosen banks, each (2, rows).

        Of a single class that was not declared it is what its bank says: the rest is for classes that may follow.
        """
        number = len(self.classes.labels)
        if number == 2:
            both = np.empty((*of_banks[0].shape, 2))
            both[..., 1] = of_banks[0]
            np.subtract(1.0, of_banks[0], out=both[..., 0])
            return both
        together = np.stack(of_banks, axis=2)
        if number == 1 and not self.classes.declared:
            return together
        return together / together.sum(axis=2, keepdims=True)

    def _check_alike(self, other: BankState) -> None:
        """Raise if the other state is about something else."""
        one, two = self.banks[0].arrays(), other.banks[0].arrays()
        shapes = tuple(
            {k: v for k, v in _shapes(own).items() if k.partition(".")[0] not in OF_OWN_SHAPE} for own in (one, two)
        )
        scalings = [
            (scaling.sparse, sorted(scaling.arrays())) for scaling in (self.feature_scaling, other.feature_scaling)
        ]
        if shapes[0] != shapes[1] or scalings[0] != scalings[1]:
            raise ValueError("other must have the same bank: parameters and kind of data. Make both alike.")
        fixed = [name for name in one if name.partition(".")[2] in FIXED]
        if not all(np.array_equal(one[name], two[name]) for name in fixed):
            raise ValueError("other must have the same drift, noise and prior. Make both alike.")
        mine, theirs = self.classes, other.classes
        check_kind(theirs.labels, mine.labels)
        same = mine.labels.tolist() == theirs.labels.tolist()
        if mine.declared != theirs.declared or (mine.declared and not same):
            raise ValueError(
                f"other must have the same classes, {mine.labels.tolist()}; got {theirs.labels.tolist()}. "
                "Declare them with classes= in both, or in none."
            )


def _classes(header: dict[str, Any]) -> Classes:
    """Return the classes of a header, once they have been checked."""
    labels, subproblem_of = labels_from_json("classes", header["classes"]), header["planes"]
    owners = labels_from_json("of_planes", header["of_planes"]).tolist()
    names = labels.tolist()
    if names != sorted(set(names)):
        raise Damaged("classes must be in order, each of them once")
    if not isinstance(subproblem_of, list) or not all(type(k) is int for k in subproblem_of):
        raise Damaged(f"planes must be whole numbers; got {model_file_checks.shown(subproblem_of)}")
    if model_file_checks.truth("declared", header["declared"]):
        model_file_checks.whole("number of classes", len(names), 1, checks.MOST_EXAMPLES)
        classes = Classes.begin(labels)
        expected = ([], []) if len(names) == 2 else (names, list(range(len(names))))
    else:
        classes = Classes(labels, False, dict(zip(owners, subproblem_of, strict=False)), len(names) + 1)
        expected = (names, list(range(1, len(names) + 1)))
    if (sorted(owners), sorted(subproblem_of)) != expected:
        raise Damaged(f"planes must be those of the {len(names)} classes, each of them once")
    model_file_checks.whole("banks", header["banks"], classes.subproblems, classes.subproblems)
    return classes


def _check_same_members(banks: list[Bank]) -> None:
    """Raise if banks of a saved model do not have the same members."""
    first, *others = [bank.arrays() for bank in banks]
    for k, arrays in enumerate(others, start=1):
        if _shapes(arrays) != _shapes(first):
            raise Damaged(f"bank{k} must have the shapes of bank0")
        for name in (name for name in arrays if name.partition(".")[2] in FIXED):
            if not np.array_equal(arrays[name], first[name]):
                raise Damaged(f"bank{k}.{name} must be that of bank0")


def _shapes(arrays: dict[str, np.ndarray]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of arrays by name."""
    return {name: array.shape for name, array in arrays.items()}


def _largest(probabilities: np.ndarray) -> np.ndarray:
    """Return the largest number of each row; of two columns by a comparison, which is quicker than a loop in each."""
    if probabilities.shape[1] == 2:
        return np.maximum(probabilities[:, 0], probabilities[:, 1])
    return probabilities.max(axis=1)


def _chunks(rows: int, most: int) -> list[slice]:
    """Return slices of some rows at a time."""
    return [slice(start, start + most) for start in range(0, rows, most)]
