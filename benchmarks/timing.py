"""How the benchmarks measure."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

ROUNDS = 9


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

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        verdict = "holds" if self.holds else "FAILS"
        return f"{self.name:<62} {self.ratio:9.3g}  {sign} {self.bound:<6g} {verdict}   {self.detail}"


def side_by_side(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the seconds of each work: interleaved, the median of some rounds after one to warm up."""
    seconds = np.empty((rounds, len(works)))
    for work in works:
        work()
    for i in range(rounds):
        for k, work in enumerate(works):
            start = time.perf_counter()
            work()
            seconds[i, k] = time.perf_counter() - start
    return np.median(seconds, axis=0).tolist()
