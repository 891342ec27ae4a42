"""What a model tells while it learns: how far it is, and what it believes of the world before each row.

    watching.1   noise and drift before a row: posterior means over the mixture, and over the subproblems
    watching.2   what lively members say, those with a drift of 0.001 a row and more, and what staying ones do: the
                 mixture of each kind by the weights within it

To be watched changes no number: the beliefs are mixed beside what is mixed anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.members import Members, Predicted
from rosenblatt.kernels.bank.mixture import follow_errors

LIVELY = 1e-3  # drift per row
BELIEFS = 5  # noise, drift, the weight of lively members, and P(+1) of lively and staying ones times their weights


class BankWatch(NamedTuple):
    """What a bank fills while it learns: its beliefs before each row, (beliefs, rows); and whom it tells of rows."""

    beliefs: np.ndarray
    report: Callable[[float], None]


def believed_by(groups: list[Members | Forest], said: Predicted) -> list[np.ndarray]:
    """Return what all members of a bank believe before they learn rows, each (members, rows), to be mixed."""
    drifts = np.concatenate([members.drifts for members in groups])[:, None]
    lively, observed = np.where(drifts >= LIVELY, np.ones_like(said.noises), 0.0), said.observed()
    return [said.noises, np.broadcast_to(drifts, lively.shape), lively, lively * observed, (1.0 - lively) * observed]


@dataclass
class Watch:
    """Watches a model that learns; ``report`` is told how many rows have been learnt, as they are.

    Attributes
    ----------
    noises, drifts : before each row, the mean over the subproblems.
    errors : how often the model expected to be wrong, at each row.
    lively, staying : what members of either kind said of each row, (rows, classes); NaN if there are none.
    """

    report: Callable[[float], None]
    _parts: list[tuple[np.ndarray, ...]] = field(default_factory=list)
    _start: tuple[float, int] = (0.0, 0)

    def of_banks(self, banks: int, rows: int) -> list[BankWatch]:
        """Return what banks are to fill while they learn some rows; together they report as many."""
        return [BankWatch(np.empty((BELIEFS, rows)), lambda done: self.report(done / banks)) for _ in range(banks)]

    def begin(self, expected_error: float, rows: int) -> None:
        """Remember what the model expected before, after so many rows."""
        self._start = (expected_error, rows)

    def take(self, watches: Iterable[BankWatch], errors: np.ndarray, of_classes: Callable[[Any], np.ndarray]) -> None:
        """Take what the banks of the classes have told of some rows; ``of_classes`` makes classes of subproblems."""
        beliefs = [watch.beliefs for watch in watches]
        noises, drifts = np.mean([own[:2] for own in beliefs], axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            lively = of_classes([(own[3] / own[2])[None] for own in beliefs])[0]
            staying = of_classes([(own[4] / (1.0 - own[2]))[None] for own in beliefs])[0]
        self._parts.append((noises, drifts, errors, lively, staying))

    @property
    def noises(self) -> np.ndarray:
        return self._told(0)

    @property
    def drifts(self) -> np.ndarray:
        return self._told(1)

    @property
    def errors(self) -> np.ndarray:
        return self._told(2)

    @property
    def lively(self) -> np.ndarray:
        return self._told(3)

    @property
    def staying(self) -> np.ndarray:
        return self._told(4)

    def expected_errors(self, rows: np.ndarray) -> np.ndarray:
        """Return the model's `expected_error_` after these numbers of rows, in order."""
        mean, clock, before, errors = np.array([self._start[0]]), self._start[1], 0, self.errors
        found = np.empty(len(rows))
        for k, row in enumerate(rows.tolist()):
            follow_errors(errors[before:row], mean, clock + before)
            found[k], before = mean[0], row
        return found

    def _told(self, which: int) -> np.ndarray:
        return np.concatenate([part[which] for part in self._parts])
