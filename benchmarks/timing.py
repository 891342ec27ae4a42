"""How the benchmarks measure: ratios of works that are done in turn, each by the best of many short rounds.

Seconds are of processor time, which other programmes on the machine do not take away; only what runs on several threads
or in other processes is measured by the clock. Of a work that others disturb, the shortest round is the nearest to what
it costs.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

ROUNDS = 300
LONGEST = 2.0  # seconds, after which no further round is begun if there have been `FEWEST`
FEWEST = 5


@dataclass(frozen=True)
class Row:
    """One ratio, what it must be, and what it is made of."""

    name: str
    ratio: float
    bound: float
    at_least: bool
    detail: str

    @property
    def holds(self) -> bool:
        """Whether the ratio is on the right side of its bound."""
        return self.ratio >= self.bound if self.at_least else self.ratio <= self.bound

    @property
    def verdict(self) -> str:
        """Whether it holds, in a word."""
        return "holds" if self.holds else "FAILS"

    def worse_than(self, other: Row) -> float:
        """Return by what factor the ratio is worse than that of another run of the same row; below 1 it is better."""
        return other.ratio / self.ratio if self.at_least else self.ratio / other.ratio

    def cells(self) -> list[str]:
        """Return the cells of a table."""
        sign = "≥" if self.at_least else "≤"
        wrong = "" if self.holds else ", does not hold"
        return [self.name, f"{self.ratio:.3g}", f"{sign} {self.bound:g}{wrong}", self.detail]

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        return f"{self.name:<66} {self.ratio:9.3g}  {sign} {self.bound:<6g} {self.verdict}   {self.detail}"


@dataclass(frozen=True)
class Failure:
    """A group of rows that could not be measured to its end, and why."""

    name: str
    reason: str
    holds = False
    verdict = "FAILS"
    ratio = math.nan

    def cells(self) -> list[str]:
        """Return the cells of a table."""
        return [self.name, "", "", f"could not be measured: {self.reason}"]

    def __str__(self) -> str:
        return f"{self.name:<66} could not be measured: {self.reason}"


def side_by_side(
    *works: Callable[[], object],
    rounds: int = ROUNDS,
    longest: float | None = None,
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """Return the seconds of each work: interleaved, the least of some rounds after one to warm up."""
    seconds, longest = [], LONGEST if longest is None else longest
    for work in works:
        work()
    collecting = gc.isenabled()
    gc.disable()
    try:
        begin = time.perf_counter()
        while len(seconds) < min(rounds, FEWEST) or (len(seconds) < rounds and time.perf_counter() - begin < longest):
            seconds.append([_seconds(work, clock) for work in works])
    finally:
        if collecting:
            gc.enable()
    return np.min(seconds, axis=0).tolist()


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start
