"""Single rows for the banks of a state: blocks of one row, for which nothing is made or looked up but what must be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.common.classes import Classes
from rosenblatt.estimators.common.uninterrupted import make_calls
from rosenblatt.kernels.bank.mixture import doubt_follower, error_follower
from rosenblatt.kernels.standardise import FARTHEST, dense_standardiser, unit_check

if TYPE_CHECKING:
    from rosenblatt.estimators.bayes.state import BankState

_NOTHING = np.empty(0)


class BoundRows:
    """The banks and the scaler of a state, bound to their kernels for single rows.

    Threads may predict at the same time: each takes a desk of its own.
    """

    def __init__(self, state: BankState) -> None:
        self.classes, self.banks, self.scaling = state.classes, state.banks, state.feature_scaling
        ready = (bank.is_compiled(learn=True) and bank.rows_to_come == np.inf for bank in self.banks)
        self.able = not self.scaling.sparse and all(ready)
        labels = self.classes.labels.tolist()
        self._targets = dict(zip(labels, self.classes.targets(self.classes.labels).T.tolist(), strict=True))
        self._forests = [bank.forest for bank in self.banks if bank.forest is not None]
        self._fits_units = unit_check()
        self._free: list[_Desk] = []

    def is_of(self, state: BankState) -> bool:
        """Whether these are still the banks of a state."""
        return self.banks is state.banks and self.classes is state.classes and self.scaling is state.feature_scaling

    def predict(self, state: BankState, row: np.ndarray) -> np.ndarray | None:
        """Return what `BankState.predict_row` does."""
        if not self._takes(row):
            return None
        desk = self._free.pop() if self._free else _Desk(self)
        desk.lay(row, 1.0)
        make_calls(desk.asking)
        said = desk.said(state)
        desk.asked = (state.rows, row.tobytes())
        self._free.append(desk)
        return said

    def learn(self, state: BankState, row: np.ndarray, label: Any, weight: float) -> bool:
        """Return what `BankState.learn_row` does."""
        targets = self._targets.get(label)
        if targets is None or not 0.0 < weight < np.inf:
            return False
        for forest in self._forests:
            if not forest.has_room:
                return False
        desk = self._free.pop() if self._free else _Desk(self)
        again = row.dtype == np.float64 and desk.asked == (state.rows, row.tobytes())  # what is seen of it lies there
        if not again and not self._takes(row):
            self._free.append(desk)
            return False
        desk.lay(row, weight)
        for labels, target in zip(desk.labels, targets, strict=True):
            labels[0] = target
        calls = [*(desk.learning_again if again else desk.learning)]
        calls.append((*desk.judging, state.expected_error, state.rows))
        calls.append((setattr, state, "rows", state.rows + 1))
        if self.scaling.scaler is not None:
            calls.append((setattr, self.scaling.scaler, "count", self.scaling.scaler.count + 1.0))
        make_calls(calls)
        self._free.append(desk)
        return True

    def _takes(self, row: np.ndarray) -> bool:
        """Whether a row is of the right kind, has no infinite value, and needs no other units of the scaler."""
        if not self.able or row.shape != (self.scaling.features,) or row.dtype != np.float64:
            return False
        scaler = self.scaling.scaler
        known = (_NOTHING, _NOTHING) if scaler is None else (scaler.spread, scaler.units)
        return self._fits_units(row, *known)


class _Desk:
    """Room for one row, its weight and the labels of all banks, and the calls that are made with them."""

    def __init__(self, rows: BoundRows) -> None:
        features, scaler, chosen = rows.scaling.features, rows.scaling.scaler, rows.classes.chosen()
        self._scaled, self._weights, self._seen = scaler is not None, np.ones(1), np.ones((1, features + 1))
        self._row = np.empty((1, features))
        self.labels = [np.ones(1) for _ in rows.banks]
        banks = [BoundBank(bank, 1, compiled=True) for bank in rows.banks]
        self._chosen = [banks[k] for k in chosen]
        self._views = [bank.said(1) for bank in self._chosen] if rows.banks[0].last is not None else None
        self.asking: list[tuple[Any, ...]] = []
        self.learning: list[tuple[Any, ...]] = []
        self.learning_again: list[tuple[Any, ...]] = []  # if what is seen of the row has been found for ``asking``
        for learn, again, calls in (
            (False, False, self.asking),
            (True, False, self.learning),
            (True, len(chosen) == len(banks), self.learning_again),
        ):
            if scaler is not None:
                known = (scaler.known(), scaler.units, FARTHEST)
                calls.append((dense_standardiser(), self._row, self._weights, *known, learn, self._seen))
            for k, (bank, labels) in enumerate(zip(banks, self.labels, strict=True)):
                if learn or k in chosen:
                    calls += bank.calls(self._seen, labels, self._weights, learn=learn, seen=again)
        self.asked: tuple[int, bytes] | None = None  # after how many rows which one was, the last
        before, self.judging = self._judging(rows.classes)
        self.learning += before
        self.learning_again += before

    def lay(self, row: np.ndarray, weight: float) -> None:
        """Lay out the row that the next calls are about, and its weight."""
        self._weights[0] = weight
        if self._scaled:
            self._row[0] = row
        else:
            self._seen[0, :-1] = row
            self._seen[np.isnan(self._seen)] = 0.0  # missing

    def _judging(self, classes: Classes) -> tuple[list[tuple[Any, ...]], tuple[Any, ...]]:
        """Return calls, and the start of one more after them, that takes the model's expected error and its rows.

        They follow the probability that the most probable class is wrong, that of `BankState.of_classes`, by functions
        that are no Python, for `make_calls`.
        """
        own = [_observed(bank) for bank in self._chosen]
        calls = [call for _, before in own for call in before]
        if len(classes.labels) == 2:
            return calls, (doubt_follower(), own[0][0])
        together, total, error = np.empty((1, len(own))), np.empty((1, 1)), np.empty(1)
        calls += [(np.positive, said, together[:, k]) for k, (said, _) in enumerate(own)]
        if len(own) > 1 or classes.declared:
            calls += [(np.add.reduce, together, 1, None, total[:, 0]), (np.divide, together, total, together)]
        calls += [(np.maximum.reduce, together, 1, None, error), (np.subtract, 1.0, error, error)]
        return calls, (error_follower(), error)

    def said(self, state: BankState) -> np.ndarray:
        """Return the probabilities of the classes, observed and clean, of the row: (2, classes)."""
        if self._views is None or len(state.classes.labels) != 2:
            return state.of_classes([bank.said(1) for bank in self._chosen])[:, 0]
        (observed,), (clean,) = self._views[0].tolist()
        return np.array(((1.0 - observed, observed), (1.0 - clean, clean)))


def _observed(bank: BoundBank) -> tuple[np.ndarray, list[tuple[Any, ...]]]:
    """Return where the probability of +1 as it is observed will stand, and the calls that write it there."""
    if bank.bank.last is not None:
        return bank.said(1)[0], []
    noise, clean = bank._said[1:, 0, :1]
    found = np.empty(1)
    calls = [(np.multiply, 2.0, noise, found), (np.subtract, 1.0, found, found), (np.multiply, found, clean, found)]
    return found, [*calls, (np.add, noise, found, found)]
