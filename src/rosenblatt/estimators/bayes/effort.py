"""How much of its covariances a bank keeps: by the time that a row may take, and by memory.

    effort.1   a row changes every entry of the covariances that are kept: of n members with tiles w wide, n w inputs of
               them. They are the time of a wide row, and the memory
    effort.2   "best": all members have full covariances, if there is memory for it, or else none
    effort.3   "auto": all members up to `EVERYBODY` features, from there on as many as change no more entries, down to
               `HALF`; and at most `MOST_ENTRIES` in all. For these there are still fewer members, down to one, and
               then that one has tiles, see `tiled_members`. Up to `NARROW` features memory does not lessen their
               number; rows that come as sparse matrices stay sparse if not all members would have room
    effort.4   "fast": diagonals only, of fewer members, and fewer curves

Which members are the first, see `FIRST`, was found on seven sets of 1,300 features: with five of them the log-loss is
that of all eighteen to within a percent. Beside cells and trees half of them are enough on open files of 54 features
and more, to within a percent too, but not on the eight of elec2 (5 %). In the second layer the fields of few members
count as much as those of all.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.estimators.bayes.bank import Bank, curve_table, of_rows
from rosenblatt.estimators.bayes.members import NOBODY, Axes, Known, Members, Table
from rosenblatt.estimators.bayes.tiled_members import TiledMembers

EFFORTS = ("fast", "auto", "best")
EVERYBODY, HALF = 36, 9  # features up to which all members have full covariances; members that always may
NARROW = 100  # features, up to which memory for half of it is no reason for fewer members
MOST_ENTRIES = 8.6e6  # of covariances, that a row may change: some 700 us, and 69 MB, of a bank
LEAST_WIDTH = 32  # of tiles: narrower ones are slow, and hardly more than diagonals

# Members with full covariances in the order in which wide rows need them: those that estimate the noise or assume none,
# each with prior variances and drifts; the rest in the order of the table.
FIRST: tuple[tuple[Axes, Axes], ...] = (
    (NOBODY, ((0.1,), (0.0,))),
    (((1.0,), (1e-2,)), NOBODY),
    (NOBODY, ((1.0,), (1e-3, 0.0))),
    (((0.1,), (1e-4, 0.0)), ((0.1,), (1e-3,))),
)
FAST: tuple[Axes, Axes] = (((0.1, 1.0), (0.0, 1e-3)), ((1.0,), (0.0, 1e-3)))
FAST_CURVES: tuple[Axes, Axes] = (((1.0,), (0.0,)), ((1.0,), (0.0, 1e-3)))

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """So many members have covariances, ``every`` one that there can be or fewer, in tiles of a width."""

    members: int
    every: int
    width: int
    inputs: int

    @property
    def whole(self) -> bool:
        """Whether these members keep whole covariances."""
        return self.width == self.inputs

    def __str__(self) -> str:
        if not self.members:
            return "no member keeps more of its covariance than the diagonal"
        number = f"{self.members} of {self.every} members" if self.members < self.every else f"all {self.every} members"
        if self.whole:
            return f"{number} with full covariances"
        return f"{number} with covariances in tiles of {self.width} features"


def kept_covariances(inputs: int, known: Known, *, sparse: bool, covariance: str, effort: str, memory: float) -> Kept:
    """Return what a bank keeps that may take so many bytes; see `BayesClassifier` for what can be chosen."""
    every, square, room = len(of_rows(known)[0]), inputs**2, memory / np.dtype(float).itemsize
    everything, nothing = Kept(every, every, inputs, inputs), Kept(0, every, 1, inputs)
    if covariance != "auto":
        return everything if covariance == "full" else nothing
    if effort == "fast":
        return nothing
    if effort == "best":
        return everything if every * square <= room else nothing
    by_time = min(every, max(HALF, int(every * (EVERYBODY + 1) ** 2 // square)))
    allowed = min(room, MOST_ENTRIES)
    if inputs <= NARROW + 1:
        return Kept(by_time, every, inputs, inputs) if by_time * square <= room else nothing
    members = min(by_time, int(allowed // square))
    if sparse and every * square > allowed:
        return nothing
    if members:
        return Kept(members, every, inputs, inputs)
    width = math.ceil(inputs / math.ceil(square / allowed))
    return Kept(1, every, width, inputs) if width >= LEAST_WIDTH else nothing


def new_bank(known: Known, kept: Kept, *, effort: str, sparse: bool, linear: bool, runs: bool) -> Bank:
    """Return a bank that has learnt nothing and keeps these covariances."""
    fast = effort == "fast"
    curves = known.table(*FAST_CURVES) if fast else curve_table(known)
    return Bank.around(_members(known, kept, fast=fast), known, None if linear else curves, sparse=sparse, runs=runs)


def say_what_is_kept(kept: Kept, *, effort: str, covariance: str, memory: float) -> None:
    """Log what was chosen, and why."""
    why = f"covariance={covariance!r}" if covariance != "auto" else f"effort={effort!r} and {memory / 2**20:.0f} MB"
    log.info("a bank for %d features was made by %s: %s.", kept.inputs - 1, why, kept)


def _members(known: Known, kept: Kept, *, fast: bool) -> Members:
    if kept.members == 0:
        few = fast and not known.alone
        return Members.of_table(known.table(*FAST) if few else of_rows(known), kept.inputs, full=False)
    if kept.members == kept.every and kept.whole:
        return Members.of_table(of_rows(known), kept.inputs, full=True)
    table = _first(known, kept.members)
    if kept.whole:
        return Members.of_table(table, kept.inputs, full=True)
    return TiledMembers.of_width(table, kept.inputs, kept.width)


def _first(known: Known, number: int) -> Table:
    """Return the table of the first members, of all that see rows as they are."""
    if known.alone:
        return of_rows(known)
    tables = [*(known.table(*axes) for axes in FIRST), of_rows(known)]
    rows = np.vstack([np.hstack(table) for table in tables])
    rows = np.array(list(dict.fromkeys(map(tuple, rows.tolist()))))[:number]
    return rows[:, :2], np.ascontiguousarray(rows[:, 2:])
