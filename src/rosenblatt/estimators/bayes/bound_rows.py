"""Single rows for the banks of a state: blocks of one row, for which nothing is made or looked up but what must be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.common.held_back_signals import signals_held_back
from rosenblatt.kernels.bank.mixture import follow_errors
from rosenblatt.kernels.standardise import FARTHEST, fits_units, standardise_dense

if TYPE_CHECKING:
    from rosenblatt.estimators.bayes.state import BankState

_ONE, _ZERO = np.ones(1), np.zeros(1)


class BoundRows:
    """The banks and the scaler of a state, bound to their kernels for single rows.

    Threads may predict at the same time: each takes its own arrays from ``_free``.
    """

    def __init__(self, state: BankState) -> None:
        self.classes, self.banks, self.scaling = state.classes, state.banks, state.feature_scaling
        self.able = not self.scaling.sparse and all(bank.is_compiled(learn=True) for bank in self.banks)
        self._chosen = self.classes.chosen()
        labels = self.classes.labels
        self._targets = {c: list(self.classes.targets(labels[k : k + 1])) for k, c in enumerate(labels.tolist())}
        self._free: list[list[BoundBank]] = []

    def is_of(self, state: BankState) -> bool:
        """Whether these are still the banks of a state."""
        return self.banks is state.banks and self.classes is state.classes and self.scaling is state.feature_scaling

    def predict(self, state: BankState, row: np.ndarray) -> np.ndarray | None:
        """Return what `BankState.predict_row` does."""
        if not self._takes(row):
            return None
        banks = self._free.pop() if self._free else self._bind()
        seen = self._look(row, _ONE, learn=False)
        said = [_ask(banks[k], seen, _ZERO, _ZERO, learn=False) for k in self._chosen]
        found = state.of_classes(said)[:, 0]
        self._free.append(banks)
        return found

    def learn(self, state: BankState, row: np.ndarray, label: Any, weight: float) -> np.ndarray | None:
        """Return what `BankState.learn_row` does."""
        targets = self._targets.get(label)
        if targets is None or not 0.0 < weight < np.inf or not self._takes(row):
            return None
        banks, weights = self._free.pop() if self._free else self._bind(), np.full(1, weight)
        with signals_held_back():
            seen = self._look(row, weights, learn=True)
            of_banks = [_ask(bank, seen, y, weights, learn=True) for bank, y in zip(banks, targets, strict=True)]
            said = state.of_classes([of_banks[k] for k in self._chosen])
            follow_errors(1.0 - said[0].max(axis=1), state.expected_error, state.rows)
            state.rows += 1
        self._free.append(banks)
        return said[:, 0]

    def _bind(self) -> list[BoundBank]:
        return [BoundBank(bank, 1).bind_members() for bank in self.banks]

    def _takes(self, row: np.ndarray) -> bool:
        """Whether a row is of the right kind, has no infinite value, and needs no other units of the scaler."""
        if not self.able or row.shape != (self.scaling.features,) or row.dtype != np.float64:
            return False
        scaler = self.scaling.scaler
        return bool(fits_units(row, *((_ZERO[:0], _ZERO[:0]) if scaler is None else (scaler.spread, scaler.units))))

    def _look(self, row: np.ndarray, weights: np.ndarray, *, learn: bool) -> np.ndarray:
        """Return a row as members see it, with the 1 of the intercept."""
        scaler = self.scaling.scaler
        if scaler is None:
            return self.scaling.look(row[None])
        seen = np.empty((1, row.size + 1))
        seen[0, -1] = 1.0
        _standardise()(row.reshape(1, -1), weights, scaler.known(), scaler.units, FARTHEST, learn, seen)
        if learn:
            scaler.count += 1.0
        return seen


def _ask(bank: BoundBank, x: np.ndarray, labels: np.ndarray, weights: np.ndarray, *, learn: bool) -> np.ndarray:
    """Return the probabilities of +1 of a row, observed and clean, which a bank learns if it is to: (2, 1)."""
    bank.ask_members(x, labels, weights, learn=learn)
    return bank.combine(labels, weights, learn=learn)


@cache
def _standardise() -> Any:
    """Return the machine code of `standardise_dense` for the types that it has here."""
    rows, vector = types.float64[:, ::1], types.float64[::1]
    known = types.UniTuple(vector, 4)
    return standardise_dense.compile((rows, vector, known, vector, types.float64, types.boolean, rows))
