"""Single rows for the banks of a state: blocks of one row, for which nothing is made or looked up but what must be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.common.classes import Classes
from rosenblatt.estimators.common.uninterrupted import make_calls
from rosenblatt.kernels.bank.mixture import follow_errors
from rosenblatt.kernels.standardise import FARTHEST, dense_standardiser, fits_units

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
        said = desk.said(state)[:, 0]
        self._free.append(desk)
        return said

    def learn(self, state: BankState, row: np.ndarray, label: Any, weight: float) -> bool:
        """Return what `BankState.learn_row` does."""
        targets = self._targets.get(label)
        if targets is None or not 0.0 < weight < np.inf or not self._takes(row):
            return False
        for forest in self._forests:
            if not forest.has_room:
                return False
        desk = self._free.pop() if self._free else _Desk(self)
        desk.lay(row, weight)
        for labels, target in zip(desk.labels, targets, strict=True):
            labels[0] = target
        calls = [*desk.learning, (follow_errors, desk.error, state.expected_error, state.rows)]
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
        return fits_units(row, _NOTHING, _NOTHING) if scaler is None else fits_units(row, scaler.spread, scaler.units)


class _Desk:
    """Room for one row, its weight and the labels of all banks, and the calls that are made with them."""

    def __init__(self, rows: BoundRows) -> None:
        features, scaler, chosen = rows.scaling.features, rows.scaling.scaler, rows.classes.chosen()
        self._scaled, self._weights, self._seen = scaler is not None, np.ones(1), np.ones((1, features + 1))
        self._row = np.empty((1, features))
        self.labels = [np.ones(1) for _ in rows.banks]
        banks = [BoundBank(bank, 1, compiled=True) for bank in rows.banks]
        self._chosen = [banks[k] for k in chosen]
        self.asking: list[tuple[Any, ...]] = []
        self.learning: list[tuple[Any, ...]] = []
        for learn, calls in ((False, self.asking), (True, self.learning)):
            if scaler is not None:
                known = (scaler.known(), scaler.units, FARTHEST)
                calls.append((dense_standardiser(), self._row, self._weights, *known, learn, self._seen))
            for k, (bank, labels) in enumerate(zip(banks, self.labels, strict=True)):
                if learn or k in chosen:
                    calls += bank.calls(self._seen, labels, self._weights, learn=learn)
        self.error = np.empty(1)
        self.learning += self._judging(rows.classes)

    def lay(self, row: np.ndarray, weight: float) -> None:
        """Lay out the row that the next calls are about, and its weight."""
        self._weights[0] = weight
        if self._scaled:
            self._row[0] = row
        else:
            self._seen[0, :-1] = row
            self._seen[np.isnan(self._seen)] = 0.0  # missing

    def _judging(self, classes: Classes) -> list[tuple[Any, ...]]:
        """Return the calls that fill ``error``, the probability that the most probable class is wrong.

        It is that of `BankState.of_classes`, by functions that are no Python, for `make_calls`.
        """
        own = [_observed(bank) for bank in self._chosen]
        calls = [call for _, before in own for call in before]
        if len(classes.labels) == 2:
            said = own[0][0]
            return [*calls, (np.subtract, 1.0, said, self.error), (np.fmin, said, self.error, self.error)]
        together, total = np.empty((1, len(own))), np.empty((1, 1))
        calls += [(np.positive, said, together[:, k]) for k, (said, _) in enumerate(own)]
        if len(own) > 1 or classes.declared:
            calls += [(np.add.reduce, together, 1, None, total[:, 0]), (np.divide, together, total, together)]
        return [*calls, (np.maximum.reduce, together, 1, None, self.error), (np.subtract, 1.0, self.error, self.error)]

    def said(self, state: BankState) -> np.ndarray:
        """Return the probabilities of the classes, observed and clean, of the row: (2, 1, classes)."""
        return state.of_classes([bank.said(1) for bank in self._chosen])


def _observed(bank: BoundBank) -> tuple[np.ndarray, list[tuple[Any, ...]]]:
    """Return where the probability of +1 as it is observed will stand, and the calls that write it there."""
    if bank.bank.last is not None:
        return bank.said(1)[0], []
    noise, clean = bank._said[1:, 0, :1]
    found = np.empty(1)
    calls = [(np.multiply, 2.0, noise, found), (np.subtract, 1.0, found, found), (np.multiply, found, clean, found)]
    return found, [*calls, (np.add, noise, found, found)]
