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

LIVELY = 1e-3  # drift per row
BELIEFS = 5  # noise, drift, the weight of lively members, and P(+1) of lively and staying ones times their weights


class BankWatch(NamedTuple):
    """What a bank fills while it learns: its beliefs before each row, (beliefs, rows); and whom it tells of rows."""

    beliefs: np.ndarray
    report: Callable[[float], None]


def fill_beliefs(groups: list[Members | Forest], said: Predicted, told: np.ndarray) -> None:
    """Fill in what all members of a bank believe before they learn rows, (beliefs, members, rows), to be mixed."""
    drifts = np.concatenate([members.drifts for members in groups])[:, None]
    lively, observed = (drifts >= LIVELY).astype(float), said.observed()
    told[0], told[1], told[2] = said.noises, drifts, lively
    np.multiply(lively, observed, out=told[3])
    np.multiply(1.0 - lively, observed, out=told[4])


@dataclass
class Watch:
    """Watches a model that learns; ``report`` is told how many rows have been learnt, as they are.

    Attributes
    ----------
    noises, drifts : before each row, the mean over the subproblems.
    expected : how often the model expects to be wrong, the running mean after each row.
    lively, staying : what members of either kind said of each row, (rows, classes); NaN if there are none.
    """

    report: Callable[[float], None]
    _parts: list[tuple[np.ndarray, ...]] = field(default_factory=list)
    _heard: list[tuple[list[np.ndarray], Callable[[Any], np.ndarray]]] = field(default_factory=list)
    _start: float = 0.0

    def of_banks(self, banks: int, rows: int) -> list[BankWatch]:
        """Return what banks are to fill while they learn some rows; together they report as many."""
        return [BankWatch(np.empty((BELIEFS, rows)), lambda done: self.report(done / banks)) for _ in range(banks)]

    def begin(self, expected_error: float) -> None:
        """Remember what the model expected before."""
        self._start = expected_error

    def take(self, watches: Iterable[BankWatch], expected: np.ndarray, of_classes: Callable[[Any], np.ndarray]) -> None:
        """Take what the banks of the classes have told of some rows; ``of_classes`` makes classes of subproblems.

        ``expected`` is the running mean of what the model expects of its errors, after each row.
        """
        beliefs = [watch.beliefs for watch in watches]
        noises, drifts = beliefs[0][:2] if len(beliefs) == 1 else np.mean([own[:2] for own in beliefs], axis=0)
        self._parts.append((noises, drifts, expected))
        self._heard.append((beliefs, of_classes))

    @property
    def noises(self) -> np.ndarray:
        return self._told(0)

    @property
    def drifts(self) -> np.ndarray:
        return self._told(1)

    @property
    def expected(self) -> np.ndarray:
        return self._told(2)

    @property
    def lively(self) -> np.ndarray:
        return np.concatenate([_said_by_kind(3, *part) for part in self._heard])

    @property
    def staying(self) -> np.ndarray:
        return np.concatenate([_said_by_kind(4, *part) for part in self._heard])

    @property
    def has_both_kinds(self) -> bool:
        """Whether there are lively members and staying ones."""
        if not self._heard:
            return False
        beliefs, of_classes = self._heard[0]
        first = [own[:, :1] for own in beliefs]
        return not any(np.isnan(_said_by_kind(which, first, of_classes)).all() for which in (3, 4))

    def expected_errors(self, rows: np.ndarray) -> np.ndarray:
        """Return the model's `expected_error_` after these numbers of rows, in order."""
        return np.append(self._start, self.expected)[rows]

    def _told(self, which: int) -> np.ndarray:
        return np.concatenate([part[which] for part in self._parts])


def _said_by_kind(which: int, beliefs: list[np.ndarray], of_classes: Callable[[Any], np.ndarray]) -> np.ndarray:
    """Return what lively members, belief 3, or staying ones, belief 4, said of rows: (rows, classes).  (watching.2)"""
    with np.errstate(invalid="ignore", divide="ignore"):
        return of_classes([(own[which] / (own[2] if which == 3 else 1.0 - own[2]))[None] for own in beliefs])[0]
