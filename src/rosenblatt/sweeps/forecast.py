"""How long a sweep will take on this machine if its cores are free, measured on small parts of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rosenblatt.sweeps.backend import Backend
from rosenblatt.sweeps.computed import Computed
from rosenblatt.sweeps.folder import reading
from rosenblatt.sweeps.study import Study
from rosenblatt.sweeps.work import Work

MOST_MEASURED = 100  # kinds of work; others are taken to be wrong by the same factor on average


@dataclass(frozen=True)
class Forecast:
    """What is to be done, and how long that takes.

    Attributes
    ----------
    cells, refused : how many there are, and how many will have no result.
    done : the share of the work that the ledger has.
    tasks : how many are left, and ``longest`` what the longest takes, in seconds.
    seconds : what all of them take on the given cores.
    """

    cells: int
    refused: int
    done: float
    tasks: int
    longest: float
    seconds: float

    def __str__(self) -> str:
        """Return it in a line.

        >>> str(Forecast(180, 2, 0.5, 300, 1.5, 130.0))
        '180 cells, 2 of them refused, 50 % done: 300 tasks left, about 2 min 10 s'
        """
        refused = f", {self.refused:,} of them refused" if self.refused else ""
        return (
            f"{self.cells:,} cells{refused}, {100.0 * self.done:.0f} % done: {self.tasks:,} tasks left, "
            f"about {in_words(self.seconds)}"
        )


def forecast(study: Study, out: Path | None, backend: Backend) -> Forecast:
    """Return what is left of a study, timed on this machine."""
    with reading(out) as ledger:
        known = study.known(ledger)
    tasks = study.tasks(known, backend)
    factors = _factors([task.work for task in tasks])
    usual = sum(factors.values()) / len(factors) if factors else 1.0
    costs = [(task.work, task.part.cost * factors.get(task.work.like, usual)) for task in tasks]
    longest = max((cost for _, cost in costs), default=0.0)
    # Curves keep the interpreter to themselves: threads compute one at a time.
    curves = sum(cost for work, cost in costs if isinstance(work, Computed))
    shared = (sum(cost for _, cost in costs) - curves) / backend.cores
    whole = sum(work.seconds for work in study.works.values())
    there = sum(work.seconds * work.done(known[key]) for key, work in study.works.items())
    refused = sum(cell.work is None for cell in study.cells)
    return Forecast(
        len(study.cells), refused, there / whole if whole else 1.0, len(tasks), longest, max(curves + shared, longest)
    )


def _factors(works: list[Work]) -> dict[tuple[Any, ...], float]:
    """Return by how much the seconds of works that are alike are too few, measured on one of each."""
    first: dict[tuple[Any, ...], Work] = {}
    for work in works:
        first.setdefault(work.like, work)
    return {like: work.measured() / work.seconds for like, work in list(first.items())[:MOST_MEASURED]}


def in_words(seconds: float) -> str:
    """Return a time as one would say it.

    >>> [in_words(seconds) for seconds in (0.04, 5.2, 130, 4000, 200_000)]
    ['0.04 s', '5.2 s', '2 min 10 s', '1 h 6 min', '2.3 days']
    """
    if seconds < 60.0:
        return f"{seconds:.2g} s"
    if seconds < 3600.0:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    if seconds < 86_400.0:
        return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
    return f"{seconds / 86_400.0:.1f} days"
